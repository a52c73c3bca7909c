"""What the documents say about the project is so."""

import re
from pathlib import Path

import pytest

from service.cli import VERBS
from service.config import settings

README = Path("README.md").read_text()
FOLDERS = "domain projections service migrations deploy openapi docs tests".split()
GUIDES = [Path(folder, "README.md") for folder in FOLDERS]


def row(setting):
    default = "" if setting.default in (None, "") else f"`{setting.default}`"
    return f"| `{setting.variable}` | {default} | {setting.accepts} | {setting.purpose} |"


def test_the_readme_has_every_setting():
    table = re.findall(r"^\| `HOWDAH_.*$", README, re.M)
    assert table == [row(setting) for setting in settings()]


def test_the_readme_names_only_commands_that_exist():
    named = set(re.findall(r"^    howdah (\w+)", README, re.M))
    assert named
    assert named <= VERBS.keys()


def test_every_command_of_the_makefile_has_help():
    makefile = Path("Makefile").read_text()
    targets = re.search(r"^\.PHONY: (.+)$", makefile, re.M)[1].split()
    assert set(targets) == set(re.findall(r"^([a-z-]+):.*## ", makefile, re.M))


@pytest.mark.parametrize("guide", GUIDES, ids=str)
def test_every_folder_has_a_short_guide(guide):
    assert 3 < len(guide.read_text().splitlines()) <= 40
    assert f"]({guide})" in README


@pytest.mark.parametrize("guide", [Path("README.md"), *GUIDES], ids=str)
def test_links_lead_somewhere(guide):
    links = re.findall(r"\]\((?!http)([^)#]+)", guide.read_text())
    assert [link for link in links if not (guide.parent / link).exists()] == []

"""What the longer documents point to is there."""

import re
from pathlib import Path

import pytest

DOCS = sorted(Path("docs").glob("*.md"))


@pytest.mark.parametrize("document", DOCS, ids=lambda path: path.stem)
def test_the_files_that_a_document_names_exist(document):
    named = set(
        re.findall(r"`((?:tests|deploy|docs|migrations)/[\w/.-]+\.\w+)`", document.read_text())
    )
    linked = set(re.findall(r"\]\((?!http)([^)#]+)\)", document.read_text()))
    assert [name for name in named if not Path(name).exists()] == []
    assert [link for link in linked if not (document.parent / link).exists()] == []


def test_every_document_is_in_the_list():
    guide = Path("docs/README.md").read_text()
    assert [path.name for path in DOCS if f"]({path.name})" not in guide] == ["README.md"]

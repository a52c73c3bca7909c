"""Every example of docs/clients.md is run as it stands."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from tests.rest.kit import Caller, play_on, started
from tests.running import howdah

TEXT = Path("docs/clients.md").read_text()


def example(language):
    """All blocks of a language, one after another, as one program."""
    blocks = re.findall(rf"^```{language}\n(.*?)^```$", TEXT, re.M | re.S)
    assert blocks
    return "\n".join(blocks)


def run(*command, service, **variables):
    return subprocess.run(
        command,
        env={**os.environ, "URL": service.url, **variables},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.fixture
def key(service):
    """The key of a tenant that has finished one game."""
    howdah("tenant", "create", "back office", data=service.data)
    key = howdah("token", "issue", "back office", data=service.data).stdout.strip()
    issued = [
        howdah("token", "issue", "back office", "--new-player", name, data=service.data)
        for name in ("Esha", "Farid")
    ]
    callers = [Caller(service.url, each.stdout.strip()) for each in issued]
    play_on(callers, started(callers, "BAZAR"), Random(1))
    for caller in callers:
        caller.http.close()
    return key


def test_curl(service, key, tmp_path):
    script = f"cd {tmp_path}\nset -eu\n{example('bash')}"
    done = run("bash", "-c", script, service=service, KEY=key)
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"name":"Asha"' in done.stdout
    assert "Nasik" in done.stdout
    assert '"status":422,' in done.stdout
    assert '"rule":"B' in done.stdout
    assert re.search(r"304$", done.stdout, re.M)
    assert "table.game_started" in done.stdout
    assert "id: " in done.stdout
    assert done.stdout.endswith("\n1\n")


def test_python(service):
    done = run(sys.executable, "-c", example("python"), service=service)
    assert done.returncode == 0, done.stderr
    assert re.fullmatch(r"Python \d+\nRANDOM \d+\nGREEDY \d+\n", done.stdout)


def test_javascript(service, tmp_path):
    program = tmp_path / "client.mjs"
    program.write_text(example("javascript"))
    node = shutil.which("node", path=Path(sys.executable).parent) or "node"
    done = run(node, program, service=service)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^scores -?\d+ -?\d+$", done.stdout, re.M)


def test_every_block_is_run():
    languages = set(re.findall(r"^```(\w+)$", TEXT, re.M))
    assert languages == {"bash", "python", "javascript"}

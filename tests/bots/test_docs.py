"""Every example of docs/bots.md is run as it stands."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rest.kit import accepted, guest, opened
from tests.running import wait_for

BOT, TRAINING = re.findall(r"^```python\n(.*?)^```", Path("docs/bots.md").read_text(), re.M | re.S)


@pytest.fixture
def bot(tmp_path):
    script = tmp_path / "bot.py"
    script.write_text(BOT)
    return script


def test_the_bot_has_fewer_than_eighty_lines():
    assert len(BOT.splitlines()) < 80


def test_the_bot_plays_a_game_of_its_own_to_the_end(service, bot):
    played = subprocess.run(
        [sys.executable, bot, service.url], capture_output=True, text=True, timeout=120, check=False
    )
    assert played.returncode == 0, played.stderr
    assert re.fullmatch(r"FINISHED \[\d+, \d+\]\n", played.stdout)


def test_the_bot_joins_a_table_and_plays_its_seat(service, bot):
    with guest(service.url, "Host") as host:
        table = opened(host, bombay={"first": 0})
        command = [sys.executable, bot, service.url, table.rpartition("/")[2]]
        joined = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        wait_for(lambda: host.get(table).json()["seats"][1]["player"])
        accepted(host.do(f"{table}/start"))
        accepted(host.do(f"{table}/moves", {"bombay": {"endTurn": True}}))
        wait_for(lambda: host.get(table).json()["onTurn"] == [0])
        accepted(host.do(f"{table}/resign"))
        assert joined.wait(60) == 0
        with joined.stdout as output:
            assert output.read().startswith(("FINISHED", "ABANDONED"))


def test_the_training_loop_runs():
    exec(compile(TRAINING, "docs/bots.md", "exec"), {})

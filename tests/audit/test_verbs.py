"""`howdah verify` as a person calls it."""

import shutil
import subprocess
from pathlib import Path

import pytest

from domain.record import read

BOMBAY = Path("tests/records/bombay/2_players.jsonl")
HEAD = read(BOMBAY.read_bytes()).footer.head


def howdah(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [".venv/bin/howdah", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_good_record_holds_and_says_its_head():
    told = howdah("verify", BOMBAY)
    assert told.returncode == 0
    assert HEAD in told.stdout.replace("\n", "")


def test_a_bad_one_among_many_is_named_with_its_version(tmp_path):
    files = [tmp_path / f"{number}.jsonl" for number in range(60)]
    for file in files:
        shutil.copy(BOMBAY, file)
    files[17].write_bytes(BOMBAY.read_bytes().replace(b'"version":9,', b'"version":8,'))
    told = howdah("verify", *files)
    assert told.returncode == 1
    assert "17.jsonl: version 9" in told.stdout.replace("\n", "")
    assert "59 of 60 records hold." in told.stdout


def test_a_receipt_is_held_against_the_file():
    count = len(read(BOMBAY.read_bytes()).lines)
    assert howdah("verify", BOMBAY, "--receipt", f"{count}:{HEAD}").returncode == 0
    assert howdah("verify", BOMBAY, "--receipt", f"{count}:{'0' * 64}").returncode == 1


@pytest.mark.parametrize("receipt", ["", "7", "x:y", "7:abc"])
def test_what_is_no_receipt_is_said_to_be_none(receipt):
    told = howdah("verify", BOMBAY, "--receipt", receipt)
    assert told.returncode == 1
    assert "is no receipt" in told.stderr


def test_a_file_that_is_not_there_is_named():
    told = howdah("verify", "nowhere.jsonl")
    assert told.returncode == 1
    assert told.stderr == "howdah: cannot read nowhere.jsonl: No such file or directory\n"

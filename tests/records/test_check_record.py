"""The one-file checker that the service hands out agrees with our own, and needs only Python."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from domain.record import read, record

CHECKER = Path("service/tools/check_record.py")
FILES = sorted(Path("tests/records").glob("*/*.jsonl"))
BOMBAY = Path("tests/records/bombay/4_players.jsonl")


def checked(file: Path, *receipts: str) -> subprocess.CompletedProcess[str]:
    """Run as anybody would: no packages, no project on the path."""
    command = [sys.executable, "-I", "-S", str(CHECKER), str(file), *receipts]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("file", FILES, ids=str)
def test_records_on_file_pass(file):
    told = checked(file)
    assert (told.returncode, told.stderr) == (0, "")
    assert "seed as committed" in told.stdout


def test_another_draw_is_named_even_if_all_is_hashed_anew(tmp_path):
    whole = read(BOMBAY.read_bytes())
    lines = list(whole.lines)
    number = next(n for n, line in enumerate(lines) if b"markets_restocked" in line)
    entry = json.loads(lines[number])
    event = entry["event"]
    event["left"] = [*event["left"][:-1], "yellow"]
    lines[number] = json.dumps(entry, separators=(",", ":")).encode()
    secrets = [bytes.fromhex(whole.footer.secrets[1]), *[None] * (len(lines) - 1)]
    forged = tmp_path / "forged.jsonl"
    forged.write_bytes(record(lines, secrets).text())
    told = checked(forged)
    assert told.returncode == 1
    assert f"version {number + 1}: not what the seed gives" in told.stdout


def test_a_receipt_proves_the_history_that_was_shown(tmp_path):
    whole = read(BOMBAY.read_bytes())
    told = f"20:{whole.footer.hashes[19]}"
    assert checked(BOMBAY, told).returncode == 0
    assert checked(BOMBAY, "20:" + "0" * 64).returncode == 1
    short = tmp_path / "short.jsonl"
    short.write_bytes(record(whole.lines[:10], [None] * 10).text())
    assert checked(short).returncode == 0
    assert "version 20" in checked(short, told).stdout


@pytest.mark.parametrize("text", [b"", b"{}\n{}\n", b"\xff\n\xfe\n", b"[]\n[]\n[]\n"])
def test_what_is_no_record_is_said_to_be_none(tmp_path, text):
    file = tmp_path / "none.jsonl"
    file.write_bytes(text)
    told = checked(file)
    assert told.returncode == 1
    assert "record" in told.stdout
    assert told.stderr == ""

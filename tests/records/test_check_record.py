"""The one-file checker that the service hands out agrees with our own, and needs only Python."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from domain.kernel import Result
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


def changed(**changes):
    """The end of the record, as somebody without the rules could write it."""
    whole = read(BOMBAY.read_bytes())
    return replace(whole, footer=replace(whole.footer, **changes)).text()


@pytest.mark.parametrize(
    "text",
    [
        changed(seed="00" * 32),
        changed(salt="00" * 32),
        changed(result=Result((1, 2, 3, 4), (99, 0, 0, 0))),
        changed(result=None),
    ],
)
def test_a_footer_that_says_more_than_the_events_is_found(tmp_path, text):
    file = tmp_path / "changed.jsonl"
    file.write_bytes(text)
    told = checked(file)
    assert told.returncode == 1
    assert f"version {len(read(text).lines)}: " in told.stdout


def test_a_missing_last_event_is_found_even_if_all_is_hashed_anew(tmp_path):
    whole = read(BOMBAY.read_bytes())
    short = record(whole.lines[:-1], [None] * (len(whole.lines) - 1))
    footer = replace(whole.footer, hashes=short.footer.hashes, head=short.footer.head)
    file = tmp_path / "short.jsonl"
    file.write_bytes(replace(short, footer=footer).text())
    told = checked(file)
    assert told.returncode == 1
    assert f"version {len(short.lines)}: its seed is not that of the footer" in told.stdout


def test_what_cannot_be_read_is_named_without_a_traceback(tmp_path):
    for told in (checked(tmp_path / "nowhere.jsonl"), checked(BOMBAY, "mine")):
        assert (told.returncode, told.stderr) == (1, "")
        assert "No such file" in told.stdout or "mine is no receipt" in told.stdout


@pytest.mark.parametrize("text", [b"", b"{}\n{}\n", b"\xff\n\xfe\n", b"[]\n[]\n[]\n"])
def test_what_is_no_record_is_said_to_be_none(tmp_path, text):
    file = tmp_path / "none.jsonl"
    file.write_bytes(text)
    told = checked(file)
    assert told.returncode == 1
    assert "record" in told.stdout
    assert told.stderr == ""

"""A fork proves itself, and the part of its parent that it goes on from."""

import json
import subprocess
import sys

import pytest

from domain.record import Record, record
from domain.verify import Fault, verify
from tests.records.kit import Stage, head_of, past_of

PARENTS = {
    "bombay": Stage("bombay parent").open("bombay", 3).play().record(),
    "bazar": Stage("bazar parent").open("bazar", 2).play().record(),
}


def fork_of(parent: Record) -> Stage:
    return Stage(f"fork of {parent.header.table}").fork(past_of(parent, 30), parent.header.seats)


RUNNING = {name: fork_of(parent).record() for name, parent in PARENTS.items()}
OVER = {name: fork_of(parent).play().record() for name, parent in PARENTS.items()}
games = pytest.mark.parametrize("game", PARENTS)


def with_past(fork: Record, change, hashed_anew=False) -> Record:
    """The fork with another past, its own lines hashed anew by someone who knows how."""
    entries = [json.loads(line) for line in fork.lines]
    past = entries[1]["event"]["past"]
    change(past)
    if hashed_anew:
        entries[0]["event"]["fork"]["head"] = head_of(line.encode() for line in past["lines"])
        entries[0]["event"]["fork"]["version"] = len(past["lines"])
    lines = [
        json.dumps(entry, separators=(",", ":"), ensure_ascii=False).encode() for entry in entries
    ]
    secrets = [fork.footer.secrets.get(version) for version in range(1, len(lines) + 1)]
    return record(lines, [None if text is None else bytes.fromhex(text) for text in secrets])


def fault(changed: Record) -> str:
    with pytest.raises(Fault) as found:
        verify(changed)
    assert found.value.version in (1, 2)
    return found.value.reason


def checked(fork: Record, tmp_path) -> "subprocess.CompletedProcess[str]":
    file = tmp_path / "fork.jsonl"
    file.write_bytes(fork.text())
    command = [sys.executable, "-I", "-S", "service/tools/check_record.py", str(file)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@games
def test_a_fork_holds_while_it_runs_and_when_it_is_over(game, tmp_path):
    assert not verify(RUNNING[game]).complete
    assert verify(OVER[game]).complete
    told = checked(OVER[game], tmp_path)
    assert (told.returncode, told.stderr) == (0, "")
    assert "seed as committed" in told.stdout


def test_a_fork_of_a_fork_holds(tmp_path):
    first = Stage("first fork").fork(past_of(PARENTS["bombay"], 30), 3).play().record()
    middle = past_of(first, len(first.lines) // 2)
    second = Stage("second fork").fork(middle, 3).play().record()
    assert verify(second).complete
    assert checked(second, tmp_path).returncode == 0


@games
def test_another_past_than_the_one_that_is_named_is_found(game, tmp_path):
    def drop_last(past):
        past["lines"].pop()

    changed = with_past(OVER[game], drop_last)
    assert "not the history" in fault(changed)
    assert checked(changed, tmp_path).returncode == 1


@games
def test_a_past_that_was_never_played_is_found_even_if_it_is_named(game):
    def cut_out(past):
        del past["lines"][20]

    changed = with_past(OVER[game], cut_out, hashed_anew=True)
    assert "in the game that this one goes on from, version 21" in fault(changed)


def test_a_draw_of_the_past_that_the_seed_does_not_give_is_found(tmp_path):
    def other_draw(past):
        place = next(n for n, line in enumerate(past["lines"]) if "markets_restocked" in line)
        entry = json.loads(past["lines"][place])
        entry["event"]["left"] = [*entry["event"]["left"][:-1], "yellow"]
        past["lines"][place] = json.dumps(entry, separators=(",", ":"))

    changed = with_past(OVER["bombay"], other_draw, hashed_anew=True)
    assert "in the game that this one goes on from" in fault(changed)
    told = checked(changed, tmp_path)
    assert told.returncode == 1
    assert "not what the seed gives" in told.stdout


@games
def test_a_fork_that_names_no_parent_or_brings_no_past_is_found(game):
    lines = list(RUNNING[game].lines)
    lines[0] = lines[0].replace(
        json.dumps(json.loads(lines[0])["event"]["fork"], separators=(",", ":")).encode(), b"null"
    )
    changed = record(lines, [None] * len(lines))
    assert fault(changed) == "a fork names the game that it goes on from, and brings its history"


@games
def test_the_parent_has_the_head_that_its_fork_names(game):
    opened = json.loads(RUNNING[game].lines[0])["event"]["fork"]
    parent = PARENTS[game]
    assert opened["table"] == parent.header.table
    assert opened["head"] == parent.footer.hashes[opened["version"] - 1]

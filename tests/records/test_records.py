"""Whole games on file: hashed, folded and decided again, they come out as they were written."""

from functools import reduce
from itertools import groupby
from pathlib import Path

import msgspec
import pytest

from domain import wire
from domain.games import game
from domain.record import read
from domain.table.state import State, evolve
from tests.kit import TABLES

FILES = sorted(Path("tests/records").glob("*/*.jsonl"))
records = pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")


def entries(record):
    """What is in the record, with its secrets."""
    secrets = {version: bytes.fromhex(text) for version, text in record.footer.secrets.items()}
    return [wire.decode(line, secrets.get(version)) for version, line in enumerate(record.lines, 1)]


@pytest.mark.parametrize(("rules", "seats"), TABLES)
def test_no_number_of_players_is_without_a_record(rules, seats):
    headers = [read(path.read_bytes()).header for path in FILES]
    assert (rules.name, rules.rules, seats) in {(at.game, at.rules, at.seats) for at in headers}


@records
def test_the_chain_leads_to_the_head(path):
    record = read(path.read_bytes())
    assert reduce(wire.chain, record.lines, wire.GENESIS).hex() == record.footer.head


@records
def test_a_record_is_written_as_it_was_read(path):
    assert read(path.read_bytes()).text() == path.read_bytes()


@records
def test_folding_gives_the_result(path):
    record = read(path.read_bytes())
    state = reduce(evolve, (entry.event for entry in entries(record)), State())
    assert state.result == record.footer.result
    assert state.rules_of_play.result(state.play) == record.footer.result
    assert (state.seed, state.salt) == (record.footer.seed, record.footer.salt)


@records
def test_deciding_gives_the_same_events(path):
    """The moves are found again: the only legal one that brings about what is on file."""
    record = read(path.read_bytes())
    rules = game(record.header.game, record.header.rules)
    state = State()
    for _, group in groupby(entries(record), key=lambda entry: entry.command):
        events = [entry.event for entry in group]
        if state.play not in (None, rules.initial):
            expected = [event for event in events if type(event) in rules.events]
            moves = [
                move
                for seat in state.on_turn()
                for move in rules.legal(state.play, seat)
                if rules.decide(state.play, move.command, state.chance()) == expected
            ]
            assert len(moves) == 1
        state = reduce(evolve, events, state)


@records
def test_the_board_is_set_up_again_as_it_was(path):
    record = read(path.read_bytes())
    rules = game(record.header.game, record.header.rules)
    events = [entry.event for entry in entries(record)]
    start = next(at for at, event in enumerate(events) if type(event) in rules.events)
    state = reduce(evolve, events[:start], State())
    laid = rules.set_up(
        len(state.places), msgspec.convert(state.options, rules.options), state.chance()
    )
    assert events[start : start + len(laid)] == laid

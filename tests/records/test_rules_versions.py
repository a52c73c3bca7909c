"""A game is judged by the rules it started with, whatever versions are added later."""

import dataclasses

import pytest
from msgspec.structs import replace

from domain.bombay import bombay
from domain.bombay.events import FortuneConsolidated
from domain.games import GAMES
from domain.record import record
from domain.table.commands import Play
from domain.verify import Fault, verify
from tests.records.kit import Stage, past_of

CONSOLIDATE = {"bombay": {"consolidate": True}}


def richer(state, command, chance):
    """As the rules are, but one rupee more for consolidating."""
    events = bombay.decide(state, command, chance)
    return [
        replace(event, rupees=event.rupees + 1) if isinstance(event, FortuneConsolidated) else event
        for event in events
    ]


@pytest.fixture
def second(monkeypatch):
    """Rules version 2 of Bombay, beside version 1."""
    monkeypatch.setitem(GAMES, ("bombay", 2), dataclasses.replace(bombay, rules=2, decide=richer))


def begun(name):
    return Stage(name).open("bombay", 2, options={"first": 0})


def consolidated(stage):
    """What consolidating brings at this table, at the start of the game."""
    before = len(stage.lines)
    stage.do(Play(CONSOLIDATE, player=stage.players[0]))
    record = stage.record()
    assert verify(record).version > before
    return b'"rupees":2' in stage.lines[before]


def test_a_table_plays_on_by_the_rules_it_started_with(request):
    old = begun("old")
    request.getfixturevalue("second")
    new = begun("new")
    assert (old.state.rules, new.state.rules) == (1, 2)
    assert not consolidated(old)
    assert consolidated(new)
    for stage, rules in ((old, 1), (new, 2)):
        whole = stage.play().record()
        assert whole.header.rules == rules
        assert verify(whole).complete


def test_a_record_of_old_rules_does_not_hold_by_new_ones(second):
    stage = begun("new")
    consolidated(stage)
    whole = stage.play().record()
    lines = [line.replace(b'"rules":2', b'"rules":1') for line in whole.lines]
    with pytest.raises(Fault) as found:
        verify(record(lines, stage.secrets))
    assert b"bombay.fortune_consolidated" in whole.lines[found.value.version - 1]


def test_a_fork_is_played_by_the_rules_of_its_parent(request):
    parent = begun("parent").play().record()
    request.getfixturevalue("second")
    fork = Stage("fork").fork(past_of(parent, 20), 2).play().record()
    assert fork.header.rules == 1
    assert verify(fork).complete


def test_rules_that_are_not_known_here_are_named(request, monkeypatch):
    request.getfixturevalue("second")
    whole = begun("new").play().record()
    monkeypatch.delitem(GAMES, ("bombay", 2))
    with pytest.raises(Fault, match="rules 2 of bombay are not known here"):
        verify(whole)

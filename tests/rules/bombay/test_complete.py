"""What is found by type is found for every type: mypy cannot see into these tables."""

from typing import get_args

from domain.bombay import bombay
from domain.bombay.commands import Command, Move
from domain.bombay.rules import ACTS
from domain.bombay.state import FOLDS
from domain.bombay.texts import MOVE_TELLERS, TELLERS


def test_every_event_is_folded_and_told():
    assert set(FOLDS) == set(TELLERS) == set(bombay.events)


def test_every_command_is_decided():
    assert set(ACTS) == set(get_args(Command))


def test_every_move_is_told():
    assert set(MOVE_TELLERS) == set(get_args(Move))

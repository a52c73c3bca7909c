"""Moves as callers of the API write them."""

import pytest
from msgspec import ValidationError

from domain.bombay import bombay
from domain.bombay.commands import (
    BuildPalace,
    BuySilk,
    Consolidate,
    EndTurn,
    MoveElephant,
    SellSilk,
)
from tests.rules.bombay.kit import BLUE, ORANGE, YELLOW


@pytest.mark.parametrize(
    ("move", "command"),
    [
        ({"consolidate": True}, Consolidate(1)),
        ({"move": {"to": "Indore"}}, MoveElephant(1, "Indore")),
        ({"buy": "ORANGE"}, BuySilk(1, ORANGE)),
        ({"sell": "YELLOW"}, SellSilk(1, YELLOW)),
        ({"build": {"spend": "BLUE"}}, BuildPalace(1, BLUE)),
        ({"build": {"spend": "BLUE", "take": "ORANGE"}}, BuildPalace(1, BLUE, ORANGE)),
        ({"endTurn": True}, EndTurn(1)),
    ],
)
def test_a_move_is_read_and_written_back(move, command):
    assert bombay.read(1, move) == command
    assert bombay.write(command) == move


@pytest.mark.parametrize("name", ["yellow", "YELLOW", "Yellow"])
def test_colours_are_read_in_any_case(name):
    assert bombay.read(0, {"buy": name}) == BuySilk(0, YELLOW)


def test_a_bale_to_take_may_be_null():
    assert bombay.read(0, {"build": {"spend": "BLUE", "take": None}}) == BuildPalace(0, BLUE)


@pytest.mark.parametrize(
    "move",
    [
        None,
        [],
        {},
        "endTurn",
        {"fly": True},
        {"endTurn": False},
        {"endTurn": 1},
        {"consolidate": "true"},
        {"buy": "RED"},
        {"buy": None},
        {"sell": ["BLUE"]},
        {"move": "Indore"},
        {"move": {"to": 4}},
        {"move": {"to": "Indore", "fast": True}},
        {"build": {"take": "BLUE"}},
        {"build": {"spend": "BLUE", "take": "RED"}},
        {"buy": "BLUE", "sell": "BLUE"},
        {"lay": {"tile": "T01", "rotation": 2}},
    ],
)
def test_anything_else_is_a_decoding_error(move):
    with pytest.raises(ValidationError):
        bombay.read(0, move)

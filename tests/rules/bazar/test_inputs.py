"""Moves as callers write them, and those that are none."""

import pytest
from msgspec import ValidationError

from domain.bazar import bazar
from domain.bazar.commands import KeepMedals, Lay
from domain.bazar.pieces import Parity


@pytest.mark.parametrize(
    ("move", "command"),
    [
        ({"lay": {"tile": "T05", "rotation": 2}}, Lay(1, "T05", 2)),
        ({"lay": {"tile": "T17", "rotation": 5}}, Lay(1, "T17", 0)),
        ({"medals": {"keep": 3, "parity": "ODD"}}, KeepMedals(1, 3, Parity.ODD)),
        ({"medals": {"keep": 1, "parity": "even"}}, KeepMedals(1, 1, Parity.EVEN)),
    ],
)
def test_a_move_is_read(move, command):
    assert bazar.read(1, move) == command


def test_a_command_is_written_as_the_api_writes_it():
    assert bazar.write(Lay(0, "T05", 2)) == {"lay": {"tile": "T05", "rotation": 2}}
    assert bazar.write(KeepMedals(0, 2, Parity.EVEN)) == {"medals": {"keep": 2, "parity": "EVEN"}}


@pytest.mark.parametrize(
    "move",
    [
        None,
        "lay",
        [],
        {},
        {"lay": None},
        {"sell": "YELLOW"},
        {"lay": {"tile": "T05"}},
        {"lay": {"tile": "T18", "rotation": 0}},
        {"lay": {"tile": 5, "rotation": 0}},
        {"lay": {"tile": "T05", "rotation": 6}},
        {"lay": {"tile": "T05", "rotation": -1}},
        {"lay": {"tile": "T05", "rotation": True}},
        {"lay": {"tile": "T05", "rotation": "2"}},
        {"lay": {"tile": "T05", "rotation": 2, "cell": "B1"}},
        {"medals": {"keep": 0, "parity": "ODD"}},
        {"medals": {"keep": 4, "parity": "ODD"}},
        {"medals": {"keep": 2, "parity": "NEITHER"}},
        {"medals": {"keep": 2, "parity": None}},
        {"lay": {"tile": "T05", "rotation": 2}, "medals": {"keep": 2, "parity": "ODD"}},
        {"lay": {"tile": "T05", "rotation": 2}, "medals": None},
    ],
)
def test_what_is_no_move_is_a_decoding_error(move):
    with pytest.raises(ValidationError):
        bazar.read(0, move)

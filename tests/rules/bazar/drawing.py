"""Positions of Bombay Bazar drawn as text.

One line for each row of the board from the top, as many lines as matter. A cell is `.` if empty,
`O` for a head, `x` for an end piece, else the segments of the tile on it: `14+03` joins edges 1 and
4, and 0 and 3. Edges count clockwise from north-east: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW. The trunks
are where the tiles lead them.
"""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from domain.bazar import bazar
from domain.bazar.board import path, put
from domain.bazar.commands import Lay, Options, Start
from domain.bazar.events import Event
from domain.bazar.pieces import (
    COPIES,
    EMPTY,
    END,
    NEIGHBOURS,
    OPPOSITE,
    PATTERN,
    PLACEMENTS,
    ROW_LENGTHS,
    TILES,
    Piece,
)
from domain.bazar.state import State, Trunk
from domain.kernel import Refused, Seat
from tests.kit import luck


def position(
    drawing: str = "",
    *,
    seats: int = 2,
    turn: Seat = 0,
    shared_cells: bool = False,
    out: Sequence[Seat] = (),
    stock: dict[str, int] | None = None,
) -> State:
    """The position of a drawing. The stock is what the drawing leaves of it, or what is given."""
    start = Start.NAMED if seats > 1 else Start.MEDALS
    options = Options(start, turn if seats > 1 else None, shared_cells)
    state = bazar.replay(bazar.set_up(seats, options, luck("drawn")))
    board, left = state.board, [COPIES] * len(TILES)
    for number, (row, length) in enumerate(zip(drawing.strip().splitlines(), ROW_LENGTHS)):  # noqa: B905
        marks = row.split()
        assert len(marks) == length, f"row {number} has {len(marks)} cells, not {length}"
        for place, mark in enumerate(marks, start=sum(ROW_LENGTHS[:number])):
            if mark not in (".", "O"):
                board = put(board, place, END if mark == "x" else piece(mark))
            if mark not in (".", "O", "x"):
                left[PATTERN[piece(mark)]] -= 1
    trunks = [drawn(board, trunk, seat in out) for seat, trunk in enumerate(state.trunks)]
    for trunk in trunks:
        board = put(board, trunk.cell, END) if trunk.out else board
    piles = left if stock is None else [stock.get(tile, 0) for tile in TILES]
    return replace(state, board=board, stock=bytes(piles), trunks=tuple(trunks))


def drawn(board: bytes, trunk: Trunk, out: bool) -> Trunk:
    passed = list(path(board, trunk.corner))
    if not passed:
        return replace(trunk, out=out)
    cell, _, leaving = passed[-1]
    tip = NEIGHBOURS[cell][leaving]
    assert board[tip] in (EMPTY, END), "a trunk leads into a tile that does not take it"
    return Trunk(trunk.corner, tip, OPPOSITE[leaving], len(passed), out)


def piece(mark: str) -> Piece:
    segments = tuple(sorted((int(a), int(b)) for a, b in mark.split("+")))
    [found] = [i for i, placement in enumerate(PLACEMENTS, 1) if placement.segments == segments]
    return found


def tile(mark: str, seat: Seat = 0) -> Lay:
    """The command to lay the tile that looks like this."""
    placement = PLACEMENTS[piece(mark) - 1]
    return Lay(seat, placement.tile, placement.rotation)


def lay(state: State, mark: str) -> list[Event]:
    """What happens when the seat on turn lays the tile that looks like this."""
    assert state.turn is not None
    return bazar.decide(state, tile(mark, state.turn), luck("drawn"))


def refused(state: State, mark: str) -> Refused:
    """Why the seat on turn may not lay the tile that looks like this."""
    assert (tile(mark, state.turn)) not in [move.command for move in bazar.legal(state, state.turn)]
    with pytest.raises(Refused) as caught:
        lay(state, mark)
    return caught.value


def offered(state: State) -> list[str]:
    """What the tiles look like that the seat on turn may lay."""
    pictures = {(each.tile, each.rotation): each.segments for each in PLACEMENTS}
    moves = [move.command for move in bazar.legal(state, state.turn)]
    return ["+".join(f"{a}{b}" for a, b in pictures[move.tile, move.rotation]) for move in moves]


def after(state: State, events: list[Event]) -> State:
    for event in events:
        state = bazar.evolve(state, event)
    return state

"""What a position is worth to each seat: how long its trunk may become, or its score alone."""

from domain.bazar.board import asked
from domain.bazar.pieces import EMPTY, NEIGHBOURS, Position, fitting
from domain.bazar.scoring import openings
from domain.bazar.state import State, Trunk
from domain.kernel import Seat
from service.bots.bazar.territory import borders, empty_cells, region, territories

# How a trunk grows from here, fitted to games of greedy bots: in any case, for each cell that it
# reaches before the others, and for each cell of its share of what it reaches at all.
START = 4.0
FIRST = 0.35
ROOM = 0.4
RISK = 0.8  # share of the future that is left beside a shorter trunk
DANGER = 0.2  # and beside a longer one
COMPACT = 0.5  # for each border between empty cells, in a game alone
LOOSE = 0.3  # against each opening that nothing joins yet, many of which will be used


def lengths(state: State) -> list[float]:
    """The length that each trunk may come to."""
    trunks, turn, seats = state.trunks, state.turn or 0, len(state.trunks)
    expected = [float(trunk.length) for trunk in trunks]
    order = [seat for step in range(seats) if is_alive(state, seat := (turn + step) % seats)]
    free = empty_cells(state.board)
    first = territories(trunks, order, free)
    for place, seat in enumerate(order):
        room = region(free, trunks[seat].cell).bit_count() / len(order)
        future = START + FIRST * first[seat].bit_count() + ROOM * room
        future = min(future, START + room * len(order))
        for other in order[:place]:
            future *= _safety(trunks[seat], trunks[other])
        expected[seat] += future
    return expected


def _safety(trunk: Trunk, other: Trunk) -> float:
    """How much of its future a trunk keeps that another could run into before it moves on.

    Both would be out, so the longer one may well do it.
    """
    if other.cell not in NEIGHBOURS[trunk.cell]:
        return 1.0
    return RISK if other.length + 1 < trunk.length else DANGER


def is_alive(state: State, seat: Seat) -> bool:
    """Whether the seat could lay a tile now."""
    trunk = state.trunks[seat]
    if trunk.out or state.board[trunk.cell] != EMPTY:
        return False
    if not state.shared_cells and any(_blocks(other, trunk.cell) for other in _others(state, seat)):
        return False
    stock = state.stock
    return any(stock[fit.pattern] for fit in fitting(asked(state.board, trunk.cell), trunk.entry))


def _others(state: State, seat: Seat) -> tuple[Trunk, ...]:
    return state.trunks[:seat] + state.trunks[seat + 1 :]


def _blocks(other: Trunk, cell: Position) -> bool:
    return other.cell == cell and not other.out


def alone(state: State) -> float:
    """How well a game alone goes: little lost, few loose ends, the room left all of a piece."""
    [trunk] = state.trunks
    free = empty_cells(state.board)
    room = region(free, trunk.cell)
    lost = free.bit_count() - room.bit_count()
    return COMPACT * borders(room) - free.bit_count() - lost - LOOSE * openings(state.board)

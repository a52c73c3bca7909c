"""What a position is worth to each seat: how long its trunk may become, or its score alone."""

from domain.bazar.board import asked
from domain.bazar.pieces import EMPTY, Position, fitting
from domain.bazar.scoring import openings
from domain.bazar.state import State, Trunk
from domain.kernel import Seat
from service.bots.bazar.territory import empty_cells, region, territories

GROWTH = 1.0  # segments for each cell of the own territory
STALE = -2.0  # a tip that leads nowhere
OPENING = 0.6  # openings that will stay unused, of those that are open now
REACHED = 0.85  # share of the cells one can still reach that will be filled


def lengths(state: State) -> list[float]:
    """The length that each trunk may come to."""
    turn = state.turn or 0
    seats = len(state.trunks)
    order = [seat for step in range(seats) if is_alive(state, seat := (turn + step) % seats)]
    cells = territories(state, order)
    return [
        trunk.length + (GROWTH * cells[seat].bit_count() if seat in order else 0.0)
        for seat, trunk in enumerate(state.trunks)
    ]


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
    """What a game alone may come to: cells that can be filled, less those left and loose ends."""
    [trunk] = state.trunks
    free = empty_cells(state.board)
    reached = region(free, trunk.cell).bit_count() if is_alive(state, 0) else 0
    empty = free.bit_count() - REACHED * reached
    return REACHED * reached - empty - OPENING * openings(state.board)

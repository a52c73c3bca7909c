"""Who can get where first: the empty cells, shared out among the tips that lead to them.

Sets of cells are whole numbers, one bit for each cell, in rows so wide that a step to a neighbour
is the same shift everywhere. So all borders move one cell at once.
"""

from collections.abc import Sequence

from domain.bazar.board import Board
from domain.bazar.pieces import CELLS, EMPTY, PLACES, Position
from domain.bazar.state import Trunk
from domain.kernel import Seat

WIDTH = 18  # bits in a row: columns count double, odd rows start one further right
BITS: tuple[int, ...] = tuple(
    1 << (row + 1) * WIDTH + 2 * column + row % 2 + 1 for row, column in PLACES
)
_CELLS = range(len(CELLS))


def empty_cells(board: Board) -> int:
    cells = 0
    for cell in _CELLS:
        if board[cell] == EMPTY:
            cells |= BITS[cell]
    return cells


def spread(cells: int) -> int:
    """These cells and their neighbours."""
    return (
        cells
        | cells << 2
        | cells >> 2
        | cells << WIDTH + 1
        | cells << WIDTH - 1
        | cells >> WIDTH + 1
        | cells >> WIDTH - 1
    )


def region(free: int, cell: Position) -> int:
    """The free cells that hang together with a cell."""
    reached, before = BITS[cell] & free, 0
    while reached != before:
        before, reached = reached, spread(reached) & free
    return reached


def borders(cells: int) -> int:
    """How many pairs of these cells lie next to each other."""
    steps = 2, WIDTH + 1, WIDTH - 1
    return sum((cells & cells << step).bit_count() for step in steps)


def territories(trunks: Sequence[Trunk], order: Sequence[Seat], free: int) -> list[int]:
    """By seat: the free cells that its trunk reaches first, if all walk on in this order."""
    owned = [0] * len(trunks)
    fronts = {}
    for seat in order:
        start = BITS[trunks[seat].cell] & free
        free &= ~start
        owned[seat] = fronts[seat] = start
    while fronts:
        for seat in [*fronts]:
            front = spread(fronts[seat]) & free
            if front:
                free &= ~front
                owned[seat] |= front
                fronts[seat] = front
            else:
                del fronts[seat]
    return owned

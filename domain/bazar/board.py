"""Questions about what lies on a board, one byte for each position."""

from collections.abc import Iterator

from domain.bazar.pieces import (
    ASKS,
    BORDER,
    CELLS,
    ELEPHANTS,
    EMPTY,
    END,
    EXITS,
    HEAD,
    NEIGHBOURS,
    OPPOSITE,
    OUTSIDE,
    Corner,
    Piece,
    Position,
)

Board = bytes

_ONE = tuple(bytes((piece,)) for piece in range(256))
_NE, _E, _SE, _SW, _W, _NW = ASKS


def put(board: Board, position: Position, piece: Piece) -> Board:
    return board[:position] + _ONE[piece] + board[position + 1 :]


def bare() -> Board:
    """The four heads and nothing else."""
    board = put(bytes(OUTSIDE + 1), OUTSIDE, BORDER)
    for corner, elephant in ELEPHANTS.items():
        board = put(board, elephant.head, HEAD[corner])
    return board


def asked(board: Board, cell: Position) -> int:
    """What the neighbours of a cell ask together of a tile on it: see ASKS."""
    ne, e, se, sw, w, nw = NEIGHBOURS[cell]
    return (
        _NE[board[ne]]
        | _E[board[e]]
        | _SE[board[se]]
        | _SW[board[sw]]
        | _W[board[w]]
        | _NW[board[nw]]
    )


def follow(board: Board, cell: Position, leaving: int) -> tuple[Position, int, int]:
    """Where one comes out who leaves a cell by an edge: cell, edge of it, segments passed."""
    passed = 0
    while True:
        cell, entry = NEIGHBOURS[cell][leaving], OPPOSITE[leaving]
        leaving = EXITS[board[cell]][entry]
        if leaving < 0:
            return cell, entry, passed
        passed += 1


def path(board: Board, corner: Corner) -> Iterator[tuple[Position, int, int]]:
    """The trunk of an elephant from its head on: cell, edge in, edge out."""
    cell, entry = ELEPHANTS[corner].start, ELEPHANTS[corner].entry
    while (leaving := EXITS[board[cell]][entry]) >= 0:
        yield cell, entry, leaving
        cell, entry = NEIGHBOURS[cell][leaving], OPPOSITE[leaving]


def tiles(board: Board) -> list[Position]:
    return [position for position in range(len(CELLS)) if EMPTY < board[position] < END]

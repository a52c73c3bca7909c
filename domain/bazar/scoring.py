"""Who has won, and the score of a game alone."""

from domain.bazar.board import Board, tiles
from domain.bazar.events import Alone, GameEnded
from domain.bazar.pieces import CELLS, EMPTY, END, NEIGHBOURS, OPENINGS, SIX
from domain.bazar.state import State
from domain.kernel import Result


def ended(state: State) -> GameEnded:
    lengths = tuple(trunk.length for trunk in state.trunks)
    ranks = tuple(1 + sum(other > length for other in lengths) for length in lengths)
    return GameEnded(lengths, ranks, alone(state.board) if len(lengths) == 1 else None)


def alone(board: Board) -> Alone:
    """Tiles, empty cells and unused openings when the only player is out (Z17)."""
    empty = sum(board[position] == EMPTY for position in range(len(CELLS)))
    return Alone(len(tiles(board)), empty, openings(board) - 1)  # less the own tip


def openings(board: Board) -> int:
    """Ends of segments that lead to no further segment."""
    return sum(
        OPENINGS[board[position]] >> edge & 1 and board[NEIGHBOURS[position][edge]] in (EMPTY, END)
        for position in tiles(board)
        for edge in SIX
    )


def result(state: State) -> Result | None:
    if state.ended is None:
        return None
    score = state.ended.alone
    return Result(state.ended.ranks, (score.score,) if score else state.ended.lengths)

"""What a viewer may see. A view is built up from nothing, never cut down from the state."""

from enum import StrEnum
from functools import lru_cache

from domain.bazar.board import Board, path, tiles
from domain.bazar.commands import Tip
from domain.bazar.events import Alone, Choice
from domain.bazar.pieces import (
    CELLS,
    ELEPHANTS,
    HEADS,
    PATTERNS,
    PLACEMENTS,
    PLACES,
    POSITIONS,
    TILES,
    Corner,
    Piece,
    Position,
    Segment,
)
from domain.bazar.scoring import result
from domain.bazar.state import Medals, State, Trunk
from domain.kernel import Seat, Value, Viewer


class Content(StrEnum):
    EMPTY = "empty"
    TILE = "tile"
    END_PIECE = "end_piece"
    HEAD = "head"


class SegmentView(Value):
    """A piece of trunk on a tile, the seat whose trunk passes it, and as which of its segments."""

    edges: Segment
    seat: Seat | None = None
    place: int | None = None  # from 1, counted from the head


class CellView(Value):
    """A place on the board; row and column count from 0, odd rows lie half a cell to the right."""

    cell: str
    row: int
    column: int
    content: Content
    tile: str | None = None
    rotation: int | None = None
    segments: tuple[SegmentView, ...] = ()
    elephants: tuple[Corner, ...] = ()  # whose head stands here, or whose end pieces lie here


class Passage(Value):
    """One segment of a trunk: the cell, the edge it comes in by and the edge it leaves by."""

    cell: str
    entry: int
    exit: int


class TrunkView(Value):
    seat: Seat
    corner: Corner
    head: str
    length: int
    tip: Tip  # the end piece lies there once the seat is out
    out: bool
    passages: tuple[Passage, ...]


class StockView(Value):
    tile: str
    segments: tuple[Segment, ...]
    left: int


class RoundView(Value):
    choices: tuple[Choice | None, ...]  # by seat; None for who was out
    total: int
    contenders: tuple[Seat, ...]  # who was left in after it


class MedalsView(Value):
    """The medal game: who is in, who of them has chosen, the viewer's choice, rounds shown."""

    contenders: tuple[Seat, ...]
    chosen: tuple[Seat, ...]
    own: Choice | None
    rounds: tuple[RoundView, ...]


class AloneView(Value):
    tiles: int
    empty_cells: int
    unused_openings: int
    score: int


class ResultView(Value):
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    alone: AloneView | None


class View(Value):
    turn: Seat | None
    shared_cells: bool
    cells: tuple[CellView, ...]
    trunks: tuple[TrunkView, ...]
    stock: tuple[StockView, ...]
    medals: MedalsView | None
    result: ResultView | None


def view(state: State, viewer: Viewer) -> View:
    cells, trunks = _laid_out(state.board, state.trunks)
    return View(
        turn=None if state.ended else state.turn,
        shared_cells=state.shared_cells,
        cells=cells,
        trunks=trunks,
        stock=tuple(map(StockView, TILES, PATTERNS.values(), state.stock)),
        medals=None if state.medals is None else _medals(state.medals, viewer),
        result=_result(state),
    )


@lru_cache(maxsize=128)  # all viewers of a table see the same board: only the first pays for it
def _laid_out(
    board: Board, trunks: tuple[Trunk, ...]
) -> tuple[tuple[CellView, ...], tuple[TrunkView, ...]]:
    shown = tuple(_trunk(board, seat, trunk) for seat, trunk in enumerate(trunks))
    return _cells(board, shown, _ends(trunks)), shown


def _trunk(board: Board, seat: Seat, trunk: Trunk) -> TrunkView:
    return TrunkView(
        seat=seat,
        corner=trunk.corner,
        head=CELLS[ELEPHANTS[trunk.corner].head],
        length=trunk.length,
        tip=Tip(CELLS[trunk.cell], trunk.entry),
        out=trunk.out,
        passages=tuple(
            Passage(CELLS[cell], entry, leaving)
            for cell, entry, leaving in path(board, trunk.corner)
        ),
    )


def _cells(
    board: Board, trunks: tuple[TrunkView, ...], ends: dict[Position, tuple[Corner, ...]]
) -> tuple[CellView, ...]:
    passed = {
        (passage.cell, min(passage.entry, passage.exit)): (trunk.seat, place)
        for trunk in trunks
        for place, passage in enumerate(trunk.passages, start=1)
    }
    cells = list(BARE)
    for position, elephants in ends.items():
        cells[position] = _plain(position, Content.END_PIECE, elephants)
    for position in tiles(board):
        piece, cell = board[position], CELLS[position]
        ways = tuple(passed.get((cell, edges[0])) for edges in PLACEMENTS[piece - 1].segments)
        cells[position] = _tile(position, piece, ways)
    return tuple(cells)


@lru_cache(maxsize=20_000)  # equal cells are one value, which encoders can remember
def _tile(position: Position, piece: Piece, ways: tuple[tuple[Seat, int] | None, ...]) -> CellView:
    """A cell with a tile; of each segment, the seat whose trunk passes and at which place."""
    placement = PLACEMENTS[piece - 1]
    return CellView(
        CELLS[position],
        *PLACES[position],
        Content.TILE,
        placement.tile,
        placement.rotation,
        tuple(
            SegmentView(edges, *(way or ()))
            for edges, way in zip(placement.segments, ways, strict=True)
        ),
    )


def _ends(trunks: tuple[Trunk, ...]) -> dict[Position, tuple[Corner, ...]]:
    """Whose end pieces lie where: those of unused elephants, then those of seats that are out."""
    taken = [trunk.corner for trunk in trunks]
    unused = [(ELEPHANTS[corner].start, corner) for corner in Corner if corner not in taken]
    lying = unused if trunks else []
    lying += [(trunk.cell, trunk.corner) for trunk in trunks if trunk.out]
    return {
        position: tuple(corner for place, corner in lying if place == position)
        for position, _ in lying
    }


def _plain(position: Position, content: Content, elephants: tuple[Corner, ...] = ()) -> CellView:
    row, column = PLACES[position]
    return CellView(CELLS[position], row, column, content, elephants=elephants)


BARE = tuple(
    _plain(position, Content.HEAD, (HEADS[position],))
    if position in HEADS
    else _plain(position, Content.EMPTY)
    for position in POSITIONS.values()
)


def _medals(medals: Medals, viewer: Viewer) -> MedalsView:
    choices = medals.choices
    return MedalsView(
        contenders=medals.contenders,
        chosen=tuple(seat for seat, choice in enumerate(choices) if choice is not None),
        own=None if viewer is None else choices[viewer],
        rounds=tuple(
            RoundView(shown.choices, shown.total, shown.contenders) for shown in medals.rounds
        ),
    )


def _result(state: State) -> ResultView | None:
    outcome = result(state)
    if outcome is None or state.ended is None:
        return None
    return ResultView(outcome.ranks, outcome.scores, outcome.winners, _alone(state.ended.alone))


def _alone(lines: Alone | None) -> AloneView | None:
    if lines is None:
        return None
    return AloneView(lines.tiles, lines.empty_cells, lines.unused_openings, lines.score)

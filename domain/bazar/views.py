"""What a viewer may see. A view is built up from nothing, never cut down from the state."""

from enum import StrEnum

from domain.bazar.board import path
from domain.bazar.commands import Tip
from domain.bazar.events import Alone, Choice
from domain.bazar.pieces import (
    CELLS,
    ELEPHANTS,
    EMPTY,
    END,
    HEADS,
    PATTERNS,
    PLACEMENTS,
    PLACES,
    POSITIONS,
    TILES,
    Corner,
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
    trunks = tuple(_trunk(state, seat, trunk) for seat, trunk in enumerate(state.trunks))
    return View(
        turn=None if state.ended else state.turn,
        shared_cells=state.shared_cells,
        cells=_cells(state, trunks),
        trunks=trunks,
        stock=tuple(map(StockView, TILES, PATTERNS.values(), state.stock)),
        medals=None if state.medals is None else _medals(state.medals, viewer),
        result=_result(state),
    )


def _trunk(state: State, seat: Seat, trunk: Trunk) -> TrunkView:
    return TrunkView(
        seat=seat,
        corner=trunk.corner,
        head=CELLS[ELEPHANTS[trunk.corner].head],
        length=trunk.length,
        tip=Tip(CELLS[trunk.cell], trunk.entry),
        out=trunk.out,
        passages=tuple(
            Passage(CELLS[cell], entry, leaving)
            for cell, entry, leaving in path(state.board, trunk.corner)
        ),
    )


def _cells(state: State, trunks: tuple[TrunkView, ...]) -> tuple[CellView, ...]:
    passed: dict[tuple[str, int], tuple[Seat, int]] = {}
    for trunk in trunks:
        for place, passage in enumerate(trunk.passages, start=1):
            first = min(passage.entry, passage.exit)
            passed[passage.cell, first] = (trunk.seat, place)
    ends = _ends(state)
    cells = []
    for position, piece in enumerate(state.board[: len(CELLS)]):
        if EMPTY < piece < END:
            placement, (row, column), cell = (
                PLACEMENTS[piece - 1],
                PLACES[position],
                CELLS[position],
            )
            segments = tuple(
                SegmentView(edges, *passed.get((cell, edges[0]), ()))
                for edges in placement.segments
            )
            tile, rotation = placement.tile, placement.rotation
            cells.append(CellView(cell, row, column, Content.TILE, tile, rotation, segments))
        elif piece == END:
            cells.append(_plain(position, Content.END_PIECE, tuple(ends[position])))
        else:
            cells.append(BARE[position])
    return tuple(cells)


def _ends(state: State) -> dict[Position, list[Corner]]:
    """The end pieces by where they lie."""
    taken = {trunk.corner for trunk in state.trunks}
    ends: dict[Position, list[Corner]] = {}
    for corner in Corner:
        if corner not in taken:
            ends.setdefault(ELEPHANTS[corner].start, []).append(corner)
    for trunk in state.trunks:
        if trunk.out:
            ends.setdefault(trunk.cell, []).append(trunk.corner)
    return ends


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

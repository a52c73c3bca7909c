"""What the properties must know of Bombay Bazar."""

from random import Random
from typing import Any

from msgspec.structs import replace

from domain.bazar.commands import Command, KeepMedals, Lay, Options, Start
from domain.bazar.events import Choice, TileLaid
from domain.bazar.inputs import read
from domain.bazar.pieces import PATTERNS, TILES, Corner, Parity
from domain.bazar.rules import each_lay, legal
from domain.bazar.state import State
from domain.bazar.views import Content, view
from domain.kernel import Seat, Viewer

# Twice the columns, so that a step to a neighbour is the same in every row.
STEPS = {0: (-1, 1), 1: (0, 2), 2: (1, 1), 3: (1, -1), 4: (0, -2), 5: (-1, -1)}


def options(seats: int) -> list[Options]:
    choices = [Options(start=start) for start in (Start.MEDALS, Start.RANDOM)]
    choices += [Options(start=Start.NAMED, first=seats - 1), Options(shared_cells=True)]
    corners = [Options(empty_corner=corner, shared_cells=True) for corner in Corner]
    return choices + (corners if seats == 3 else [])


def commands(seat: Seat) -> list[Command]:
    inputs = [{"lay": {"tile": tile, "rotation": turns}} for tile in TILES for turns in range(6)]
    inputs += [
        {"medals": {"keep": keep, "parity": parity}} for keep in (1, 2, 3) for parity in Parity
    ]
    strange = [Lay(seat, "T18", 0), Lay(seat, "T01", 6), KeepMedals(seat, 4, Parity.ODD)]
    return [*(read(seat, move) for move in inputs), *strange]


def weight(move: Any) -> int:
    return 1


def check(state: State, log: list[Any]) -> None:
    seen = view(state, None)
    tiles = {
        (cell.row, 2 * cell.column + cell.row % 2): cell
        for cell in seen.cells
        if cell.content is Content.TILE
    }
    tiles_are_accounted_for(state, log, tiles)
    edges_agree(tiles)
    trunks_are_as_long_as_the_board_says(seen, tiles)
    if seen.turn is not None:
        quick_and_plain_lists_agree(state, seen.turn)


def tiles_are_accounted_for(state: State, log: list[Any], tiles: dict[Any, Any]) -> None:
    """68 tiles, and each cell had at most one."""
    laid = [event for event in log if isinstance(event, TileLaid)]
    assert len({event.cell for event in laid}) == len(laid) == len(tiles)
    on_board = [cell.tile for cell in tiles.values()]
    assert [left + on_board.count(tile) for tile, left in zip(TILES, state.stock, strict=True)] == [
        4
    ] * 17


def segments(cell: Any) -> list[tuple[int, int]]:
    """The segments of a tile on the board, turned anew from its pattern."""
    turned = [[(edge + cell.rotation) % 6 for edge in ends] for ends in PATTERNS[cell.tile]]
    return [(a, b) for a, b in turned] + [(b, a) for a, b in turned]


def edges_agree(tiles: dict[Any, Any]) -> None:
    for (row, column), cell in tiles.items():
        for edge, (down, right) in STEPS.items():
            neighbour = tiles.get((row + down, column + right))
            if neighbour is not None:
                here = edge in dict(segments(cell))
                there = (edge + 3) % 6 in dict(segments(neighbour))
                assert here == there


def trunks_are_as_long_as_the_board_says(seen: Any, tiles: dict[Any, Any]) -> None:
    """No segment serves two trunks or one trunk twice, and each tip is where its trunk ends."""
    passed: set[Any] = set()
    for trunk in seen.trunks:
        head = next(cell for cell in seen.cells if cell.cell == trunk.head)
        row, column = head.row, 2 * head.column
        leaving = {"nw": 2, "ne": 3, "se": 5, "sw": 0}[trunk.corner]
        length = 0
        while True:
            row, column = row + STEPS[leaving][0], column + STEPS[leaving][1]
            entry = (leaving + 3) % 6
            if (row, column) not in tiles:
                break
            leaving = dict(segments(tiles[row, column]))[entry]
            segment = (row, column, frozenset((entry, leaving)))
            assert segment not in passed
            passed.add(segment)
            length += 1
        assert trunk.length == length == len(trunk.passages)
        tip = next(cell for cell in seen.cells if cell.cell == trunk.tip.cell)
        assert (tip.row, 2 * tip.column + tip.row % 2, trunk.tip.edge) == (row, column, entry)
        assert tip.content is (Content.END_PIECE if trunk.out else tip.content)


def quick_and_plain_lists_agree(state: State, seat: Seat) -> None:
    assert list(legal(state, seat)) == list(each_lay(state, seat)) != []


def disguised(state: State, viewer: Viewer, random: Random) -> State:
    """Other medals in every hand that is still closed but the viewer's."""
    if state.medals is None:
        return state
    choices = tuple(
        choice
        if choice is None or seat == viewer
        else Choice(random.choice((1, 2, 3)), random.choice((*Parity,)))
        for seat, choice in enumerate(state.medals.choices)
    )
    return replace(state, medals=replace(state.medals, choices=choices))


def longest(seats: int) -> int:
    """A tile on each cell, after five rounds of medals with each number of players left in."""
    return 64 + 5 * sum(range(2, seats + 1))

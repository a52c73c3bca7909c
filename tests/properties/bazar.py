"""What the properties must know of Bombay Bazar."""

from collections.abc import Iterator
from copy import copy
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.bazar import bazar
from domain.bazar.commands import Command, KeepMedals, Lay, Options, Start
from domain.bazar.events import Choice, EndPieceLaid, TileLaid
from domain.bazar.inputs import read
from domain.bazar.pieces import PATTERNS, TILES, Corner, Parity
from domain.bazar.rules import each_lay, legal
from domain.bazar.state import State
from domain.bazar.views import Content, View, view
from domain.kernel import Seat, Viewer

Place = tuple[int, int]

STEPS = {0: (-1, 1), 1: (0, 2), 2: (1, 1), 3: (1, -1), 4: (0, -2), 5: (-1, -1)}
LOOKS = {"nw": 2, "ne": 3, "se": 5, "sw": 0}


def options(seats: int) -> list[Options]:
    choices = [Options(), Options(Start.RANDOM), Options(Start.RANDOM, shared_cells=True)]
    choices += [Options(Start.NAMED, first=seats - 1), Options(shared_cells=True)]
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
    board = Board(seen)
    tiles_are_accounted_for(state, log, board)
    edges_agree(board)
    trunks_are_as_long_as_the_board_says(seen, board)
    if seen.turn is not None:
        quick_and_plain_lists_agree(state, seen.turn)
        the_list_is_what_the_letter_of_the_rules_allows(state, seen, board)
    nobody_went_out_who_could_lay(log)


class Board:
    """What lies where, counted anew from the view. Columns count double, so that a step to a
    neighbour is the same in every row."""

    def __init__(self, seen: View) -> None:
        self.places = {cell.cell: (cell.row, 2 * cell.column + cell.row % 2) for cell in seen.cells}
        cells = {self.places[cell.cell]: cell for cell in seen.cells}
        self.on_board = set(cells)
        self.tiles = {
            place: turned(cell.tile, cell.rotation) for place, cell in cells.items() if cell.tile
        }
        self.ends = {at for at, cell in cells.items() if cell.content is Content.END_PIECE}
        self.heads = {
            at: LOOKS[cell.elephants[0]]
            for at, cell in cells.items()
            if cell.content is Content.HEAD
        }

    def walk(self, place: Place, leaving: int) -> Iterator[tuple[Place, int]]:
        """The cells that a trunk comes to from a head, each with the edge it comes in by."""
        while True:
            place, entry = beside(place, leaving), opposite(leaving)
            yield place, entry
            if place not in self.tiles:
                return
            leaving = self.tiles[place][entry]


def turned(tile: str, rotation: int) -> dict[int, int]:
    """The edge that each edge of a tile is joined to."""
    ends = [[(edge + rotation) % 6 for edge in segment] for segment in PATTERNS[tile]]
    return dict(ends) | {b: a for a, b in ends}


def beside(place: Place, edge: int) -> Place:
    return place[0] + STEPS[edge][0], place[1] + STEPS[edge][1]


def opposite(edge: int) -> int:
    return (edge + 3) % 6


def tiles_are_accounted_for(state: State, log: list[Any], board: Board) -> None:
    """68 tiles, and each cell had at most one."""
    laid = [event for event in log if isinstance(event, TileLaid)]
    assert len({event.cell for event in laid}) == len(laid) == len(board.tiles)
    used = [event.tile for event in laid]
    for tile, left in zip(TILES, state.stock, strict=True):
        assert left + used.count(tile) == 4


def edges_agree(board: Board) -> None:
    for place, joined in board.tiles.items():
        for edge in STEPS:
            if beside(place, edge) in board.tiles:
                assert (edge in joined) == (opposite(edge) in board.tiles[beside(place, edge)])


def trunks_are_as_long_as_the_board_says(seen: View, board: Board) -> None:
    """No segment serves two trunks or one trunk twice, and each tip is where its trunk ends."""
    passed: set[Any] = set()
    for trunk in seen.trunks:
        head = board.places[trunk.head]
        *way, tip = board.walk(head, board.heads[head])
        segments = {(place, frozenset((edge, board.tiles[place][edge]))) for place, edge in way}
        assert trunk.length == len(trunk.passages) == len(way) == len(segments)
        assert not segments & passed
        passed |= segments
        assert tip == (board.places[trunk.tip.cell], trunk.tip.edge)
        assert not trunk.out or tip[0] in board.ends


def quick_and_plain_lists_agree(state: State, seat: Seat) -> None:
    assert list(legal(state, seat)) == list(each_lay(state, seat)) != []


def the_list_is_what_the_letter_of_the_rules_allows(state: State, seen: View, board: Board) -> None:
    commands = [move.command for move in legal(state, seen.turn)]
    listed = [frozenset(turned(lay.tile, lay.rotation).items()) for lay in commands]
    assert len(set(listed)) == len(listed)
    assert set(listed) == allowed(seen, board)


def nobody_went_out_who_could_lay(log: list[Any]) -> None:
    for at in range(len(log) - 1, 0, -1):
        if isinstance(log[at], EndPieceLaid):
            seen = view(bazar.replay(log[:at]), None)
            assert seen.turn == log[at].seat
            assert allowed(seen, Board(seen)) == set()
        elif isinstance(log[at], TileLaid):
            return


def allowed(seen: View, board: Board) -> set[frozenset[tuple[int, int]]]:
    """What the tiles join that the player on turn may lay, tried one by one."""
    tiles = [turned(pile.tile, turns) for pile in seen.stock if pile.left for turns in range(6)]
    return {frozenset(joined.items()) for joined in tiles if is_allowed(seen, board, joined)}


def is_allowed(seen: View, board: Board, joined: dict[int, int]) -> bool:
    """Whether the player on turn may lay a tile that joins these edges (Z7 to Z10)."""
    own = seen.trunks[seen.turn]
    place = board.places[own.tip.cell]
    if own.tip.edge not in joined or place in board.ends:
        return False
    for edge in STEPS:
        there, back = beside(place, edge), opposite(edge)
        if there in board.tiles:
            fits = (edge in joined) == (back in board.tiles[there])
        elif there in board.heads:
            fits = (edge in joined) == (board.heads[there] == back)
        else:
            fits = edge not in joined or (there in board.on_board and there not in board.ends)
        if not fits:
            return False
    tips = [trunk.tip.cell for trunk in seen.trunks if not trunk.out]
    if tips.count(own.tip.cell) == 1:
        return True
    return seen.shared_cells and not two_become_one(seen, board, place, joined)


def two_become_one(seen: View, board: Board, place: Place, joined: dict[int, int]) -> bool:
    """Whether a trunk would lead to another head if the tile lay there."""
    after = copy(board)
    after.tiles = {**board.tiles, place: joined}
    heads = [board.places[trunk.head] for trunk in seen.trunks]
    return any(
        end in board.heads for head in heads for end, _ in after.walk(head, board.heads[head])
    )


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

"""Tiles, end pieces, board and elephants: Z1 to Z4."""

from itertools import combinations

import pytest

from domain.bazar import bazar
from domain.bazar.commands import Lay, Options, Start
from domain.bazar.events import BoardSetUp
from domain.bazar.pieces import (
    CELLS,
    ELEPHANTS,
    HEADS,
    NEIGHBOURS,
    OPPOSITE,
    OUTSIDE,
    PATTERNS,
    PLACEMENTS,
    POSITIONS,
    Corner,
    turned,
)
from domain.bazar.preparation import CornerMischosen, StarterMisnamed, WrongSeats
from domain.bazar.rules import NoSuchTile, PatternExhausted
from domain.bazar.views import Content
from tests.kit import luck, rule
from tests.rules.bazar.drawing import after, lay, offered, position, refused

PAIRS = list(combinations(range(6), 2))
PICTURES = [
    segments
    for count in (1, 2, 3)
    for segments in combinations(PAIRS, count)
    if len({edge for segment in segments for edge in segment}) == 2 * count
]


@rule("Z1")
def test_the_box_holds_every_tile_that_can_be_drawn_and_none_twice():
    families = {frozenset(turned(picture, turns) for turns in range(6)) for picture in PICTURES}
    patterns = {frozenset(turned(tile, turns) for turns in range(6)) for tile in PATTERNS.values()}
    assert patterns == families
    assert len(PATTERNS) == len(families) == 17


@rule("Z1")
def test_there_are_68_tiles_four_of_each_pattern():
    stock = bazar.view(position(), None).stock
    assert [pile.left for pile in stock] == [4] * 17
    assert sum(pile.left for pile in stock) == 68


@rule("Z1")
def test_a_mirror_image_is_another_pattern():
    mirrored = turned(tuple((5 - a, 5 - b) for a, b in PATTERNS["T05"]), 0)
    looks_like = {
        tile for tile, s in PATTERNS.items() for t in range(6) if turned(s, t) == mirrored
    }
    assert looks_like == {"T08"}


@rule("Z1")
def test_rotations_that_look_alike_are_listed_once():
    assert len(PLACEMENTS) == len(PICTURES) == 75
    assert {each.segments for each in PLACEMENTS} == {turned(each, 0) for each in PICTURES}
    by_tile = [each.tile for each in PLACEMENTS]
    assert [by_tile.count(tile) for tile in ("T01", "T03", "T07", "T13", "T16", "T17")] == [
        6,
        3,
        3,
        2,
        3,
        1,
    ]


@rule("Z1")
def test_a_rotation_that_looks_like_a_smaller_one_is_taken_for_it():
    straight = Lay(0, "T03", 2)
    assert bazar.read(0, {"lay": {"tile": "T03", "rotation": 5}}) == straight
    alike = bazar.decide(position(), Lay(0, "T03", 5), luck(1))
    assert alike == bazar.decide(position(), straight, luck(1))


@rule("Z1")
def test_a_tile_outside_the_box_is_refused():
    for tile, rotation in (("T18", 0), ("T01", 6), ("T01", -1)):
        with pytest.raises(NoSuchTile):
            bazar.decide(position(), Lay(0, tile, rotation), luck(1))


@rule("Z2")
def test_a_pattern_that_is_used_up_cannot_be_taken():
    state = position(stock={"T02": 1, "T03": 0})
    assert offered(state) == ["35", "15"]
    assert isinstance(refused(state, "25"), PatternExhausted)


@rule("Z2")
def test_a_tile_laid_leaves_the_stock():
    state = position()
    laid = after(state, lay(state, "25"))
    assert [pile.left for pile in bazar.view(laid, None).stock] == [4, 4, 3] + [4] * 14


@rule("Z3")
def test_the_board_has_64_cells_and_four_heads():
    cells = bazar.view(position(seats=4), None).cells
    rows = [[cell.cell for cell in cells if cell.row == row] for row in range(9)]
    assert [len(row) for row in rows] == [8, 7, 8, 7, 8, 7, 8, 7, 8]
    assert [cell.cell for cell in cells if cell.content is Content.HEAD] == ["A1", "A8", "I1", "I8"]
    assert sum(cell.content is Content.EMPTY for cell in cells) == 64


@rule("Z3")
def test_neighbours_see_each_other_through_opposite_edges():
    for position_, around in enumerate(NEIGHBOURS):
        for edge, neighbour in enumerate(around):
            if neighbour != OUTSIDE:
                assert NEIGHBOURS[neighbour][OPPOSITE[edge]] == position_


@rule("Z3")
@pytest.mark.parametrize(
    ("cell", "around"),
    [
        ("B1", ["A2", "B2", "C2", "C1", None, "A1"]),
        ("C1", ["B1", "C2", "D1", None, None, None]),
        ("E4", ["D4", "E5", "F4", "F3", "E3", "D3"]),
        ("D4", ["C5", "D5", "E5", "E4", "D3", "C4"]),
        ("I8", [None, None, None, None, "I7", "H7"]),
    ],
)
def test_odd_rows_lie_half_a_cell_to_the_right(cell, around):
    names = [*CELLS, None]
    assert [names[place] for place in NEIGHBOURS[POSITIONS[cell]]] == around


@rule("Z3")
def test_each_head_looks_into_its_start_cell():
    for corner, elephant in ELEPHANTS.items():
        assert NEIGHBOURS[elephant.start][elephant.entry] == elephant.head
        assert HEADS[elephant.head] is corner


@rule("Z4")
@pytest.mark.parametrize(
    ("seats", "options", "corners"),
    [
        (1, Options(), ["nw"]),
        (2, Options(), ["nw", "se"]),
        (3, Options(), ["nw", "ne", "se"]),
        (3, Options(empty_corner=Corner.NE), ["nw", "se", "sw"]),
        (4, Options(), ["nw", "ne", "se", "sw"]),
    ],
)
def test_unused_elephants_get_an_end_piece_on_their_start_cell(seats, options, corners):
    [event] = bazar.set_up(seats, options, luck(1))
    assert isinstance(event, BoardSetUp)
    assert list(event.corners) == corners
    ends = [
        cell.elephants
        for cell in bazar.view(bazar.replay([event]), None).cells
        if cell.content is Content.END_PIECE
    ]
    assert sorted(ends) == sorted((corner,) for corner in Corner if corner not in corners)


@rule("Z4")
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_only_three_players_choose_an_empty_corner(seats):
    with pytest.raises(CornerMischosen):
        bazar.set_up(seats, Options(empty_corner=Corner.NW), luck(1))


@rule("Z4")
@pytest.mark.parametrize("seats", [-1, 0, 5])
def test_there_are_four_elephants(seats):
    with pytest.raises(WrongSeats):
        bazar.set_up(seats, Options(), luck(1))


@rule("Z5")
@pytest.mark.parametrize(
    "options",
    [
        Options(start=Start.NAMED),
        Options(start=Start.NAMED, first=2),
        Options(start=Start.NAMED, first=-1),
        Options(start=Start.RANDOM, first=0),
        Options(first=0),
    ],
)
def test_a_starter_is_named_only_if_asked_for_and_seated(options):
    with pytest.raises(StarterMisnamed):
        bazar.set_up(2, options, luck(1))

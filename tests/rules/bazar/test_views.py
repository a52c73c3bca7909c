"""What is shown of a position."""

from domain.bazar import bazar
from domain.bazar.commands import Tip
from domain.bazar.pieces import Corner
from domain.bazar.views import CellView, Content, Passage, SegmentView, TrunkView
from tests.rules.bazar.drawing import after, lay, position

CROSSED = """
    O     .     .     12    34    .     .     O
      15    14    14  03+45   .     .     .
"""


def cells(state):
    return {cell.cell: cell for cell in bazar.view(state, None).cells}


def test_a_tile_is_shown_with_its_rotation_and_who_passes_each_segment():
    assert cells(position(CROSSED))["B4"] == CellView(
        cell="B4",
        row=1,
        column=3,
        content=Content.TILE,
        tile="T06",
        rotation=4,
        segments=(SegmentView((0, 3), seat=0, place=7), SegmentView((4, 5), seat=0, place=4)),
    )


def test_a_segment_that_no_trunk_passes_belongs_to_nobody():
    state = position("O . . . . . . O\n 01+25 . . . . . .")
    assert cells(state)["B1"].segments == (SegmentView((0, 1)), SegmentView((2, 5), 0, 1))


def test_a_trunk_is_shown_from_head_to_tip():
    trunk, other = bazar.view(position("O . . . . . . O\n 15 24 . . . . ."), None).trunks
    assert trunk == TrunkView(
        seat=0,
        corner=Corner.NW,
        head="A1",
        length=2,
        tip=Tip("C3", 5),
        out=False,
        passages=(Passage("B1", 5, 1), Passage("B2", 4, 2)),
    )
    assert (other.head, other.length, other.tip) == ("I8", 0, Tip("H7", 2))


def test_heads_and_end_pieces_name_their_elephants():
    shown = cells(position())
    assert (shown["A8"].content, shown["A8"].elephants) == (Content.HEAD, (Corner.NE,))
    assert (shown["B7"].content, shown["B7"].elephants) == (Content.END_PIECE, (Corner.NE,))
    assert (shown["B1"].content, shown["B1"].elephants) == (Content.EMPTY, ())


def test_the_stock_is_shown_by_pattern():
    state = position()
    state = after(state, lay(state, "15+23"))
    pile = bazar.view(state, None).stock[7]
    assert (pile.tile, pile.segments, pile.left) == ("T08", ((0, 1), (3, 5)), 3)


def test_before_the_game_there_is_a_board_without_trunks():
    view = bazar.view(bazar.initial, None)
    assert (view.trunks, view.turn, view.medals, view.result) == ((), None, None, None)

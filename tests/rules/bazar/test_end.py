"""Going out, the end and the score: Z13 to Z17."""

import pytest

from domain.bazar import bazar
from domain.bazar.commands import Growth, Tip
from domain.bazar.events import Alone, EndPieceLaid, GameEnded, TileLaid
from domain.bazar.rules import AlreadyOut, GameOver
from domain.bazar.views import AloneView, Content
from domain.kernel import Result
from tests.kit import luck, rule
from tests.rules.bazar.drawing import after, lay, offered, position, tile

# All around B1 lie tiles without an opening to it.
BOXED_IN = """
    O    12   .    .    .    .    .    O
      .    25   .    .    .    .    .
    12   14   .    .    .    .    .    .
"""


def cell(state, name):
    return next(cell for cell in bazar.view(state, None).cells if cell.cell == name)


@rule("Z13")
def test_who_cannot_lay_when_the_turn_comes_is_out():
    state = position(BOXED_IN, turn=1)
    laid, out = lay(state, "25")
    assert laid.turn == 0
    assert out == EndPieceLaid(0, "B1", turn=1)
    state = after(state, [laid, out])
    assert bazar.on_turn(state) == (1,)
    assert [trunk.out for trunk in bazar.view(state, None).trunks] == [True, False]
    assert cell(state, "B1").content is Content.END_PIECE
    assert cell(state, "B1").elephants == ("nw",)


@rule("Z13")
def test_nobody_goes_out_before_the_turn_comes():
    state = position(BOXED_IN, seats=4, turn=1)
    assert [type(event) for event in lay(state, "03")] == [TileLaid]


@rule("Z13")
def test_an_end_piece_counts_nothing():
    state = position(BOXED_IN, turn=1)
    assert after(state, lay(state, "25")).trunks[0].length == 0


@rule("Z13")
def test_who_is_out_lays_no_more():
    state = position("O . . . . . . O\n 25 . . . . . .", turn=1, out=[0])
    with pytest.raises(AlreadyOut):
        bazar.decide(state, tile("25", 0), luck(1))


@rule("Z13")
def test_openings_onto_an_end_piece_are_dead():
    """B3 opens to C3, where the end piece lies, and so does the tile that leads there."""
    state = position(
        """
        O    .    .    .    .    .    .    O
          25   .    13   .    .    .    .
        .    .    x    .    .    .    .    .
        """
    )
    assert not any("1" in mark for mark in offered(state))


@rule("Z2", "Z13")
def test_a_player_whose_last_fitting_pattern_is_used_up_goes_out():
    state = position(turn=1, stock={"T01": 1, "T17": 4})
    assert lay(state, "23") == [
        TileLaid(1, "T01", 2, "H7", (Growth(1, 1, Tip("I7", 0)),), turn=0),
        EndPieceLaid(0, "B1", turn=1),
        EndPieceLaid(1, "I7", turn=None),
        GameEnded((0, 1), (2, 1)),
    ]


@rule("Z13")
def test_end_pieces_may_lie_on_one_another():
    state = position(
        """
        O     .     .     .     .     .     .     O
          15   05+14  14    .     14   05+14  04
        """,
        seats=4,
        turn=3,
    )
    state = after(state, lay(state, "03"))
    assert cell(state, "B4").elephants == ("nw", "ne")
    assert bazar.on_turn(state) == (2,)


INTO_AN_END_PIECE = """
    O    .    .    .    .    .    .    O
      25   .    .    .    .    .    .
    .    .    14   24   .    .    .    .
      .    .    .    x    .    .    .
"""


@rule("Z14")
def test_a_stretch_that_ends_at_an_end_piece_counts_and_the_player_goes_out_next_turn():
    state = position(INTO_AN_END_PIECE)
    [event] = lay(state, "15")
    assert event.growths == (Growth(0, 3, Tip("D4", 5)),)
    state = after(state, [event])
    assert bazar.on_turn(state) == (1,)
    _, out = lay(state, "25")
    assert out == EndPieceLaid(0, "D4", turn=1)
    assert after(state, [out]).trunks[0].length == 4


@rule("Z14")
def test_a_tip_cell_that_receives_an_end_piece_puts_its_owner_out_in_turn():
    state = position(
        """
        O     .     .     .     .     .     .     O
          15   05+14  14    .     14   05+14  04
        """,
        seats=4,
        turn=3,
        out=[1],
    )
    assert lay(state, "03")[1:] == [EndPieceLaid(0, "B4", turn=2)]


@rule("Z15")
def test_the_last_one_plays_on_alone():
    state = position(turn=1, out=[0])
    [event] = lay(state, "25")
    assert event.turn == 1
    assert bazar.on_turn(after(state, [event])) == (1,)


@rule("Z15")
def test_the_game_ends_when_all_are_out():
    state = position(turn=1, stock={"T01": 1})
    events = lay(state, "23")
    over = after(state, events)
    assert isinstance(events[-1], GameEnded)
    assert bazar.on_turn(over) == ()
    assert bazar.view(over, None).turn is None
    assert [list(bazar.legal(over, seat)) for seat in (0, 1)] == [[], []]
    with pytest.raises(GameOver):
        bazar.decide(over, tile("25", 1), luck(1))


@rule("Z16")
def test_the_longest_trunk_wins():
    state = position(turn=1, stock={"T01": 1})
    assert bazar.result(state) is None
    assert bazar.result(after(state, lay(state, "23"))) == Result((2, 1), (0, 1))


@rule("Z16")
def test_equal_trunks_share_the_place():
    state = position(
        """
        O     .     .     .     .     .     .     O
          25    .     .     .     .     .   03+12
        """,
        seats=4,
        turn=3,
        stock={"T01": 1},
    )
    over = after(state, lay(state, "23"))
    assert bazar.result(over) == Result((1, 1, 4, 1), (1, 1, 0, 1))
    assert bazar.view(over, None).result.winners == (0, 1, 3)


@rule("Z17")
def test_alone_the_other_elephants_have_end_pieces():
    ends = [cell.cell for cell in bazar.view(position(seats=1), None).cells if cell.elephants]
    assert ends == ["A1", "A8", "B7", "H1", "H7", "I1", "I8"]


@rule("Z17")
def test_one_tile_alone():
    """64 cells, less the tile, three end pieces and the own one: 59 stay empty. No opening but the
    own tip."""
    state = position(seats=1, stock={"T02": 1})
    events = lay(state, "15")
    assert events[1:] == [
        EndPieceLaid(0, "B2", turn=None),
        GameEnded((1,), (1,), Alone(tiles=1, empty_cells=59, unused_openings=0)),
    ]
    over = after(state, events)
    assert bazar.result(over) == Result((1,), (-58,))
    assert bazar.view(over, None).result.alone == AloneView(1, 59, 0, -58)


@rule("Z17")
def test_unused_openings_are_those_to_empty_cells_and_to_end_pieces():
    """The last tile, on C2, leads to the end piece on D2. The tile on B1 opens to A2, empty, and by
    its other end to B2, whose tile opens to C3. The tile on C3 joins that and opens to D2 too."""
    state = position(
        """
        O      .     .     .     .     .     .     O
          01+25   24    .     .     .     .     x
        .      .    35    .     .     .     .     .
        """,
        seats=1,
        stock={"T03": 1},
    )
    laid, out, ended = lay(state, "25")
    assert (laid.cell, out.cell) == ("C2", "D2")
    assert ended.alone == Alone(tiles=4, empty_cells=64 - 4 - 4, unused_openings=2)
    assert ended.alone.score == 4 - 56 - 2


@rule("Z17")
def test_alone_tiles_count_and_not_segments():
    """The trunk passes the last tile twice: eight segments on seven tiles. A4 and A5, B1 to B4 and
    C4; the own end piece lies on D3; the second segment on C4 opens to C3 and C5."""
    state = position(
        """
        O     .     .     12    34    .     .     O
          15    14    14    .     .     .     x
        .     .     .   03+14   .     .     .     .
        """,
        seats=1,
        stock={"T06": 1},
    )
    laid, out, ended = lay(state, "03+45")
    assert laid.growths == (Growth(0, 5, Tip("D3", 0)),)
    assert out.cell == "D3"
    assert ended == GameEnded((8,), (1,), Alone(tiles=7, empty_cells=53, unused_openings=2))
    assert ended.alone.score == 7 - 53 - 2

"""Laying a tile: Z7 to Z12."""

import pytest

from domain.bazar import bazar
from domain.bazar.commands import Growth, MayLay, Tip
from domain.bazar.events import EndPieceLaid, TileLaid
from tests.kit import rule
from tests.rules.bazar.drawing import after, lay, offered, position, refused, tile


def why(state, mark):
    reason = refused(state, mark)
    return reason.code, reason.rule, reason.details


@rule("Z7")
def test_the_first_tile_joins_the_head():
    assert lay(position(), "25") == [
        TileLaid(0, "T03", 2, "B1", (Growth(0, 1, Tip("C2", 5)),), turn=1)
    ]


@rule("Z7")
def test_there_are_sixteen_ways_to_start():
    """Of the five edges that stay on the board one is the entry: four bends, and with each of them
    no, or one of three, further segments."""
    assert len(offered(position())) == 16
    assert len(set(offered(position()))) == 16


@rule("Z7")
def test_a_tile_that_does_not_take_the_trunk_on_is_refused():
    assert why(position(), "12") == ("TRUNK_NOT_LONGER", "Z7", {"edge": "NW"})


@rule("Z7")
def test_a_tile_goes_where_the_tip_leads():
    state = position(
        """
        O  .  .  .  .  .  .  O
          25 .  .  .  .  .  .
        """
    )
    [event] = lay(state, "15")
    assert (event.cell, event.growths) == ("C2", (Growth(0, 1, Tip("C3", 4)),))


@rule("Z7")
def test_a_legal_move_tells_cell_gain_and_new_tip():
    assert MayLay(tile("25"), "B1", 1, Tip("C2", 5)) in bazar.legal(position(), 0)


@rule("Z8")
def test_no_segment_leads_off_the_board():
    assert why(position(), "45") == ("LEADS_OFF_BOARD", "Z8", {"edge": "W"})


@rule("Z8")
def test_nor_does_one_that_no_trunk_uses():
    assert why(position(), "25+34") == ("LEADS_OFF_BOARD", "Z8", {"edge": "W"})


@rule("Z8")
def test_no_segment_runs_into_a_head():
    state = position(
        """
        O  .  .  .  .  .  .  O
          05 .  .  .  .  .  .
        """
    )
    assert why(state, "34") == ("MEETS_HEAD", "Z8", {"edge": "W", "neighbour": "A1"})


@rule("Z8")
def test_no_segment_leads_onto_an_end_piece():
    state = position(
        """
        O  .  .  .  .  .  .  O
          15 14 05+14 14 14 .  x
        """
    )
    assert why(state, "14") == ("MEETS_END_PIECE", "Z8", {"edge": "E", "neighbour": "B7"})
    assert why(state, "34+12") == ("MEETS_END_PIECE", "Z8", {"edge": "E", "neighbour": "B7"})


TWO_TIPS = """
    O     .     .     .     .     .     .     O
      15   05+14  14    .     14   05+14  04
"""


@rule("Z9")
def test_a_cell_where_an_opponents_tip_leads_is_closed():
    state = position(TWO_TIPS, seats=4)
    assert offered(state) == []
    assert why(state, "34+12") == ("MEETS_OPPONENT", "Z9", {"edge": "E", "seat": 1})
    assert why(state, "14") == ("MEETS_OPPONENT", "Z9", {"edge": "E", "seat": 1})


@rule("Z9")
def test_a_closed_cell_is_closed_to_both():
    state = position(TWO_TIPS, seats=4, turn=3)
    assert lay(state, "03")[1:] == [
        EndPieceLaid(0, "B4", turn=1),
        EndPieceLaid(1, "B4", turn=2),
    ]


@rule("Z9")
def test_the_tip_of_one_who_is_out_closes_nothing_more_than_its_end_piece():
    state = position(
        """
        O    .    .    .    .    .    .    O
          15   14   .    .    .    14   04
        """,
        seats=4,
        out=[1],
    )
    assert "14" in offered(state)
    assert lay(state, "14")[0].growths == (Growth(0, 1, Tip("B4", 4)),)


@rule("Z9")
def test_a_shared_cell_may_be_filled_if_both_trunks_grow():
    state = position(TWO_TIPS, seats=4, shared_cells=True)
    [event] = lay(state, "04+12")
    assert event.growths == (Growth(0, 1, Tip("A5", 3)), Growth(1, 1, Tip("C5", 5)))
    laid = after(state, [event])
    assert [trunk.length for trunk in laid.trunks] == [4, 4, 0, 0]
    assert MayLay(tile("04+12"), "B4", 1, Tip("A5", 3), (event.growths[1],)) in bazar.legal(
        state, 0
    )


@rule("Z9")
def test_two_trunks_do_not_become_one_on_the_tile():
    state = position(TWO_TIPS, seats=4, shared_cells=True)
    assert why(state, "14") == ("JOINS_TRUNKS", "Z9", {"seats": (0, 1)})
    assert why(state, "14+25") == ("JOINS_TRUNKS", "Z9", {"seats": (0, 1)})


@rule("Z9", "Z10")
def test_a_shared_cell_must_take_the_other_trunk_too():
    state = position(TWO_TIPS, seats=4, shared_cells=True)
    assert why(state, "24") == ("EDGE_MISMATCH", "Z10", {"edge": "E", "neighbour": "B5"})


# The stretch on A4 and A5 leads from B4 back to B4.
TWO_TIPS_AND_AN_ARC = """
    O     .     .     12    34    .     .     O
      15   05+14  14    .     14   05+14  04
"""


@rule("Z9")
@pytest.mark.parametrize("mark", ["01+45", "04+15"])
def test_two_trunks_do_not_become_one_by_way_of_an_older_stretch(mark):
    state = position(TWO_TIPS_AND_AN_ARC, seats=4, shared_cells=True)
    assert why(state, mark) == ("JOINS_TRUNKS", "Z9", {"seats": (0, 1)})


@rule("Z9", "Z11")
def test_on_a_shared_cell_the_other_trunk_may_run_through_older_stretches():
    state = position(TWO_TIPS_AND_AN_ARC, seats=4, shared_cells=True)
    [event] = lay(state, "03+15+24")
    assert event.growths == (Growth(0, 1, Tip("C5", 5)), Growth(1, 4, Tip("C4", 0)))


AT_ANOTHERS_HEAD = """
    O     .     .     .     .     .     .     O
       .    14  05+14   14  05+14   14    04
"""


@rule("Z9")
def test_a_start_cell_is_closed_to_others():
    state = position(AT_ANOTHERS_HEAD, seats=4, turn=1)
    assert why(state, "01+35") == ("MEETS_OPPONENT", "Z9", {"edge": "NW", "seat": 0})


@rule("Z8", "Z9")
def test_a_shared_cell_takes_a_trunk_that_has_not_left_its_head():
    state = position(AT_ANOTHERS_HEAD, seats=4, turn=1, shared_cells=True)
    [event] = lay(state, "01+35")
    assert event.growths == (Growth(0, 1, Tip("C1", 0)), Growth(1, 1, Tip("A2", 3)))
    assert why(state, "15") == ("JOINS_TRUNKS", "Z9", {"seats": (0, 1)})


@rule("Z10")
def test_a_segment_meets_a_segment_and_nothing_meets_nothing():
    state = position(
        """
        O    .    .    .    .    .    .    O
          25   .    .    .    .    .    .
        .    .    05   .    .    .    .    .
          .    12   .    .    .    .    .
        """
    )
    assert why(state, "15") == ("EDGE_MISMATCH", "Z10", {"edge": "E", "neighbour": "C3"})
    assert why(state, "25") == ("EDGE_MISMATCH", "Z10", {"edge": "SE", "neighbour": "D2"})


@rule("Z10")
def test_no_opening_may_be_blocked():
    state = position(
        """
        O    .    .    .    .    .    .    O
          25   .    .    .    .    .    .
        .    .    04   .    .    .    .    .
        """
    )
    assert why(state, "25") == ("EDGE_MISMATCH", "Z10", {"edge": "E", "neighbour": "C3"})
    assert all("1" in mark for mark in offered(state))


@rule("Z11")
def test_a_trunk_runs_on_to_the_far_end_of_an_older_stretch():
    state = position(
        """
        O    .    .    .    .    .    .    O
          25   .    .    .    .    .    .
        .    .    14   24   .    .    .    .
        """
    )
    [event] = lay(state, "15")
    assert event.growths == (Growth(0, 3, Tip("D4", 5)),)
    assert after(state, [event]).trunks[0].length == 4


AN_ARC = """
    O    .    .    12   34   .    .    O
      15   14   14   .    .    .    .
"""


@rule("Z11")
def test_a_tile_passed_twice_counts_twice():
    state = position(AN_ARC)
    [event] = lay(state, "03+45")
    assert event.growths == (Growth(0, 4, Tip("C4", 0)),)
    cells = {cell.cell: cell for cell in bazar.view(after(state, [event]), None).cells}
    assert [(each.edges, each.seat, each.place) for each in cells["B4"].segments] == [
        ((0, 3), 0, 7),
        ((4, 5), 0, 4),
    ]


@rule("Z11")
def test_a_tile_passed_three_times_counts_three_times():
    state = position(
        """
        O    .    .    12   34   .    .    O
          15   14   14   .    .    .    .
        .    .    .    01   45   .    .    .
        """
    )
    [event] = lay(state, "03+12+45")
    assert event.growths == (Growth(0, 7, Tip("B5", 4)),)


@rule("Z11")
def test_a_tile_passed_by_two_trunks_counts_for_each_whoever_laid_it():
    state = position(
        """
        O    .    .    .    .    14   24   O
          15   14   14  03+14  .    .    05
        """,
        seats=4,
        turn=1,
    )
    [event] = lay(state, "13")
    assert event.growths == (Growth(1, 2, Tip("C4", 0)),)
    view = bazar.view(after(state, [event]), None)
    assert [trunk.length for trunk in view.trunks] == [4, 5, 0, 0]
    crossed = next(cell for cell in view.cells if cell.cell == "B4")
    assert [(each.edges, each.seat) for each in crossed.segments] == [((0, 3), 1), ((1, 4), 0)]


@rule("Z11")
def test_a_tile_passed_twice_by_one_trunk_and_once_by_another():
    state = position(
        """
        O    .     .     .       .    14   24   O
          15   05+14  14   03+14+25  34   .    05
        .    .     .     .      05    .    .    .
        """,
        seats=4,
        turn=1,
    )
    [event] = lay(state, "13")
    view = bazar.view(after(state, [event]), None)
    assert [trunk.length for trunk in view.trunks] == [7, 5, 0, 0]
    crossed = next(cell for cell in view.cells if cell.cell == "B4")
    assert [(each.edges, each.seat, each.place) for each in crossed.segments] == [
        ((0, 3), 1, 5),
        ((1, 4), 0, 4),
        ((2, 5), 0, 7),
    ]


@rule("Z12")
def test_who_can_lay_must_lay():
    state = position(turn=1, stock={"T01": 2, "T17": 4})
    [event] = lay(state, "23")
    assert event.turn == 0
    assert offered(after(state, [event])) == ["05"]


@rule("Z12")
def test_a_tile_laid_stays():
    state = position()
    for mark in ("25", "25", "14+25"):
        before = [cell for cell in bazar.view(state, None).cells if cell.tile]
        state = after(state, lay(state, mark))
        now = {cell.cell: (cell.tile, cell.rotation) for cell in bazar.view(state, None).cells}
        assert [now[cell.cell] for cell in before] == [
            (cell.tile, cell.rotation) for cell in before
        ]

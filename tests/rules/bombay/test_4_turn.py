"""A player's three actions: B15 to B18."""

import pytest
from msgspec.structs import replace

from domain.bombay import bombay
from domain.bombay.commands import BuildPalace, Consolidate, EndTurn, MoveElephant, SellSilk
from domain.bombay.events import ElephantMoved, FortuneConsolidated, TurnEnded
from domain.bombay.rules import NoSuchSite, NotAdjacent, NotYourTurn, TooFewActions
from tests.kit import rule
from tests.rules.bombay.kit import BLUE, PURPLE, at, decide, holding, play, table, with_player


def left(state, actions):
    return replace(state, actions=actions)


@rule("B15")
def test_the_turn_ends_when_no_action_is_left():
    state = play(table(), MoveElephant(0, "E2"), MoveElephant(0, "H1"))
    assert decide(state, MoveElephant(0, "Indore")) == [
        ElephantMoved(seat=0, origin="H1", to="Indore", actions=1),
        TurnEnded(seat=0, lost=0, to=1, turn=1, actions=3),
    ]


@rule("B15")
def test_a_player_may_end_the_turn_early_and_gets_nothing_for_it():
    state = play(table(), MoveElephant(0, "E2"))
    assert decide(state, EndTurn(0)) == [TurnEnded(seat=0, lost=2, to=1, turn=1, actions=3)]
    assert holding(play(state, EndTurn(0)), 0).rupees == 2


@rule("B15")
def test_actions_come_in_any_order_and_may_repeat():
    state = play(at("Bombay", PURPLE, BLUE), SellSilk(0, PURPLE), SellSilk(0, BLUE))
    assert (state.on_turn, state.actions) == (0, 1)


@rule("B15")
def test_the_next_player_starts_with_three_actions():
    state = play(table(), EndTurn(0))
    assert (state.on_turn, state.actions, state.bought) == (1, 3, False)


@rule("B15", "B14")
def test_only_the_seat_on_turn_may_move():
    with pytest.raises(NotYourTurn) as refused:
        decide(table(), EndTurn(1))
    assert (refused.value.code, refused.value.rule) == ("NOT_YOUR_TURN", "B14")
    assert bombay.legal(table(), 1) == []


@rule("B14")
@pytest.mark.parametrize("seat", [-1, 4, None, "0", []])
def test_a_seat_that_is_not_at_the_table_may_not_move(seat):
    with pytest.raises(NotYourTurn):
        decide(table(), EndTurn(seat))
    assert bombay.legal(table(), seat) == []
    assert bombay.legal(bombay.initial, seat) == []


@rule("B16")
def test_consolidating_takes_the_whole_turn_and_brings_a_rupee():
    assert decide(table(), Consolidate(0)) == [
        FortuneConsolidated(seat=0, actions=3, rupees=1),
        TurnEnded(seat=0, lost=0, to=1, turn=1, actions=3),
    ]
    assert holding(play(table(), Consolidate(0)), 0).rupees == 3


@rule("B16")
@pytest.mark.parametrize("actions", [1, 2])
def test_consolidating_needs_all_three_actions(actions):
    with pytest.raises(TooFewActions) as refused:
        decide(left(table(), actions), Consolidate(0))
    assert refused.value.details == {"needed": 3, "had": actions}


@rule("B17")
def test_a_move_follows_one_trail():
    assert decide(table(), MoveElephant(0, "G5")) == [ElephantMoved(0, "A", "G5", actions=1)]
    with pytest.raises(NotAdjacent) as refused:
        decide(table(), MoveElephant(0, "Indore"))
    assert refused.value.details == {"origin": "A", "to": "Indore"}


@rule("B17")
@pytest.mark.parametrize("to", ["Delhi", "", "a", None, 4, ["A"]])
def test_a_move_to_a_site_that_is_not_on_the_board_is_refused(to):
    with pytest.raises(NoSuchSite):
        decide(table(), MoveElephant(0, to))


@rule("B17")
@pytest.mark.parametrize(("origin", "hilltop"), [("G5", "A"), ("G5", "B"), ("E3", "B")])
def test_entering_a_hilltop_takes_two_actions(origin, hilltop):
    assert decide(at(origin), MoveElephant(0, hilltop))[0].actions == 2
    with pytest.raises(TooFewActions) as refused:
        decide(left(at(origin), 1), MoveElephant(0, hilltop))
    assert refused.value.details == {"needed": 2, "had": 1}


@rule("B17")
def test_leaving_a_hilltop_takes_one_action():
    assert decide(at("B"), MoveElephant(0, "H2"))[0].actions == 1


@rule("B17")
def test_elephants_share_a_site():
    state = with_player(table(), 1, site="E2")
    assert play(state, MoveElephant(0, "E2")).players[0].site == state.players[1].site


def palace_of(seat, site):
    """Seat 0 stands on A; the given seat has built on a site near by."""
    state = with_player(table(), seat, site=site, bales=(BLUE,))
    return replace(
        play(replace(state, on_turn=seat), BuildPalace(seat, BLUE)), on_turn=0, actions=3
    )


@rule("B18")
def test_the_owner_of_a_palace_takes_a_rupee_when_another_enters():
    state = palace_of(2, "H1")
    rupees = holding(state, 2).rupees
    state = play(state, MoveElephant(0, "E2"))
    assert decide(state, MoveElephant(0, "H1")) == [
        ElephantMoved(0, "E2", "H1", actions=1, toll=1, owner=2)
    ]
    after = play(state, MoveElephant(0, "H1"), MoveElephant(0, "Indore"))
    assert holding(after, 2).rupees == rupees + 1
    assert holding(after, 0).rupees == 2


@rule("B18")
def test_every_entry_pays_again():
    state = with_player(palace_of(2, "H1"), 0, site="Indore")
    rupees = holding(state, 2).rupees
    state = play(state, *(MoveElephant(0, to) for to in ("H1", "Indore", "H1")))
    assert holding(state, 2).rupees == rupees + 2


@rule("B18")
def test_an_own_palace_pays_nothing():
    state = with_player(palace_of(0, "H1"), 0, site="Indore")
    assert decide(state, MoveElephant(0, "H1")) == [ElephantMoved(0, "Indore", "H1", actions=1)]


@rule("B18")
def test_elephants_on_the_site_when_it_is_built_on_pay_nothing():
    state = with_player(at("H1", BLUE), 1, site="H1")
    assert holding(play(state, BuildPalace(0, BLUE)), 0).rupees == 2

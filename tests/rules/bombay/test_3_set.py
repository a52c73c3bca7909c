"""A set from restock to restock: B10 to B14."""

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.bombay.commands import BuySilk, EndTurn, SellSilk
from domain.bombay.events import MarketsRestocked, SetEnded, TurnEnded
from domain.bombay.preparation import restock, shelves
from domain.bombay.rules import PostClosed
from tests.kit import luck, rule
from tests.rules.bombay.kit import (
    BLUE,
    ORANGE,
    PURPLE,
    YELLOW,
    at,
    decide,
    holding,
    play,
    site,
    table,
    with_player,
)


@rule("B10")
def test_a_restock_draws_nine_bales():
    stocked = restock(1, 0, (3, 4, 5, 5), luck("restock"))
    drawn = stocked.left + stocked.centre + stocked.right
    assert len(drawn) == 9
    assert Counter(drawn) <= Counter({YELLOW: 3, PURPLE: 4, BLUE: 5, ORANGE: 5})


@rule("B10")
def test_a_short_bag_is_drawn_empty():
    loads = [(YELLOW, YELLOW), (YELLOW, PURPLE), (PURPLE, BLUE), (BLUE, BLUE), (ORANGE,)]
    last = replace(table(seats=5), set=4, turn=3, on_turn=4, stock=(0, 0, 0, 0), bag=(3, 4, 5, 5))
    for seat, bales in enumerate(loads):
        last = with_player(last, seat, bales=bales)
    *_, stocked = decide(last, EndTurn(4))
    assert stocked == MarketsRestocked(
        set=5, first=1, left=(ORANGE,) * 4, centre=(PURPLE,) * 2 + (BLUE,) * 2, right=(), actions=3
    )


@rule("B11")
def test_printed_example_colours_tied_for_most_share_the_left_market():
    drawn = [YELLOW] * 3 + [BLUE] * 3 + [PURPLE] * 2 + [ORANGE]
    left, centre, right = shelves(drawn)
    assert left == (YELLOW,) * 3 + (BLUE,) * 3
    assert centre == (PURPLE,) * 2
    assert right == (ORANGE,)


@rule("B11")
def test_printed_example_three_tied_colours_share_the_centre():
    drawn = [ORANGE] * 3 + [BLUE] * 2 + [PURPLE] * 2 + [YELLOW] * 2
    left, centre, right = shelves(drawn)
    assert left == (ORANGE,) * 3
    assert centre == (YELLOW,) * 2 + (PURPLE,) * 2 + (BLUE,) * 2
    assert right == ()


@rule("B11")
@pytest.mark.parametrize(
    ("counts", "left", "centre", "right"),
    [
        ((0, 0, 4, 5), {ORANGE}, {BLUE}, set()),
        ((1, 1, 2, 5), {ORANGE}, {BLUE}, {YELLOW, PURPLE}),
        ((1, 2, 2, 4), {ORANGE}, {PURPLE, BLUE}, {YELLOW}),
        ((1, 2, 3, 3), {BLUE, ORANGE}, {PURPLE}, {YELLOW}),
        ((0, 3, 3, 3), {PURPLE, BLUE, ORANGE}, set(), set()),
        ((1, 1, 3, 4), {ORANGE}, {BLUE}, {YELLOW, PURPLE}),
        ((0, 1, 4, 4), {BLUE, ORANGE}, {PURPLE}, set()),
        ((0, 1, 3, 5), {ORANGE}, {BLUE}, {PURPLE}),
        ((1, 1, 1, 1), {YELLOW, PURPLE, BLUE, ORANGE}, set(), set()),
        ((0, 0, 0, 0), set(), set(), set()),
    ],
)
def test_markets_by_how_often_a_colour_was_drawn(counts, left, centre, right):
    bales = [YELLOW, PURPLE, BLUE, ORANGE]
    drawn = [bale for bale, count in zip(bales, counts, strict=True) for _ in range(count)]
    assert [set(shelf) for shelf in shelves(drawn)] == [left, centre, right]
    assert Counter(sum(shelves(drawn), ())) == Counter(drawn)


@rule("B12")
def test_a_post_closes_when_the_last_bale_of_its_colour_leaves():
    state = at("E4", rupees=2)
    assert site(state, "E4").open
    assert site(state, "F1").open
    state = play(state, BuySilk(0, ORANGE))
    assert not site(state, "E4").open
    assert not site(state, "F1").open
    assert site(state, "E1").open


@rule("B12")
def test_a_post_reopens_at_a_restock_that_brings_its_colour():
    state = play(at("E4", rupees=2), BuySilk(0, ORANGE))
    again = MarketsRestocked(2, 1, left=(ORANGE,) * 4, centre=(), right=(), actions=3)
    reopened = table(stocked=again)
    assert site(reopened, "E4").open
    assert not site(reopened, "E1").open
    assert site(state, "E4").post == site(reopened, "E4").post == ORANGE


@rule("B12")
def test_silk_sold_back_does_not_open_a_post():
    state = replace(at("Bombay", ORANGE), stock=(3, 2, 3, 0))
    assert not site(play(state, SellSilk(0, ORANGE)), "E4").open


@rule("B12")
def test_nothing_is_bought_on_a_closed_post():
    with pytest.raises(PostClosed) as refused:
        decide(replace(at("E4"), stock=(3, 2, 3, 0)), BuySilk(0, ORANGE))
    assert refused.value.details == {"colour": "orange"}


@rule("B13")
def test_a_sale_goes_to_the_bag_and_not_to_the_markets():
    before = at("Bombay", PURPLE)
    after = play(before, SellSilk(0, PURPLE))
    assert after.stock == before.stock
    assert after.bag == (before.bag[0], before.bag[1] + 1, *before.bag[2:])


@rule("B13")
def test_an_emptied_market_is_not_filled_from_the_next():
    state = replace(at("E2"), stock=(0, 2, 0, 1))
    assert decide(state, BuySilk(0, PURPLE))[0].market == "centre"


@rule("B14")
def test_everyone_plays_once_in_each_turn():
    state, order = table(seats=3), []
    for _ in range(6):
        order.append((state.turn, state.on_turn))
        state = play(state, EndTurn(state.on_turn))
    assert order == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]


@rule("B14")
def test_the_set_ends_after_its_last_turn():
    state = replace(table(seats=4), turn=4, on_turn=3)
    ended, over, stocked = decide(state, EndTurn(3))
    assert ended == TurnEnded(seat=3, lost=3, to=None, turn=4, actions=0)
    assert over == SetEnded(1, (YELLOW,) * 3 + (PURPLE,) * 2 + (BLUE,) * 3 + (ORANGE,))
    assert (stocked.set, stocked.first, stocked.actions) == (2, 1, 3)


@rule("B14")
def test_bales_on_elephants_stay_when_the_set_ends():
    state = with_player(replace(table(), turn=4, on_turn=3), 0, bales=(BLUE, ORANGE))
    state = play(state, EndTurn(3))
    assert holding(state, 0).bales == (BLUE, ORANGE)
    assert (state.set, state.turn, state.first, state.on_turn) == (2, 1, 1, 1)
    assert sum(state.stock) == 9
    assert sum(state.bag) == 6

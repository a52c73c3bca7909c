"""What is in the box: B1 to B5."""

from collections import Counter

from domain.bombay import bombay
from domain.bombay.commands import BuySilk, Consolidate, SellSilk
from domain.bombay.pieces import (
    DEMAND_COLUMNS,
    ELEPHANTS,
    NEIGHBOURS,
    PALACE_TOKENS,
    SITES,
    TRAILS,
    Kind,
)
from tests.kit import rule
from tests.rules.bombay.kit import ORANGE, YELLOW, at, holding, play, table


@rule("B1")
def test_there_are_17_bales():
    assert sum(bombay.initial.bag) == 17
    assert bombay.initial.bag == (3, 4, 5, 5)


@rule("B1")
def test_a_bale_moves_from_market_to_elephant_to_bag():
    state = at("E1")
    assert (state.bag[0], state.stock[0], holding(state, 0).bales) == (0, 3, ())
    state = play(state, BuySilk(0, YELLOW))
    assert (state.bag[0], state.stock[0], holding(state, 0).bales) == (0, 2, (YELLOW,))
    state = at("Indore", YELLOW)
    assert play(state, SellSilk(0, YELLOW)).bag[0] == state.bag[0] + 1


@rule("B2")
def test_the_board_has_24_sites_and_38_trails():
    assert Counter(site.kind for site in SITES) == {
        Kind.START_HILLTOP: 1,
        Kind.HILLTOP: 1,
        Kind.CITY: 4,
        Kind.POST_E: 4,
        Kind.POST_F: 4,
        Kind.PALACE: 8,
        Kind.CROSSROADS: 2,
    }
    assert len({frozenset(trail) for trail in TRAILS}) == 38


@rule("B2")
def test_every_site_can_be_reached_and_trails_lead_both_ways():
    reached, edge = {0}, {0}
    while edge:
        edge = {to for site in edge for to in NEIGHBOURS[site]} - reached
        reached |= edge
    assert len(reached) == len(SITES)
    assert all(site in NEIGHBOURS[to] for site in reached for to in NEIGHBOURS[site])


@rule("B3")
def test_a_player_has_an_elephant_and_five_palaces():
    view = bombay.view(table(seats=5), None)
    assert [player.palaces for player in view.players] == [5] * 5
    assert [player.elephant for player in view.players] == list(ELEPHANTS)
    assert ELEPHANTS == ("black", "grey", "ivory", "brown", "pink")


@rule("B4")
def test_eight_palace_tokens_have_two_faces():
    assert Counter(PALACE_TOKENS["yellow"]) == {"client": 2, "rupees": 2, "city": 2, "bale": 2}
    assert Counter(PALACE_TOKENS["orange"]) == {"client": 2, "rupees": 3, "city": 2, "bale": 1}


@rule("B4")
def test_each_colour_is_in_demand_in_three_cities():
    asked = Counter(colour for column in DEMAND_COLUMNS for colour in column)
    assert set(asked.values()) == {3}


@rule("B5")
def test_the_bank_pays_whatever_the_box_would_hold():
    assert holding(play(at("A", rupees=1000), Consolidate(0)), 0).rupees == 1001
    assert holding(play(at("Bombay", ORANGE, clients=100), SellSilk(0, ORANGE)), 0).clients == 101

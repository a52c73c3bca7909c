"""Buying and selling silk: B19 to B22."""

import pytest
from msgspec.structs import replace

from domain.bombay.commands import BuySilk, MoveElephant, SellSilk
from domain.bombay.events import ElephantMoved, SilkBought, SilkSold, TurnEnded
from domain.bombay.pieces import NUMBER
from domain.bombay.rules import (
    AlreadyBought,
    BasketsFull,
    NoDemand,
    NoPostHere,
    NoSuchBale,
    NotInACity,
    PostOfOtherColour,
    TooFewActions,
    TooFewRupees,
)
from tests.kit import rule
from tests.rules.bombay.kit import (
    BLUE,
    ORANGE,
    PURPLE,
    YELLOW,
    at,
    city,
    decide,
    holding,
    play,
    table,
    with_player,
)

GREY, BROWN = 1, 3


@rule("B19")
def test_printed_example_grey_rides_to_a_post_and_buys_purple_from_the_centre():
    state = replace(table(), on_turn=GREY)
    assert decide(state, MoveElephant(GREY, "E2")) == [ElephantMoved(GREY, "A", "E2", actions=1)]
    state = play(state, MoveElephant(GREY, "E2"))
    assert decide(state, BuySilk(GREY, PURPLE)) == [
        SilkBought(GREY, "E2", PURPLE, market="centre", actions=2, rupees=1),
        TurnEnded(seat=GREY, lost=0, to=2, turn=1, actions=3),
    ]
    state = play(state, BuySilk(GREY, PURPLE))
    assert holding(state, GREY).bales == (PURPLE,)
    assert holding(state, GREY).rupees == 1
    assert state.stock == (3, 1, 3, 1)


@rule("B19")
@pytest.mark.parametrize(
    ("post", "colour", "market", "rupees", "actions"),
    [
        ("E1", YELLOW, "left", 1, 1),
        ("E3", BLUE, "left", 1, 1),
        ("E2", PURPLE, "centre", 1, 2),
        ("E4", ORANGE, "right", 2, 2),
    ],
)
def test_the_market_sets_the_price(post, colour, market, rupees, actions):
    assert decide(at(post), BuySilk(0, colour)) == [
        SilkBought(0, post, colour, market, actions, rupees)
    ]


@rule("B19")
def test_one_purchase_per_turn():
    state = play(at("E1"), BuySilk(0, YELLOW))
    with pytest.raises(AlreadyBought) as refused:
        decide(state, BuySilk(0, YELLOW))
    assert (refused.value.code, refused.value.rule) == ("ALREADY_BOUGHT", "B19")


@rule("B19", "B3")
def test_an_elephant_carries_two_bales():
    with pytest.raises(BasketsFull) as refused:
        decide(at("E3", ORANGE, PURPLE), BuySilk(0, BLUE))
    assert refused.value.code == "BASKETS_FULL"


@rule("B19")
def test_a_purchase_needs_its_rupees():
    with pytest.raises(TooFewRupees) as refused:
        decide(at("E4", rupees=1), BuySilk(0, ORANGE))
    assert refused.value.details == {"needed": 2, "had": 1}


@rule("B19")
def test_a_purchase_needs_its_actions():
    with pytest.raises(TooFewActions) as refused:
        decide(replace(at("E2"), actions=1), BuySilk(0, PURPLE))
    assert refused.value.details == {"needed": 2, "had": 1}


@rule("B19")
def test_silk_is_bought_on_a_post():
    with pytest.raises(NoPostHere):
        decide(table(), BuySilk(0, YELLOW))
    with pytest.raises(NoPostHere):
        decide(at("F1", seats=3), BuySilk(0, ORANGE))


@rule("B19")
@pytest.mark.parametrize("colour", [PURPLE, "red", None, []])
def test_a_post_sells_its_own_colour(colour):
    with pytest.raises(PostOfOtherColour):
        decide(at("E1"), BuySilk(0, colour))


@rule("B20")
def test_printed_example_brown_sells_purple_in_bombay():
    state = with_player(replace(table(), on_turn=BROWN), BROWN, site="Bombay", bales=(PURPLE,))
    assert decide(state, SellSilk(BROWN, PURPLE)) == [
        SilkSold(
            seat=BROWN,
            city="Bombay",
            colour=PURPLE,
            place="centre",
            actions=1,
            rupees=3,
            clients=1,
            city_token=True,
            demands=(BLUE, ORANGE, PURPLE),
        )
    ]
    state = play(state, SellSilk(BROWN, PURPLE))
    assert holding(state, BROWN).rupees == 5
    assert holding(state, BROWN).clients == 1
    assert holding(state, BROWN).bales == ()
    assert holding(state, BROWN).cities == (NUMBER["Bombay"],)


@rule("B20")
@pytest.mark.parametrize(
    ("where", "colour", "place", "rupees", "clients"),
    [
        ("Bombay", BLUE, "top", 4, 0),
        ("Hyderabad", BLUE, "centre", 3, 0),
        ("Nagpur", BLUE, "bottom", 1, 1),
        ("Hyderabad", YELLOW, "top", 5, 0),
        ("Nagpur", YELLOW, "centre", 4, 0),
        ("Indore", YELLOW, "bottom", 2, 1),
        ("Indore", PURPLE, "top", 4, 1),
        ("Bombay", PURPLE, "centre", 3, 1),
        ("Hyderabad", PURPLE, "bottom", 1, 2),
        ("Nagpur", ORANGE, "top", 4, 0),
        ("Indore", ORANGE, "centre", 3, 0),
        ("Bombay", ORANGE, "bottom", 1, 1),
    ],
)
def test_the_place_and_the_colour_set_the_gain(where, colour, place, rupees, clients):
    [sold] = decide(at(where, colour), SellSilk(0, colour))
    assert (sold.place, sold.rupees, sold.clients) == (place, rupees, clients)


@rule("B20")
def test_a_city_buys_only_what_it_asks_for():
    with pytest.raises(NoDemand) as refused:
        decide(at("Bombay", YELLOW), SellSilk(0, YELLOW))
    assert refused.value.details == {"city": "Bombay", "colour": "yellow"}


@rule("B20")
def test_silk_is_sold_in_a_city():
    with pytest.raises(NotInACity):
        decide(at("G2", BLUE), SellSilk(0, BLUE))


@rule("B20", "B3")
@pytest.mark.parametrize("colour", [PURPLE, "red", None, []])
def test_only_silk_on_the_elephant_is_sold(colour):
    with pytest.raises(NoSuchBale):
        decide(at("Bombay", BLUE), SellSilk(0, colour))


@rule("B21")
@pytest.mark.parametrize(
    ("colour", "demands"),
    [
        (BLUE, [PURPLE, ORANGE, BLUE]),
        (PURPLE, [BLUE, ORANGE, PURPLE]),
        (ORANGE, [BLUE, PURPLE, ORANGE]),
    ],
)
def test_a_sold_demand_drops_to_the_bottom(colour, demands):
    state = play(at("Bombay", colour), SellSilk(0, colour))
    assert [demand.colour for demand in city(state, "Bombay").demands] == demands


@rule("B21")
def test_a_second_sale_in_the_turn_sees_the_changed_ladder():
    state = play(at("Bombay", BLUE, BLUE), SellSilk(0, BLUE))
    [sold] = decide(state, SellSilk(0, BLUE))
    assert (sold.place, sold.rupees, sold.clients) == ("bottom", 1, 1)
    state = play(at("Bombay", BLUE, PURPLE), SellSilk(0, BLUE))
    [sold] = decide(state, SellSilk(0, PURPLE))
    assert (sold.place, sold.rupees, sold.clients) == ("top", 4, 1)


@rule("B22")
def test_a_player_takes_one_token_of_each_city():
    state = play(at("Bombay", BLUE, ORANGE), SellSilk(0, BLUE))
    assert city(state, "Bombay").tokens == 2
    [sold] = decide(state, SellSilk(0, ORANGE))
    assert not sold.city_token
    assert city(play(state, SellSilk(0, ORANGE)), "Bombay").tokens == 2


@rule("B22")
def test_the_last_token_of_a_city_goes_to_the_first_who_sells():
    state = at("Bombay", BLUE, seats=2)
    assert city(state, "Bombay").tokens == 1
    state = play(state, SellSilk(0, BLUE))
    assert city(state, "Bombay").tokens == 0
    late = with_player(replace(state, on_turn=1), 1, site="Bombay", bales=(ORANGE,))
    [sold] = decide(late, SellSilk(1, ORANGE))
    assert not sold.city_token
    assert holding(play(late, SellSilk(1, ORANGE)), 1).cities == ()

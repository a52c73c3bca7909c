"""What is on the table, as a client draws it."""

from msgspec.structs import replace

from domain.bombay import bombay
from domain.bombay.commands import EndTurn
from domain.bombay.pieces import FORMATS
from tests.rules.bombay.kit import BLUE, ORANGE, PURPLE, YELLOW, play, site, table


def test_markets_with_their_prices():
    left, centre, right = bombay.view(table(), None).markets
    assert (left.market, left.rupees, left.actions) == ("left", 1, 1)
    assert left.bales == (YELLOW,) * 3 + (BLUE,) * 3
    assert (centre.market, centre.rupees, centre.actions) == ("centre", 1, 2)
    assert centre.bales == (PURPLE,) * 2
    assert (right.market, right.rupees, right.actions) == ("right", 2, 2)
    assert right.bales == (ORANGE,)


def test_cities_with_their_demands_and_what_they_pay():
    bombay_city = bombay.view(table(), None).cities[0]
    assert (bombay_city.id, bombay_city.tokens) == ("Bombay", 3)
    assert [
        (demand.place, demand.colour, demand.rupees, demand.clients)
        for demand in bombay_city.demands
    ] == [("top", BLUE, 4, 0), ("centre", PURPLE, 3, 1), ("bottom", ORANGE, 1, 1)]


def test_sites_with_posts_and_palace_tokens():
    assert (site(table(), "E2").post, site(table(), "E2").open) == (PURPLE, True)
    assert (site(table(), "G1").post, site(table(), "G1").open) == (None, False)
    assert site(table(), "G1").token == "client"


def test_what_is_in_the_bag_follows_from_the_rest():
    assert bombay.view(table(), 0).bag == (PURPLE,) * 2 + (BLUE,) * 2 + (ORANGE,) * 4


def test_whose_turn_it_is():
    view = bombay.view(play(table(), EndTurn(0)), None)
    assert (view.on_turn, view.actions, view.bought) == (1, 3, False)
    assert (view.set, view.sets, view.turn, view.turns, view.first) == (1, 4, 1, 4, 0)


def test_scores_when_the_game_is_over():
    form = FORMATS[2]
    state = replace(table(2), set=form.sets, turn=form.turns, on_turn=1)
    assert bombay.view(state, None).scores == ()
    scores = bombay.view(play(state, EndTurn(1)), None).scores
    assert [(score.held, score.empire_prize, score.rupees) for score in scores] == [(2, 2, 4)] * 2

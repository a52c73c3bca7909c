"""What is hidden, and from whom: B29 and B30."""

import pytest
from msgspec.structs import replace

from domain.bombay import bombay
from domain.bombay.commands import EndTurn
from domain.bombay.pieces import FORMATS, Token
from domain.bombay.preparation import restock
from tests.kit import luck, rule
from tests.rules.bombay.kit import BLUE, decide, play, table, with_player


def shown(state, viewer):
    return [player.holdings is not None for player in bombay.view(state, viewer).players]


@rule("B29")
def test_a_seat_sees_its_own_holdings_only():
    assert shown(table(3), 1) == [False, True, False]


@rule("B29")
def test_a_spectator_sees_no_holdings():
    assert shown(table(3), None) == [False, False, False]


@rule("B29")
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_open_holdings_are_seen_by_all(viewer):
    assert shown(table(3, open_holdings=True), viewer) == [True, True, True]


@rule("B29")
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_everything_is_shown_at_the_end(viewer):
    form = FORMATS[3]
    state = replace(table(3), set=form.sets, turn=form.turns, on_turn=2)
    assert shown(play(state, EndTurn(2)), viewer) == [True, True, True]


@rule("B29")
def test_holdings_are_rupees_clients_city_tokens_and_kept_palace_tokens():
    state = with_player(table(), 0, rupees=7, clients=2, cities=(8,), kept=(Token.CITY,))
    holdings = bombay.view(state, 0).players[0].holdings
    assert (holdings.rupees, holdings.clients) == (7, 2)
    assert (holdings.cities, holdings.kept) == (("Bombay",), ("city",))


@rule("B29")
def test_bales_on_elephants_are_open():
    state = with_player(table(), 0, bales=(BLUE,))
    assert bombay.view(state, 3).players[0].bales == (BLUE,)


@rule("B29")
def test_what_happens_is_announced_to_all():
    assert all(event.hidden == () for event in bombay.events)


@rule("B30")
def test_a_restock_depends_on_the_bag_and_the_seed_alone():
    last = replace(table(2), turn=4, on_turn=1)
    rich = with_player(last, 0, rupees=40, clients=7, site="Indore")
    assert decide(last, EndTurn(1)) == decide(rich, EndTurn(1))


@rule("B30")
def test_each_set_and_each_seed_draws_anew():
    bag = (3, 4, 5, 5)
    by_set = {restock(number, 0, bag, luck("one")).left for number in range(20)}
    by_seed = {restock(1, 0, bag, luck(seed)).left for seed in range(20)}
    assert len(by_set) > 5
    assert len(by_seed) > 5

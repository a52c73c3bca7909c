"""Ratings after games: who wins rises, equal places share, surprises move more."""

from uuid import UUID

import pytest

from domain.kernel import Result
from domain.table.state import Place, State, Status
from projections.standings import Standing, after_game, rated

ANNA, BELA, CHLOE, DIEGO = (UUID(int=number) for number in range(1, 5))


def play(ranks, standings=()):
    known = {each.player: each for each in standings}
    before = [known.get(player, Standing(player)) for player in (ANNA, BELA, CHLOE, DIEGO)]
    return after_game(before[: len(ranks)], Result(tuple(ranks), (0,) * len(ranks)))


def test_the_better_the_place_the_better_the_rating():
    ratings = [each.rating for each in play([1, 2, 3, 4])]
    assert ratings == sorted(ratings, reverse=True)


def test_the_order_of_the_seats_does_not_matter():
    forward, backward = play([1, 2, 3]), play([3, 2, 1])
    for one, other in zip(forward, backward[::-1], strict=True):
        assert (one.mu, one.sigma) == pytest.approx((other.mu, other.sigma))


def test_an_equal_place_is_rated_equal():
    first, second, third = play([1, 1, 3])
    assert (first.mu, first.sigma) == pytest.approx((second.mu, second.sigma))
    assert (first.won, second.won, third.won) == (1, 1, 0)
    assert third.mu < first.mu


def test_all_who_resigned_share_the_last_place():
    winner, *resigned = play([1, 2, 2])
    assert resigned[0].mu == pytest.approx(resigned[1].mu)
    assert winner.mu > resigned[0].mu


def test_a_surprise_moves_more_than_what_was_expected():
    strong, weak = Standing(ANNA, mu=35.0, sigma=3.0), Standing(BELA, mu=20.0, sigma=3.0)
    expected, _ = play([1, 2], [strong, weak])
    surprised, _ = play([2, 1], [strong, weak])
    assert strong.mu - surprised.mu > expected.mu - strong.mu > 0


def test_games_are_counted_and_certainty_grows():
    standings = play([1, 2])
    again = play([2, 1], standings)
    assert [each.played for each in again] == [2, 2]
    assert [each.won for each in again] == [1, 1]
    assert again[0].sigma < standings[0].sigma < Standing(ANNA).sigma


@pytest.mark.parametrize(
    ("changed", "counts"),
    [
        ({}, True),
        ({"hints": True}, False),
        ({"result": None}, False),
        ({"places": (Place(player="anna"), Place(bot="greedy"))}, False),
    ],
)
def test_only_people_without_help_are_rated(changed, counts):
    people = (Place(player="anna"), Place(player="bela"))
    state = {"status": Status.FINISHED, "places": people, "result": Result((1, 2), (9, 3))}
    assert (rated(State(**(state | changed))) is not None) == counts

"""Replay over the APIs: what changed between two versions, for whom it is."""

from random import Random

import pytest

from tests.rest.kit import guest, play_on, started

CHANGES = """
query($id: ID!, $from: Int!, $to: Int!, $as: Int) {
  table(id: $id) { changes(from: $from, to: $to, as: $as) { path kind old new } }
}
"""


def by_graphql(caller, table, **variables):
    variables["id"] = table.rpartition("/")[2]
    answer = caller.http.post("/graphql", json={"query": CHANGES, "variables": variables})
    return answer.json()


def by_rest(caller, table, **query):
    return caller.get(f"{table}/changes", params=query)


@pytest.fixture(scope="module")
def players(service):
    with guest(service.url, "Asha") as asha, guest(service.url, "Bram") as bram:
        yield [asha, bram]


@pytest.fixture(scope="module")
def finished(players):
    table = started(players, "BAZAR")
    assert play_on(players, table, Random(4))["status"] == "FINISHED"
    return table


def test_both_apis_tell_the_same_changes_in_both_directions(players, finished):
    last = players[0].get(finished).json()["version"]
    for old, new in [(5, last), (last, 5), (8, 9), (7, 7)]:
        told = by_rest(players[0], finished, **{"from": old, "to": new}).json()
        assert (told["from"], told["to"]) == (old, new)
        answer = by_graphql(players[0], finished, **{"from": old, "to": new})
        assert answer["data"]["table"]["changes"] == told["items"]
        assert bool(told["items"]) == (old != new)


def test_once_the_game_is_over_changes_are_told_through_every_seat(players, finished):
    views = [by_rest(players[0], finished, **{"from": 5, "to": 6, "as": seat}) for seat in (0, 1)]
    assert [answer.status_code for answer in views] == [200, 200]
    assert views[0].json() != views[1].json()


def test_while_the_game_runs_they_are_told_through_the_own_seat_only(players):
    table = started(players, "BAZAR")
    play_on(players, table, Random(1), moves=1)
    span = {"from": 5, "to": 6}
    answer = by_rest(players[0], table, **span, **{"as": 1})
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")
    [error] = by_graphql(players[0], table, **span, **{"as": 1})["errors"]
    assert error["extensions"]["code"] == "FORBIDDEN"
    own, others = (by_rest(player, table, **span).json()["items"] for player in players)
    assert [change["path"] for change in own] == ["/medals/chosen", "/medals/own"]
    assert [change["path"] for change in others] == ["/medals/chosen"]


@pytest.mark.parametrize("span", [(0, 1), (1, 9999), (9999, 1)])
def test_versions_that_are_not_there_are_refused(players, finished, span):
    answer = by_rest(players[0], finished, **{"from": span[0], "to": span[1]})
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_USER_INPUT")

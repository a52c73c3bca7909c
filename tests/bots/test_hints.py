"""Hints: each move weighed by the strong bot, where the table allows it and not too often."""

from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.graphql import kit as graphql
from tests.rest import kit as rest

HINTED = """query($id: ID!) {
  table(id: $id) { legalMoves(hint: true) { input hint ... on BombayLegalMove { to } } }
}"""
PLAIN = "query($id: ID!) { table(id: $id) { legalMoves { hint } } }"


@pytest.fixture
def asha(service):
    with rest.guest(service.url) as asha:
        yield asha


def alone_with_a_bot(host, **wanted):
    """The address of a table of Bombay that the host begins, against a bot."""
    table = rest.opened(host, bombay={"first": 0}, **wanted)
    rest.accepted(host.do(f"{table}/bots", {"level": "RANDOM"}))
    rest.accepted(host.do(f"{table}/start"))
    return table


def test_rest_weighs_each_move_if_asked(asha):
    table = alone_with_a_bot(asha, hints=True)
    plain = asha.get(f"{table}/moves").json()["items"]
    hinted = asha.get(f"{table}/moves", params={"hint": True}).json()["items"]
    assert [move["input"] for move in hinted] == [move["input"] for move in plain]
    assert {move["hint"] for move in plain} == {None}
    assert all(0 <= move["hint"] <= 1 for move in hinted)


def test_graphql_weighs_each_move_if_asked(asha, service):
    table = alone_with_a_bot(asha, hints=True).rpartition("/")[2]
    token = asha.http.headers["authorization"].removeprefix("Bearer ")
    with graphql.Caller(service.url, token) as caller:
        hinted = caller.ask(HINTED, id=table)["table"]["legalMoves"]
        plain = caller.ask(PLAIN, id=table)["table"]["legalMoves"]
    assert [move["input"] for move in hinted] == [
        move["input"] for move in asha.get(f"/v1/tables/{table}/moves").json()["items"]
    ]
    assert all(0 <= move["hint"] <= 1 for move in hinted)
    assert {move["hint"] for move in plain} == {None}


def test_a_table_without_hints_gives_none(asha, service):
    table = alone_with_a_bot(asha)
    answer = asha.get(f"{table}/moves", params={"hint": True})
    assert (answer.status_code, answer.json()["reason"]) == (403, "NO_HINTS")
    token = asha.http.headers["authorization"].removeprefix("Bearer ")
    with graphql.Caller(service.url, token) as caller:
        assert caller.errors(HINTED, id=table.rpartition("/")[2]) == ["FORBIDDEN"]


def test_who_asks_for_hints_all_the_time_must_wait(service):
    """In a tenant with ordinary limits: those of the demo are wide."""
    with graphql.tenant_of(service, "hints") as tenant:
        token = tenant.player_token("Asha")
    with rest.Caller(service.url, token) as asha:
        table = alone_with_a_bot(asha, hints=True)
        with ThreadPoolExecutor() as pool:
            asked = [pool.submit(asha.get, f"{table}/moves?hint=true") for _ in range(2)]
            answers = [each.result() for each in asked]
    assert sorted(answer.status_code for answer in answers) == [200, 429]


def test_a_rated_table_has_no_hints(asha, service):
    with rest.guest(service.url, "Bram") as bram:
        table = rest.started([asha, bram], hints=True)
    assert asha.get(table).json()["rated"] is False

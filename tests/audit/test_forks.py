"""Forks over the APIs: opened, labelled, played on with bots to their end, proved."""

from random import Random
from uuid import uuid4

import pytest

from domain.record import read
from domain.verify import verify
from tests.rest.kit import accepted, guest, play_on, started
from tests.running import howdah, wait_for

FORK = """
mutation($command: ID!, $table: ID!, $version: Int!, $seat: Int) {
  forkTable(commandId: $command, tableId: $table, version: $version, seat: $seat) {
    __typename
    ... on Accepted {
      table { id status rated mySeat fork { table version head } view { __typename } }
    }
    ... on Refused { code rule message }
  }
}
"""


def by_graphql(caller, **variables):
    variables = {"command": str(uuid4()), **variables}
    answer = caller.http.post("/graphql", json={"query": FORK, "variables": variables})
    return answer.json()["data"]["forkTable"]


@pytest.fixture(scope="module")
def players(service):
    with guest(service.url, "Asha") as asha, guest(service.url, "Bram") as bram:
        yield [asha, bram]


@pytest.fixture(scope="module", params=["BOMBAY", "BAZAR"])
def parent(request, players):
    """A finished table."""
    table = started(players, request.param)
    assert play_on(players, table, Random(5))["status"] == "FINISHED"
    return table


def test_a_fork_is_labelled_played_on_and_proved(players, parent):
    asha = players[0]
    id_ = parent.rpartition("/")[2]
    opened = by_graphql(asha, table=id_, version=20, seat=1)["table"]
    fork = opened["fork"]
    hashes = read(asha.get(f"{parent}/record").content).footer.hashes
    assert fork["table"] == id_
    assert fork["version"] >= 20
    assert fork["head"] == hashes[fork["version"] - 1]
    assert (opened["rated"], opened["mySeat"], opened["status"]) == (False, 1, "OPEN")
    table = f"/v1/tables/{opened['id']}"
    assert asha.get(table).json()["fork"] == fork
    assert asha.get(table).json()["view"] == was(asha, parent, fork["version"])
    accepted(asha.do(f"{table}/bots", {"level": "RANDOM"}))
    accepted(asha.do(f"{table}/start"))
    playing_with_a_bot(asha, table)
    assert asha.get(table).json()["status"] == "FINISHED"
    assert verify(read(asha.get(f"{table}/record").content)).complete


def was(caller, table, version):
    """The position of an earlier version, as the second seat saw it."""
    return caller.get(f"{table}/view", params={"at": version, "as": 1}).json()


def playing_with_a_bot(caller, table):
    """The first legal move whenever it is the caller's turn, until the game is over."""
    seat = caller.get(table).json()["mySeat"]
    while True:
        wait_for(lambda: seat in (now := caller.get(table).json())["onTurn"] or is_over(now))
        moves = caller.get(f"{table}/moves").json()["items"]
        if not moves:
            return
        accepted(caller.do(f"{table}/moves", moves[-1]["input"]))


def is_over(table):
    return table["status"] == "FINISHED"


def test_lists_say_which_table_is_a_fork(service, players, parent):
    asha, parent_id = players[0], parent.rpartition("/")[2]
    opened = asha.do(f"{parent}/fork", {"version": 20})
    id_ = opened.headers["location"].rpartition("/")[2]

    def listed():
        items = asha.get("/v1/tables", params={"mine": True}).json()["items"]
        return {each["id"]: each["forkedFrom"] for each in items}

    wait_for(lambda: id_ in listed())
    assert listed()[id_] == parent_id
    assert listed()[parent_id] is None
    told = howdah("tables", service.url, "--status", "open", "--tenant", "demo", data=service.data)
    assert f"fork of {parent_id}, unrated" in told.stdout


def test_sending_a_fork_again_opens_nothing_new(players, parent):
    key = uuid4()
    first, again = (
        players[0].do(f"{parent}/fork", {"version": 20, "entropy": "tea"}, key=key)
        for _ in range(2)
    )
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.headers["location"] == again.headers["location"]
    assert again.json()["duplicate"]


def test_a_game_that_runs_is_not_forked(players):
    table = started(players)
    answer = players[0].do(f"{table}/fork", {"version": 4}, **{"accept-language": "pl"})
    assert (answer.status_code, answer.json()["code"]) == (422, "GAME_NOT_OVER")
    assert answer.json()["detail"] == "Grę można wznowić dopiero po jej zakończeniu."
    refused = by_graphql(players[0], table=table.rpartition("/")[2], version=4)
    assert (refused["code"], refused["rule"]) == ("GAME_NOT_OVER", "T12")


def test_before_its_start_and_after_its_end_a_game_has_no_position(players, parent):
    last = players[0].get(parent).json()["version"]
    for version in (2, last):
        answer = players[0].do(f"{parent}/fork", {"version": version})
        assert (answer.status_code, answer.json()["code"]) == (422, "NOTHING_TO_FORK_FROM")
    answer = players[0].do(f"{parent}/fork", {"version": last + 1})
    assert (answer.status_code, answer.json()["reason"]) == (400, "NO_SUCH_VERSION")

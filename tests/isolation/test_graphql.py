"""Every deed, look and stream of GraphQL, tried by everyone who should not get through."""

import json
from uuid import uuid4

import httpx
import pytest

from tests.isolation.kit import House, ask

DEEDS = {
    "openTable": "openTable(commandId: $command, input: {game: BOMBAY, seats: 2})",
    "forkTable": "forkTable(commandId: $command, tableId: $table, version: 4)",
    "takeSeat": "takeSeat(commandId: $command, tableId: $table)",
    "leaveSeat": "leaveSeat(commandId: $command, tableId: $table)",
    "addBot": "addBot(commandId: $command, tableId: $table, level: RANDOM)",
    "removeBot": "removeBot(commandId: $command, tableId: $table, seat: 1)",
    "startGame": "startGame(commandId: $command, tableId: $table)",
    "play": "play(commandId: $command, tableId: $table, move: {bombay: {endTurn: true}})",
    "resign": "resign(commandId: $command, tableId: $table)",
    "abandon": "abandon(commandId: $command, tableId: $table)",
}
AT_TABLE = [deed for deed in DEEDS if deed != "openTable"]
LOOKS = {
    "me": "me { id }",
    "table": "table(id: $table) { id version }",
    "player": "player(id: $player) { id name }",
    "tables": "tables { edges { node { id } } }",
    "standings": "standings(game: BOMBAY) { edges { node { player { id } } } }",
}
STREAMS = {
    "table": "table(id: $table) { version }",
    "lobby": "lobby { __typename }",
    "turns": "turns { __typename }",
}


def mutate(caller, house: House, deed: str) -> dict:
    document = "mutation($command: ID!, $table: ID!) { %s { __typename ...on Refused { code } } }"
    if deed == "openTable":
        document = document.replace(", $table: ID!", "")
        return ask(caller, house.url, document % DEEDS[deed], command=str(uuid4()))
    return ask(caller, house.url, document % DEEDS[deed], command=str(uuid4()), table=house.table)


def look(caller, house: House, what: str) -> dict:
    given = {"table": house.table, "player": house.ids["players"]}
    named = {name: id_ for name, id_ in given.items() if f"${name}" in LOOKS[what]}
    wanted = ", ".join(f"${name}: ID!" for name in named)
    return ask(
        caller, house.url, f"query{f'({wanted})' if wanted else ''} {{ {LOOKS[what]} }}", **named
    )


def follow(caller, house: House, what: str) -> str:
    """The code of the error that a subscription over Server-Sent Events begins with."""
    named = {"table": house.table} if "$table" in STREAMS[what] else {}
    wanted = "($table: ID!)" if named else ""
    headers = {} if caller is None else {"authorization": caller.http.headers["authorization"]}
    body = {"query": f"subscription{wanted} {{ {STREAMS[what]} }}", "variables": named}
    with httpx.stream(
        "POST",
        f"{house.url}/graphql",
        json=body,
        headers={**headers, "accept": "text/event-stream"},
        timeout=10,
    ) as answer:
        if "event-stream" not in answer.headers["content-type"]:
            return code(json.loads(answer.read()))
        first = next(line for line in answer.iter_lines() if line.startswith("data: {"))
        return code(json.loads(first.removeprefix("data: ")))


def code(answer: dict) -> str:
    return answer["errors"][0]["extensions"]["code"]


@pytest.mark.parametrize("deed", DEEDS)
def test_nobody_does_anything_without_a_good_token(cafe: House, deed):
    before = cafe.state()
    for caller in (None, cafe.revoked, cafe.expired):
        assert code(mutate(caller, cafe, deed)) == "UNAUTHENTICATED"
    assert cafe.state() == before


@pytest.mark.parametrize("what", LOOKS)
def test_nobody_sees_anything_without_a_good_token(cafe: House, what):
    for caller in (None, cafe.revoked, cafe.expired):
        assert code(look(caller, cafe, what)) == "UNAUTHENTICATED"


@pytest.mark.parametrize("what", STREAMS)
def test_nobody_follows_anything_without_a_good_token(cafe: House, what):
    for caller in (None, cafe.revoked, cafe.expired):
        assert follow(caller, cafe, what) == "UNAUTHENTICATED"


@pytest.mark.parametrize("deed", AT_TABLE)
def test_a_table_of_another_tenant_does_not_exist(cafe: House, club: House, deed):
    before = cafe.state()
    assert code(mutate(club.asha, cafe, deed)) == "NOT_FOUND"
    assert cafe.state() == before


def test_what_another_tenant_has_cannot_be_seen(cafe: House, club: House):
    for what in ("table", "player"):
        answer = look(club.asha, cafe, what)
        assert answer == {"data": {what: None}} or code(answer) == "NOT_FOUND"
    for what in ("tables", "standings", "me"):
        seen = json.dumps(look(club.asha, cafe, what))
        assert not any(id_ in seen for id_ in cafe.ids.values())
    assert follow(club.asha, cafe, "table") == "NOT_FOUND"


@pytest.mark.parametrize("deed", DEEDS)
def test_a_token_to_watch_and_a_key_do_nothing(cafe: House, deed):
    before = cafe.state()
    for caller in (cafe.reader, cafe.key):
        assert code(mutate(caller, cafe, deed)) == "FORBIDDEN"
    assert cafe.state() == before


@pytest.mark.parametrize("deed", AT_TABLE)
def test_who_does_not_sit_at_the_table_is_refused_by_the_rules(cafe: House, deed):
    before = cafe.state()
    answer = mutate(cafe.carla, cafe, deed)
    assert answer["data"][deed]["__typename"] == "Refused", answer
    assert cafe.state() == before


def test_the_schema_has_no_deed_that_was_not_tried(cafe: House):
    asked = "{ __schema { mutationType { fields { name } } subscriptionType { fields { name } } } }"
    schema = ask(cafe.asha, cafe.url, asked)["data"]["__schema"]
    assert {field["name"] for field in schema["mutationType"]["fields"]} == set(DEEDS)
    assert {field["name"] for field in schema["subscriptionType"]["fields"]} == set(STREAMS)

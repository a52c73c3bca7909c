"""Who may ask for what: every root field and every mutation, for every kind of caller."""

from uuid import uuid4

import pytest
from graphql import GraphQLNonNull, get_named_type, is_leaf_type

from service.graphql.schema import build, core
from tests.graphql.kit import Caller, accepted, guest, started, tenant_of

SCHEMA = core(build()[0])
CALLERS = ("nobody", "player", "watcher", "tenant", "stranger")

# By field: what each of CALLERS gets. A code is the one error; "data" is an answer without error.
QUERIES = {
    "games": ("data", "data", "data", "data", "data"),
    "me": ("UNAUTHENTICATED", "data", "data", "FORBIDDEN", "data"),
    "table": ("UNAUTHENTICATED", "data", "data", "data", "NOT_FOUND"),
    "tables": ("UNAUTHENTICATED", "data", "data", "data", "data"),
    "player": ("UNAUTHENTICATED", "data", "data", "data", "data"),
    "standings": ("UNAUTHENTICATED", "data", "data", "data", "data"),
}
# Whoever may play is told by the rules what may be played, and that is data.
COMMAND = ("UNAUTHENTICATED", "data", "FORBIDDEN", "FORBIDDEN", "NOT_FOUND")
MUTATIONS = dict.fromkeys(SCHEMA.mutation_type.fields, COMMAND) | {
    "openTable": ("UNAUTHENTICATED", "data", "FORBIDDEN", "FORBIDDEN", "data"),
}
CASES = [
    pytest.param(kind, name, who, expected, id=f"{name}-{who}")
    for kind, fields in (("query", QUERIES), ("mutation", MUTATIONS))
    for name, row in fields.items()
    for who, expected in zip(CALLERS, row, strict=True)
]


@pytest.fixture(scope="module")
def people(service):
    """One caller of each kind, and a table at which the player and another sit."""
    with tenant_of(service, f"Club {uuid4().hex[:8]}") as tenant, guest(service.url) as stranger:
        player = Caller(service.url, tenant.player_token("Asha"))
        other = Caller(service.url, tenant.player_token("Bram"))
        watcher = Caller(service.url, tenant.player_token("Carla", scopes=["watch"]))
        nobody = Caller(service.url)
        table = started([player, other])
        callers = (nobody, player, watcher, tenant, stranger)
        with nobody, player, other, watcher:
            yield dict(zip(CALLERS, callers, strict=True)), table


def test_every_root_field_is_in_the_matrix():
    assert set(QUERIES) == set(SCHEMA.query_type.fields)
    assert set(MUTATIONS) == set(SCHEMA.mutation_type.fields)


def document(kind, name, table):
    root = SCHEMA.query_type if kind == "query" else SCHEMA.mutation_type
    field = root.fields[name]
    values = {
        "commandId": f'"{uuid4()}"',
        "tableId": f'"{table}"',
        "id": f'"{table}"',
        "game": "BOMBAY",
        "input": "{game: BOMBAY, seats: 2}",
        "move": "{bombay: {endTurn: true}}",
        "level": "RANDOM",
        "seat": "1",
        "version": "6",
    }
    given = [
        f"{argument}: {values[argument]}"
        for argument, wanted in field.args.items()
        if isinstance(wanted.type, GraphQLNonNull)
    ]
    return f"{kind} {{ {name}{'(' + ', '.join(given) + ')' if given else ''} {{ __typename }} }}"


@pytest.mark.parametrize(("kind", "name", "who", "expected"), CASES)
def test_each_caller_gets_what_the_matrix_says(people, kind, name, who, expected):
    callers, table = people
    answer = callers[who].post(document(kind, name, table)).json()
    codes = [error["extensions"]["code"] for error in answer.get("errors", [])]
    assert codes == ([] if expected == "data" else [expected])
    if codes:
        assert not answer["data"] or answer["data"][name] is None


GIVEN = {"explain": "(move: {bombay: {endTurn: true}})", "changes": "(from: 1, to: 2)"}


@pytest.mark.parametrize("name", sorted(SCHEMA.type_map["Table"].fields))
def test_no_field_of_a_table_is_open_to_another_tenant(people, name):
    callers, table = people
    field = SCHEMA.type_map["Table"].fields[name]
    below = "" if is_leaf_type(get_named_type(field.type)) else "{ __typename }"
    given = GIVEN.get(name, "")
    text = f'{{ table(id: "{table}") {{ {name}{given} {below} }} }}'
    assert callers["stranger"].errors(text) == ["NOT_FOUND"]
    assert callers["nobody"].errors(text) == ["UNAUTHENTICATED"]
    assert callers["watcher"].post(text).json().get("data") or name == "explain"


def test_what_another_tenant_has_looks_like_what_nobody_has(people):
    callers, table = people
    answers = []
    for id_ in (table, str(uuid4()), "nonsense"):
        answer = callers["stranger"].post(f'{{ table(id: "{id_}") {{ id }} }}').json()
        answer["errors"][0]["extensions"].pop("requestId")
        answers.append(answer)
    assert answers[0] == answers[1] == answers[2]


def test_players_of_another_tenant_do_not_exist(people):
    callers, _ = people
    mine = callers["player"].ask("{ me { id } }")["me"]["id"]
    query = "query($id: ID!) { player(id: $id) { name } }"
    assert callers["watcher"].ask(query, id=mine) == {"player": {"name": "Asha"}}
    assert callers["stranger"].ask(query, id=mine) == {"player": None}


def test_who_only_watches_sees_nothing_that_is_hidden(people):
    callers, table = people
    query = """query($id: ID!) { table(id: $id) { mySeat invite legalMoves { text } view {
        ... on BombayView { players { holdings { rupees } } } } } }"""
    for who in ("watcher", "tenant"):
        seen = callers[who].ask(query, id=table)["table"]
        assert seen["mySeat"] is seen["invite"] is None
        assert seen["legalMoves"] == []
        assert [player["holdings"] for player in seen["view"]["players"]] == [None, None]


def test_a_secret_choice_is_shown_to_nobody_else_before_all_have_chosen(people):
    callers, _ = people
    player = callers["player"]
    table = accepted(player.open("BAZAR", 2))["table"]["id"]
    query = """query($id: ID!) { table(id: $id) { history(after: 5) { data text }
        view { ... on BazarView { medals { chosen own { keep } } } } } }"""
    token = callers["tenant"].player_token("Dora")
    with Caller(str(player.http.base_url), token) as other:
        accepted(other.do("takeSeat", "", table=table))
        accepted(player.do("startGame", "", table=table))
        accepted(player.play(table, {"bazar": {"medals": {"keep": 2, "parity": "ODD"}}}))
        mine, theirs = (caller.ask(query, id=table)["table"] for caller in (player, other))
    assert mine["view"]["medals"] == {"chosen": [0], "own": {"keep": 2}}
    assert theirs["view"]["medals"] == {"chosen": [0], "own": None}
    assert mine["history"][-1]["data"]["keep"] == 2
    assert theirs["history"][-1]["data"]["keep"] is None
    assert "2" not in theirs["history"][-1]["text"]

"""GraphQL over HTTP as its specification says."""

import json
from hashlib import sha256
from uuid import uuid4

import httpx
import pytest
from graphql import build_client_schema, get_introspection_query

from tests.graphql.kit import Caller, tenant_of

MODERN = "application/graphql-response+json"
JSON = "application/json"
NAMES = {"games": [{"name": "BOMBAY"}, {"name": "BAZAR"}]}


def post(service, content, accept=None, kind=JSON, **headers):
    given = {"content-type": kind, **headers}
    given |= {"accept": accept} if accept is not None else {}
    return httpx.post(f"{service.url}/graphql", content=content, headers=given)


def ask(service, query, accept=MODERN, **more):
    return post(service, json.dumps({"query": query, **more}), accept)


def code(answer):
    return answer.json()["errors"][0]["extensions"]["code"]


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        (None, JSON),
        ("*/*", JSON),
        (JSON, JSON),
        (MODERN, MODERN),
        (f"{JSON};q=0.5, {MODERN}", MODERN),
        (f"{MODERN};q=0.1, {JSON}", JSON),
        ("text/html, application/*;q=0.8", MODERN),
        (f"{MODERN}; charset=utf-8, {JSON}; charset=utf-8", MODERN),
    ],
)
def test_the_media_type_is_the_one_asked_for(service, accept, media):
    answer = post(service, '{"query": "{ games { name } }"}', accept)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == f"{media}; charset=utf-8"
    assert answer.json() == {"data": NAMES}


def test_a_media_type_that_we_do_not_have_is_not_acceptable(service):
    assert post(service, '{"query": "{ games { name } }"}', "image/png").status_code == 406


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "", "x"])
def test_only_json_is_read(service, kind):
    assert post(service, '{"query": "{ games { name } }"}', kind=kind).status_code == 415


@pytest.mark.parametrize(
    "kind", ["application/json; charset=utf-8", "Application/JSON;charset=UTF-8"]
)
def test_json_may_name_its_charset(service, kind):
    assert post(service, '{"query": "{ games { name } }"}', kind=kind).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        "",
        "1",
        "null",
        '"x"',
        "[]",
        "{",
        "{}",
        '{"query": null}',
        '{"query": 1}',
        "\xff",
        '{"query": "{ games { name } }", "variables": []}',
        '{"query": "{ games { name } }", "variables": "x"}',
        '{"query": "{ games { name } }", "operationName": 1}',
        '{"query": "{ games { name } }", "extensions": 7}',
        '[{"query": "{ games { name } }"}]',
        "[" * 60000,
    ],
)
@pytest.mark.parametrize("accept", [JSON, MODERN])
def test_what_is_no_request_is_a_bad_request(service, body, accept):
    answer = post(service, body, accept)
    assert answer.status_code == 400
    assert "data" not in answer.json()
    assert code(answer) == "BAD_USER_INPUT"


@pytest.mark.parametrize(
    ("query", "more", "expected"),
    [
        ("{", {}, "GRAPHQL_PARSE_FAILED"),
        ("{ nonsense }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ("fragment F on Query { games { name } }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ("{ games { name } } { games { title } }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ("query A { games { name } } query B { games { title } }", {}, "BAD_USER_INPUT"),
        ("query A { games { name } }", {"operationName": "B"}, "BAD_USER_INPUT"),
        ("query($id: ID!) { table(id: $id) { id } }", {}, "BAD_USER_INPUT"),
        (
            "query($n: Int) { tables(first: $n) { behind } }",
            {"variables": {"n": "x"}},
            "BAD_USER_INPUT",
        ),
        (
            "query($n: Int) { tables(first: $n) { behind } }",
            {"variables": {"n": 2**31}},
            "BAD_USER_INPUT",
        ),
        ("{ " + "games { name } " * 40 + "}", {}, "OPERATION_TOO_COMPLEX"),
    ],
)
def test_a_request_that_cannot_be_run_has_no_data(service, query, more, expected):
    modern, legacy = ask(service, query, MODERN, **more), ask(service, query, JSON, **more)
    assert (modern.status_code, legacy.status_code) == (400, 200)
    assert code(modern) == code(legacy) == expected
    assert "data" not in modern.json()
    assert "data" not in legacy.json()


def test_an_error_says_where_and_for_which_request(service):
    answer = ask(service, "{ games { nonsense } }")
    [error] = answer.json()["errors"]
    assert error["locations"] == [{"line": 1, "column": 11}]
    assert error["extensions"]["requestId"] == answer.headers["x-request-id"]


def test_the_operation_is_chosen_by_its_name(service):
    both = "query A { games { name } } query B { games { title } }"
    answer = ask(service, both, operationName="B").json()
    assert answer["data"]["games"][0] == {"title": "Bombay"}


def test_a_query_can_be_got(service):
    got = service.get(
        "/graphql",
        params={
            "query": "query A($l: Language) { games { rules(language: $l) { id } name } }",
            "variables": '{"l": "FR"}',
            "operationName": "A",
        },
    )
    assert got.status_code == 200
    assert got.json()["data"]["games"][0]["name"] == "BOMBAY"


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"query": ""},
        {"query": "{ games { name } }", "variables": "["},
        {"x": "y"},
        {"query": "{ games { name } }", "variables": "[1]"},
    ],
)
def test_what_is_got_without_a_query_is_a_bad_request(service, params):
    got = service.get("/graphql", params=params, headers={"accept": MODERN})
    assert got.status_code == 400


def test_a_mutation_cannot_be_got(service, asha):
    command = uuid4()
    mutation = (
        f'mutation {{ openTable(commandId: "{command}", input: {{game: BAZAR, seats: 1}}) '
        "{ __typename } }"
    )
    got = asha.http.get("/graphql", params={"query": mutation})
    assert (got.status_code, got.headers["allow"]) == (405, "POST")
    assert not asha.open("BAZAR", 1, command=command)["duplicate"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_other_methods_are_not_allowed(service, method):
    answer = httpx.request(method, f"{service.url}/graphql")
    assert answer.status_code == 405
    assert "POST" in answer.headers["allow"]


def test_a_body_that_is_too_large_is_refused(service):
    answer = ask(service, "{ games { name } } #" + "x" * 70000)
    assert answer.status_code == 413


def test_a_subscription_needs_a_stream(service, asha):
    answer = asha.post("subscription { turns { kind } }")
    assert answer.status_code == 406


def test_a_call_without_a_token_may_read_what_is_public_and_nothing_else(service):
    assert ask(service, "{ games { name } __typename }").status_code == 200
    answer = ask(service, "{ me { id } }")
    assert (answer.status_code, code(answer)) == (401, "UNAUTHENTICATED")
    assert answer.headers["www-authenticate"].startswith("Bearer")


def test_a_token_that_is_no_good_is_refused_whatever_is_asked(service):
    answer = post(
        service, '{"query": "{ games { name } }"}', authorization="Bearer howdah_p_nonsense"
    )
    assert (answer.status_code, code(answer)) == (401, "UNAUTHENTICATED")


def test_introspection_is_open(service):
    answer = ask(service, get_introspection_query(descriptions=True, input_value_deprecation=True))
    schema = build_client_schema(answer.json()["data"])
    assert schema.mutation_type.fields["play"].args["commandId"]


def test_a_document_is_known_by_its_hash_once_it_was_sent(service, asha):
    text = f"query Me{uuid4().hex} {{ me {{ name }} }}"
    digest = sha256(text.encode()).hexdigest()
    asked = {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": digest}}}
    missing = asha.http.post("/graphql", json=asked).json()
    assert missing["errors"][0]["message"] == "PersistedQueryNotFound"
    assert missing["errors"][0]["extensions"]["reason"] == "PERSISTED_QUERY_NOT_FOUND"
    asha.http.post("/graphql", json={"query": text, **asked})
    assert asha.http.post("/graphql", json=asked).json() == {"data": {"me": {"name": "Asha"}}}
    by_id = asha.http.post("/graphql", json={"documentId": f"sha256:{digest}"})
    assert by_id.json() == {"data": {"me": {"name": "Asha"}}}


def test_a_wrong_hash_is_not_believed(service, asha):
    asked = {"extensions": {"persistedQuery": {"version": 1, "sha256Hash": "0" * 64}}}
    asha.http.post("/graphql", json={"query": "{ me { name } }", **asked})
    answer = asha.http.post("/graphql", json=asked).json()
    assert answer["errors"][0]["message"] == "PersistedQueryNotFound"


def test_pages_of_other_sites_may_not_read_what_a_tenant_does_not_let_them(service, asha):
    answer = asha.http.post(
        "/graphql", json={"query": "{ me { id } }"}, headers={"origin": "https://evil.example"}
    )
    assert answer.status_code == 403
    assert "access-control-allow-origin" not in answer.headers
    preflight = httpx.options(f"{service.url}/graphql", headers={"origin": "https://a.example"})
    assert preflight.status_code == 204
    assert "POST" in preflight.headers["access-control-allow-methods"]


def test_every_answer_says_what_is_left_of_the_allowance(asha):
    answer = asha.post("{ me { id } }")
    assert '"player";r=' in answer.headers["ratelimit"]
    assert '"tenant";q=' in answer.headers["ratelimit-policy"]


def test_who_asks_too_much_is_told_when_to_come_back(service):
    with tenant_of(service, "Slow") as tenant:
        quotas = {"quotas": {"commandsPerSecondPerPlayer": 1}}
        assert tenant.http.patch("/v1/tenant", json=quotas).is_success
        with Caller(service.url, tenant.player_token("Asha")) as asha:
            answers = [asha.post(TOO_MUCH) for _ in range(60)]
    refused = [answer for answer in answers if answer.status_code == 429]
    assert refused
    assert refused[0].headers["retry-after"] >= "1"
    [error] = refused[0].json()["errors"]
    assert error["extensions"]["code"] == "RATE_LIMITED"
    assert error["extensions"]["retryAfterMs"] > 0


TOO_MUCH = "{ tables(first: 100) { edges { node { id game status version head } } } }"

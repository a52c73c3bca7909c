"""What HTTP asks of us: conditions, media types, methods, limits, and who may call from where."""

import json
from uuid import uuid4

import httpx
import pytest

from tests.rest.kit import Caller, opened, started

NDJSON = {"accept": "application/x-ndjson"}


def problem(answer):
    """Status and code of an answer that must be a problem."""
    assert answer.headers["content-type"] == "application/problem+json"
    body = answer.json()
    assert body["status"] == answer.status_code
    assert body["requestId"] == answer.headers["x-request-id"]
    return answer.status_code, body["code"]


def test_nothing_is_seen_without_a_token(service):
    with Caller(service.url) as nobody:
        answer = nobody.get(f"/v1/tables/{uuid4()}")
    assert problem(answer) == (401, "UNAUTHENTICATED")
    assert answer.headers["www-authenticate"].startswith("Bearer")


@pytest.mark.parametrize("path", ["/v1/tables/{}", "/v1/tables/{}/view", "/v1/tables/{}/moves"])
@pytest.mark.parametrize("id_", [uuid4(), "elephant", "00000000000000000000000000000000"])
def test_a_table_that_is_not_there_is_not_found(asha, path, id_):
    assert problem(asha.get(path.format(id_))) == (404, "NOT_FOUND")


def test_a_path_that_is_not_there_is_not_found(asha):
    assert problem(asha.get("/v1/elephants")) == (404, "NOT_FOUND")


def test_a_wrong_method_is_told_the_right_ones(asha):
    answer = asha.http.put("/v1/players", json={})
    assert problem(answer) == (405, "BAD_USER_INPUT")
    assert answer.headers["allow"] == "GET, POST, HEAD, OPTIONS"


def test_head_is_get_without_its_body(asha):
    table = opened(asha)
    got, head = asha.get(table), asha.http.head(table)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["etag"] == got.headers["etag"]
    assert head.headers["content-length"] == str(len(got.content))


def test_options_tell_what_can_be_done(asha):
    answer = asha.http.options("/v1/tenant")
    assert (answer.status_code, answer.headers["allow"]) == (204, "GET, PATCH, HEAD, OPTIONS")


@pytest.mark.parametrize(
    ("body", "media", "expected"),
    [
        (b'{"game": "BOMBAY"', "application/json", 400),
        (b'{"game": "BOMBAY"}', "application/json", 400),
        (b'{"game": "GO", "seats": 2}', "application/json", 400),
        (b'{"game": "BOMBAY", "seats": 2, "colour": "red"}', "application/json", 400),
        (b"\xff\xfe", "application/json", 400),
        (b"[" * 30_000, "application/json", 400),
        (b'{"game": "BOMBAY", "seats": 2}', "text/plain", 415),
        (b" " * 70_000, "application/json", 413),
    ],
)
def test_a_body_that_does_not_fit_is_refused(asha, body, media, expected):
    headers = {"content-type": media, "idempotency-key": str(uuid4())}
    answer = asha.http.post("/v1/tables", content=body, headers=headers)
    assert problem(answer) == (expected, "BAD_USER_INPUT")


def test_a_body_too_long_is_refused_though_its_length_is_not_told(asha):
    headers = {"content-type": "application/json", "idempotency-key": str(uuid4())}
    chunks = (b" " * 10_000 for _ in range(10))
    answer = asha.http.post("/v1/tables", content=chunks, headers=headers)
    assert problem(answer) == (413, "BAD_USER_INPUT")


@pytest.mark.parametrize("query", ["at=x", "at=0", "at=1&at=2", "elephant=1", "as=", "at=%ff"])
def test_parameters_that_do_not_fit_are_refused(asha, bram, query):
    table = started([asha, bram])
    assert problem(asha.get(f"{table}/view?{query}")) == (400, "BAD_USER_INPUT")


def test_what_cannot_be_shown_as_asked_is_not_shown(asha):
    answer = asha.get(opened(asha), headers={"accept": "text/html"})
    assert problem(answer) == (406, "BAD_USER_INPUT")


@pytest.mark.parametrize("accept", ["application/*;q=0.5", "text/html, */*;q=0.1", "*/*"])
def test_json_is_found_in_what_is_accepted(asha, accept):
    assert asha.get(opened(asha), headers={"accept": accept}).status_code == 200


def test_what_has_not_changed_is_not_sent_again(asha, bram):
    table = started([asha, bram])
    for path in (table, f"{table}/view", f"{table}/moves", f"{table}/events"):
        first = asha.get(path)
        again = asha.get(path, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == first.headers["etag"]
        assert asha.get(path, headers={"if-none-match": '"1"'}).status_code == 200


def test_before_the_start_the_board_is_bare(asha):
    view = asha.get(f"{opened(asha)}/view").json()
    assert (view["players"], view["onTurn"]) == ([], None)


def test_an_earlier_version_is_viewed_as_it_was(asha, bram):
    table = started([asha, bram], bombay={"first": 0})
    before = asha.get(f"{table}/view").json()
    version = asha.get(table).json()["version"]
    asha.do(f"{table}/moves", {"bombay": {"move": {"to": "E2"}}})
    answer = asha.get(f"{table}/view", params={"at": version})
    assert answer.json() == before
    assert answer.headers["etag"] == f'"{version}"'


def test_nobody_looks_through_anothers_seat_while_the_game_runs(asha, bram):
    table = started([asha, bram])
    assert problem(asha.get(f"{table}/view", params={"as": 1})) == (403, "FORBIDDEN")


def test_events_come_page_by_page(asha, bram):
    table = started([asha, bram])
    versions, path = [], f"{table}/events?first=2"
    while path:
        answer = asha.get(path)
        versions += [event["version"] for event in answer.json()["items"]]
        path = answer.links.get("next", {}).get("url")
    assert versions == list(range(1, asha.get(table).json()["version"] + 1))


def test_events_come_line_by_line_where_that_is_preferred(asha, bram):
    table = started([asha, bram])
    answer = asha.get(f"{table}/events?first=2", headers=NDJSON)
    assert answer.headers["content-type"] == NDJSON["accept"]
    events = [json.loads(line) for line in answer.text.splitlines()]
    assert events == asha.get(f"{table}/events").json()["items"]


def test_secrets_stay_in_the_log_while_the_game_runs(asha):
    events = asha.get(f"{opened(asha)}/events").json()["items"]
    assert (events[0]["data"]["seed"], events[0]["data"]["salt"]) == (None, None)


def test_every_answer_tells_what_is_left_of_the_limits(asha):
    answer = asha.get(opened(asha))
    assert answer.headers["ratelimit-policy"].startswith('"player";q=')
    assert answer.headers["ratelimit"].startswith('"player";r=')


@pytest.mark.parametrize("language", ["en", "fr", "pt", "pl"])
def test_words_come_in_the_language_of_the_caller(asha, language):
    answer = asha.get("/v1/games", headers={"accept-language": f"xx, {language};q=0.7"})
    assert answer.headers["content-language"] == language
    bombay, bazar = answer.json()
    assert (bombay["name"], bazar["name"]) == ("BOMBAY", "BAZAR")
    assert bombay["seats"] == [2, 3, 4, 5]
    assert "B1" in bombay["rules"]


def test_a_page_of_another_site_may_call_where_the_tenant_allows_it(asha):
    origin = {"origin": "https://example.org"}
    assert problem(asha.get(opened(asha), headers=origin)) == (403, "FORBIDDEN")


def test_a_preflight_tells_which_headers_may_be_sent(service):
    answer = httpx.options(
        f"{service.url}/v1/tables",
        headers={"origin": "https://example.org", "access-control-request-method": "POST"},
    )
    assert answer.headers["access-control-allow-origin"] == "https://example.org"
    assert "Idempotency-Key" in answer.headers["access-control-allow-headers"]


def test_a_page_of_our_own_may_call(service, asha):
    assert asha.get(opened(asha), headers={"origin": service.url}).status_code == 200

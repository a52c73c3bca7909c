"""Every route of /v1, tried by everyone who should not get through."""

from uuid import uuid4

import httpx
import pytest

from service.rest.examples import examples
from service.rest.route import Nothing, Route, Who
from service.rest.routes import ROUTES
from tests.isolation.kit import House
from tests.rest.kit import Caller, accepted, opened

GUARDED = [route for route in ROUTES if route.who is not Who.ANYONE]
NAMED = [route for route in GUARDED if "{id}" in route.path]
GENERAL = [route for route in GUARDED if "{id}" not in route.path and route.method == "GET"]
STREAMS = [route for route in GENERAL if route.path.endswith("/stream")]
LISTS = [route for route in GENERAL if route not in STREAMS]
DEEDS = [route for route in NAMED if route.who is Who.PLAYER]
FOR_KEYS = [route for route in GUARDED if route.who is Who.TENANT]
WRITES = [route for route in GUARDED if route.who is Who.PLAYER and route.deed]


def name(route: Route) -> str:
    return route.name


def request(client: httpx.Client, route: Route, ids: dict[str, str]) -> httpx.Response:
    """The request of the route's example, about what the ids name."""
    kind = route.path.split("/")[2]
    path = route.path.format(id=ids.get(kind, ""), seat=1)
    body = {} if route.body is Nothing else {"json": examples()[route.name].body}
    headers = {"idempotency-key": str(uuid4())} if route.deed else {}
    with client.stream(route.method, path, headers=headers, **body) as answer:
        if "event-stream" not in answer.headers.get("content-type", ""):
            answer.read()
        return answer


def code(answer: httpx.Response) -> str:
    return answer.json()["code"]


@pytest.mark.parametrize("route", GUARDED, ids=name)
def test_nobody_gets_in_without_a_good_token(cafe: House, route):
    before = cafe.state()
    with httpx.Client(base_url=cafe.url) as nobody:
        for client in (nobody, cafe.revoked.http, cafe.expired.http):
            answer = request(client, route, cafe.ids)
            assert (answer.status_code, code(answer)) == (401, "UNAUTHENTICATED")
        nobody.headers["authorization"] = cafe.asha.http.headers["authorization"][:-4] + "AAAA"
        assert request(nobody, route, cafe.ids).status_code == 401
    assert cafe.state() == before


@pytest.mark.parametrize("route", NAMED, ids=name)
def test_what_belongs_to_another_tenant_does_not_exist(cafe: House, club: House, route):
    before = cafe.state()
    stranger = club.key if route.who is Who.TENANT else club.asha
    theirs = request(stranger.http, route, cafe.ids)
    nobodys = request(stranger.http, route, dict.fromkeys(cafe.ids, str(uuid4())))
    assert (theirs.status_code, code(theirs)) == (404, "NOT_FOUND")
    assert theirs.json()["detail"] == nobodys.json()["detail"]
    assert cafe.state() == before


@pytest.mark.parametrize("route", LISTS, ids=name)
def test_a_list_holds_nothing_of_another_tenant(cafe: House, club: House, route):
    caller = club.key if route.who is Who.TENANT else club.asha
    answer = request(caller.http, route, {})
    assert answer.status_code in (200, 400)
    for id_ in cafe.ids.values():
        assert id_ not in answer.text


@pytest.mark.parametrize("route", STREAMS, ids=name)
def test_a_stream_tells_nothing_of_another_tenant(cafe: House, club: House, route):
    with club.asha.http.stream("GET", route.path) as answer:
        theirs = a_game(cafe.asha)
        ours = a_game(club.asha)
        told = ""
        for line in answer.iter_lines():
            told += line
            if ours in told:
                break
    assert theirs not in told


def a_game(caller: Caller) -> str:
    """A public table against a bot, started: the lobby and the player are told of it."""
    table = opened(caller, bombay={"first": 0}).removeprefix("/v1/tables/")
    accepted(caller.do(f"/v1/tables/{table}/bots", {"level": "RANDOM"}))
    accepted(caller.do(f"/v1/tables/{table}/start"))
    return table


@pytest.mark.parametrize("route", FOR_KEYS, ids=name)
def test_a_player_has_no_say_over_the_tenant(cafe: House, route):
    before = cafe.state()
    answer = request(cafe.bram.http, route, cafe.ids)
    assert (answer.status_code, code(answer)) == (403, "FORBIDDEN")
    assert cafe.state() == before


@pytest.mark.parametrize("route", WRITES, ids=name)
def test_a_tenant_key_plays_no_games(cafe: House, route):
    before = cafe.state()
    answer = request(cafe.key.http, route, cafe.ids)
    assert (answer.status_code, code(answer)) == (403, "FORBIDDEN")
    assert cafe.state() == before


@pytest.mark.parametrize("route", WRITES, ids=name)
def test_a_token_to_watch_does_nothing(cafe: House, route):
    before = cafe.state()
    answer = request(cafe.reader.http, route, cafe.ids)
    assert (answer.status_code, code(answer)) == (403, "FORBIDDEN")
    assert cafe.state() == before


@pytest.mark.parametrize("route", DEEDS, ids=name)
def test_who_does_not_sit_at_the_table_changes_nothing_there(cafe: House, route):
    before = cafe.state()
    answer = request(cafe.carla.http, route, cafe.ids)
    assert 400 <= answer.status_code < 500 or route.name == "explainMove"
    assert cafe.state() == before


def test_a_player_cannot_end_another_player_s_token(cafe: House):
    answer = cafe.bram.http.delete(f"/v1/tokens/{cafe.ids['tokens']}")
    assert (answer.status_code, code(answer)) == (404, "NOT_FOUND")
    assert cafe.asha.get("/v1/me").status_code == 200


def test_the_table_is_there_for_those_who_sit_at_it(cafe: House):
    for caller in (cafe.asha, cafe.bram):
        table = caller.get(f"/v1/tables/{cafe.table}").json()
        assert table["status"] == "PLAYING"

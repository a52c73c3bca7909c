"""What a tenant does with its key, and what players and other tenants cannot."""

from uuid import uuid4

import pytest

from tests.rest.kit import Caller, opened
from tests.running import howdah


@pytest.fixture
def dilip(club):
    """A player that the club has registered."""
    answer = club.http.post("/v1/players", json={"name": "Dilip"})
    assert answer.status_code == 201
    return answer.json()


@pytest.fixture
def welcoming(club):
    """The club, for once letting anyone in."""
    club.http.patch("/v1/tenant", json={"guests": True})
    yield club
    club.http.patch("/v1/tenant", json={"guests": False})


def token_for(club, player, **wanted):
    answer = club.http.post(f"/v1/players/{player['id']}/tokens", json=wanted)
    assert answer.status_code == 201, answer.text
    assert answer.headers["cache-control"] == "no-store"
    return answer.json()


def test_a_player_is_registered_and_found(club, dilip):
    assert dilip["name"] == "Dilip"
    found = club.get(f"/v1/players/{dilip['id']}")
    assert found.json() == dilip


def test_players_are_listed_page_by_page(club):
    names = [f"Elephant {number}" for number in range(5)]
    ids = [club.http.post("/v1/players", json={"name": name}).json()["id"] for name in names]
    found, path = [], "/v1/players?first=2"
    while path:
        page = club.get(path)
        found += [player["id"] for player in page.json()["items"]]
        path = page.links.get("next", {}).get("url")
    assert [id_ for id_ in found if id_ in ids] == ids


def test_a_token_plays_until_it_is_revoked(service, club, dilip):
    issued = token_for(club, dilip)
    with Caller(service.url, issued["token"]) as player:
        opened(player)
        assert club.http.delete(f"/v1/tokens/{issued['id']}").status_code == 204
        assert player.get("/v1/tables/" + str(uuid4())).status_code == 401
    assert club.http.delete(f"/v1/tokens/{issued['id']}").status_code == 404


def test_a_token_to_watch_does_not_play(service, club, dilip):
    issued = token_for(club, dilip, scopes=["watch"], seconds=60)
    assert issued["expires"] is not None
    with Caller(service.url, issued["token"]) as watcher:
        answer = watcher.do("/v1/tables", {"game": "BOMBAY", "seats": 2})
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")


def test_an_erased_player_is_forgotten(service, club, dilip):
    issued = token_for(club, dilip)
    assert club.http.delete(f"/v1/players/{dilip['id']}").status_code == 204
    assert club.get(f"/v1/players/{dilip['id']}").status_code == 404
    with Caller(service.url, issued["token"]) as player:
        assert player.get(f"/v1/players/{dilip['id']}").status_code == 401


def test_the_tenant_sets_its_policy(club):
    before = club.get("/v1/tenant").json()
    changed = club.http.patch("/v1/tenant", json={"guests": True, "quotas": {"sockets": 7}})
    assert changed.status_code == 200
    assert changed.json() == before | {
        "guests": True,
        "quotas": before["quotas"] | {"sockets": 7},
    }
    back = club.http.patch("/v1/tenant", json={"guests": False, "quotas": before["quotas"]})
    assert back.json() == before


def test_the_tenant_cannot_take_more_than_the_operator_allows(club):
    answer = club.http.patch("/v1/tenant", json={"quotas": {"sockets": 1_000_000}})
    assert (answer.status_code, answer.json()["reason"]) == (403, "QUOTA_ABOVE_CEILING")


def test_a_page_of_another_site_may_call_where_the_tenant_allows_it(club):
    origin = "https://club.example"
    club.http.patch("/v1/tenant", json={"origins": [origin]})
    answer = club.get("/v1/tenant", headers={"origin": origin})
    assert answer.headers["access-control-allow-origin"] == origin
    assert "ETag" in answer.headers["access-control-expose-headers"]
    assert answer.headers["vary"] == "Origin"
    club.http.patch("/v1/tenant", json={"origins": []})
    assert club.get("/v1/tenant", headers={"origin": origin}).status_code == 403


def test_usage_is_told(club, dilip):
    used = club.get("/v1/tenant/usage").json()
    assert used["players"] >= 1


def test_a_player_does_not_administer(asha):
    assert asha.get("/v1/tenant").status_code == 403
    assert asha.get("/v1/players").status_code == 403
    assert asha.http.post("/v1/players", json={"name": "Dilip"}).status_code == 403


def test_a_key_does_not_play(club):
    answer = club.do("/v1/tables", {"game": "BOMBAY", "seats": 2})
    assert (answer.status_code, answer.json()["code"]) == (403, "FORBIDDEN")


def test_a_guest_names_the_tenant_where_there_are_several(service, welcoming):
    with Caller(service.url) as nobody:
        answer = nobody.http.post("/v1/guests", json={"name": "Asha"})
        assert (answer.status_code, answer.json()["reason"]) == (400, "TENANT_NOT_NAMED")
        headers = {"howdah-tenant": "chess club"}
        answer = nobody.http.post("/v1/guests", json={"name": "Asha"}, headers=headers)
        assert answer.status_code == 201


@pytest.mark.parametrize(
    "header", ["Café ☕ 100%25", "Caf%C3%A9 %E2%98%95 100%25", "Caf%c3%a9%20%e2%98%95%20100%25"]
)
def test_a_tenant_with_letters_beyond_ascii_can_be_named(service, header):
    howdah("tenant", "create", "Café ☕ 100%", data=service.data)
    with Caller(service.url) as nobody:
        headers = {"howdah-tenant": header.encode()}
        answer = nobody.http.post("/v1/guests", json={"name": "Asha"}, headers=headers)
    assert answer.json()["reason"] == "GUESTS_NOT_ALLOWED", "there is such a tenant"


@pytest.mark.parametrize("name", ["", "a" * 500, "tab\there", "‮evil"])
def test_a_name_that_cannot_be_shown_is_refused(service, name):
    with Caller(service.url, **{"howdah-tenant": "demo"}) as nobody:
        answer = nobody.http.post("/v1/guests", json={"name": name})
    assert (answer.status_code, answer.json()["code"]) == (400, "BAD_USER_INPUT")


def test_what_belongs_to_another_tenant_does_not_exist(asha, club, dilip, service):
    table = opened(asha)
    with Caller(service.url, token_for(club, dilip)["token"]) as stranger:
        paths = [table, f"{table}/view", f"{table}/moves", f"{table}/events", f"{table}/stream"]
        for path in [*paths, f"/v1/players/{asha.player['id']}"]:
            assert stranger.get(path).status_code == 404
        for path, body in ((f"{table}/seats", {}), (f"{table}/start", None)):
            assert stranger.do(path, body).status_code == 404

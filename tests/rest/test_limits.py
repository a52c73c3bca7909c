"""How much a caller may use, and how it is told."""

import pytest

from tests.rest.kit import Caller, opened
from tests.running import wait_for


@pytest.fixture
def quotas(club):
    """A way to set the club's quotas for one test."""
    before = club.get("/v1/tenant").json()["quotas"]

    def choose(**wanted):
        answer = club.http.patch("/v1/tenant", json={"quotas": wanted})
        assert answer.status_code == 200, answer.text

    yield choose
    choose(**before)


@pytest.fixture
def esha(service, club):
    player = club.http.post("/v1/players", json={"name": "Esha"}).json()
    issued = club.http.post(f"/v1/players/{player['id']}/tokens", json={}).json()
    with Caller(service.url, issued["token"]) as esha:
        yield esha


def test_who_asks_too_fast_is_told_how_long_to_wait(esha, quotas):
    quotas(commandsPerSecondPerPlayer=1)
    answers = [esha.do("/v1/tables", {"game": "BAZAR", "seats": 2}) for _ in range(4)]
    limited = answers[-1]
    assert (limited.status_code, limited.json()["code"]) == (429, "RATE_LIMITED")
    assert limited.json()["retryAfterMs"] > 0
    assert limited.headers["ratelimit"].startswith('"player";r=0')
    wait = int(limited.headers["retry-after"])
    assert 1 <= wait <= 4
    wait_for(
        lambda: esha.do("/v1/tables", {"game": "BAZAR", "seats": 2}).status_code == 201, wait + 2
    )


def test_streams_are_counted_while_they_are_open(esha, quotas):
    quotas(socketsPerPlayer=1)
    path = f"{opened(esha)}/stream"
    with esha.http.stream("GET", path) as first:
        assert first.status_code == 200
        second = esha.get(path)
        assert (second.status_code, second.json()["reason"]) == (403, "QUOTA_SOCKETS_PER_PLAYER")
    wait_for(lambda: can_follow(esha, path), 10)


def may_open(caller):
    return caller.do("/v1/tables", {"game": "BAZAR", "seats": 2}).status_code == 201


def can_follow(caller, path):
    with caller.http.stream("GET", path) as answer:
        return answer.status_code == 200


def test_answers_are_protected(esha):
    headers = esha.get("/v1/me").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers["x-request-id"]

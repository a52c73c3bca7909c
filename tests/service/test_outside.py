"""What strangers can do and learn: addresses they claim, secrets in logs and lists."""

import asyncio
import json
from pathlib import Path

import httpx
import pytest
import websockets

from service.embedded import Postgres, Redis
from tests.conftest import silently
from tests.running import Running, howdah, started, wait_for

DATABASE_PASSWORD = "mahout-of-the-database"
REDIS_PASSWORD = "mahout-of-the-cache"
PROXY = "127.0.0.1"


@pytest.fixture
def servers(used):
    """A database and a Redis of the test's own, reached with passwords."""
    postgres, redis = Postgres(used), Redis(used)
    postgres.start(silently)
    redis.start(silently)
    yield postgres, redis
    redis.kill()
    postgres.kill()


@pytest.fixture
def urls(servers):
    postgres, redis = servers
    database = postgres.url().replace("postgres@", f"postgres:{DATABASE_PASSWORD}@")
    return {"database_url": database, "redis_url": f"{redis.url()}?password={REDIS_PASSWORD}"}


def operator(data: Path, urls: dict[str, str], *words: str) -> str:
    done = howdah(*words, data=data, **urls)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def guests(service: Running, said: list[str]) -> list[int]:
    """What strangers are told who say that they call from these addresses."""
    return [
        httpx.post(
            f"{service.url}/v1/guests",
            json={"name": "Asha"},
            headers={"howdah-tenant": "Open", "x-forwarded-for": address},
        ).status_code
        for address in said
    ]


@pytest.mark.parametrize(
    ("proxies", "answers"),
    [
        pytest.param("", [201, 201, 429], id="nobody-is-believed"),
        pytest.param("192.0.2.1", [201, 201, 429], id="only-the-proxy-is-believed"),
        pytest.param(PROXY, [201, 201, 201], id="the-proxy-is-believed"),
    ],
)
def test_what_callers_say_of_their_address_is_believed_from_the_proxy_only(
    data, urls, proxies, answers
):
    operator(data, urls, "tenant", "create", "Open", "--guests")
    operator(data, urls, "tenant", "change", "Open", "--quota", "guests_per_minute_per_address=2")
    with started(data, **urls, proxies=proxies) as service:
        assert guests(service, ["198.51.100.7", "198.51.100.8", "198.51.100.9"]) == answers
        if proxies == PROXY:  # what stands before the proxy's own word is the caller's
            claims = [f"198.51.100.{number}, 203.0.113.5" for number in (1, 2, 3)]
            assert guests(service, claims) == [201, 201, 429]


async def followed(service: Running, token: str) -> None:
    address = f"{service.url.replace('http', 'ws')}/graphql"
    async with websockets.connect(address, subprotocols=["graphql-transport-ws"]) as socket:
        hello = {"type": "connection_init", "payload": {"authorization": f"Bearer {token}"}}
        await socket.send(json.dumps(hello))
        await socket.recv()


def test_no_secret_is_in_a_log_or_a_list_of_processes(data, urls, servers):
    operator(data, urls, "tenant", "create", "Open", "--guests")
    key = operator(data, urls, "token", "issue", "Open")
    with started(data, **urls, workers=2, log_level="debug") as service:
        wait_for(lambda: len(service.children()) >= 2)
        token = httpx.post(f"{service.url}/v1/guests", json={"name": "Asha"}).json()["token"]
        for secret in (key, token, f"{token[:-4]}xxxx"):
            headers = {"authorization": f"Bearer {secret}"}
            service.get("/v1/me", headers=headers)
            service.get("/v1/tenant", headers=headers)
            httpx.post(f"{service.url}/v1/tables", headers=headers, json={"game": "CHESS"})
        asyncio.run(followed(service, token))
        listed = [command.read_bytes() for command in Path("/proc").glob("[0-9]*/cmdline")]
        servers[0].kill()  # what cannot be reached is complained about at length
        assert service.get("/readyz").status_code == 503
        service.get("/v1/me", headers={"authorization": f"Bearer {token}"})
    told = service.output.read_text() + service.errors.read_text()
    assert '"path":"/v1/me"' in told
    for secret in (DATABASE_PASSWORD, REDIS_PASSWORD, key, token, token[:-4]):
        assert secret not in told
        assert not any(secret.encode() in command for command in listed)

"""Streams are kept alive, end with the token, and leave nothing behind."""

import asyncio
from contextlib import AsyncExitStack
from datetime import timedelta
from uuid import uuid4

import httpx
import pytest

from service import metrics
from service.app import create_app
from service.config import Config
from service.rest import stream
from tests.graphql.world import listening
from tests.projections.kit import until

pytestmark = pytest.mark.anyio


class Place:
    """The service inside the test process, with a tenant, two players and a table."""

    def __init__(self, app, url):
        self.parts = app.state.parts
        self.url = url

    async def settle(self):
        self.tenant = await self.parts.tenancy.create(f"club {uuid4()}", guests=True)
        self.key = await self.parts.auth.authenticate(
            (await self.parts.auth.issue_key(self.tenant)).token
        )
        self.asha, token = await self.guest("Asha")
        self.http = self.client(token)
        opened = await self.do("/v1/tables", {"game": "BOMBAY", "seats": 2})
        self.path = opened.headers["location"]
        return self

    async def guest(self, name):
        player, issued = await self.parts.auth.guest(self.tenant, name, "127.0.0.1")
        return player, issued.token

    def client(self, token):
        headers = {"authorization": f"Bearer {token}"}
        return httpx.AsyncClient(base_url=self.url, headers=headers, timeout=20)

    async def do(self, path, body=None, client=None, method="POST"):
        headers = {"idempotency-key": str(uuid4())}
        return await (client or self.http).request(method, path, json=body, headers=headers)

    @property
    def counted(self):
        """How much is kept for those who follow."""
        gauges = (metrics.SUBSCRIPTIONS, metrics.SOCKETS)
        live = self.parts.hub.at_hand(self.tenant.id, self.id)
        followers = 0 if live is None else len(live.subscriptions)
        sockets = self.parts.limits.sockets[self.tenant.id]
        return [*(gauge._value.get() for gauge in gauges), followers, sockets]

    @property
    def id(self):
        return stream.UUID(self.path.rpartition("/")[2])


@pytest.fixture
async def place(database, redis, monkeypatch):
    monkeypatch.setattr(stream, "HEARTBEAT", 0.2)
    app = create_app(Config(database_url=database, redis_url=redis.url()))
    async with listening(app) as url:
        place = await Place(app, url).settle()
        yield place
        await place.http.aclose()


async def test_a_silent_stream_beats(place):
    async with place.http.stream("GET", f"{place.path}/stream") as answer:
        lines = answer.aiter_lines()
        beats = 0
        while beats < 3:
            beats += await anext(lines) == ":"


@pytest.mark.parametrize("busy", [False, True])
async def test_a_stream_ends_with_its_token(place, busy):
    issued = await place.parts.auth.issue_token(
        place.key, place.asha.id, lifetime=timedelta(seconds=1)
    )
    _, token = await place.guest("Bram")
    async with (
        place.client(issued.token) as leaving,
        place.client(token) as bram,
        leaving.stream("GET", f"{place.path}/stream?after=0") as answer,
    ):
        coming = asyncio.create_task(come_and_go(place, bram if busy else None))
        async with asyncio.timeout(15):
            told = [line async for line in answer.aiter_lines()]
        coming.cancel()
        await asyncio.gather(coming, return_exceptions=True)
    assert any(line.startswith("data: ") for line in told)
    await until(lambda: place.counted == [0, 0, 0, 0])


async def come_and_go(place, bram):
    """Sit down and leave again, so that there is always something to tell."""
    while bram is not None:
        await place.do(f"{place.path}/seats", {}, bram)
        await place.do(f"{place.path}/seats/mine", None, bram, "DELETE")


async def test_nothing_is_kept_for_those_who_have_left(place):
    paths = (f"{place.path}/stream", "/v1/lobby/stream", "/v1/turns/stream")
    async with AsyncExitStack() as stack:
        feeds = []
        for path in (*paths, *paths):
            answer = await stack.enter_async_context(place.http.stream("GET", path))
            feeds.append(answer.aiter_lines())
            assert await anext(feeds[-1]) == "retry: 1000"
        assert place.counted == [2, 6, 2, 6]
    await until(lambda: place.counted == [0, 0, 0, 0])
    assert place.parts.notices._tails == {}

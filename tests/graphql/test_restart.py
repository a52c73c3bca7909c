"""A whole game from several sockets at once, with the service or Redis restarted in the middle."""

import asyncio
from random import Random

import httpx
import pytest
import websockets

from service.embedded import Redis
from tests.conftest import scratch, silently
from tests.graphql.kit import guest
from tests.graphql.kit import started as seated
from tests.graphql.wire import connected
from tests.running import started

pytestmark = pytest.mark.anyio
WATCHERS = 5
LOST = (websockets.ConnectionClosed, OSError, httpx.HTTPError, websockets.InvalidMessage)
MOVES = "query($id: ID!) { table(id: $id) { version status legalMoves { input } } }"
PLAY = """mutation($command: ID!, $id: ID!, $move: MoveInput!, $version: Int) { play(commandId:
    $command, tableId: $id, move: $move, expectedVersion: $version) { __typename } }"""


class Watcher:
    """Follows a table to its end, connecting again whenever the connection is lost."""

    def __init__(self, where, token, table):
        self.where = where
        self.token = token
        self.table = table
        self.versions = []
        self.connections = 0

    async def watch(self):
        while True:
            try:
                async with connected(self.where["url"]) as socket:
                    await socket.init(self.token)
                    self.connections += 1
                    last = self.versions[-1] if self.versions else 0
                    await socket.follow("t", self.table, after=last)
                    while True:
                        update = await socket.update()
                        assert update["previous"] == (self.versions[-1] if self.versions else 0)
                        self.versions += [entry["version"] for entry in update["entries"]]
                        if update["table"]["status"] == "FINISHED":
                            return
            except LOST:
                await asyncio.sleep(0.05)


class Player:
    """Plays random legal moves over HTTP, and sends a lost one again by the same id."""

    def __init__(self, where, token, table, seed):
        self.where = where
        self.token = token
        self.table = table
        self.chance = Random(seed)
        self.moves = 0

    async def ask(self, query, **variables):
        while True:
            try:
                async with httpx.AsyncClient(base_url=self.where["url"], timeout=10) as http:
                    answer = await http.post(
                        "/graphql",
                        json={"query": query, "variables": {"id": self.table, **variables}},
                        headers={"authorization": f"Bearer {self.token}"},
                    )
                if answer.status_code == 200 and "errors" not in answer.json():
                    return answer.json()["data"]
            except LOST:
                pass
            await asyncio.sleep(0.05)

    async def play(self):
        while True:
            table = (await self.ask(MOVES))["table"]
            if table["status"] == "FINISHED":
                return
            if not table["legalMoves"]:
                await asyncio.sleep(0.005)
                continue
            move = self.chance.choice(table["legalMoves"])["input"]
            command = f"{self.chance.getrandbits(128):032x}"
            given = {"command": command, "move": move, "version": table["version"]}
            result = (await self.ask(PLAY, **given))["play"]
            assert result["__typename"] in ("Accepted", "Conflict")
            self.moves += 1


class Evening:
    """A game of two, followed by several, wherever the service is."""

    def __init__(self, service, game):
        self.where = {"url": service.url}
        with guest(service.url, "Asha") as asha, guest(service.url, "Bram") as bram:
            table = seated([asha, bram], game)
            tokens = [asha.token, bram.token]
        self.watchers = [Watcher(self.where, tokens[n % 2], table) for n in range(WATCHERS)]
        self.players = [Player(self.where, token, table, n) for n, token in enumerate(tokens)]
        self.tasks = [asyncio.create_task(watcher.watch()) for watcher in self.watchers]
        self.tasks += [asyncio.create_task(player.play()) for player in self.players]

    async def moves(self, number):
        """When so many have been made."""
        async with asyncio.timeout(60):
            while sum(player.moves for player in self.players) < number:  # noqa: ASYNC110
                await asyncio.sleep(0.01)

    async def end(self):
        async with asyncio.timeout(120):
            await asyncio.gather(*self.tasks)
        last = self.watchers[0].versions[-1]
        for watcher in self.watchers:
            assert watcher.versions == list(range(1, last + 1))


@pytest.mark.parametrize("game", ["BOMBAY", "BAZAR"])
async def test_every_watcher_sees_every_version_once_across_a_restart(data, game):
    with started(data) as service:
        evening = Evening(service, game)
        await evening.moves(12)
        await asyncio.to_thread(service.stop)
    with started(data) as service:
        evening.where["url"] = service.url
        await evening.end()
    assert min(watcher.connections for watcher in evening.watchers) >= 2


async def test_every_watcher_sees_every_version_once_while_redis_is_gone_and_after(data):
    with scratch() as directory:
        redis = Redis(directory)
        redis.start(silently)
        # Two processes: what one writes, the other hears of by Redis, or finds in the log.
        with started(data, workers=2, redis_url=redis.url()) as service:
            evening = Evening(service, "BAZAR")
            await evening.moves(8)
            redis.kill()
            await evening.moves(16)
            redis.start(silently)
            await evening.end()
        redis.kill()

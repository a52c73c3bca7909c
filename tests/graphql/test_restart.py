"""A whole game from several sockets at once, with the service restarted in the middle."""

import asyncio
from random import Random

import httpx
import pytest
import websockets

from tests.graphql.kit import guest
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


@pytest.mark.parametrize("game", ["BOMBAY", "BAZAR"])
async def test_every_watcher_sees_every_version_once_across_a_restart(data, game):
    where = {}
    with started(data) as service:
        where["url"] = service.url
        with guest(service.url, "Asha") as asha, guest(service.url, "Bram") as bram:
            table = asha.open(game, 2)["table"]["id"]
            bram.do("takeSeat", "", table=table)
            asha.do("startGame", "", table=table)
            tokens = [asha.token, bram.token]
        watchers = [Watcher(where, tokens[n % 2], table) for n in range(WATCHERS)]
        players = [Player(where, token, table, n) for n, token in enumerate(tokens)]
        tasks = [asyncio.create_task(watcher.watch()) for watcher in watchers]
        tasks += [asyncio.create_task(player.play()) for player in players]
        async with asyncio.timeout(60):
            while sum(player.moves for player in players) < 12:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)
            await asyncio.to_thread(service.stop)
    with started(data) as service:
        where["url"] = service.url
        async with asyncio.timeout(120):
            await asyncio.gather(*tasks)
    last = watchers[0].versions[-1]
    for watcher in watchers:
        assert watcher.versions == list(range(1, last + 1))
        assert watcher.connections >= 2

"""Games that are played and followed through the public API while things die.

Every deed is sent again under its own id until there is an answer, as a good client does. What was
acknowledged and what followers saw is kept, to be held against the log in the end.
"""

import asyncio
import json
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from itertools import count
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

import aiohttp

ANSWER = aiohttp.ClientTimeout(total=3.0)
STREAM = aiohttp.ClientTimeout(total=None, sock_connect=2.0, sock_read=20.0)
LATER = {429, 502, 503, 504}
LOST = (aiohttp.ClientError, OSError, TimeoutError)
PARTING = aiohttp.ClientWSTimeout(ws_close=1.0)
PAUSE = 0.05
FOLLOW = """subscription ($id: ID!, $after: Int) {
  table(id: $id, after: $after) { version previous reset entries { version } }
}"""


class Done(NamedTuple):
    """A deed that was acknowledged."""

    command: str
    table: str
    version: int


class Follower:
    """Someone who follows one table from its first event and comes back whenever cut off."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.versions: list[int] = []
        self.returns = 0

    @property
    def version(self) -> int:
        return self.versions[-1] if self.versions else 0

    def hear(self, update: dict[str, Any]) -> None:
        assert not update["reset"], update
        assert update["previous"] == self.version, (update["previous"], self.version)
        self.versions += [entry["version"] for entry in update["entries"]]
        assert self.version == update["version"]


Listening = Callable[[Follower, str], Awaitable[None]]


class Playing:
    """So many tables played at once at one address, each followed by a stream and a socket."""

    def __init__(self, url: str, tenants: list[str], tables: int) -> None:
        self.url = url
        self.tenants = tenants
        self.tables = tables
        self.done: list[Done] = []
        self.followers: list[Follower] = []
        self.troubles: Counter[str] = Counter()
        self.indeterminate = 0  # deeds that got their answer only when sent again
        self.longest_wait = 0.0  # for an answer, over all tries
        self.longest_silence = 0.0  # in which nobody anywhere got an answer
        self._answered = time.monotonic()
        self._over = False
        self._players: list[asyncio.Task[None]] = []
        self._following: list[asyncio.Task[None]] = []

    @asynccontextmanager
    async def going_on(self) -> AsyncIterator["Playing"]:
        """Play and follow in the background; in the end let every follower catch up."""
        connector = aiohttp.TCPConnector(limit=0, keepalive_timeout=10)
        async with aiohttp.ClientSession(self.url, connector=connector) as self._session:
            self._players = [asyncio.create_task(self._play(n)) for n in range(self.tables)]
            try:
                yield self
                self._over = True
                await asyncio.wait_for(asyncio.gather(*self._players), 60)
                await self._wait_for_followers()
            finally:
                for task in (*self._players, *self._following):
                    task.cancel()
                await asyncio.gather(*self._players, *self._following, return_exceptions=True)

    async def progress(self, deeds: int, seconds: float = 60.0) -> None:
        """Wait until so many more deeds are acknowledged."""
        aim = len(self.done) + deeds
        await self._until(lambda: len(self.done) >= aim, seconds)

    async def _wait_for_followers(self) -> None:
        last = {done.table: done.version for done in self.done}
        await self._until(lambda: all(f.version >= last[f.table] for f in self.followers), 30)

    async def _until(self, condition: Callable[[], bool], seconds: float) -> None:
        deadline = time.monotonic() + seconds
        while not condition():
            for task in (*self._players, *self._following):
                if task.done():
                    task.result()
            assert time.monotonic() < deadline, f"no way on within {seconds} s: {self.troubles}"
            await asyncio.sleep(PAUSE)

    async def _play(self, number: int) -> None:
        """One game after the other between two guests."""
        luck = Random(number)
        tenant = self.tenants[number % len(self.tenants)]
        asha, balu = [await self.guest(tenant, name) for name in ("Asha", "Balu")]
        while not self._over:
            game = luck.choice(("BOMBAY", "BAZAR"))
            opened = await self._do("/v1/tables", asha, {"game": game, "seats": 2})
            table = opened["table"]["id"]
            path = f"/v1/tables/{table}"
            self._follow("stream", table, asha)
            self._follow("socket", table, balu)
            await self._do(f"{path}/seats", balu, {})
            state = (await self._do(f"{path}/start", asha, None))["table"]
            while state["status"] == "PLAYING" and not self._over:
                token = (asha, balu)[luck.choice(state["onTurn"])]
                move = luck.choice(await self._moves(path, token, state["version"]))
                state = (await self._do(f"{path}/moves", token, move["input"]))["table"]

    async def _moves(self, path: str, token: str, version: int) -> list[Any]:
        """The legal moves of this version; another process may know of it a little later."""
        while (legal := await self._ask("GET", f"{path}/moves", token))["version"] < version:  # noqa: ASYNC110
            await asyncio.sleep(PAUSE)
        moves: list[Any] = legal["items"]
        return moves

    async def guest(self, tenant: str, name: str) -> str:
        headers = {"howdah-tenant": tenant}
        guest = await self._ask("POST", "/v1/guests", None, {"name": name}, headers)
        token: str = guest["token"]
        return token

    async def _do(self, path: str, token: str, body: Any) -> Any:
        command = str(uuid4())
        answer = await self._ask("POST", path, token, body, {"idempotency-key": command})
        self.done.append(Done(command, answer["table"]["id"], answer["version"]))
        return answer

    async def _ask(
        self,
        method: str,
        path: str,
        token: str | None,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Any:
        """Ask until there is an answer."""
        headers = {"content-type": "application/json", **(headers or {})}
        if token:
            headers["authorization"] = f"Bearer {token}"
        content = None if body is None else json.dumps(body)
        began = time.monotonic()
        for attempt in count():
            try:
                async with self._session.request(
                    method, path, data=content, headers=headers, timeout=ANSWER
                ) as answer:
                    said = await answer.read()
                    if answer.status in LATER:
                        self.troubles[str(answer.status)] += 1
                    else:
                        assert answer.status < 300, (path, body, answer.status, said)
                        self._note(began, attempt)
                        return json.loads(said)
            except LOST as error:
                self.troubles[type(error).__name__] += 1
            await asyncio.sleep(PAUSE)
        raise AssertionError("counting has no end")

    def _note(self, began: float, attempt: int) -> None:
        now = time.monotonic()
        self.indeterminate += attempt > 0
        self.longest_wait = max(self.longest_wait, now - began)
        self.longest_silence = max(self.longest_silence, now - self._answered)
        self._answered = now

    def _follow(self, kind: str, table: str, token: str) -> None:
        follower = Follower(table)
        self.followers.append(follower)
        listening = self._stream if kind == "stream" else self._socket
        self._following.append(asyncio.create_task(self._keep(listening, follower, token)))

    async def _keep(self, listening: Listening, follower: Follower, token: str) -> None:
        while True:
            try:
                await listening(follower, token)
            except LOST as error:
                self.troubles[f"follower {type(error).__name__}"] += 1
            follower.returns += 1
            await asyncio.sleep(PAUSE)

    async def _stream(self, follower: Follower, token: str) -> None:
        """Server-sent events, until they break off."""
        headers = {"authorization": f"Bearer {token}", "last-event-id": str(follower.version)}
        path = f"/v1/tables/{follower.table}/stream"
        async with self._session.get(path, headers=headers, timeout=STREAM) as answer:
            if answer.status != 200:
                return
            async for line in answer.content:
                if line.startswith(b"data: "):
                    follower.hear(json.loads(line[6:]))

    async def _socket(self, follower: Follower, token: str) -> None:
        """A GraphQL subscription, until it breaks off."""
        variables = {"id": follower.table, "after": follower.version}
        async with self._session.ws_connect(
            "/graphql", protocols=["graphql-transport-ws"], timeout=PARTING, heartbeat=5
        ) as socket:
            hello = {"authorization": f"Bearer {token}"}
            await socket.send_json({"type": "connection_init", "payload": hello})
            asked = {"query": FOLLOW, "variables": variables}
            async for message in socket:
                if message.type is not aiohttp.WSMsgType.TEXT:
                    return
                said = json.loads(message.data)
                if said["type"] == "connection_ack":
                    await socket.send_json({"type": "subscribe", "id": "1", "payload": asked})
                elif said["type"] == "ping":
                    await socket.send_json({"type": "pong"})
                elif said["type"] == "next" and said["payload"].get("data"):
                    follower.hear(said["payload"]["data"]["table"])
                elif said["type"] != "next":
                    return

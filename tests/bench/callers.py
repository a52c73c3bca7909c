"""Callers that cost little, so that the service is what is measured."""

import asyncio
import base64
import json
import os
import time
from collections.abc import Callable
from random import Random
from typing import TypeVar
from uuid import uuid4

from domain.bombay.pieces import ENTRY, NEIGHBOURS, SITES, START

PLAY = (
    b"mutation($c: ID!, $t: ID!, $m: MoveInput!) { play(commandId: $c, tableId: $t, move: $m) "
    b"{ __typename ... on Accepted { version head table { onTurn } } ... on Refused { code } } }"
)
BODY = (
    b'{"query":"' + PLAY + b'","variables":{"c":"%s","t":"%s","m":{"bombay":{"move":{"to":"%s"}}}}}'
)

FOLLOW = (
    "subscription($id: ID!) { table(id: $id) { version previous head "
    "entries { version type seat data } table { id status onTurn version } } }"
)


class Http(asyncio.Protocol):
    """One connection, one request at a time; an answer is its body."""

    def __init__(self) -> None:
        self.waiting: asyncio.Future[bytes] | None = None
        self.buffer = b""
        self.status = 0  # of the last answer

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        self.buffer += data
        head, separator, body = self.buffer.partition(b"\r\n\r\n")
        if not separator:
            return
        at = head.lower().index(b"content-length:") + 15
        if len(body) >= int(head[at : head.find(b"\r\n", at) % (len(head) + 1)]):
            self.buffer = b""
            self.status = int(head[9:12])
            assert self.waiting is not None
            self.waiting.set_result(body)

    def connection_lost(self, error: Exception | None) -> None:
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_exception(error or ConnectionResetError())

    async def post(self, path: str, token: str, body: bytes, more: bytes = b"") -> bytes:
        """`more` are further header lines, each with its end."""
        self.waiting = asyncio.get_running_loop().create_future()
        self.transport.write(  # type: ignore[attr-defined]
            b"POST %s HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n"
            b"authorization: Bearer %s\r\ncontent-length: %d\r\n%s\r\n%s"
            % (path.encode(), token.encode(), len(body), more, body)
        )
        return await self.waiting


class Pair:
    """Two people at one table."""

    def __init__(self, http: Http, tokens: tuple[str, str], table: str, first: int) -> None:
        self.http = http
        self.tokens = tokens
        self.table = table
        self.sites = [START, START]
        self.seat = first
        self.random = Random(table)

    async def move(self) -> bool:
        """Walk one step, which a single action allows, and say whether the game goes on."""
        near = [site for site in NEIGHBOURS[self.sites[self.seat]] if ENTRY[site] == 1]
        self.sites[self.seat] = site = self.random.choice(near)
        body = BODY % (str(uuid4()).encode(), self.table.encode(), SITES[site].id.encode())
        answer = await self.http.post("/graphql", self.tokens[self.seat], body)
        assert b'"Accepted"' in answer, answer
        turn = answer[answer.index(b'"onTurn":[') + 10 :]
        self.seat = int(turn[:1]) if turn[:1].isdigit() else -1
        return self.seat >= 0


class Listener(asyncio.Protocol):
    """A WebSocket that counts what it is sent and reads none of it."""

    def __init__(self, path: str, subprotocol: str, hello: list[bytes]) -> None:
        self.path = path
        self.subprotocol = subprotocol
        self.hello = hello
        self.received = 0
        self.last = 0.0
        self.open = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = transport
        key = base64.b64encode(os.urandom(16))
        protocol = f"sec-websocket-protocol: {self.subprotocol}\r\n" if self.subprotocol else ""
        head = (
            f"GET {self.path} HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n"
            "connection: upgrade\r\nsec-websocket-version: 13\r\n"
            f"sec-websocket-key: {key.decode()}\r\n{protocol}\r\n"
        )
        transport.write(head.encode())  # type: ignore[attr-defined]

    def data_received(self, data: bytes) -> None:
        if not self.open:
            self.open = True
            self.transport.write(b"".join(map(masked, self.hello)))  # type: ignore[attr-defined]
            data = data.partition(b"\r\n\r\n")[2]
        self.received += len(data)
        self.last = time.perf_counter()


def masked(text: bytes) -> bytes:
    """A frame of a client, under a mask of zeroes."""
    size = len(text)
    head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
    return head + bytes(4) + text


def following(token: str, table: str) -> list[bytes]:
    """What a listener says first, to be told what happens at a table."""
    opening = {"authorization": f"Bearer {token}"}
    payload = {"query": FOLLOW, "variables": {"id": table}}
    return [
        json.dumps({"type": "connection_init", "payload": opening}).encode(),
        json.dumps({"id": "1", "type": "subscribe", "payload": payload}).encode(),
    ]


Made = TypeVar("Made", bound=asyncio.Protocol)


async def connected(url: str, make: Callable[[], Made]) -> Made:
    host, port = url.removeprefix("http://").split(":")
    _, made = await asyncio.get_running_loop().create_connection(make, host, int(port))
    return made


async def listening(url: str, path: str, hello: list[bytes], count: int) -> list[Listener]:
    """So many listeners, all of whom have had what comes first."""
    protocol = "graphql-transport-ws" if hello else ""
    listeners = [
        await connected(url, lambda: Listener(path, protocol, hello)) for _ in range(count)
    ]
    await quiet(listeners, bool(hello))
    return listeners


async def quiet(listeners: list[Listener], greeted: bool) -> None:
    """Wait until everyone is connected and has had what comes first."""
    while not all(  # noqa: ASYNC110 - a protocol tells nobody
        listener.open and (listener.received or not greeted) for listener in listeners
    ):
        await asyncio.sleep(0.02)
    total = -1
    while total != (total := sum(each.received for each in listeners)):  # noqa: ASYNC110
        await asyncio.sleep(0.3)

"""Durable commands per second through the write path, beside bare appends to the same log.

python -m tests.bench.commands [rounds] [seconds]
"""

import asyncio
import time
from hashlib import sha256
from random import Random
from uuid import UUID, uuid4

import psycopg
import uvloop

from domain.table.commands import OpenTable, Play, StartGame, TakeSeat
from domain.table.state import Status
from service.embedded import Postgres
from service.handle import Accepted, Handler, new_table_id, with_secrets
from service.policy import Policy
from service.store import GENESIS, Commit, Log, NewEvent, migrate
from service.tables import Table, Tables
from service.tenancy import Tenant
from tests.bench.figures import Figure, milliseconds, rates, show
from tests.conftest import scratch, silently

CALLERS = (1, 32)
PLAYERS = [str(UUID(int=seat, version=4)) for seat in range(2)]
LINE = b'{"version":5,"schema":1,"at":"2026-11-18T12:00:00.123456Z","by":"%s","event":%s}' % (
    PLAYERS[0].encode(),
    b'{"type":"bombay.elephant_moved","seat":1,"from":"A","to":"G5","actions":1,"toll":0}',
)


def a_tenant(number: int) -> Tenant:
    return Tenant(uuid4(), f"club {number}", number % 64, (), Policy(), suspended=False)


class Pair:
    """Two people who play one game of Bombay after the other by random legal moves."""

    def __init__(self, handler: Handler, tenant: Tenant, seed: int) -> None:
        self.handler = handler
        self.tenant = tenant
        self.random = Random(seed)
        self.table: Table | None = None
        self.id = uuid4()

    async def start(self) -> None:
        command_id = uuid4()
        self.id = new_table_id(self.tenant, command_id)
        opening = OpenTable(str(self.id), PLAYERS[0], "bombay", 2, seed="", salt="", invite="")
        for command in (with_secrets(opening), TakeSeat(PLAYERS[1]), StartGame(PLAYERS[0])):
            outcome = await self.handler.handle(self.tenant, self.id, command_id, command)
            command_id = uuid4()
        self.table = outcome.table

    async def play(self, until: float, times: list[float]) -> None:
        while time.perf_counter() < until:
            if self.table is None or self.table.state.status is not Status.PLAYING:
                await self.start()
            state = self.table.state
            (seat,) = state.on_turn()
            move = self.random.choice(state.rules_of_play.legal(state.play, seat))
            sent = {"bombay": state.rules_of_play.write(move.command)}
            begin = time.perf_counter()
            outcome = await self.handler.handle(
                self.tenant, self.id, uuid4(), Play(sent, PLAYERS[seat]), self.table.version
            )
            times.append(time.perf_counter() - begin)
            assert isinstance(outcome, Accepted)
            self.table = outcome.table


async def append(log: Log, tenant: Tenant, until: float, times: list[float]) -> None:
    """What the log takes when nobody thinks: ready lines, one stream per caller."""
    stream, version, head = uuid4(), 0, GENESIS
    while (begin := time.perf_counter()) < until:
        after = sha256(head + LINE).digest()
        event = NewEvent("bombay.elephant_moved", 1, LINE, None, after)
        commit = Commit(
            tenant.id, tenant.shard, stream, "table", version, head, uuid4(), after, (event,)
        )
        appended = await log.append(commit)
        times.append(time.perf_counter() - begin)
        version, head = appended.version, appended.head


async def ours(url: str, callers: int, seconds: float) -> list[float]:
    times: list[float] = []
    async with Log(url) as log:
        handler = Handler(log, Tables(log), publish=lambda update: None)
        pairs = [Pair(handler, a_tenant(number % 8), number) for number in range(callers)]
        await asyncio.gather(*(pair.start() for pair in pairs))
        until = time.perf_counter() + seconds
        await asyncio.gather(*(pair.play(until, times) for pair in pairs))
    return times


async def reference(url: str, callers: int, seconds: float) -> list[float]:
    times: list[float] = []
    async with Log(url) as log:
        until = time.perf_counter() + seconds
        await asyncio.gather(
            *(append(log, a_tenant(number % 8), until, times) for number in range(callers))
        )
    return times


def measure(rounds: int = 3, seconds: float = 2) -> list[Figure]:
    with scratch() as directory:
        server = Postgres(directory)
        server.start(silently)
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("create database commands")
        url = server.url("commands")
        migrate.upgrade(url)
        figures = [
            figure for callers in CALLERS for figure in compare(url, callers, rounds, seconds)
        ]
        server.kill()
    return figures


def compare(url: str, callers: int, rounds: int, seconds: float) -> list[Figure]:
    mine, theirs = [], []
    for _ in range(rounds):
        mine.append(uvloop.run(ours(url, callers, seconds)))
        theirs.append(uvloop.run(reference(url, callers, seconds)))

    return [
        Figure(
            f"commands below the API, {callers} callers",
            rates(mine, seconds),
            rates(theirs, seconds),
            "/s",
            beside="bare appends",
        ),
        *(
            Figure(
                f"  p{part * 100:.0f}",
                milliseconds(mine, part),
                milliseconds(theirs, part),
                "ms",
                less_is_better=True,
                beside="bare appends",
            )
            for part in (0.5, 0.99)
        ),
    ]


if __name__ == "__main__":
    show(measure)

"""One tenant at full throttle beside a quiet one, below the API: how long the quiet one waits.

python -m tests.bench.fairness [rounds] [seconds]
"""

import asyncio
import gc
import time
from random import uniform
from uuid import UUID, uuid4

import uvloop

from domain.table.commands import OpenTable, Play, StartGame, TakeSeat
from service.caller import OF_PLAYERS, Caller
from service.embedded import Postgres
from service.errors import RateLimited
from service.handle import Accepted, Handler, new_table_id, with_secrets
from service.limits import HELD, Limits
from service.policy import GENEROUS, Policy, Quotas
from service.store import Log, migrate
from service.tables import Tables
from service.tenancy import Tenant
from tests.bench.figures import Figure, milliseconds, show
from tests.conftest import scratch, silently

QUIET_TABLES = 10
QUIET_PER_SECOND = 50.0
LOUD_CALLERS = 256
LOUD = {"its quotas only": Quotas(), "hardly any quotas": GENEROUS}
END_TURN = {"bombay": {"endTurn": True}}


class Pair:
    """Two people who end turn after turn, at one table after the other."""

    def __init__(self, handler: Handler, limits: Limits, tenant: Tenant) -> None:
        self.handler = handler
        self.limits = limits
        self.tenant = tenant
        self.people = [
            Caller(tenant, uuid4(), "Asha", frozenset(OF_PLAYERS), uuid4(), None) for _ in range(2)
        ]
        self.table: UUID | None = None
        self.turn = 0
        self.lock = asyncio.Lock()

    async def sit_down(self) -> None:
        command_id = uuid4()
        self.table = new_table_id(self.tenant, command_id)
        asha, ravi = (str(person.player) for person in self.people)
        opening = OpenTable(
            str(self.table), asha, "bombay", 2, seed="", salt="", invite="", options={"first": 0}
        )
        for command in (with_secrets(opening), TakeSeat(ravi), StartGame(asha)):
            await self.handler.handle(self.tenant, self.table, command_id, command)
            command_id = uuid4()
        self.turn = 0

    async def move(self) -> float:
        """The seconds that one move took."""
        async with self.lock:
            if self.table is None:
                await self.sit_down()
            begin = time.perf_counter()
            person = self.people[self.turn]
            self.limits.charge(person)
            outcome = await self.handler.handle(
                self.tenant, self.table, uuid4(), Play(END_TURN, player=str(person.player))
            )
            took = time.perf_counter() - begin
            self.turn = 1 - self.turn
            if not isinstance(outcome, Accepted) or outcome.table.state.result is not None:
                self.table = None
            return took


async def quietly(pairs: list[Pair], seconds: float) -> list[float]:
    """The times of moves that come at a steady rate, whether those before are done or not."""
    for pair in pairs:
        await pair.sit_down()
    moves = []
    begin = time.perf_counter()
    for number in range(int(seconds * QUIET_PER_SECOND)):
        await asyncio.sleep(begin + number / QUIET_PER_SECOND - time.perf_counter())
        moves.append(asyncio.create_task(pairs[number % len(pairs)].move()))
    return list(await asyncio.gather(*moves))


async def loudly(pair: Pair, moves: list[float], over: asyncio.Event) -> None:
    """As many moves as there is time for, and no pause but the one that both APIs impose."""
    while not over.is_set():
        try:
            moves.append(await pair.move())
        except RateLimited:
            # Each after a moment more: over a network, not all of them come in one go.
            await asyncio.sleep(HELD + uniform(0, HELD / 10))


async def run(url: str, seconds: float, loud: Quotas | None) -> tuple[list[float], float]:
    """The quiet tenant's times, and the loud one's moves a second."""
    async with Log(url) as log:
        handler = Handler(log, Tables(log), publish=lambda update: None)
        limits = Limits()
        tenant = a_tenant(Quotas())
        pairs = [Pair(handler, limits, tenant) for _ in range(QUIET_TABLES)]
        moves: list[float] = []
        over = asyncio.Event()
        crowd = []
        if loud is not None:
            tenant = a_tenant(loud)
            crowd = [
                asyncio.create_task(loudly(Pair(handler, limits, tenant), moves, over))
                for _ in range(LOUD_CALLERS)
            ]
        await quietly(pairs, 1.0)  # until everyone sits
        gc.collect()
        gc.freeze()  # as the service does once it is up
        moves.clear()
        times = await quietly(pairs, seconds)
        rate = len(moves) / seconds
        over.set()
        await asyncio.gather(*crowd)
    return times, rate


def a_tenant(quotas: Quotas) -> Tenant:
    return Tenant(uuid4(), "club", 7, hosts=(), policy=Policy(quotas=quotas), suspended=False)


def measure(rounds: int = 3, seconds: float = 4) -> list[Figure]:
    with scratch() as directory:
        server = Postgres(directory)
        server.start(silently)
        migrate.upgrade(server.url())
        figures = [
            figure
            for name, loud in LOUD.items()
            for figure in compare(server.url(), name, loud, rounds, seconds)
        ]
        server.kill()
        return figures


def compare(url: str, name: str, loud: Quotas, rounds: int, seconds: float) -> list[Figure]:
    alone, beside, rates = [], [], []
    for _ in range(rounds):
        alone.append(uvloop.run(run(url, seconds, None))[0])
        times, rate = uvloop.run(run(url, seconds, loud))
        beside.append(times)
        rates.append(rate)

    loudness = f"beside {sum(rates) / rounds:,.0f} moves/s of one with {name}"
    return [
        Figure(
            f"quiet tenant's p50 {loudness}",
            milliseconds(beside, 0.5), milliseconds(alone, 0.5), "ms", less_is_better=True,
        ),
        Figure(
            f"quiet tenant's p99 {loudness}",
            milliseconds(beside, 0.99), milliseconds(alone, 0.99), "ms", 2.0, 1.5, True,
        ),
    ]  # fmt: skip


if __name__ == "__main__":
    show(measure)

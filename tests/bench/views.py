"""Reading: warm views, deliveries to many, rebuilds, trips to Redis and memory.

python -m tests.bench.views [rounds]
"""

import asyncio
import sys
import time
import tracemalloc
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import msgspec
import psycopg
import uvloop
from redis.asyncio import Redis as Client

from service import metrics
from service.embedded import Postgres, Redis
from service.feed.live import Subscription
from service.projectors import rebuild
from service.store import migrate
from service.store.pools import pool
from tests.bench.figures import Figure, show
from tests.conftest import scratch, silently
from tests.projections.kit import House, caller, house, tenant, until

READS = 5_000
MESSAGES = 40
LISTENERS = (1, 100, 1_000)
CLUB = tenant(5)

Times = list[float]


async def timed(ask: Callable[[], Awaitable[Any]]) -> Times:
    times = []
    for _ in range(READS):
        began = time.perf_counter()
        await ask()
        times.append(time.perf_counter() - began)
    return times


async def warm_reads(home: House, redis_url: str, rounds: int) -> list[Figure]:
    """A view that this process has, beside the same bytes by a bare GET and from a dictionary."""
    id_, players = await home.start(CLUB)
    me = caller(CLUB, players[0])
    body = (await home.reader.table(me, id_)).body
    await home.reader.table(me, id_)
    memory = {(CLUB.id, id_): body}

    async def from_memory() -> bytes:
        return memory[CLUB.id, id_]

    runs: dict[str, list[Times]] = {"ours": [], "redis": [], "memory": []}
    trips = metrics.REDIS_TRIPS.labels("read")._value.get()
    async with Client.from_url(redis_url) as redis:
        await redis.set("view", body)
        for _ in range(rounds):
            runs["ours"].append(await timed(lambda: home.reader.table(me, id_)))
            runs["redis"].append(await timed(lambda: redis.get("view")))
            runs["memory"].append(await timed(from_memory))
    trips = metrics.REDIS_TRIPS.labels("read")._value.get() - trips
    found = []
    for reference, name in (("redis", "a bare Redis GET"), ("memory", "a dictionary")):
        mine, theirs = runs["ours"], runs[reference]
        late = part(mine, 0.99), part(theirs, 0.99)
        found += [
            Figure("warm view in the process", rates(mine), rates(theirs), "/s", beside=name),
            Figure("  p99", *late, "us", less_is_better=True, beside=name),
        ]
    none = (float(trips),) * rounds
    found.append(Figure("Redis trips of warm reads", none, (), "", 0, 0, True, row=13))
    return found


async def slides(home: House, redis_url: str, rounds: int) -> Figure:
    """Every version of a finished game from first to last, beside as many bare GETs."""
    ours, theirs = [], []
    async with Client.from_url(redis_url) as redis:
        for seed in range(rounds):
            id_, players = await home.start(CLUB)
            last = (await home.finish(CLUB, id_, seed)).version
            me = caller(CLUB, players[0])
            await redis.set("view", (await home.reader.table(me, id_)).body)
            began = time.perf_counter()
            for version in range(1, last + 1):
                assert (await home.reader.table(me, id_, at=version)).body
            ours.append(last / (time.perf_counter() - began))
            began = time.perf_counter()
            for _ in range(last):
                await redis.get("view")
            theirs.append(last / (time.perf_counter() - began))
    return Figure("a slide through a game, first time", tuple(ours), tuple(theirs), "versions/s")


async def deliveries(home: House, directory: Path, count: int, rounds: int) -> list[Figure]:
    """From the commit to the sockets of the listeners, beside writing the same bytes to them."""
    luck = Random(count)
    ours: list[Times] = []
    raw: list[Times] = []
    for number in range(rounds):
        id_, _ = await home.start(CLUB)
        path = directory / f"{count}-{number}"
        transports: list[asyncio.Transport] = []
        server = await asyncio.get_running_loop().create_unix_server(
            partial(Door, transports), str(path), backlog=2 * count
        )
        listeners = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.bench.listeners"),
            *(str(path), str(count), str(2 * MESSAGES)),
            stdout=asyncio.subprocess.PIPE,
        )
        assert listeners.stdout is not None
        await listeners.stdout.readline()
        await until(lambda: len(transports) == count)  # noqa: B023
        sent: list[float] = []
        subscriptions = [await follow(home, id_, transport) for transport in transports]
        for _ in range(MESSAGES):
            await push(home, id_, luck, sent)
            body = home.hub.at_hand(CLUB.id, id_).shown(None).body  # type: ignore[union-attr]
            await asyncio.sleep(0.02)
            framed = frame(body)
            sent.append(time.monotonic())
            for transport in transports:
                transport.write(framed)
            await asyncio.sleep(0.02)
        for subscription in subscriptions:
            home.hub.leave(subscription)
        arrivals = msgspec.msgpack.decode(await listeners.stdout.read(), type=list[Times])
        await listeners.wait()
        server.close()
        late = [[at - begun for at, begun in zip(mine, sent, strict=True)] for mine in arrivals]
        ours.append([each for mine in late for each in mine[0::2]])
        raw.append([each for mine in late for each in mine[1::2]])
    name = f"commit to delivery, {count} listeners"
    row, *bounds = (8, 2, 1) if count == LISTENERS[-1] else (None, None, None)
    return [
        Figure(
            f"{name}, feed only, p{share:.0%}"[:-1], part(ours, share), part(raw, share), "us",
            *limits, less_is_better=True, row=row, beside="bare writes",
        )
        for share, limits in ((0.5, ()), (0.99, bounds))
    ]  # fmt: skip


class Door(asyncio.Protocol):
    def __init__(self, transports: list[asyncio.Transport]) -> None:
        self.transports = transports

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transports.append(transport)  # type: ignore[arg-type]


async def follow(home: House, id_: UUID, transport: asyncio.Transport) -> Subscription:
    """Write every change to a socket: framed once for all who get the same."""
    version = (await home.hub.live(CLUB, id_)).version

    def write() -> None:
        change = subscription.take()
        if change is not None:
            framed = change.memo.get("frame")
            if framed is None:
                framed = change.memo["frame"] = frame(change.shown.body)
            transport.write(framed)

    subscription = await home.hub.follow(CLUB, id_, None, version, write)
    return subscription


async def push(home: House, id_: UUID, luck: Random, sent: list[float]) -> None:
    """A move; what counts is from when the log has it."""
    publish = home.hub.publish

    def stamped(update: Any) -> None:
        sent.append(time.monotonic())
        publish(update)

    home.handler._publish = stamped
    moved = await home.move(CLUB, id_, luck)
    assert moved is not None, "the game lasts longer than the bench"
    home.handler._publish = publish


def frame(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


async def rebuilt(home: House, database: str, rounds: int) -> Figure:
    """Events per second made into rows, beside merely reading them."""
    for seed in range(60):
        id_, _ = await home.start(CLUB)
        await home.finish(CLUB, id_, seed)
    end = await home.log.end(CLUB.shard)
    await until(lambda: digested(home, end))
    ours, reading = [], []
    async with pool(database, "projector", 4) as projectors:
        for _ in range(rounds):
            began = time.perf_counter()
            await rebuild.models(home.log, projectors)
            ours.append(end / (time.perf_counter() - began))
            began, position = time.perf_counter(), 0
            while events := await home.log.follow(CLUB.shard, position, 1_000):
                position = events[-1].position
            reading.append(end / (time.perf_counter() - began))
            await until(lambda: digested(home, end))
    return Figure("rebuild beside reading the log", tuple(ours), tuple(reading), "events/s")


def digested(home: House, end: int) -> bool:
    held = home.side.runners[0].held.get(CLUB.shard)
    return held is not None and held.position == end


async def trips_per_batch(home: House, rounds: int) -> Figure:
    """Trips to Redis for each commit of one caller, who waits for nothing else."""
    id_, _ = await home.start(CLUB)
    found = []
    for number in range(rounds):
        before = metrics.REDIS_TRIPS.labels("write")._value.get()
        for _ in range(10):
            await home.move(CLUB, id_, Random(number))
            await asyncio.sleep(0.3)
        found.append((metrics.REDIS_TRIPS.labels("write")._value.get() - before) / 10)
    return Figure("Redis trips per commit", tuple(found), (), "", 2, 1, True, row=13)


async def memory(home: House, rounds: int) -> list[Figure]:
    """What an idle follower and a table that is read cost, in bytes Python knows of."""
    followers, tables = [], []
    for _ in range(rounds):
        id_, _ = await home.start(CLUB)
        await home.hub.live(CLUB, id_)
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        held = [await home.hub.follow(CLUB, id_, None, None, print) for _ in range(1_000)]
        for each in held:
            each.take()
        followers.append((tracemalloc.get_traced_memory()[0] - before) / len(held))
        for each in held:
            home.hub.leave(each)
        tracemalloc.stop()
        opened = [(await home.start(CLUB))[0] for _ in range(50)]
        await until(lambda: digested_all(home))
        cold = [(id_, home.tables._warm.pop((CLUB.id, id_))) for id_ in opened]
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        for id_, _ in cold:
            live = await home.hub.live(CLUB, id_)
            for viewer in (None, 0, 1, 2):
                assert live.shown(viewer).body
        tables.append((tracemalloc.get_traced_memory()[0] - before) / len(cold))
        tracemalloc.stop()
    return [
        Figure(
            "memory per idle follower, feed only",
            tuple(each / 1e3 for each in followers),
            (),
            "kB",
            60,
            30,
            less_is_better=True,
            row=14,
        ),
        Figure(
            "memory per hot table with 4 views",
            tuple(each / 1e3 for each in tables),
            (),
            "kB",
            150,
            60,
            less_is_better=True,
            row=14,
        ),
    ]


async def digested_all(home: House) -> bool:
    return digested(home, await home.log.end(CLUB.shard))


def rates(runs: list[Times]) -> tuple[float, ...]:
    return tuple(len(times) / sum(times) for times in runs)


def part(runs: list[Times], share: float) -> tuple[float, ...]:
    return tuple(1e6 * sorted(times)[int(share * (len(times) - 1))] for times in runs)


async def all_of_it(database: str, redis_url: str, directory: Path, rounds: int) -> list[Figure]:
    async with house(database, redis_url) as home:
        await until(lambda: home.hub.ears.up)
        figures = await warm_reads(home, redis_url, rounds)
        figures.append(await slides(home, redis_url, rounds))
        for count in LISTENERS:
            figures += await deliveries(home, directory, count, rounds)
        figures.append(await trips_per_batch(home, rounds))
        figures += await memory(home, rounds)
        figures.append(await rebuilt(home, database, rounds))
    return figures


def measure(rounds: int = 3) -> list[Figure]:
    with scratch() as directory:
        postgres, redis = Postgres(directory), Redis(directory)
        for server in (postgres, redis):
            server.start(silently)
        with psycopg.connect(postgres.url(), autocommit=True) as connection:
            connection.execute("create database views")
        migrate.upgrade(postgres.url("views"))
        try:
            work = all_of_it(postgres.url("views"), redis.url(), directory, rounds)
            return uvloop.run(work)
        finally:
            postgres.kill()
            redis.kill()


if __name__ == "__main__":
    show(measure)

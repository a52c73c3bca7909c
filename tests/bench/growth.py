"""What an append costs in a large log and in a long stream, beside a small log and a short one.

python -m tests.bench.growth [rounds] [seconds] [millions of events]
"""

import asyncio
import time
from statistics import median
from uuid import uuid4

import psycopg
import uvloop

from service.embedded import Postgres
from service.store import Log, migrate
from tests.bench.append import Caller
from tests.bench.figures import Figure, show
from tests.conftest import scratch, silently

SMALL = 10_000
LONG, SHORT = 5_000, 50  # versions
FLOOR, GOAL = 1.3, 1.1
SLICES = 10
STREAM = 100  # events of each stream in the filling
FILL = """
    with tables as (
      insert into howdah.streams
        select 0, md5('tenant')::uuid, md5('table ' || number)::uuid, 'table', {stream}, sha256('')
        from generate_series({first}, {last}) number
        returning stream_id
    )
    insert into howdah.events (shard, pos, tenant_id, stream_id, version, command_id, ord,
        command_count, fingerprint, type, schema_version, data, hash, recorded_at)
      select 0, {before} + row_number() over (), md5('tenant')::uuid, stream_id, version,
        uuidv7(), 1, 1, sha256(''), 'bombay.silk_sold', 1, 'a line of a filling', sha256(''), now()
      from tables, generate_series(1, {stream}) version
"""


def fill(url: str, events: int) -> None:
    """Events of one shard, in streams of a hundred, as if they had been played."""
    migrate.upgrade(url)
    step = 5_000  # streams at a time
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("set synchronous_commit = off")
        for first in range(1, events // STREAM + 1, step):
            last = min(first + step - 1, events // STREAM)
            before = (first - 1) * STREAM
            connection.execute(FILL.format(first=first, last=last, before=before, stream=STREAM))
        connection.execute("vacuum analyze")
        connection.execute("checkpoint")


def log_sizes(server: Postgres, rounds: int, seconds: float, events: int) -> list[Figure]:
    for name, count in {"small": SMALL, "large": events}.items():
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute(f"create database {name}")
        fill(server.url(name), count)
    return [uvloop.run(log_size(server, rounds, seconds, events, callers)) for callers in (1, 32)]


async def log_size(
    server: Postgres, rounds: int, seconds: float, events: int, callers: int
) -> Figure:
    """A little of the one, a little of the other, so that both meet the same machine."""
    costs: dict[str, list[float]] = {"large": [], "small": []}
    async with Log(server.url("large")) as large, Log(server.url("small")) as small:
        tenant = uuid4()
        sides = {
            name: (log, [Caller(tenant, 0) for _ in range(callers)])
            for name, log in (("large", large), ("small", small))
        }
        for log, players in sides.values():
            await together(log, players, 0.2, [])  # warm
        for _ in range(rounds):
            times: dict[str, list[float]] = {"large": [], "small": []}
            for _ in range(SLICES):
                for name, (log, players) in sides.items():
                    await together(log, players, seconds / SLICES, times[name])
            for name, spent in costs.items():
                spent.append(1e6 * seconds / len(times[name]))
    return Figure(
        f"append to a log of {events / 1e6:g} M events, not {SMALL:,}; callers: {callers}",
        tuple(costs["large"]), tuple(costs["small"]), "µs", FLOOR, GOAL, True,
        row=12, beside="itself",
    )  # fmt: skip


async def together(log: Log, players: list[Caller], seconds: float, times: list[float]) -> None:
    until = time.perf_counter() + seconds
    await asyncio.gather(*(player.play(log, until, times) for player in players))


async def stream_lengths(url: str, rounds: int) -> Figure:
    """The median time of appends to one table that is long and to one that is short."""
    longs, shorts = [], []
    async with Log(url) as log:
        long = Caller(uuid4(), 0)
        await play(log, long, LONG)
        for _ in range(rounds):
            spent: dict[str, list[float]] = {"long": [], "short": []}
            for _ in range(20):  # a little of the one, a little of the other
                short = Caller(uuid4(), 0)
                await play(log, short, SHORT)
                spent["long"] += await play(log, long, long.version + SHORT)
                spent["short"] += await play(log, short, 2 * SHORT)
            longs.append(1e6 * median(spent["long"]))
            shorts.append(1e6 * median(spent["short"]))
    return Figure(
        f"append at version {LONG:,} of a table, not {SHORT}",
        tuple(longs), tuple(shorts), "µs", FLOOR, GOAL, True,
        row=12, beside="itself",
    )  # fmt: skip


async def play(log: Log, caller: Caller, version: int) -> list[float]:
    """Play a table to a version. Gives the seconds of each command."""
    times = []
    while caller.version < version:
        start = time.perf_counter()
        appended = await log.append(caller.next())
        times.append(time.perf_counter() - start)
        caller.version, caller.head = appended.version, appended.head
    return times


def measure(rounds: int = 3, seconds: float = 2, millions: float = 10) -> list[Figure]:
    with scratch() as directory:
        server = Postgres(directory)
        server.start(silently)
        try:
            figures = log_sizes(server, rounds, seconds, round(millions * 1e6))
            return [*figures, uvloop.run(stream_lengths(server.url("small"), rounds))]
        finally:
            server.kill()


if __name__ == "__main__":
    show(measure)

"""Appends per second below the API, beside pgbench writing the same rows.

python -m tests.bench.append [rounds] [seconds]
"""

import asyncio
import subprocess
import time
from hashlib import sha256
from uuid import UUID, uuid4

import psycopg
import uvloop

from service.embedded import POSTGRES_BIN, Postgres
from service.store import GENESIS, SHARDS, Commit, Log, NewEvent, migrate
from tests.bench.figures import Figure, milliseconds, rates, show
from tests.conftest import scratch, silently

CALLERS = {1: (0.6, 0.8), 8: (1.0, 1.2), 16: None, 32: (1.3, 1.5), 64: None, 256: None}
PLENTY = 100_000  # more commands a second than any machine here writes
LINE = b'{"version":5,"schema":1,"at":"2026-11-18T12:00:00.123456Z","by":"%s","event":%s}' % (
    str(uuid4()).encode(),
    b'{"type":"bombay.silk_sold","seat":1,"city":"Indore","silk":"yellow","rupees":%d}',
)
REFERENCE = """
with moved as (
  update howdah.streams set version = version + 2, head_hash = sha256(head_hash)
  where shard = 0 and tenant_id = '00000000-0000-0000-0000-000000000001'
    and stream_id = lpad(:client_id::text, 32, '0')::uuid
  returning version, head_hash, stream_id
), command as materialized (select gen_random_uuid() as id)
insert into howdah.events (shard, pos, tenant_id, stream_id, version, command_id, ord,
  command_count, fingerprint, type, schema_version, data, hash, recorded_at)
select 0, nextval('howdah.places'), '00000000-0000-0000-0000-000000000001', stream_id,
  version - 2 + ord, command.id, ord, case ord when 1 then 2 end,
  case ord when 1 then head_hash end, 'bombay.silk_sold', 1,
  decode('{line}', 'hex'), head_hash, clock_timestamp()
from moved, command, (values (1::smallint), (2::smallint)) as events (ord);
"""


class Caller:
    """Plays one table: a command after the other, each with two events.

    What a game and its player would bring, lines and command ids, can be ready beforehand, as it is
    for pgbench; hashing them is part of an append.
    """

    def __init__(self, tenant: UUID, shard: int, commands: int = 0) -> None:
        self.tenant = tenant
        self.shard = shard
        self.stream = uuid4()
        self.version = 0
        self.head = GENESIS
        self.ready = [move(number) for number in range(commands)]

    def next(self) -> Commit:
        command, lines = self.ready.pop() if self.ready else move(self.version)
        events = []
        prev = head = self.head
        for line in lines:
            head = sha256(head + line).digest()
            events.append(NewEvent("bombay.silk_sold", 1, line, None, head))
        return Commit(
            self.tenant, self.shard, self.stream, "table", self.version, prev, command, head,
            tuple(events),
        )  # fmt: skip

    async def play(self, log: Log, until: float, times: list[float]) -> None:
        while (start := time.perf_counter()) < until:
            appended = await log.append(self.next())
            times.append(time.perf_counter() - start)
            self.version, self.head = appended.version, appended.head


def move(number: int) -> tuple[UUID, tuple[bytes, bytes]]:
    return uuid4(), (LINE % number, LINE % (number + 1))


async def ours(url: str, callers: int, seconds: float, tenants: int) -> list[float]:
    """The times of all commands, in seconds."""
    ids = [(uuid4(), number % SHARDS) for number in range(tenants)]
    enough = int(PLENTY * seconds / callers)
    players = [Caller(*ids[number % tenants], enough) for number in range(callers)]
    times: list[float] = []
    async with Log(url) as log:
        await Caller(uuid4(), 0).play(log, time.perf_counter() + 0.3, [])  # warm
        until = time.perf_counter() + seconds
        await asyncio.gather(*(player.play(log, until, times) for player in players))
    return times


def reference(server: Postgres, callers: int, seconds: float) -> list[float]:
    """The same of pgbench: the same rows, one transaction per command."""
    directory = server.log.parent
    script = directory / "reference.sql"
    line = (LINE % 1).hex()
    script.write_text(REFERENCE.replace("{line}", line))
    for old in directory.glob("times.*"):
        old.unlink()
    load = ["-n", "-M", "prepared", "-f", script, "-c", str(callers), "-j", "2"]
    load += ["-T", f"{seconds:.0f}", "-l", f"--log-prefix={directory}/times"]
    to = ["-h", server.sockets, "-U", "postgres", "reference"]
    subprocess.run([POSTGRES_BIN / "pgbench", *load, *to], check=True, capture_output=True)
    return [
        int(line.split()[2]) / 1e6
        for file in directory.glob("times.*")
        for line in file.read_text().splitlines()
    ]


def prepare(server: Postgres) -> None:
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute("create database ours")
        connection.execute("create database reference")
    for name in ("ours", "reference"):
        migrate.upgrade(server.url(name))
    with psycopg.connect(server.url("reference")) as connection:
        connection.execute("create sequence howdah.places")
        connection.execute(
            "insert into howdah.streams select 0, '00000000-0000-0000-0000-000000000001',"
            " lpad(i::text, 32, '0')::uuid, 'table', 1, sha256('') from generate_series(0, 255) i"
        )


def measure(rounds: int = 5, seconds: float = 1) -> list[Figure]:
    with scratch() as directory:
        server = Postgres(directory)
        server.start(silently)
        try:
            prepare(server)
            return [
                figure
                for callers, bounds in CALLERS.items()
                for figure in compare(server, callers, bounds, rounds, seconds)
            ]
        finally:
            server.kill()


def compare(
    server: Postgres,
    callers: int,
    bounds: tuple[float, float],
    rounds: int,
    seconds: float,
) -> list[Figure]:
    one, many, theirs = [], [], []
    for _ in range(rounds):
        one.append(uvloop.run(ours(server.url("ours"), callers, seconds, tenants=1)))
        theirs.append(reference(server, callers, seconds))
        many.append(uvloop.run(ours(server.url("ours"), callers, seconds, tenants=callers)))
    floor, goal = bounds

    name = f"append, {callers} caller" + "s" * (callers > 1)
    raw, whose = rates(theirs, seconds), {"row": 4, "beside": "pgbench"}
    return [
        Figure(f"{name}, one tenant", rates(one, seconds), raw, "/s", floor, goal, **whose),
        Figure(f"{name}, a tenant each", rates(many, seconds), raw, "/s", **whose),
        *(
            Figure(f"{name}, p{part:.0%}"[:-1], milliseconds(one, part),
                   milliseconds(theirs, part), "ms", less_is_better=True, **whose)
            for part in (0.5, 0.99)
        ),
    ]  # fmt: skip


if __name__ == "__main__":
    show(measure)

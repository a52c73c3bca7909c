"""An export takes the memory of one game, however many there are."""

import gc
from contextlib import AsyncExitStack
from pathlib import Path
from uuid import uuid4

import psycopg
import pytest

from domain.record import read
from service.caller import OF_TENANTS, Caller
from service.lists import Lists
from service.policy import Policy
from service.record import of_tenant
from service.simulate import Simulation
from service.store import Log
from service.store.pools import pool
from service.tenancy import Tenant

pytestmark = pytest.mark.anyio

GAMES = 10_000
PAGE = 4096
MEGABYTE = 1 << 20
CLUB = Tenant(uuid4(), "club", 7, (), Policy(), suspended=False)
KEY = Caller(CLUB, None, None, frozenset(OF_TENANTS), uuid4(), None)

TABLES = """
    insert into howdah.tables select 1, %(shard)s, %(tenant)s, gen_random_uuid(), 'bazar',
      'finished', true, 2, 2, %(tenant)s, '{}', '{}', %(version)s, now() - n * interval '1s', now()
    from generate_series(1, %(games)s) n
"""
EVENTS = """
    insert into howdah.events
    select %(shard)s, row_number() over (), %(tenant)s, t.table_id, e.version, gen_random_uuid(), 1,
      1, decode(repeat('00', 32), 'hex'), 'bazar', 1, e.line, e.secret,
      decode(repeat('00', 32), 'hex'), now()
    from howdah.tables t
    cross join unnest(%(lines)s::bytea[], %(secrets)s::bytea[]) with ordinality
      e (line, secret, version)
"""
CHECKPOINT = """
    insert into howdah.checkpoints (projection, projection_version, shard, pos)
    values ('models', 1, %(shard)s, %(games)s::bigint * %(version)s)
"""


@pytest.fixture
def finished(database):
    """The same short game, finished again and again, with what lists know of it."""
    simulation = Simulation("bazar", 2, 0, {"start": "named", "first": 0})
    number, played = min(
        ((number, simulation.play(number)) for number in range(50)),
        key=lambda each: each[1].moves,
    )
    record = simulation.record(number, played)
    secrets = record.footer.secrets or {}
    values = {
        "shard": CLUB.shard,
        "tenant": CLUB.id,
        "games": GAMES,
        "version": len(record.lines),
        "lines": list(record.lines),
        "secrets": [
            bytes.fromhex(secrets[version]) if version in secrets else None
            for version in range(1, len(record.lines) + 1)
        ],
    }
    with psycopg.connect(database) as connection:
        for statement in (TABLES, EVENTS, CHECKPOINT):
            connection.execute(statement, values)
    return record


async def test_ten_thousand_games_are_exported_in_constant_memory(database, finished):
    async with AsyncExitStack() as stack:
        log = await stack.enter_async_context(Log(database))
        readers, projectors = pool(database, "reader", 1), pool(database, "projector", 1)
        for each in (readers, projectors):
            await stack.enter_async_context(each)
        games, sizes, last = 0, [], b""
        async for chunk in of_tenant(log, Lists(readers, projectors), KEY):
            if b'"record":"mark"' in chunk[:20]:
                games += 1
                if games % 1_000 == 0:
                    sizes.append(resident())
            else:
                last = chunk
    assert games == GAMES
    assert read(last) == finished
    assert max(sizes[1:]) - sizes[0] < 4 * MEGABYTE


def resident():
    """The memory that this process has now, in bytes."""
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1]) * PAGE

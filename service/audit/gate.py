"""The replay gate: every stored game, hashed and decided once more with the code at hand."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, LiteralString, NamedTuple
from uuid import UUID

import psycopg

from domain import wire
from domain.verify import Fault, judge
from domain.wire import Entry

TABLES: LiteralString = """
    select tenant_id, stream_id, version, data, secret, hash from howdah.events
    where shard = %s and (%s::uuid is null or stream_id = %s)
    order by tenant_id, stream_id, version
"""
SIZES: LiteralString = "select shard, count(*) from howdah.streams group by shard order by shard"
AT_ONCE = 2_000  # events that are in memory


class Judged(NamedTuple):
    """What was replayed of a shard, and everything that is wrong with it, in words."""

    tables: int
    events: int
    faults: tuple[str, ...]


def sizes(url: str) -> dict[int, int]:
    """How many tables each shard has."""
    if empty(url):
        return {}
    with connected(url) as connection:
        return dict(connection.execute(SIZES).fetchall())


def replayed(url: str, shard: int, table: UUID | None = None) -> Judged:
    """All tables of a shard, or one of them."""
    tables = count = 0
    faults: list[str] = []
    with connected(url) as connection, connection.cursor(name="replay") as rows:
        rows.itersize = AT_ONCE
        rows.execute(TABLES, (shard, table, table))
        for (tenant, id_), group in groupby(rows, key=lambda row: row[:2]):
            events = list(group)
            tables, count = tables + 1, count + len(events)
            try:
                judge(list(entries(events)), complete=True)
            except Fault as fault:
                faults.append(f"tenant {tenant} table {id_}: {fault}")
    return Judged(tables, count, tuple(faults))


def entries(events: list[tuple[Any, ...]]) -> Iterator[Entry]:
    head = wire.GENESIS
    for number, (_, _, version, line, secret, stored) in enumerate(events, 1):
        head = wire.chain(head, line)
        if version != number or stored != head:
            raise Fault(number, "the chain is broken")
        entry = wire.decode(line, secret)
        if isinstance(entry.event, wire.Unknown):
            raise Fault(number, f"unknown event {entry.event.type}")
        yield entry


def empty(url: str) -> bool:
    """Whether the database was never brought up to date: before the first release there is none."""
    with psycopg.connect(url) as connection:
        return connection.execute("select to_regclass('howdah.streams')").fetchone() == (None,)


def connected(url: str) -> psycopg.Connection:
    connection = psycopg.connect(url)
    connection.execute("set role howdah_projector")
    return connection

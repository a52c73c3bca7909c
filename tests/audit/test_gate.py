"""The replay gate over a real database."""

from pathlib import Path
from uuid import UUID, uuid4

import psycopg
import pytest

from domain import wire
from domain.bombay import rules
from domain.record import read
from service.audit import gate
from service.store import Commit, Log, NewEvent

pytestmark = pytest.mark.anyio

FILES = sorted(Path("tests/records").glob("*/*.jsonl"))
# Simulated tables of the same seed have the same id: one of each is enough.
RECORDS = list({each.header.table: each for each in (read(f.read_bytes()) for f in FILES)}.values())
TENANT, SHARD = uuid4(), 5


async def stored(database, records, shard):
    """Put records into the log as they were played, one command after the other."""
    async with Log(database) as log:
        for record in records:
            heads = [wire.GENESIS, *(bytes.fromhex(text) for text in record.footer.hashes)]
            for group in commands(record):
                first = group[0]
                events = tuple(
                    NewEvent(
                        wire.type_of(wire.decode(record.lines[version - 1]).event),
                        1,
                        record.lines[version - 1],
                        secret(record, version),
                        heads[version],
                    )
                    for version in group
                )
                command = UUID(wire.decode(record.lines[first - 1]).command)
                await log.append(
                    Commit(
                        tenant=TENANT,
                        shard=shard,
                        stream=UUID(record.header.table),
                        kind="table",
                        expected=first - 1,
                        prev=heads[first - 1],
                        command=command,
                        fingerprint=bytes(32),
                        events=events,
                    )
                )


def commands(record):
    """The versions that belong to one command each."""
    groups: dict[str, list[int]] = {}
    for version, line in enumerate(record.lines, 1):
        groups.setdefault(wire.decode(line).command, []).append(version)
    return groups.values()


def secret(record, version):
    text = record.footer.secrets.get(version)
    return None if text is None else bytes.fromhex(text)


@pytest.fixture(scope="module")
async def games(database):
    """A database with a game of each kind in it."""
    await stored(database, RECORDS, SHARD)
    return database


async def test_every_stored_game_comes_out_as_it_is_stored(games):
    judged = gate.replayed(games, SHARD)
    assert judged.faults == ()
    assert judged.tables == len(RECORDS) == gate.sizes(games)[SHARD]
    assert judged.events == sum(len(record.lines) for record in RECORDS)


async def test_a_game_that_the_rules_would_decide_otherwise_is_named(games, monkeypatch):
    """As if a new release paid one rupee more for consolidating."""
    monkeypatch.setattr(rules, "CONSOLIDATION_RUPEES", 2)
    judged = gate.replayed(games, SHARD)
    assert judged.faults
    assert all("bombay.fortune_consolidated" in fault for fault in judged.faults)


async def test_a_row_changed_behind_our_back_is_named(database):
    shard = SHARD + 1
    await stored(database, RECORDS[:1], shard)
    table = UUID(RECORDS[0].header.table)
    with psycopg.connect(database) as connection:
        connection.execute("alter table howdah.events disable trigger user")
        connection.execute(
            "update howdah.events set data = data || ' '::bytea"
            " where shard = %s and stream_id = %s and version = 7",
            (shard, table),
        )
    assert gate.replayed(database, shard, table).faults == (
        f"tenant {TENANT} table {table}: version 7: the chain is broken",
    )

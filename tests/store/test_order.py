"""Positions: while many write and some roll back, who follows sees 1, 2, 3, ... and all of it."""

import asyncio
from random import Random
from uuid import uuid4

import pytest

from service.store import GENESIS, Log
from service.store.batch import order
from service.store.writer import Writer
from tests.store.kit import OTHER, commit

pytestmark = pytest.mark.anyio
SHARDS = (7, 15)  # both of one partition
TABLES, MOVES, BATCHES = 6, 60, 40


async def play(log, shard):
    """One table, move by move. Gives how many events it wrote."""
    table, version, head = uuid4(), 0, GENESIS
    for _ in range(MOVES):
        appended = await log.append(commit(table, version, head, shard=shard))
        version, head = appended.version, appended.head
    return version


async def waver(database, seed):
    """Append to both shards by hand, and take most of it back. Gives how many batches stood."""
    chance = Random(seed)
    writer = await Writer.connect(database, patience=10)
    line = writer._line
    for word in (b"begin", b"commit", b"rollback", b"select pg_sleep(0.002)"):
        await line.prepare(word, word)
    stood = 0
    for _ in range(BATCHES):
        await line.call(b"begin", [])
        commits = [commit(uuid4(), shard=shard, tenant=OTHER) for shard in SHARDS]
        await writer.write(sorted(commits, key=order), patience=10)
        await line.call(b"select pg_sleep(0.002)", [])
        if chance.random() < 0.3:
            await line.call(b"commit", [])
            stood += 1
        else:
            await line.call(b"rollback", [])
    await writer.close()
    return stood


async def follow(log, shard, done):
    """Read on from the last position, as a projector does, until there is no more to come."""
    seen = []
    while True:
        last_time = done.is_set()
        events = await log.follow(shard, len(seen), 50)
        seen.extend(events)
        if last_time and not events:
            return seen
        await asyncio.sleep(0)


async def test_who_follows_misses_nothing_while_writers_roll_back(database):
    done = asyncio.Event()
    async with Log(database) as one, Log(database) as another, Log(database) as reader:
        followers = [asyncio.create_task(follow(reader, shard, done)) for shard in SHARDS]
        games = [play(log, shard) for log in (one, another) for shard in SHARDS * (TABLES // 2)]
        written = asyncio.gather(*games)
        stood = await asyncio.gather(waver(database, "Surat"), waver(database, "Indore"))
        assert await written == [2 * MOVES] * (2 * TABLES)
        done.set()
        for seen in await asyncio.gather(*followers):
            count = TABLES * 2 * MOVES + sum(stood) * 2
            assert [event.position for event in seen] == list(range(1, count + 1))
            streams = {event.stream for event in seen}
            for stream in streams:
                versions = [event.version for event in seen if event.stream == stream]
                assert versions == list(range(1, len(versions) + 1))
    assert 0 < sum(stood) < 2 * BATCHES

"""The reading side while Redis, projectors and writers die."""

import asyncio
import os
import signal
import sys
import time
from random import Random
from uuid import uuid4

import psycopg
import pytest

from domain import wire
from domain.bombay.events import FortuneConsolidated
from domain.table.state import Status
from service import metrics
from service.embedded import Redis
from service.feed.shelf import ANYONE
from service.projectors import lag, rebuild
from service.projectors.fold import Folder
from service.projectors.models import Models
from service.projectors.runner import Fenced, Runner
from service.store import Commit, NewEvent
from service.store.pools import pool
from tests.conftest import scratch, silently
from tests.projections.kit import caller, house, tenant, until, untrue_views, writers

pytestmark = pytest.mark.anyio


@pytest.fixture
def frail():
    """A Redis of the test's own, to be killed."""
    with scratch() as directory:
        server = Redis(directory)
        server.start(silently)
        yield server
        server.kill()


@pytest.fixture
async def home(database, frail):
    async with house(database, frail.url()) as home:
        await until(lambda: home.hub.ears.up)
        yield home


@pytest.fixture
async def away(database, frail):
    async with house(database, frail.url()) as away:
        await until(lambda: away.hub.ears.up)
        yield away


@pytest.fixture
def club():
    return tenant(11)


class Follower:
    """Someone who follows a table in one process and notes when what came."""

    def __init__(self, house, club, table, player, after):
        self.after = self.version = after
        self.versions = []
        self.task = asyncio.create_task(self.follow(house, club, table, player, after))

    async def follow(self, house, club, table, player, after):
        async with house.hub.subscribe(club, table, player, after) as feed:
            async for change in feed:
                assert change.previous == self.version
                self.versions += [line.version for line in change.lines]
                self.version = change.version
                if change.shown.table.status is Status.FINISHED:
                    return

    async def has(self, version, seconds):
        await until(lambda: self.version >= version, seconds)

    def saw_everything(self):
        return self.versions == list(range(self.after + 1, self.version + 1))


async def latest(house, club, table):
    return (await house.tables.load(club, table)).version


async def process(name, *arguments, **how):
    """One of the programs beside this file."""
    words = (sys.executable, "-m", f"tests.faults.{name}", *map(str, arguments))
    return await asyncio.create_subprocess_exec(*words, **how)


def stop(frail):
    os.kill(frail.process.pid, signal.SIGSTOP)


def go_on(frail):
    os.kill(frail.process.pid, signal.SIGCONT)


async def views_are_back(home, club, table):
    version = await latest(home, club, table)
    (kept,) = await home.hub.shelf.read(club.id, table, (ANYONE,))
    return kept is not None and kept.version == version


async def test_a_game_goes_on_while_redis_is_dead_and_after(home, away, club, frail):
    table, players = await home.start(club)
    me, luck = caller(club, players[0]), Random(1)
    near = Follower(home, club, table, players[0], await latest(home, club, table))
    far = Follower(away, club, table, players[1], near.after)
    await home.move(club, table, luck)
    await far.has(await latest(home, club, table), 1)
    frail.kill()
    await until(lambda: home.hub.degraded and away.hub.degraded, 1)
    assert metrics.DEGRADED._value.get() == 1
    for _ in range(5):
        began = time.monotonic()
        moved = await home.move(club, table, luck)
        assert time.monotonic() - began < 0.5, "a command waited for Redis"
        await near.has(moved.version, 0.5)
        await far.has(moved.version, 1)
        for house_ in (home, away):
            shown = await house_.reader.table(me, table, minimum=moved.version)
            assert shown.version >= moved.version
    frail.start(silently)
    await until(lambda: not home.hub.degraded and not away.hub.degraded, 5)
    assert metrics.DEGRADED._value.get() == 0
    moved = await home.move(club, table, luck)
    await far.has(moved.version, 1)
    await until(lambda: views_are_back(home, club, table), 5)
    assert await untrue_views(home) == []
    await home.finish(club, table)
    await asyncio.wait_for(asyncio.gather(near.task, far.task), 5)
    assert near.saw_everything()
    assert far.saw_everything()


async def test_a_redis_that_hangs_holds_up_nobody(home, away, club, frail):
    table, players = await home.start(club)
    luck = Random(2)
    far = Follower(away, club, table, players[1], await latest(home, club, table))
    await until(lambda: away.hub.at_hand(club.id, table))
    stop(frail)
    try:
        for _ in range(3):
            began = time.monotonic()
            moved = await home.move(club, table, luck)
            assert time.monotonic() - began < 0.5
            await far.has(moved.version, 1.5)
    finally:
        go_on(frail)
    await until(lambda: not away.hub.degraded, 5)
    moved = await home.move(club, table, luck)
    await far.has(moved.version, 1)
    assert far.saw_everything()
    far.task.cancel()


async def test_a_flushed_redis_is_filled_again(home, away, club, frail):
    table, players = await home.start(club)
    await until(lambda: views_are_back(home, club, table))
    await home.hub.shelf.redis.flushall()
    shown = await away.reader.table(caller(club, players[0]), table)
    assert shown.version == await latest(home, club, table)
    await until(lambda: views_are_back(away, club, table), 5)
    assert await untrue_views(home) == []


async def test_what_a_killed_writer_had_no_time_to_announce_is_announced(home, away, club):
    table, players = await home.start(club)
    far = Follower(away, club, table, players[1], await latest(home, club, table))
    await until(lambda: away.hub.at_hand(club.id, table))
    home.handler._publish = lambda update: None  # it died after the commit
    moved = await home.move(club, table, Random(3))
    await far.has(moved.version, 1)
    await until(lambda: views_are_back(home, club, table), 5)
    far.task.cancel()


async def test_a_killed_service_leaves_nothing_behind_that_is_not_true(home, club, database, frail):
    table, players = await home.start(club)
    far = Follower(home, club, table, players[1], await latest(home, club, table))
    for round_ in range(3):
        what = (database, frail.url(), club.id, club.shard, table, round_)
        writer = await process("mover", *what, stdout=asyncio.subprocess.PIPE)
        said = [await writer.stdout.readline() for _ in range(5)]
        writer.kill()
        await writer.communicate()
        await far.has(int(said[-1]), 2)
    await home.tables.refresh(club, table)
    await until(lambda: views_are_back(home, club, table), 5)
    assert await untrue_views(home) == []
    assert far.saw_everything()
    far.task.cancel()


@pytest.mark.parametrize("name", ["models", "views"])
async def test_a_projector_killed_between_write_and_checkpoint_does_nothing_twice(
    club, database, frail, name
):
    async with writers(database) as quiet:
        table, _ = await quiet.start(club)
        over = await quiet.finish(club, table)
    dying = await process("dying", database, frail.url(), name)
    assert await dying.wait() == 9
    async with house(database, frail.url()) as home:
        page = await until(lambda: settled(home, club))
        assert page.items[0].status == "finished"
        await until(lambda: views_are_back(home, club, table))
        assert await untrue_views(home) == []
        assert counted(database, club) == over.version
        async with pool(database, "projector", 4) as projectors:
            assert await rebuild.models(home.log, projectors) == []


async def settled(home, club):
    page = await home.side.lists.tables(caller(club))
    return page if page.items and page.behind == 0 else None


def counted(database, club):
    """The events that usage knows of, in the build that is read."""
    with psycopg.connect(database) as connection:
        ((events,),) = connection.execute(
            "select sum(events) from howdah.usage join howdah.projections using (build)"
            " where projection = 'models' and tenant_id = %s",
            (club.id,),
        ).fetchall()
    return events


async def test_of_two_projectors_with_one_shard_only_the_later_owner_writes(club, database):
    async with writers(database) as quiet, pool(database, "projector", 4) as projectors:
        table, _ = await quiet.start(club)
        first, second = (Runner(quiet.log, projectors, Models(Folder(quiet.log))) for _ in range(2))
        await first.claim()
        await second.claim()
        assert club.shard in first.held
        assert club.shard not in second.held
        with psycopg.connect(database) as connection:  # the first one has been asleep too long
            connection.execute("update howdah.checkpoints set leased_until = '-infinity'")
        await second.claim()
        await second.digest_batch(club.shard)
        with pytest.raises(Fenced):
            await first.digest_batch(club.shard)
        assert club.shard not in first.held
        version = await latest(quiet, club, table)
        assert counted(database, club) == version
        await quiet.finish(club, table)
        await asyncio.gather(*(each.catch_up() for each in (first, second)))
        await second.catch_up()
        assert counted(database, club) == await latest(quiet, club, table)
        await first.release()
        await second.release()


async def test_a_stream_that_cannot_be_digested_is_set_aside_and_the_others_go_on(
    club, database, frail
):
    async with house(database, frail.url()) as home:
        await until(lambda: home.hub.ears.up)
        broken, _ = await home.start(club)
        sound, _ = await home.start(club)
        await until(lambda: settled(home, club))
        await append_nonsense(home, club, broken)
        await home.move(club, sound, Random(4))
        await until(lambda: settled(home, club))
        async with pool(database, "projector", 4) as projectors:
            parked = await until(lambda: both_parked(projectors))
            assert {each.projection for each in parked} == {"models", "views"}
            assert {each.stream for each in parked} == {broken}
            rows = {row.table: row for row in (await settled(home, club)).items}
            assert rows[sound].version == await latest(home, club, sound)
            assert metrics.PARKED.labels("models")._value.get() == 1
            with pytest.raises(IndexError):
                await rebuild.models(home.log, projectors)


async def both_parked(projectors):
    async with projectors.connection() as connection:
        found = await lag.parked(connection)
    return found if len(found) == 2 else None


async def append_nonsense(home, club, table):
    """A move by a seat that does not exist, as no decision ever made it."""
    known = await home.tables.load(club, table)
    earned = FortuneConsolidated(seat=99, actions=1, rupees=1)
    entry = wire.Entry(known.version + 1, known.at, None, str(uuid4()), earned)
    line, secret = wire.encode(entry, bytes(16))
    event = NewEvent(wire.type_of(earned), 1, line, secret, wire.chain(known.head, line))
    await home.log.append(
        Commit(
            tenant=club.id,
            shard=club.shard,
            stream=table,
            kind="table",
            expected=known.version,
            prev=known.head,
            command=uuid4(),
            fingerprint=bytes(32),
            events=(event,),
        )
    )

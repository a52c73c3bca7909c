"""Shards change hands: whoever joins gets a share, whoever leaves passes on what it had."""

from collections import Counter
from random import Random

import psycopg
import pytest

from service.projectors.fold import Folder
from service.projectors.models import Models
from service.projectors.runner import Fenced, Runner
from service.store import SHARDS
from service.store.pools import pool
from tests.projections.kit import caller, house, tenant, until, writers

pytestmark = pytest.mark.anyio
CLUB = tenant(SHARDS - 1)  # a shard that the second process will want


def shares(*runners):
    """How many shards each of them holds, seen to that no two hold the same."""
    held = Counter(shard for runner in runners for shard in runner.held)
    assert set(held.values()) <= {1}
    return [len(runner.held) for runner in runners]


@pytest.fixture
async def quiet(database):
    async with writers(database) as quiet:
        yield quiet


@pytest.fixture
async def runners(database, quiet):
    """Three that have not begun."""
    async with pool(database, "projector", 4) as projectors:
        made = [Runner(quiet.log, projectors, Models(Folder(quiet.log))) for _ in range(3)]
        yield made
        for runner in made:
            await runner.release()


async def test_everybody_comes_to_have_the_same_give_or_take_one(runners):
    first, second, third = runners
    await first.claim()
    assert len(first.held) == SHARDS
    await second.claim()
    await first.claim()
    assert shares(first, second) == [32, 32]
    for _ in range(2):
        for runner in (third, first, second):
            await runner.claim()
    assert sorted(shares(*runners)) == [21, 21, 22]
    before = [dict(runner.held) for runner in runners]
    for runner in runners:
        await runner.claim()
    assert [runner.held for runner in runners] == before, "what is even stays as it is"


async def test_who_loses_a_shard_in_the_middle_of_a_batch_writes_nothing(runners, quiet, database):
    first, second, _ = runners
    table, _ = await quiet.start(CLUB)
    await first.claim()
    epoch = first.held[CLUB.shard].epoch
    await second.claim()
    assert second.held[CLUB.shard].epoch == epoch + 1
    with pytest.raises(Fenced):
        await first.digest_batch(CLUB.shard)
    assert counted(database) == 0
    await second.digest_batch(CLUB.shard)
    assert counted(database) == (await quiet.tables.load(CLUB, table)).version


def counted(database):
    """The events that usage knows of."""
    with psycopg.connect(database) as connection:
        ((events,),) = connection.execute(
            "select coalesce(sum(events), 0) from howdah.usage where tenant_id = %s", (CLUB.id,)
        ).fetchall()
    return events


async def test_processes_share_the_work_while_games_go_on(database, redis):
    club = tenant(40)
    async with house(database, redis.url()) as one:
        table, players = await one.start(club)
        async with house(database, redis.url()) as two:
            await until(lambda: are_even(one, two))
            async with house(database, redis.url()) as three:
                await until(lambda: are_even(one, two, three))
                moved = await three.move(club, table, Random(5))
                (row,) = (await one.side.lists.tables(caller(club, players[0]))).items
                assert row.version == moved.version
            await until(lambda: are_even(one, two))


def are_even(*homes):
    """Whether all shards of both projections are held, and nobody holds two more than another."""
    for runners in zip(*(home.side.runners for home in homes), strict=True):
        counts = [len(runner.held) for runner in runners]
        if sum(counts) != SHARDS or max(counts) - min(counts) > 1:
            return False
    return True

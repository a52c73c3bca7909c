"""Following a table: nothing missed, nothing twice, from wherever one comes in."""

import asyncio
from random import Random

import pytest

from domain import wire
from domain.table.state import Status
from service.errors import NotFound
from service.feed import Live
from tests.projections.kit import house, tenant, until

pytestmark = pytest.mark.anyio
CLUB = tenant()


@pytest.fixture
async def home(database, redis):
    async with house(database, redis.url()) as home:
        await until(lambda: home.hub.ears.up)
        yield home


@pytest.fixture
async def away(database, redis):
    """A second process on the same servers."""
    async with house(database, redis.url()) as away:
        await until(lambda: away.hub.ears.up)
        yield away


async def to_the_end(feed):
    """All changes until the game is over."""
    changes = []
    async for change in feed:
        changes.append(change)
        if change.shown.table.status is Status.FINISHED:
            break
    return changes


def covered(changes, after):
    """The versions the changes tell of, seen to that each begins where the last one ended."""
    told = []
    for change in changes:
        assert change.previous == after
        assert change.shown.version == change.version
        told += [line.version for line in change.lines]
        after = change.version
    return told


@pytest.mark.parametrize("after", [0, 3, 30])
async def test_what_was_missed_comes_first_and_then_what_happens(home, after):
    table, players = await home.start(CLUB)
    for _ in range(40):
        await home.move(CLUB, table, Random(1))
    async with home.hub.subscribe(CLUB, table, players[1], after) as feed:
        following = asyncio.create_task(to_the_end(feed))
        last = await home.finish(CLUB, table)
        changes = await asyncio.wait_for(following, 5)
    assert covered(changes, after) == list(range(after + 1, last.version + 1))
    assert len(changes) > 2


async def test_who_has_nothing_gets_the_table_as_it_stands(home):
    table, _ = await home.start(CLUB)
    version = (await home.tables.load(CLUB, table)).version
    async with home.hub.subscribe(CLUB, table, None) as feed:
        change = await anext(feed)
    assert (change.previous, change.version, change.lines) == (version, version, ())
    assert not change.reset


async def test_who_has_more_than_the_log_is_told_to_begin_anew(home):
    table, _ = await home.start(CLUB)
    async with home.hub.subscribe(CLUB, table, None, after=10_000) as feed:
        change = await anext(feed)
    assert change.reset
    assert change.version == (await home.tables.load(CLUB, table)).version


async def test_a_slow_follower_gets_everything_since_in_one_change(home):
    table, _ = await home.start(CLUB)
    before = (await home.tables.load(CLUB, table)).version
    luck = Random(2)
    async with home.hub.subscribe(CLUB, table, None, before) as feed:
        for _ in range(80):
            await home.move(CLUB, table, luck)
        change = await anext(feed)
        now = (await home.tables.load(CLUB, table)).version
    assert covered([change], before) == list(range(before + 1, now + 1))


async def test_followers_who_see_the_same_share_one_change(home):
    table, players = await home.start(CLUB)
    before = (await home.tables.load(CLUB, table)).version
    calls = []
    watchers = [
        await home.hub.follow(CLUB, table, player, before, lambda: calls.append(1))
        for player in (None, None, players[0])
    ]
    await home.move(CLUB, table, Random(3))
    one, two, seated = (watcher.take() for watcher in watchers)
    assert one is two
    assert one is not seated
    assert one.shown.body is two.shown.body
    assert [watcher.take() for watcher in watchers] == [None] * 3
    assert len(calls) == 3
    for watcher in watchers:
        home.hub.leave(watcher)
        home.hub.leave(watcher)
    assert not watchers[0].live.subscriptions


async def test_followers_who_join_at_once_share_the_first_change(home):
    table, _ = await home.start(CLUB)
    firsts = {}
    for after in (None, 10_000, -2, None, 10_000):
        watcher = await home.hub.follow(CLUB, table, None, after, lambda: None)
        firsts.setdefault(after, []).append(watcher.take())
        home.hub.leave(watcher)
    plain, anew = firsts[None], firsts[10_000]
    assert plain[0] is plain[1] is firsts[-2][0]
    assert anew[0] is anew[1]
    assert (plain[0].reset, anew[0].reset) == (False, True)
    assert plain[0].shown is anew[0].shown


async def test_news_from_another_process_comes_by_redis(home, away):
    table, players = await home.start(CLUB)
    before = (await home.tables.load(CLUB, table)).version
    async with away.hub.subscribe(CLUB, table, players[2], before) as feed:
        following = asyncio.create_task(to_the_end(feed))
        last = await home.finish(CLUB, table)
        changes = await asyncio.wait_for(following, 5)
    assert covered(changes, before) == list(range(before + 1, last.version + 1))


async def test_a_watcher_who_sits_down_sees_with_the_eyes_of_the_seat(home):
    table, players = await home.open(CLUB, seats=3)
    async with home.hub.subscribe(CLUB, table, players[2]) as feed:
        assert (await anext(feed)).shown.viewer == 2


async def test_a_table_of_another_tenant_is_not_there(home):
    table, _ = await home.start(CLUB)
    with pytest.raises(NotFound):
        async with home.hub.subscribe(tenant(), table, None):
            pass


async def test_what_is_written_while_a_table_is_fetched_is_not_missed(home, away):
    table, _ = await home.start(CLUB)
    refresh = away.tables.refresh

    async def slow_refresh(club, id_):
        """The log is read, then others write and say so, then the answer comes."""
        away.tables.refresh = refresh
        known = await refresh(club, id_)
        away.tables._warm.clear()
        moved = await home.move(club, id_, Random(8))
        await until(lambda: away.hub._heard[club.id, id_] >= moved.version)
        return known

    away.tables.refresh = slow_refresh
    live = await away.hub.live(CLUB, table)
    assert live.version == (await home.tables.load(CLUB, table)).version


async def test_two_processes_that_both_write_keep_both_their_followers(home, away):
    table, players = await home.start(CLUB)
    before = (await home.tables.load(CLUB, table)).version
    luck = Random(9)
    async with (
        home.hub.subscribe(CLUB, table, players[0], before) as here,
        away.hub.subscribe(CLUB, table, players[1], before) as there,
    ):
        following = [asyncio.create_task(to_the_end(feed)) for feed in (here, there)]
        writers = (home, away)
        while any(not task.done() for task in following):
            writers = writers[::-1]
            await writers[0].tables.refresh(CLUB, table)
            await writers[0].move(CLUB, table, luck)
            await asyncio.sleep(0)
        last = (await home.tables.refresh(CLUB, table)).version
        for changes in [await task for task in following]:
            assert covered(changes, before) == list(range(before + 1, last + 1))


async def test_a_hole_in_what_was_heard_is_filled_from_the_log(home):
    table, _ = await home.start(CLUB)
    live = Live(CLUB, table, await home.tables.load(CLUB, table))
    before = live.version
    first = await home.move(CLUB, table, Random(10))
    live.advance(first.table, first.entries)
    await home.move(CLUB, table, Random(11))  # nobody tells of this one
    third = await home.move(CLUB, table, Random(12))
    live.advance(third.table, third.entries)
    assert live.change(None, before) is None
    stored = await home.log.read(CLUB.id, CLUB.shard, table, after=before)
    live.remember([wire.decode(each.line, each.secret) for each in stored])
    assert covered([live.change(None, before)], before) == list(range(before + 1, live.version + 1))

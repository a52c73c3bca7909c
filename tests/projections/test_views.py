"""Views in Redis: what the log says, whoever wrote them and in whatever order."""

import asyncio
from random import Random

import pytest

from service.cache import impatient
from service.feed.shelf import ANYONE, Shelf, Slip
from tests.projections.kit import house, tenant, until, untrue_views

pytestmark = pytest.mark.anyio
CLUB = tenant(9)
TABLE = tenant().id


@pytest.fixture
async def home(database, redis):
    async with impatient(redis.url()) as client:
        await client.flushdb()
    async with house(database, redis.url()) as home:
        await until(lambda: home.hub.ears.up)
        yield home


@pytest.fixture
async def shelf(redis):
    async with impatient(redis.url()) as client:
        yield Shelf(client, build=7)
        await client.flushdb()


def slip(version, body):
    return Slip(CLUB.id, TABLE, version, f"{version:064x}", ((ANYONE, body),))


@pytest.mark.parametrize("seed", range(5))
async def test_every_view_in_redis_is_what_a_fold_of_the_log_gives(home, seed):
    luck = Random(seed)
    tables = []
    for _ in range(4):
        game = luck.choice(["bombay", "bazar"])
        tables.append((await home.start(CLUB, game, luck.choice([2, 3, 4])))[0])
    for _ in range(60):
        await home.move(CLUB, luck.choice(tables), luck)
    for table in tables:
        version = (await home.tables.load(CLUB, table)).version
        await until(lambda t=table, v=version: kept(home, t, v))
    assert await untrue_views(home) == []


async def kept(home, table, version):
    (view,) = await home.hub.shelf.read(CLUB.id, table, (ANYONE,))
    return view is not None and view.version == version


async def test_only_what_is_newer_wins_and_only_the_winner_announces(shelf):
    async with shelf.redis.pubsub() as ears:
        await ears.subscribe(f"table:{CLUB.id.hex}:{TABLE.hex}")
        assert await shelf.write([slip(2, b"two")]) == [1]
        assert await shelf.write([slip(1, b"one")]) == [0]
        assert await shelf.write([slip(2, b"again")]) == [0]
        assert await shelf.write([slip(3, b"three"), slip(2, b"late")]) == [1, 0]
        (kept,) = await shelf.read(CLUB.id, TABLE, (ANYONE,))
        assert (kept.version, kept.body) == (3, b"three")
        messages = [await ears.get_message(timeout=1) for _ in range(3)]
    assert [message["data"] for message in messages] == [1, b"2", b"3"]


async def test_any_order_of_writers_leaves_the_newest(shelf):
    slips = [slip(version, b"%d" % version) for version in range(1, 40)]
    Random(1).shuffle(slips)
    await asyncio.gather(*(shelf.write([each]) for each in slips))
    (kept,) = await shelf.read(CLUB.id, TABLE, (ANYONE,))
    assert kept.body == b"39"


async def test_a_restarted_redis_is_taught_the_script_again(shelf):
    await shelf.write([slip(1, b"one")])
    await shelf.redis.script_flush()
    assert await shelf.write([slip(2, b"two")]) == [1]


async def test_views_expire_and_not_all_at_once(shelf):
    left = set()
    for version in range(1, 6):
        await shelf.write([slip(version, b"view")])
        left.add(await shelf.redis.pttl(shelf.key(CLUB.id, TABLE, f"view:{ANYONE}")))
    assert all(0.89 * 86_400_000 < ms <= 1.1 * 86_400_000 for ms in left)
    assert len(left) > 1

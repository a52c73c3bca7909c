"""Reading a table: the right view for everyone, from wherever it comes."""

from random import Random
from uuid import uuid4

import pytest

from domain.table.state import Status
from domain.table.views import view
from service import metrics
from service.errors import BadUserInput, Forbidden, NotFound
from service.feed.shelf import ANYONE
from tests.projections.kit import caller, house, tenant, until

pytestmark = pytest.mark.anyio
CLUB = tenant()


@pytest.fixture
async def home(database, redis):
    async with house(database, redis.url()) as home:
        await until(lambda: home.hub.ears.up)
        yield home


async def test_everyone_sees_the_table_through_their_own_seat(home):
    table, players = await home.start(CLUB)
    state = (await home.tables.load(CLUB, table)).state
    for viewer, player in [(None, str(uuid4())), (None, None), *enumerate(players)]:
        shown = await home.reader.table(caller(CLUB, player), table)
        assert shown.viewer == viewer
        assert shown.table == view(state, viewer)


async def test_what_is_read_twice_is_made_once(home):
    table, players = await home.start(CLUB)
    me = caller(CLUB, players[0])
    first, second, third = [await home.reader.table(me, table) for _ in range(3)]
    assert first.body == second.body
    assert second is third


async def test_a_table_of_another_tenant_does_not_exist(home):
    table, players = await home.start(CLUB)
    stranger = caller(tenant(), players[0])
    for ask in (home.reader.table, home.reader.state, home.reader.history):
        with pytest.raises(NotFound):
            await ask(stranger, table)
    with pytest.raises(NotFound):
        await home.reader.table(stranger, table, at=1)


async def test_another_seat_may_be_looked_through_once_all_is_over(home):
    table, players = await home.start(CLUB)
    me = caller(CLUB, players[0])
    assert (await home.reader.table(me, table, seat=0)).viewer == 0
    with pytest.raises(Forbidden):
        await home.reader.table(me, table, seat=1)
    with pytest.raises(Forbidden):
        await home.reader.table(me, table, seat=1, at=4)
    with pytest.raises(BadUserInput):
        await home.reader.table(me, table, seat=3)
    over = await home.finish(CLUB, table)
    assert (await home.reader.table(me, table, seat=1)).table == view(over.state, 1)
    assert (await home.reader.table(me, table, seat=1, at=10)).viewer == 1


async def test_every_version_is_seen_later_as_it_was_streamed_then(home):
    table, players = await home.start(CLUB)
    me = caller(CLUB, players[1])
    streamed = {}
    watch = await home.hub.follow(CLUB, table, players[1], None, lambda: None)
    luck = Random(5)
    while (change := watch.take()) is not None:
        streamed[change.version] = change.shown.body
        await home.move(CLUB, table, luck)
    home.hub.leave(watch)
    assert len(streamed) > 50
    for version, body in streamed.items():
        assert (await home.reader.table(me, table, at=version)).body == body


@pytest.mark.parametrize("version", [0, -1, 10_000])
async def test_a_version_that_never_was_is_refused(home, version):
    table, _ = await home.start(CLUB)
    with pytest.raises(BadUserInput, match="versions 1 to"):
        await home.reader.table(caller(CLUB), table, at=version)


async def test_the_seed_is_nobodys_until_the_end(home):
    table, players = await home.start(CLUB)
    seed = (await home.tables.load(CLUB, table)).state.seed
    me = caller(CLUB, players[0])
    history = await home.reader.history(me, table)
    assert history[0].type == "table.table_opened"
    assert seed.encode() not in b"".join(bytes(line.data) for line in history)
    assert seed.encode() not in (await home.reader.table(me, table)).body
    await home.finish(CLUB, table)
    history = await home.reader.history(me, table)
    assert seed.encode() in bytes(history[0].data)


async def test_history_is_read_in_pieces(home):
    table, players = await home.start(CLUB)
    over = await home.finish(CLUB, table)
    me = caller(CLUB, players[0])
    lines, after = [], 0
    while piece := await home.reader.history(me, table, after, first=7):
        lines += piece
        after = piece[-1].version
    assert [line.version for line in lines] == list(range(1, over.version + 1))


async def test_a_process_that_never_saw_the_table_reads_it_from_redis(home, database, redis):
    table, players = await home.start(CLUB)
    here = await home.reader.table(caller(CLUB, players[0]), table)
    await until(lambda: kept(home, table, players[0], here.version))
    async with house(database, redis.url()) as away:
        await until(lambda: away.hub.ears.up)
        before = metrics.READS.labels("redis")._value.get()
        for player in (players[0], None):
            mine = await home.reader.table(caller(CLUB, player), table)
            assert (there := await away.reader.table(caller(CLUB, player), table)).body == mine.body
            assert there.table == mine.table
            assert there.viewer == mine.viewer
        assert metrics.READS.labels("redis")._value.get() == before + 1


async def kept(home, table, player, version):
    found = await home.hub.shelf.read(CLUB.id, table, (player, ANYONE))
    return all(each is not None and each.version == version for each in found)


async def test_a_view_in_redis_that_is_old_is_not_believed(home, database, redis):
    table, _ = await home.start(CLUB)
    now = await home.tables.load(CLUB, table)
    await until(lambda: kept(home, table, ANYONE, now.version))
    async with house(database, redis.url()) as away:
        await until(lambda: away.hub.ears.up)
        away.hub.publish = lambda update: None  # as if it died right after the commit
        away.handler._publish = away.hub.publish
        moved = await away.move(CLUB, table, Random(6))
    async with house(database, redis.url()) as third:
        await until(lambda: third.hub.ears.up)
        shown = await third.reader.table(caller(CLUB), table)
    assert shown.version == moved.version


async def test_whoever_has_a_version_never_gets_less(home, database, redis):
    table, players = await home.start(CLUB)
    async with house(database, redis.url()) as away:
        await until(lambda: away.hub.ears.up)
        me = caller(CLUB, players[0])
        luck = Random(7)
        while (moved := await home.move(CLUB, table, luck)) is not None:
            shown = await away.reader.table(me, table, minimum=moved.version)
            assert shown.version >= moved.version
        assert shown.table.status is Status.FINISHED

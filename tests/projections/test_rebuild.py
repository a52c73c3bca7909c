"""What is made again from the log is what was there, to the byte."""

import pexpect
import psycopg
import pytest

from service.cache import impatient
from service.caller import OF_TENANTS, Caller
from service.projectors import lag, rebuild
from service.store.pools import pool
from tests.projections.kit import caller, house, tenant, until
from tests.running import HOWDAH, environment, howdah

pytestmark = pytest.mark.anyio
CLUBS = [tenant(3), tenant(3), tenant(40)]


@pytest.fixture
async def home(database, redis):
    async with house(database, redis.url()) as home:
        await until(lambda: home.hub.ears.up)
        for seed, club in enumerate(CLUBS):
            await home.open(club)
            await home.start(club, game="bazar")
            finished, _ = await home.start(club)
            await home.finish(club, finished, seed)
        for club in CLUBS:
            assert (await home.side.lists.tables(caller(club))).behind == 0
        yield home


@pytest.fixture
async def projectors(database):
    async with pool(database, "projector", 4) as projectors:
        yield projectors


def everything(database):
    """All rows of all models, without their build."""
    with psycopg.connect(database) as connection:
        return {
            name: connection.execute(
                f"select to_jsonb(t) - 'build' from howdah.{name} t order by {order}"
            ).fetchall()
            for name, order in rebuild.MODELS.items()
        }


async def test_models_are_made_again_beside_the_old_and_take_their_place(
    home, database, projectors
):
    before = everything(database)
    assert all(before.values())
    told = []
    await rebuild.models(home.log, projectors, lambda *each: told.append(each))
    assert everything(database) == before
    assert told[-1][0] == told[-1][1] > 100
    async with projectors.connection() as connection:
        (models, _) = await lag.lags(connection)
    assert (models.projection, models.behind) == ("models", 0)
    table, _ = await home.open(CLUBS[0])
    page = await until(lambda: listed(home, CLUBS[0], table))
    assert page.behind == 0


async def listed(home, club, table):
    page = await home.side.lists.tables(caller(club))
    return page if page.items[0].table == table else None


async def test_a_difference_is_noticed_and_the_old_build_stays(home, database, projectors):
    with psycopg.connect(database) as connection:
        connection.execute("update howdah.standings set won = won + 1 where won > 0")
    before = everything(database)
    with pytest.raises(rebuild.Differs, match="standings"):
        await rebuild.models(home.log, projectors)
    assert everything(database) == before
    assert await rebuild.models(home.log, projectors, accept=True) == ["standings"]
    assert everything(database) != before


async def test_only_one_rebuild_at_a_time(home, projectors):
    async with rebuild.alone(projectors):
        with pytest.raises(rebuild.Trouble, match="under way"):
            await rebuild.models(home.log, projectors)


async def test_views_are_made_again_and_the_old_ones_dropped(home, projectors, redis):
    table, players = await home.start(CLUBS[0])
    await until(lambda: home.hub.shelf.read(CLUBS[0].id, table, players[:1]))
    async with impatient(redis.url()) as client:
        old = home.hub.shelf.build
        await rebuild.views(home.log, projectors, client)
        await until(lambda: home.hub.shelf.build > old)
        assert not await client.keys(f"v{old}:*:view:*")
        (kept,) = await home.hub.shelf.read(CLUBS[0].id, table, players[:1])
        shown = await home.reader.table(caller(CLUBS[0], players[0]), table)
        assert (kept.version, kept.body) == (shown.version, shown.body)


async def test_the_command_line_rebuilds_and_shows_the_lag(home, database, redis, tmp_path):
    settings = {"data": tmp_path, "database_url": database, "redis_url": redis.url()}
    told = howdah("rebuild", **settings)
    assert told.returncode == 0, told.stderr
    assert told.stdout.count("the same to the byte") == 2
    told = howdah("lag", **settings)
    assert told.returncode == 0, told.stderr
    assert "models" in told.stdout
    assert "views" in told.stdout


async def test_a_tenant_sees_its_own_rows_only(home, database):
    with psycopg.connect(database) as connection:
        connection.execute("set role howdah_reader")
        for name in rebuild.MODELS:
            assert connection.execute(f"select count(*) from howdah.{name}").fetchone() == (0,)
        connection.execute("select set_config('howdah.tenant', %s, false)", (str(CLUBS[0].id),))
        for name in rebuild.MODELS:
            rows = connection.execute(f"select distinct tenant_id from howdah.{name}").fetchall()
            assert rows == [(CLUBS[0].id,)]
    admin = Caller(CLUBS[0], None, None, frozenset(OF_TENANTS), CLUBS[0].id, None)
    assert (await home.side.lists.tables(admin)).items


async def test_a_terminal_sees_how_far_it_is_and_how_long_it_takes(home, database, redis, tmp_path):
    settings = environment(tmp_path, database_url=database, redis_url=redis.url())
    terminal = pexpect.spawn(str(HOWDAH), ["rebuild", "models"], env=settings, timeout=30)
    terminal.expect(r"models \[[# ]+\] +\d+%, \d+ s left")
    terminal.expect(r"models: \d+ events in [\d.]+ s, the same to the byte")
    terminal.expect(pexpect.EOF)

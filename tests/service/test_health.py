"""What /readyz says when something is missing."""

import psycopg
import pytest

from service.cache import impatient
from service.drain import Drain
from service.health import Readiness, Report
from service.store.appender import Appender

pytestmark = pytest.mark.anyio


@pytest.fixture
async def cache(redis):
    async with impatient(redis.url()) as client:
        yield client


def readiness(database, cache, drain=None):
    return Readiness(database, cache, drain or Drain(), Appender(database))


async def report(database, cache, drain=None):
    return await readiness(database, cache, drain).report()


async def test_a_migrated_database_and_a_redis_are_all_it_takes(database, cache):
    checks = {"database": "ok", "redis": "ok", "commits": "ok"}
    assert await report(database, cache) == Report("ok", checks)


async def test_who_can_only_read_stays_and_says_so(database, cache):
    look = readiness(database, cache)
    look.appender.failing = True
    found = await look.report()
    assert (found.code, found.status, found.checks["commits"]) == (200, "degraded", "failing")


async def test_a_database_that_was_never_migrated_is_not_ready(postgres, cache):
    found = await report(postgres.url(), cache)
    assert (found.code, found.checks["database"]) == (503, "not migrated")


async def test_a_database_of_another_release_is_not_ready(database, cache):
    with psycopg.connect(database) as connection:
        connection.execute("update howdah.alembic_version set version_num = 'later'")
    try:
        found = await report(database, cache)
        assert (found.code, found.checks["database"]) == (503, "not migrated")
    finally:
        with psycopg.connect(database) as connection:
            revision = readiness(database, cache).expected
            connection.execute("update howdah.alembic_version set version_num = %s", (revision,))


async def test_a_database_that_does_not_answer_is_not_ready(cache):
    found = await report("postgresql://raja@127.0.0.1:1/howdah", cache)
    assert (found.code, found.checks["database"]) == (503, "unreachable")


async def test_redis_is_missed_but_not_needed(database):
    async with impatient("unix:///no/such/socket") as nobody:
        found = await report(database, nobody)
    assert (found.code, found.status) == (200, "degraded")


async def test_whoever_stops_takes_no_new_work(database, cache):
    drain = Drain()
    drain.started.set()
    found = await report(database, cache, drain)
    assert (found.code, found.checks["service"]) == (503, "stopping")


async def test_many_probes_are_answered_by_one_look(postgres, cache):
    look = readiness(postgres.url("no_such_database"), cache)
    first = await look.report()
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("create database no_such_database")
        assert await look.report() == first
        connection.execute("drop database no_such_database")

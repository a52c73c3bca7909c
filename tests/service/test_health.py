"""What /readyz says when something is missing."""

import psycopg
import pytest

from service.cache import impatient
from service.drain import Drain
from service.health import Readiness, Report

pytestmark = pytest.mark.anyio


@pytest.fixture
async def cache(redis):
    async with impatient(redis.url()) as client:
        yield client


async def report(database, cache, drain=None):
    return await Readiness(database, cache, drain or Drain()).report()


async def test_a_migrated_database_and_a_redis_are_all_it_takes(database, cache):
    assert await report(database, cache) == Report("ok", {"database": "ok", "redis": "ok"})


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
            revision = Readiness(database, cache, Drain()).expected
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
    readiness = Readiness(postgres.url("no_such_database"), cache, Drain())
    first = await readiness.report()
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("create database no_such_database")
        assert await readiness.report() == first
        connection.execute("drop database no_such_database")

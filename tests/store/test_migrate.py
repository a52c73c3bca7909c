"""Migrations: from nothing, from something, twice, and two at once."""

import subprocess
import sys
from itertools import count
from uuid import uuid4

import psycopg
import pytest
from psycopg import errors

from service.embedded import Postgres
from service.store import Log, migrate
from tests.conftest import scratch, silently
from tests.store.kit import TENANT, commit

numbers = count(1)


@pytest.fixture(scope="module")
def cluster():
    """A server that has never seen us: not even our roles are there."""
    with scratch() as directory:
        server = Postgres(directory)
        server.start(silently)
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute("create role asha login createrole")
        yield server
        server.kill()


@pytest.fixture
def empty(cluster):
    """The URL of an empty database, by its owner, who is nobody special."""
    name = f"empty_{next(numbers)}"
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        connection.execute(f"create database {name} owner asha")
    return cluster.url(name, user="asha")


def test_a_new_database_knows_no_revision_and_then_the_latest(empty):
    assert migrate.current(empty) is None
    migrate.upgrade(empty)
    assert migrate.current(empty) == migrate.head()


@pytest.mark.anyio
async def test_who_owns_the_database_and_may_create_roles_needs_no_more(empty):
    migrate.upgrade(empty)
    async with Log(empty) as log:
        table = uuid4()
        await log.append(commit(table))
        assert len(await log.read(TENANT, 7, table)) == 2
        assert len(await log.follow(7, 0, 10)) == 2
    with psycopg.connect(empty) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute("select * from howdah.events")


@pytest.mark.anyio
async def test_to_migrate_again_changes_nothing(empty):
    migrate.upgrade(empty)
    async with Log(empty) as log:
        table = uuid4()
        sale = commit(table)
        await log.append(sale)
        before = dump(empty)
        migrate.upgrade(empty)
        assert dump(empty) == before
        assert [event.line for event in await log.read(TENANT, 7, table)] == [
            event.line for event in sale.events
        ]


def test_two_that_migrate_at_once_take_turns(empty):
    at_once([empty] * 3)
    assert migrate.current(empty) == migrate.head()


def test_two_databases_of_one_cluster_may_be_migrated_at_once(cluster):
    names = [f"twin_{number}" for number in range(3)]
    with psycopg.connect(cluster.url(), autocommit=True) as connection:
        for name in names:
            connection.execute(f"create database {name}")
    at_once([cluster.url(name) for name in names])
    assert {migrate.current(cluster.url(name)) for name in names} == {migrate.head()}


def test_a_migration_that_fails_leaves_the_database_as_it_was(empty):
    with psycopg.connect(empty, autocommit=True) as connection:
        for role in migrate.ROLES:
            migrate.ensure_role(connection, f"howdah_{role}")
        connection.execute("create schema howdah authorization howdah_owner")
        connection.execute("set role howdah_owner")
        connection.execute("create table howdah.keys ()")
    with pytest.raises(psycopg.Error):
        migrate.upgrade(empty)
    assert migrate.current(empty) is None
    assert [name for kind, name, _ in dump(empty) if kind == "table"] == ["keys"]


def at_once(urls: list[str]) -> None:
    """Migrate each in a process of its own."""
    script = "import sys; from service.store import migrate; migrate.upgrade(sys.argv[1])"
    started = [subprocess.Popen([sys.executable, "-c", script, url]) for url in urls]
    assert [process.wait(60) for process in started] == [0] * len(urls)


def dump(url: str) -> list[tuple[object, ...]]:
    """Everything the schema has, and when each row of the catalogue was last written."""
    with psycopg.connect(url) as connection:
        return connection.execute(
            "select 'table', relname::text, xmin::text from pg_class"
            " where relnamespace = 'howdah'::regnamespace"
            " union all select 'function', proname::text, xmin::text from pg_proc"
            " where pronamespace = 'howdah'::regnamespace order by 1, 2"
        ).fetchall()

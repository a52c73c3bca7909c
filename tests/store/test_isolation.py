"""Nobody sees or changes what is not theirs, even where the code forgets to ask."""

import re
from uuid import uuid4

import psycopg
import pytest
from psycopg import errors

from service.store import Log
from service.store import log as reader
from service.store.pools import pool, scope, scoped
from tests.store.kit import OTHER, TENANT, commit

pytestmark = pytest.mark.anyio
TABLE = uuid4()
READS = {
    "read": (reader.READ, ("shard", "tenant", "stream", "after", "limit")),
    "head": (reader.HEAD, ("shard", "tenant", "stream")),
    "find": (reader.FIND, ("shard", "tenant", "command", "command")),
}
ROLES = ("writer", "reader", "projector", "identity")


@pytest.fixture(scope="module")
async def sale(database):
    """A command of another tenant, with the same ids that we use."""
    async with Log(database) as log:
        sale = commit(TABLE, tenant=OTHER, secret=b"salt and hand")
        await log.append(sale)
        return sale


@pytest.fixture
async def readers(database):
    async with pool(database, "reader", 1) as readers:
        yield readers


def without_tenant(query: str) -> str:
    """The statement as someone would have written it who never heard of tenants."""
    bare, count = re.subn(r"(l|s|e)?\.?tenant_id (=|is not distinct from) \S+( and)?", r"", query)
    bare = re.sub(r"and\s+(?=order|and|\)|$)", "", bare)
    assert count > 0
    assert "tenant" not in bare
    return bare


@pytest.mark.parametrize("name", READS)
async def test_a_reader_that_forgets_the_tenant_sees_no_foreign_row(readers, sale, name):
    query, names = READS[name]
    known = {
        "shard": 7,
        "stream": TABLE,
        "command": sale.command,
        "after": 0,
        "limit": None,
        "tenant": OTHER,
    }
    values = [known[name] for name in names if name != "tenant"]
    async with scoped(readers, OTHER) as connection:
        assert await (await connection.execute(without_tenant(query), values)).fetchall()
    async with scoped(readers, TENANT) as connection:
        assert not await (await connection.execute(without_tenant(query), values)).fetchall()


@pytest.mark.parametrize("table", ["events", "streams", "players", "events_7"])
async def test_without_a_tenant_a_reader_sees_nothing(readers, sale, table):
    async with readers.connection() as connection:
        try:
            cursor = await connection.execute(f"select * from howdah.{table}")
        except errors.InsufficientPrivilege:
            return
        assert await cursor.fetchall() == []


async def test_the_scope_of_a_read_ends_with_it(readers, sale):
    async with readers.connection() as connection:
        async with connection.pipeline():
            await scope(connection, OTHER)
            cursor = await connection.execute("select stream_id from howdah.streams")
            assert await cursor.fetchall() == [(TABLE,)]
        cursor = await connection.execute("select stream_id from howdah.streams")
        assert await cursor.fetchall() == []


async def test_tenants_do_not_meet_at_one_log(database, sale):
    async with Log(database) as log:
        assert await log.read(TENANT, 7, TABLE) == []
        assert await log.head(TENANT, 7, TABLE) is None
        assert await log.find(TENANT, 7, sale.command) is None
        assert len(await log.read(OTHER, 7, TABLE)) == 2


STATEMENTS = [
    "select * from howdah.events",
    "select * from howdah.events_7",
    "select * from howdah.streams",
    "select * from howdah.tenants",
    "select * from howdah.keys",
    "insert into howdah.streams values (1, gen_random_uuid(), gen_random_uuid(), '', 1, '')",
    "update howdah.streams set version = 1",
    "update howdah.events set data = ''",
    "delete from howdah.events",
    "truncate howdah.events",
    "create table howdah.mine ()",
]


@pytest.mark.parametrize("statement", STATEMENTS)
async def test_the_writer_can_do_nothing_but_append(database, statement):
    with as_role(database, "writer") as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute(statement)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("statement", [each for each in STATEMENTS if "select" not in each])
async def test_no_role_can_change_the_log_by_hand(database, role, statement):
    with as_role(database, role) as connection, pytest.raises(errors.InsufficientPrivilege):
        connection.execute(statement)


@pytest.mark.parametrize("role", ["reader", "projector", "identity"])
async def test_only_the_writer_appends(database, role):
    with as_role(database, role) as connection:
        call = "select howdah.append_one(" + ", ".join(["null"] * 15) + ")"
        with pytest.raises(errors.InsufficientPrivilege):
            connection.execute(call)


@pytest.mark.parametrize(
    ("change", "table"),
    [
        ("update {} set version = 9", "events"),
        ("update {} set version = 9", "events_7"),
        *((change, table) for change in ("delete from {}", "truncate {}")
          for table in ("events", "events_7", "streams")),
    ],
)  # fmt: skip
async def test_not_even_the_owner_rewrites_what_happened(database, sale, change, table):
    forbidden = pytest.raises(errors.InsufficientPrivilege, match="the log only grows")
    with psycopg.connect(database) as connection, forbidden:
        connection.execute(change.format(f"howdah.{table}"))


async def test_players_are_seen_and_made_within_their_tenant_only(database):
    async with pool(database, "identity", 1) as identity:
        async with identity.connection() as connection:
            for tenant in (TENANT, OTHER):
                await connection.execute(
                    "insert into howdah.tenants (tenant_id, name, shard) values (%s, %s, 7)",
                    (tenant, str(tenant)),
                )
        player = "insert into howdah.players (tenant_id, player_id, name) values (%s, %s, 'Asha')"
        async with scoped(identity, OTHER) as connection:
            await connection.execute(player, (OTHER, uuid4()))
        async with scoped(identity, TENANT) as connection:
            cursor = await connection.execute("select * from howdah.players")
            assert await cursor.fetchall() == []
        with pytest.raises(errors.InsufficientPrivilege):
            async with scoped(identity, TENANT) as connection:
                await connection.execute(player, (OTHER, uuid4()))


def as_role(database, role):
    connection = psycopg.connect(database, autocommit=True)
    connection.execute(f"set role howdah_{role}")
    return connection

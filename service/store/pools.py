"""Connections to Postgres. Whatever user the URL names, each acts in one narrow role."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import LiteralString
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

# One plan for all arguments: by itself Postgres plans anew for each shard, which costs more than
# the look-up. And never a walk through a table, whatever the statistics say: without sorting, the
# "order by" of a statement names the index that it goes by.
SETTINGS: LiteralString = """
    set plan_cache_mode = force_generic_plan;
    set enable_seqscan = off;
    set enable_bitmapscan = off;
    set enable_sort = off;
    set statement_timeout = '30s';
    set idle_in_transaction_session_timeout = '10s'
"""


Pool = AsyncConnectionPool[AsyncConnection]


def pool(url: str, role: LiteralString, size: int) -> Pool:
    """Connections in the role howdah_<role>, yet to be opened."""

    async def configure(connection: AsyncConnection) -> None:
        await connection.execute("set role howdah_" + role)
        await connection.execute(SETTINGS)

    return AsyncConnectionPool(
        url,
        kwargs={"autocommit": True},
        min_size=1,
        max_size=size,
        open=False,
        configure=configure,
        name=role,
        timeout=5.0,
    )


@asynccontextmanager
async def scoped(pool: Pool, tenant: UUID) -> AsyncIterator[AsyncConnection]:
    """A transaction that sees and writes the rows of one tenant only."""
    async with pool.connection() as connection, connection.transaction():
        await scope(connection, tenant)
        yield connection


async def scope(connection: AsyncConnection, tenant: UUID) -> None:
    """Let the rest of the transaction be about one tenant."""
    await connection.execute("select set_config('howdah.tenant', %s, true)", (str(tenant),))

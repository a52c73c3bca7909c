"""The connections through which tenants, players and keys are read and written."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self
from uuid import UUID

import structlog
from psycopg import AsyncConnection, OperationalError
from psycopg.rows import TupleRow
from psycopg_pool import PoolTimeout

from service.errors import ServiceUnavailable
from service.store.pools import pool, scope

Connection = AsyncConnection[TupleRow]

log = structlog.get_logger()


class Identity:
    """A pool of connections in the role that may touch identity and nothing else."""

    def __init__(self, url: str, size: int = 4) -> None:
        self._pool = pool(url, "identity", size)

    async def __aenter__(self) -> Self:
        await self._pool.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._pool.close()

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        try:
            async with self._pool.connection() as connection:
                yield connection
        except (OperationalError, PoolTimeout) as error:
            log.warning("database_unavailable", error=str(error))
            raise ServiceUnavailable(retry_after=1.0) from error

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Connection]:
        async with self.connection() as connection, connection.transaction():
            yield connection

    @asynccontextmanager
    async def tenant(self, tenant: UUID) -> AsyncIterator[Connection]:
        """A transaction that sees and writes the players of one tenant."""
        async with self.transaction() as connection:
            await scope(connection, tenant)
            yield connection

    async def row(self, statement: str, *values: Any) -> TupleRow | None:
        """The first row of a statement that belongs to no tenant in particular."""
        return next(iter(await self.rows(statement, *values)), None)

    async def rows(self, statement: str, *values: Any) -> list[TupleRow]:
        async with self.connection() as connection:
            return await (await connection.execute(statement, values)).fetchall()

"""The log as the rest of the service sees it."""

from collections.abc import AsyncGenerator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, LiteralString, Self
from uuid import UUID

from psycopg import AsyncConnection, OperationalError, ProgrammingError
from psycopg.errors import QueryCanceled
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from service.store.appender import Appender
from service.store.batch import check_ids
from service.store.entries import Appended, Commit, Followed, Found, Head, Stored
from service.store.errors import Unavailable
from service.store.pools import pool, scope

READ: LiteralString = """
    select version, data, secret, hash, command_id from howdah.events
    where shard = %s and tenant_id = %s and stream_id = %s and version > %s
    order by version limit %s
"""
HEAD: LiteralString = """
    select version, head_hash from howdah.streams
    where shard = %s and tenant_id = %s and stream_id = %s
"""
STREAMS: LiteralString = """
    select stream_id from howdah.streams
    where shard = %s and tenant_id = %s and stream_id > %s order by stream_id limit %s
"""
FIND: LiteralString = """
    select e.stream_id, e.version, e.version + e.command_count - 1, e.fingerprint,
      (select l.hash from howdah.events l
       where l.shard = e.shard and l.tenant_id = e.tenant_id and l.stream_id = e.stream_id
         and l.version >= e.version + e.command_count - 1
       order by l.version limit 1)
    from howdah.events e
    where e.shard = %s and e.tenant_id = %s and e.ord = 1
      and e.command_id >= %s and e.command_id <= %s
    order by e.command_id limit 1
"""
FOLLOW: LiteralString = """
    select version, data, secret, hash, command_id, tenant_id, stream_id,
      (select kind from howdah.streams s where s.shard = e.shard
         and s.tenant_id = e.tenant_id and s.stream_id = e.stream_id),
      pos
    from howdah.events e where shard = %s and pos > %s order by pos limit %s
"""
END: LiteralString = "select pos from howdah.events where shard = %s order by pos desc limit 1"
PAGE = 1000  # streams that are asked for at once


class Log:
    """Append and read. Everything a user can reach is asked for within a tenant."""

    def __init__(
        self, url: str, readers: int = 4, projectors: int = 2, limit: int = 2000,
        patience: float = 10.0,
    ) -> None:  # fmt: skip
        self.appender = Appender(url, limit, patience)
        self._readers = pool(url, "reader", readers)
        self._projectors = pool(url, "projector", projectors)

    async def __aenter__(self) -> Self:
        await self._readers.open()
        await self._projectors.open()
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.appender.close()
        await self._readers.close()
        await self._projectors.close()

    async def append(self, commit: Commit) -> Appended:
        """Write what a command brings about, once.

        Raises Conflict, KeyReused, TooLarge, Malformed, Overloaded or Unavailable.
        """
        return await self.appender.append(commit)

    async def read(
        self, tenant: UUID, shard: int, stream: UUID, after: int = 0, limit: int | None = None
    ) -> list[Stored]:
        """The events of a stream after a version, in order."""
        check_ids(tenant, stream)
        rows = await self._ask(self._readers, READ, (shard, tenant, stream, after, limit), tenant)
        return [Stored(*row) for row in rows]

    async def head(self, tenant: UUID, shard: int, stream: UUID) -> Head | None:
        """Where a stream ends, by one look into an index."""
        check_ids(tenant, stream)
        rows = await self._ask(self._readers, HEAD, (shard, tenant, stream), tenant)
        return Head(*rows[0]) if rows else None

    async def streams(self, tenant: UUID, shard: int) -> AsyncGenerator[UUID, None]:
        """Every stream of a tenant, in the order of their ids."""
        after, more = UUID(int=0), True
        while more:
            rows = await self._ask(self._readers, STREAMS, (shard, tenant, after, PAGE), tenant)
            for (after,) in rows:
                yield after
            more = len(rows) == PAGE

    async def find(self, tenant: UUID, shard: int, command: UUID) -> Found | None:
        """What a command wrote, if it wrote anything."""
        check_ids(tenant, command)
        rows = await self._ask(self._readers, FIND, (shard, tenant, command, command), tenant)
        return Found(*rows[0]) if rows else None

    async def follow(self, shard: int, after: int, limit: int) -> list[Followed]:
        """The events of a shard after a position, of all tenants, in the order of their commits.

        Positions have no holes: whoever asks again after the last one it got misses nothing.
        """
        rows = await self._ask(self._projectors, FOLLOW, (shard, after, limit))
        return [Followed(*row) for row in rows]

    async def end(self, shard: int) -> int:
        """The last position of a shard; 0 if it is empty."""
        rows = await self._ask(self._projectors, END, (shard,))
        return int(rows[0][0]) if rows else 0

    async def _ask(
        self,
        pool: AsyncConnectionPool[AsyncConnection],
        query: LiteralString,
        values: Sequence[object],
        tenant: UUID | None = None,
    ) -> list[tuple[Any, ...]]:
        """Ask once more for each connection that may have died since it was last used."""
        for _ in range(pool.max_size):
            with suppress(OperationalError):
                return await self._rows(pool, query, values, tenant)
        try:
            return await self._rows(pool, query, values, tenant)
        except OperationalError as error:
            raise Unavailable(str(error)) from error

    async def _rows(
        self,
        pool: AsyncConnectionPool[AsyncConnection],
        query: LiteralString,
        values: Sequence[object],
        tenant: UUID | None,
    ) -> list[tuple[Any, ...]]:
        try:
            # What goes into one pipeline goes out together, and is one transaction: the scope
            # ends with it.
            async with pool.connection() as connection, connection.pipeline():
                if tenant is not None:
                    await scope(connection, tenant)
                cursor = await connection.execute(query, values, prepare=True, binary=True)
                return await cursor.fetchall()
        except (PoolTimeout, QueryCanceled, ProgrammingError) as error:
            raise Unavailable(str(error)) from error

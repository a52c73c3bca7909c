"""Makes a read model again from the log, beside the old one, and puts it in its place.

The new build must come out the same to the byte as what was there. If it does not, the old one
stays, unless the operator says that the difference is wanted.
"""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import LiteralString
from uuid import UUID

from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool
from redis.asyncio import Redis

from projections.history import is_over
from service.feed.announcer import News
from service.feed.shelf import Shelf
from service.projectors.fold import Folder
from service.projectors.models import Models
from service.projectors.runner import RENEWAL, Runner
from service.store import SHARDS, Log
from service.tables import UNOPENED, fold
from service.trouble import Trouble

Pool = AsyncConnectionPool[AsyncConnection]
Progress = Callable[[int, int], None]  # done, of how many

LOCK = 1163084624  # one rebuild at a time
MODELS: dict[str, LiteralString] = {
    "tables": "tenant_id, table_id",
    "sittings": "tenant_id, table_id, player_id",
    "standings": "tenant_id, game, player_id",
    "usage": "tenant_id, day",
}
BUILDS: LiteralString = """
    select p.build, greatest(p.build, (select max(projection_version) from howdah.checkpoints c
      where c.projection = p.projection)) + 1
    from howdah.projections p where p.projection = %s
"""
POSITIONS: LiteralString = """
    select shard, pos from howdah.checkpoints where projection = %s and projection_version = %s
"""
FROZEN: LiteralString = """
    select pos from howdah.checkpoints
    where projection = %s and projection_version = %s and shard = %s for update
"""
SWITCH: LiteralString = "update howdah.projections set build = %s where projection = %s"
STREAMS: LiteralString = """
    select tenant_id, stream_id from howdah.streams where shard = %s and kind = 'table'
"""
START_AT: LiteralString = """
    insert into howdah.checkpoints (projection, projection_version, shard, pos)
    values ('views', %s, %s, %s)
"""


class Differs(Trouble):
    """The new build is not what was there."""


async def models(
    log: Log, pool: Pool, progress: Progress = lambda *_: None, accept: bool = False
) -> list[str]:
    """Lobby, players' tables, standings and usage. Returns those that differ from before."""
    async with alone(pool), pool.connection() as connection:
        old, new = await builds(connection, "models")
        runner = Runner(log, pool, Models(Folder(log, strict=True)), new, strict=True)
        try:
            await runner.lease()
            ends = await positions(connection, "models", old)
            await replay(runner, ends, progress)
            differing = await compare(connection, runner, old, new, [*filter(ends.get, ends)])
            if differing and not accept:
                raise Differs(f"the new build differs from the old one in {', '.join(differing)}")
        except BaseException:
            await runner.release()
            await drop(connection, "models", new)
            raise
        await connection.execute(SWITCH, (new, "models"))
        await runner.release()
        await drop(connection, "models", old)
    return differing


async def replay(runner: Runner, ends: dict[int, int], progress: Progress) -> None:
    """Digest every shard as far as the old build has come."""
    total, done = sum(ends.values()), 0
    progress(done, total)
    for shard, end in ends.items():
        while runner.held[shard].position < end:
            await runner.lease()
            done += await runner.digest_batch(shard, end)
            progress(done, total)


async def compare(
    connection: AsyncConnection, runner: Runner, old: int, new: int, shards: list[int]
) -> list[str]:
    """The models in which the builds differ, shard by shard, each held still for the moment."""
    differing: set[str] = set()
    for shard in shards:
        await runner.lease()
        async with connection.transaction():
            await connection.execute("set local statement_timeout = 0")
            await connection.execute("set local idle_in_transaction_session_timeout = '60s'")
            rows = await connection.execute(FROZEN, ("models", old, shard))
            found = await rows.fetchone()
            end = 0 if found is None else found[0]
            while runner.held[shard].position < end:
                await runner.digest_batch(shard, end)
            for name, order in MODELS.items():
                if await digest(connection, name, order, old, shard) != await digest(
                    connection, name, order, new, shard
                ):
                    differing.add(name)
    return sorted(differing)


async def digest(
    connection: AsyncConnection, name: str, order: LiteralString, build: int, shard: int
) -> tuple[int, str | None]:
    """How many rows there are and what they come to."""
    row = "md5((to_jsonb(t) - 'build')::text)"
    query = f"select count(*), md5(string_agg({row}, '' order by {order})) from howdah.{name} t"
    rows = await connection.execute(f"{query} where build = %s and shard = %s", (build, shard))
    ((count, hash_),) = await rows.fetchall()
    return count, hash_


async def views(
    log: Log, pool: Pool, redis: Redis, progress: Progress = lambda *_: None, accept: bool = False
) -> list[str]:
    """The views in Redis, of all tables at which something may still happen."""
    async with alone(pool), pool.connection() as connection:
        old, new = await builds(connection, "views")
        before, after = Shelf(redis, old), Shelf(redis, new, silent=True)
        streams = []
        for shard in range(SHARDS):
            # Whatever is written from here on, the projector will do again for the new build.
            await connection.execute(START_AT, (new, shard, await log.end(shard)))
            rows = await connection.execute(STREAMS, (shard,))
            streams += [(shard, *row) async for row in rows]
        differing = []
        for done, (shard, tenant, table) in enumerate(streams):
            progress(done, len(streams))
            if not await view_again(log, before, after, shard, tenant, table):
                differing.append(f"table {table}")
        progress(len(streams), len(streams))
        if differing and not accept:
            await drop(connection, "views", new)
            await forget(redis, new)
            raise Differs(f"the views of {len(differing)} tables differ from those that were there")
        await connection.execute(SWITCH, (new, "views"))
        # Until they have noticed the switch, running processes go on writing to the old build.
        await asyncio.sleep(2 * RENEWAL)
        await drop(connection, "views", old)
        await forget(redis, old)
    return differing


async def view_again(
    log: Log, before: Shelf, after: Shelf, shard: int, tenant: UUID, table: UUID
) -> bool:
    """Write the views of a table; whether they are what was there of the same version."""
    folded = fold(UNOPENED, await log.read(tenant, shard, table))
    if is_over(folded.state):
        return True
    slip = News(tenant, shard, table, folded).slip(views=True)
    await after.write([slip])
    known = await before.read(tenant, table, [viewer for viewer, _ in slip.views])
    return all(
        kept is None or kept.version != slip.version or kept.body == body
        for kept, (_, body) in zip(known, slip.views, strict=True)
    )


async def forget(redis: Redis, build: int) -> None:
    """Drop the keys of a build."""
    async for key in redis.scan_iter(f"v{build}:*", count=1_000):
        await redis.unlink(key)


async def builds(connection: AsyncConnection, projection: str) -> tuple[int, int]:
    """The build that is read, and the number of the next."""
    rows = await connection.execute(BUILDS, (projection,))
    ((old, new),) = await rows.fetchall()
    return old, new or old + 1


async def positions(connection: AsyncConnection, projection: str, build: int) -> dict[int, int]:
    rows = await connection.execute(POSITIONS, (projection, build))
    return dict(await rows.fetchall())


async def drop(connection: AsyncConnection, projection: str, build: int) -> None:
    """Forget a build. Its checkpoints go first: whoever still works on it is fenced out."""
    async with connection.transaction():
        await connection.execute("set local statement_timeout = 0")
        for table in ("checkpoints", "parked"):
            await connection.execute(
                f"delete from howdah.{table} where projection = %s and projection_version = %s",
                (projection, build),
            )
        if projection == "models":
            for name in MODELS:
                await connection.execute(f"delete from howdah.{name} where build = %s", (build,))


@asynccontextmanager
async def alone(pool: Pool) -> AsyncIterator[None]:
    """See that nobody else rebuilds meanwhile."""
    async with pool.connection() as connection:
        rows = await connection.execute("select pg_try_advisory_lock(%s)", (LOCK,))
        if await rows.fetchone() != (True,):
            raise Trouble("another rebuild is under way")
        try:
            yield
        finally:
            await asyncio.shield(connection.execute("select pg_advisory_unlock(%s)", (LOCK,)))

"""Follows the log for one projection: leases shards, digests what is new, keeps the checkpoint.

Rows and checkpoint change in one transaction, under the epoch of the lease: whoever has lost the
lease in between changes nothing. A stream that cannot be digested is parked and the others go on.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import datetime
from typing import Any, LiteralString, Protocol
from uuid import UUID, uuid4

import msgspec
import psycopg
import structlog
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool, PoolTimeout
from redis.exceptions import RedisError

from domain.kernel import Value
from service import metrics, traces
from service.background import beside
from service.store import SHARDS, Followed, Log, StoreError

BATCH = 1_000  # events
POLL = 0.2  # seconds between looks of a projection that is told of news
REPAIR = 0.5  # and of one that is not
REST = 4  # times as long as it worked, a projection rests; while it is behind, only as long
LONGEST_REST = 0.5
LEASE = 3  # seconds
RENEWAL = 1.0
AGAIN = 1.0  # seconds after something went wrong

BUILD: LiteralString = "select build from howdah.projections where projection = %s"
PREPARE: LiteralString = """
    insert into howdah.checkpoints (projection, projection_version, shard)
    select %s, %s, generate_series(0, %s) on conflict do nothing
"""
TAKE: LiteralString = """
    update howdah.checkpoints c set owner = %(owner)s, owner_epoch = c.owner_epoch + 1,
      leased_until = now() + make_interval(secs => %(lease)s)
    where c.projection = %(name)s and c.projection_version = %(build)s and c.shard in (
      select f.shard from howdah.checkpoints f
      where f.projection = %(name)s and f.projection_version = %(build)s
        and f.leased_until < now()
      order by f.shard for update skip locked)
    returning c.shard, c.pos, c.owner_epoch
"""
# A process that has less than its share takes from those that have more, from the fullest first.
# They need not be asked: the epoch fences them out, and at their next renewal they know.
EVEN_OUT: LiteralString = """
    with owned as (
      select shard, owner, row_number() over (partition by owner order by shard) nth
      from howdah.checkpoints
      where projection = %(name)s and projection_version = %(build)s and leased_until >= now()),
    share as (
      select %(shards)s / count(distinct owner) most
      from (select owner from owned union select %(owner)s) everybody)
    update howdah.checkpoints c set owner = %(owner)s, owner_epoch = c.owner_epoch + 1,
      leased_until = now() + make_interval(secs => %(lease)s)
    where c.projection = %(name)s and c.projection_version = %(build)s and c.shard in (
      select f.shard from howdah.checkpoints f
      join owned o on o.shard = f.shard and o.owner = f.owner and o.owner <> %(owner)s
      where f.projection = %(name)s and f.projection_version = %(build)s
        and o.nth > (select most from share)
      order by o.nth desc
      limit (select greatest(0, most - (select count(*) from owned where owner = %(owner)s))
        from share)
      for update of f skip locked)
    returning c.shard, c.pos, c.owner_epoch
"""
RENEW: LiteralString = """
    update howdah.checkpoints set leased_until = now() + make_interval(secs => %(lease)s)
    where projection = %(name)s and projection_version = %(build)s and owner = %(owner)s
      and leased_until >= now()
    returning shard
"""
RELEASE: LiteralString = """
    update howdah.checkpoints set leased_until = '-infinity'
    where projection = %(name)s and projection_version = %(build)s and owner = %(owner)s
"""
ENDS: LiteralString = """
    select s.shard, (select max(pos) from howdah.events e where e.shard = s.shard)
    from unnest(%s::smallint[]) s (shard)
"""
PARKED: LiteralString = """
    select shard, tenant_id, stream_id from howdah.parked
    where projection = %s and projection_version = %s and shard = any (%s)
"""
PARK: LiteralString = """
    insert into howdah.parked (projection, projection_version, shard, tenant_id, stream_id, pos,
      error) values (%s, %s, %s, %s, %s, %s, %s) on conflict do nothing
"""
ADVANCE: LiteralString = """
    update howdah.checkpoints set pos = %(to)s, updated_at = now()
    where projection = %(name)s and projection_version = %(build)s and shard = %(shard)s
      and pos = %(from)s and owner_epoch = %(epoch)s
"""

log = structlog.get_logger()

Pool = AsyncConnectionPool[AsyncConnection]


class Projection(Protocol):
    """What a read model has to offer: digest the events of one stream, store a batch of those."""

    name: str
    eager: bool

    def use(self, build: int) -> None:
        """From now on it is this build that is read."""

    async def prepare(self, streams: Sequence[tuple[UUID, UUID]]) -> None:
        """The streams, by tenant and id, of which events are about to be digested."""

    async def digest(self, shard: int, events: Sequence[Followed]) -> Any:
        """What the events of one stream come to; None if there is nothing to store."""

    async def store(
        self, connection: AsyncConnection, build: int, shard: int, meals: Sequence[Any]
    ) -> None: ...


class Fenced(Exception):
    """Somebody else has taken the shard."""


class Spoiled(Value):
    """A stream that could not be digested."""

    tenant: UUID
    stream: UUID
    position: int
    error: str


class Held(Value):
    """A shard that is ours until somebody finds the lease expired."""

    position: int
    epoch: int


class Runner:
    """`strict` stops at the first event that cannot be digested, as a rebuild must."""

    def __init__(
        self,
        store: Log,
        pool: Pool,
        projection: Projection,
        build: int | None = None,
        strict: bool = False,
    ) -> None:
        self.projection = projection
        self.held: dict[int, Held] = {}
        self.moved = asyncio.Event()  # set whenever a checkpoint has moved
        self._log = store
        self._pool = pool
        self._fixed = build
        self.build = 0  # none yet
        self._strict = strict
        self._owner = str(uuid4())
        self._parked: set[tuple[int, UUID, UUID]] = set()
        self._hinted = asyncio.Event()
        self._renewed = -RENEWAL

    def hint(self) -> None:
        """There is news; do not wait for the next poll."""
        if self.projection.eager:
            self._hinted.set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Runner"]:
        try:
            async with beside(f"projector {self.projection.name}", self.run()):
                yield self
        finally:
            with suppress(psycopg.Error, PoolTimeout):
                await self.release()

    async def run(self) -> None:
        clock = asyncio.get_running_loop().time
        while True:
            began = clock()
            try:
                await self.lease()
                behind = await self.catch_up()
            except (psycopg.Error, PoolTimeout, StoreError, RedisError, OSError) as error:
                log.warning("projector_waits", projection=self.projection.name, error=str(error))
                await asyncio.sleep(AGAIN)
                continue
            worked = clock() - began
            await asyncio.sleep(min(worked if behind else REST * worked, LONGEST_REST))
            if not behind:
                with suppress(TimeoutError):
                    async with asyncio.timeout(POLL if self.projection.eager else REPAIR):
                        await self._hinted.wait()
                self._hinted.clear()

    async def lease(self) -> None:
        """Claim shards, if it is time to do so again."""
        now = asyncio.get_running_loop().time()
        if now >= self._renewed + RENEWAL:
            self._renewed = now
            await self.claim()

    async def claim(self) -> None:
        """Keep what we hold, take what nobody holds, and our share of what others hold."""
        async with self._pool.connection() as connection:
            await self._choose_build(connection)
            names = self._names()
            kept = await (await connection.execute(RENEW, names)).fetchall()
            self.held = {shard: self.held[shard] for (shard,) in kept if shard in self.held}
            self._parked = {each for each in self._parked if each[0] in self.held}
            new: list[int] = []
            for statement in (TAKE, EVEN_OUT):
                async for shard, position, epoch in await connection.execute(statement, names):
                    self.held[shard] = Held(position, epoch)
                    new.append(shard)
            if new:
                rows = await connection.execute(PARKED, (self.projection.name, self.build, new))
                self._parked |= set(await rows.fetchall())
        metrics.PARKED.labels(self.projection.name).set(len(self._parked))

    async def _choose_build(self, connection: AsyncConnection) -> None:
        """The build that is read now: a rebuild may have switched it."""
        build = self._fixed
        if build is None:
            rows = await connection.execute(BUILD, (self.projection.name,))
            ((build,),) = await rows.fetchall()
        if build != self.build:
            await connection.execute(RELEASE, self._names())
            self.build = build
            self.projection.use(build)
            self.held.clear()
            self._parked.clear()
            await connection.execute(PREPARE, (self.projection.name, build, SHARDS - 1))

    async def release(self) -> None:
        """Let others have our shards at once."""
        self.held.clear()
        async with self._pool.connection() as connection:
            await connection.execute(RELEASE, self._names())

    async def catch_up(self) -> int:
        """One batch of every shard that has news; how many events are still to come."""
        async with self._pool.connection() as connection:
            rows = await (await connection.execute(ENDS, (list(self.held),))).fetchall()
        behind = 0
        for shard, end in rows:
            held = self.held.get(shard)
            if held is not None and (end or 0) > held.position:
                with suppress(Fenced), traces.span("project", projection=self.projection.name):
                    await self.digest_batch(shard)
                    behind += end - self.held[shard].position
        metrics.LAG.labels(self.projection.name).set(max(behind, 0))
        return max(behind, 0)

    async def digest_batch(self, shard: int, until: int | None = None) -> int:
        """Digest and store what comes next in a shard; how many events that were."""
        held = self.held[shard]
        limit = BATCH if until is None else min(BATCH, until - held.position)
        events = await self._log.follow(shard, held.position, limit)
        if len(events) == limit and events[-1].position != until:
            events = whole_commands(events)
        if not events:
            return 0
        meals, spoiled = await self._digest(shard, events)
        position = events[-1].position
        try:
            async with self._pool.connection() as connection, connection.transaction():
                # Rows and checkpoint are lost together or not at all: no need to wait for the disk.
                await connection.execute("set local synchronous_commit = off")
                if meals:
                    await self.projection.store(connection, self.build, shard, meals)
                await self._park(connection, shard, spoiled)
                await self._advance(connection, shard, held, position)
        except Fenced:
            self.held.pop(shard, None)
            log.info("projector_fenced", projection=self.projection.name, shard=shard)
            raise
        self.held[shard] = Held(position, held.epoch)
        self._parked |= {(shard, each.tenant, each.stream) for each in spoiled}
        metrics.PARKED.labels(self.projection.name).set(len(self._parked))
        metrics.PROJECTED.labels(self.projection.name).inc(len(events))
        if not self._strict:  # a rebuild digests what is old on purpose
            delay = time.time() - committed(events[-1])
            metrics.PROJECTION_DELAY.labels(self.projection.name).observe(max(delay, 0))
        self.moved.set()
        return len(events)

    async def _digest(
        self, shard: int, events: Sequence[Followed]
    ) -> tuple[list[Any], list[Spoiled]]:
        streams: dict[tuple[UUID, UUID], list[Followed]] = {}
        for event in events:
            if (shard, event.tenant, event.stream) not in self._parked:
                streams.setdefault((event.tenant, event.stream), []).append(event)
        meals: list[Any] = []
        spoiled: list[Spoiled] = []
        if streams:
            await self.projection.prepare(list(streams))
        for (tenant, stream), own in streams.items():
            await asyncio.sleep(0)  # whoever plays does not wait for the whole batch
            try:
                meal = await self.projection.digest(shard, own)
                if meal is not None:
                    meals.append(meal)
            except StoreError:
                raise
            except Exception as error:  # whatever a broken event brings about
                if self._strict:
                    raise
                log.exception(
                    "stream_parked", projection=self.projection.name, table_id=str(stream)
                )
                spoiled.append(Spoiled(tenant, stream, own[0].position, repr(error)))
        return meals, spoiled

    async def _park(
        self, connection: AsyncConnection, shard: int, spoiled: Sequence[Spoiled]
    ) -> None:
        for each in spoiled:
            where = (shard, each.tenant, each.stream, each.position, each.error)
            await connection.execute(PARK, (self.projection.name, self.build, *where))

    async def _advance(
        self, connection: AsyncConnection, shard: int, held: Held, position: int
    ) -> None:
        moved = await connection.execute(
            ADVANCE,
            self._names()
            | {"shard": shard, "from": held.position, "to": position, "epoch": held.epoch},
        )
        if moved.rowcount == 0:
            raise Fenced

    def _names(self) -> dict[str, Any]:
        name = self.projection.name
        whose = {"name": name, "build": self.build, "owner": self._owner}
        return {**whose, "lease": LEASE, "shards": SHARDS}


class Dated(msgspec.Struct):
    """The part of a line that says when."""

    at: datetime


_dated = msgspec.json.Decoder(Dated)


def committed(event: Followed) -> float:
    return _dated.decode(event.line).at.timestamp()


def whole_commands(events: list[Followed]) -> list[Followed]:
    """Without the last command, of which more events may follow."""
    last = events[-1].command
    return [event for event in events if event.command != last] or events

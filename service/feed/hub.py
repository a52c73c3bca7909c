"""All tables that are read or followed in this process, and how they are kept up to date.

A live table hears of what others wrote by Redis, one subscription per table. While Redis is away,
and now and then in any case, the log is asked for the heads of all live tables at once.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, LiteralString
from uuid import UUID

import structlog
from psycopg import AsyncConnection, OperationalError
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from domain import wire
from service import metrics
from service.background import beside, end
from service.errors import NotFound
from service.feed.announcer import Announcer
from service.feed.ears import Ears
from service.feed.live import Change, Live, Subscription
from service.feed.shelf import HINTS, Shelf, table_channel
from service.handle import Update
from service.locks import Locks
from service.store import Log, StoreError
from service.tables import Tables, advance
from service.tenancy import Tenant

KEPT = 2_000  # live tables that nobody follows
ALONE = 0.2  # seconds between looks into the log while Redis is away
ATTENDED = 1.0  # and while it is there, in case a writer died before it could tell
TRUSTED = 1.0  # seconds for which a look into the log vouches for what is in memory

HEADS: LiteralString = """
    select w.stream, s.version
    from unnest(%s::smallint[], %s::uuid[], %s::uuid[]) w (shard, tenant, stream)
    cross join lateral (select version from howdah.streams s where s.shard = w.shard
      and s.tenant_id = w.tenant and s.stream_id = w.stream) s
"""

log = structlog.get_logger()

Key = tuple[UUID, UUID]
Pool = AsyncConnectionPool[AsyncConnection]


class Hub:
    """`projectors` is a pool in the projector's role: it alone may look across tenants."""

    def __init__(
        self, store: Log, tables: Tables, projectors: Pool, redis_url: str, shelf: Shelf
    ) -> None:
        self._log = store
        self._tables = tables
        self._projectors = projectors
        self._lives: OrderedDict[Key, Live] = OrderedDict()
        self._heard: dict[Key, int] = {}  # versions heard of while a table was being fetched
        self._locks = Locks()
        self._tasks: set[asyncio.Task[None]] = set()
        self._busy: set[tuple[Key, str]] = set()
        self._looked = -TRUSTED
        self._attended = False  # whether nothing can have been missed since Redis came back
        self._look_now = asyncio.Event()
        self._announcer = Announcer(shelf)
        self.ears = Ears(redis_url, self._hear, self._changed)
        self.shelf = shelf
        self._wakes: dict[int, list[Callable[[], None]]] = {}

    @asynccontextmanager
    async def running(self) -> AsyncIterator["Hub"]:
        """Keep everything up to date meanwhile."""
        metrics.DEGRADED.set(1)
        async with (
            beside("feed ears", self.ears.run()),
            beside("feed announcer", self._announcer.run()),
            beside("feed looks", self._look_again()),
        ):
            try:
                yield self
            finally:
                await end(*self._tasks)

    @property
    def degraded(self) -> bool:
        """Whether Redis is away and the log is polled instead."""
        return not self.ears.up

    def publish(self, update: Update) -> None:
        """What the write path has just written: known here at once, elsewhere in a moment."""
        live = self._lives.get((update.tenant.id, update.id))
        if live is not None:
            live.advance(update.table, update.entries)
        self._announcer.announce(update.tenant, update.id, update.table, live)
        self._hint(update.tenant.shard)

    def at_hand(self, tenant: UUID, id_: UUID) -> Live | None:
        """The table, if this process has it and has reason to believe it is the latest."""
        if not self._attended and time.monotonic() > self._looked + TRUSTED:
            return None
        return self._lives.get((tenant, id_))

    async def live(self, tenant: Tenant, id_: UUID, minimum: int = 0) -> Live:
        """The table, kept up to date from now on. NotFound if the tenant has none of this id."""
        live = self.at_hand(tenant.id, id_)
        if live is None:
            live = await self._fetch(tenant, id_)
        else:
            self._lives.move_to_end((tenant.id, id_))
        if live.version < minimum:
            await self._catch_up(live)
        return live

    def wake(self, shard: int, wake: Callable[[], None]) -> None:
        """Call this when a shard may have grown by what this process has written."""
        self._wakes.setdefault(shard, []).append(wake)

    def unwake(self, shard: int, wake: Callable[[], None]) -> None:
        self._wakes[shard].remove(wake)

    def keep(self, live: Live) -> None:
        """Let Redis have the views of a table that it did not know."""
        self._announcer.keep(live)

    async def follow(
        self,
        tenant: Tenant,
        id_: UUID,
        player: str | None,
        after: int | None,
        notify: Callable[[], None],
    ) -> Subscription:
        """Be told of news by a call of `notify`, and get it by `take`. End it with `leave`.

        Registered first, then read: what happens meanwhile is part of what `take` gives.
        """
        # The caller may know more than this process: the log is asked before saying otherwise.
        live = await self.live(tenant, id_, minimum=after or 0)
        subscription = Subscription(live, player, after, self._reach, notify)
        live.subscriptions.add(subscription)
        metrics.SUBSCRIPTIONS.inc()
        return subscription

    def leave(self, subscription: Subscription) -> None:
        if subscription in subscription.live.subscriptions:
            subscription.live.subscriptions.remove(subscription)
            metrics.SUBSCRIPTIONS.dec()

    @asynccontextmanager
    async def subscribe(
        self, tenant: Tenant, id_: UUID, player: str | None, after: int | None = None
    ) -> AsyncIterator[AsyncIterator[Change]]:
        """Follow a table by iterating: what was missed since `after` first, then live."""
        news = asyncio.Event()
        news.set()
        subscription = await self.follow(tenant, id_, player, after, news.set)
        try:
            yield changes(subscription, news)
        finally:
            self.leave(subscription)

    async def _fetch(self, tenant: Tenant, id_: UUID) -> Live:
        key = (tenant.id, id_)
        async with self._locks.hold(key):
            live = self.at_hand(*key)
            if live is not None:
                return live
            # Listen first: what is written after the log was read is then heard of.
            self._heard[key] = 0
            try:
                known = self._lives.get(key)
                if known is not None:
                    await self._catch_up(known)
                    return known
                await self.ears.listen(table_channel(*key))
                table = await self._tables.refresh(tenant, id_)
                if table.version and self._heard[key] > table.version:
                    table = await self._tables.refresh(tenant, id_)
            finally:
                del self._heard[key]
            if table.version == 0:
                await self.ears.unlisten(table_channel(*key))
                raise NotFound("There is no such table.")
            live = self._lives[key] = Live(tenant, id_, table)
        self._forget_some()
        return live

    async def _catch_up(self, live: Live) -> None:
        """Bring the table to what the log says now."""
        known = live.table
        news = await self._log.read(live.tenant.id, live.tenant.shard, live.id, after=known.version)
        if news:
            entries = [wire.decode(each.line, each.secret) for each in news]
            table = advance(known, entries, news[-1].hash)
            self._tables.put(live.tenant, live.id, table)
            live.advance(table, entries)

    async def _catch_up_with_heard(self, live: Live) -> None:
        """Catch up, and again if there was more news meanwhile."""
        done = 0
        while done < live.heard:
            done = live.heard
            await self._catch_up(live)

    def _reach(self, live: Live, after: int) -> None:
        """Read further back than memory goes, for a follower that is far behind."""

        async def reach() -> None:
            stored = await self._log.read(live.tenant.id, live.tenant.shard, live.id, after=after)
            live.remember([wire.decode(each.line, each.secret) for each in stored])

        self._once(live, f"reach {after}", reach)

    def _hear(self, channel: str, message: bytes) -> None:
        if channel == HINTS:
            for shard in message.split(b","):
                self._hint(int(shard))
            return
        _, tenant, table = channel.split(":")
        key, version = (UUID(tenant), UUID(table)), int(message)
        if key in self._heard:
            self._heard[key] = max(version, self._heard[key])
        live = self._lives.get(key)
        if live is not None and live.version < version:
            live.heard = max(version, live.heard)
            self._once(live, "catch up", partial(self._catch_up_with_heard, live))

    def _hint(self, shard: int) -> None:
        for wake in self._wakes.get(shard, ()):
            wake()

    def _changed(self, up: bool) -> None:
        metrics.DEGRADED.set(not up)
        self._attended = False
        log.info("redis_reached" if up else "redis_away")
        self._look_now.set()

    async def _look_again(self) -> None:
        """Look for what no message told us. Quick while Redis is away, else rare."""
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(ATTENDED if self.ears.up else ALONE):
                    await self._look_now.wait()
            self._look_now.clear()
            up, began = self.ears.up, time.monotonic()
            try:
                await self._look()
                self._looked = began
                self._attended = up and self.ears.up
            except (StoreError, OperationalError, PoolTimeout) as error:
                log.warning("log_unreachable", error=str(error))

    async def _look(self) -> None:
        lives = list(self._lives.values())
        metrics.LIVE_TABLES.set(len(lives))
        if self.degraded:
            for shard in list(self._wakes):
                self._hint(shard)
        if not lives:
            return
        wanted = (
            [live.tenant.shard for live in lives],
            [live.tenant.id for live in lives],
            [live.id for live in lives],
        )
        async with self._projectors.connection() as connection:
            rows = await (await connection.execute(HEADS, wanted, prepare=True)).fetchall()
        heads: dict[UUID, int] = dict(rows)
        for live in lives:
            if live.version < heads.get(live.id, 0):
                await self._catch_up(live)

    def _once(self, live: Live, what: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do it in the background, unless the same is under way."""
        key = ((live.tenant.id, live.id), what)
        if key in self._busy:
            return
        self._busy.add(key)

        async def run() -> None:
            try:
                await work()
            except StoreError as error:
                log.warning("log_unreachable", error=str(error))
                self._look_now.set()
            finally:
                self._busy.discard(key)

        self._begin(run())

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _forget_some(self) -> None:
        """Let go of tables that nobody follows, those not read for longest first."""
        for _ in range(len(self._lives) - KEPT):
            key, live = next(iter(self._lives.items()))
            if live.subscriptions:
                self._lives.move_to_end(key)
            else:
                del self._lives[key]
                self._begin(self._ignore(key))

    async def _ignore(self, key: Key) -> None:
        if key not in self._lives and key not in self._heard:
            await self.ears.unlisten(table_channel(*key))


async def changes(subscription: Subscription, news: asyncio.Event) -> AsyncIterator[Change]:
    while True:
        await news.wait()
        news.clear()
        while (change := subscription.take()) is not None:
            yield change

"""Tells Redis what this process has written, behind the back of whoever wrote it.

One trip at a time carries all that has gathered: that there are new versions. Views follow a few
times a second, the newest of each table only and for as long as a budget allows, so that a table
in a hurry does not pay for views that nobody will read. If Redis is away, everything is dropped:
the projector makes it up from the log.
"""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from uuid import UUID

import structlog
from redis.exceptions import RedisError

from domain.kernel import Viewer
from projections.shown import Shown, show
from service.feed.live import Live
from service.feed.shelf import ANYONE, Shelf, Slip
from service.tables import Table
from service.tenancy import Tenant

GATHER = 0.002  # seconds between two trips while there is much to tell
EVERY = 0.1  # seconds between trips that carry views
BUDGET = 0.002  # seconds of such a trip that may go into building them
OWED = 1_000  # tables whose views may wait
PAUSE = 1.0  # seconds without trying after Redis has failed

log = structlog.get_logger()


class News:
    """A table of which there is a new version."""

    __slots__ = ("id", "live", "shard", "table", "tenant")

    def __init__(
        self, tenant: UUID, shard: int, id_: UUID, table: Table, live: Live | None = None
    ) -> None:
        self.tenant = tenant
        self.shard = shard
        self.id = id_
        self.table = table
        self.live = live

    def slip(self, views: bool) -> Slip:
        made = tuple(self.views()) if views else ()
        return Slip(self.tenant, self.id, self.table.version, self.table.head.hex(), made)

    def views(self) -> Iterator[tuple[str, bytes]]:
        """Those worth keeping: of the people at the table, and the one of all others."""
        yield ANYONE, self.shown(None).body
        for seat, place in enumerate(self.table.state.places):
            if place.player is not None:
                yield place.player, self.shown(seat).body

    def shown(self, viewer: Viewer) -> Shown:
        """What others see too is made and encoded once, with them."""
        table = self.table
        if self.live is not None and self.live.table is table:
            return self.live.shown(viewer)
        return show(table.state, table.version, table.head, viewer)


class Announcer:
    def __init__(self, shelf: Shelf) -> None:
        self.failing = False
        self._shelf = shelf
        self._news: dict[UUID, News] = {}
        self._owed: OrderedDict[UUID, News] = OrderedDict()
        self._due = 0.0  # when views may be sent again
        self._awake = asyncio.Event()

    def announce(self, tenant: Tenant, id_: UUID, table: Table, live: Live | None = None) -> None:
        self._news[id_] = News(tenant.id, tenant.shard, id_, table, live)
        self._awake.set()

    def keep(self, live: Live) -> None:
        """Put back the views that Redis has lost, when there is time."""
        if not self.failing and live.id not in self._news:
            news = News(live.tenant.id, live.tenant.shard, live.id, live.table, live)
            self._owed[live.id] = news
            self._awake.set()

    async def run(self) -> None:
        while True:
            await self._wait()
            slips, shards = self._announcements(), {each.shard for each in self._news.values()}
            self._owed |= self._news
            self._news = {}
            if time.monotonic() >= self._due:
                slips += self._views()
            if not slips:
                continue
            try:
                await self._shelf.write(slips, shards)
                self.failing = False
                if self._news:
                    await asyncio.sleep(GATHER)
            except (RedisError, OSError) as error:
                if not self.failing:
                    log.warning("redis_failed", error=str(error))
                self.failing = True
                await asyncio.sleep(PAUSE)
                self._news.clear()
                self._owed.clear()

    async def _wait(self) -> None:
        """Until there is news, or until it is time for views that are owed."""
        self._awake.clear()
        if not self._news:
            with suppress(TimeoutError):
                left = max(self._due - time.monotonic(), 0.001) if self._owed else None
                async with asyncio.timeout(left):
                    await self._awake.wait()

    def _announcements(self) -> list[Slip]:
        return [each.slip(views=False) for each in self._news.values()]

    def _views(self) -> list[Slip]:
        """Those of the tables that have waited longest, while there is time."""
        deadline = time.perf_counter() + BUDGET
        slips = []
        while self._owed and time.perf_counter() < deadline:
            slips.append(self._owed.popitem(last=False)[1].slip(views=True))
        while len(self._owed) > OWED:
            self._owed.popitem(last=False)
        self._due = time.monotonic() + EVERY
        return slips

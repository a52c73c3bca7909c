"""The lobby of a tenant and the turns of a player, as they change.

Both look at every table of a tenant, so they follow the log of its shard: woken by whoever writes,
here or elsewhere, and by a glance now and then. Only shards that somebody follows are read.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from contextvars import Context
from typing import Any, Generic, TypeVar
from uuid import UUID

import structlog

from domain import wire
from domain.kernel import Value
from domain.table.state import Status
from domain.wire import Entry
from projections.tables import TableRow, row
from projections.turns import Before, TurnNotice, before, notices
from service.background import end
from service.feed.hub import Hub
from service.store import Followed, Log, StoreError
from service.tables import UNOPENED, Table, advance, fold
from service.tenancy import Tenant

GLANCE = 0.5  # seconds between looks that nobody asked for
SPACING = 0.02  # seconds between looks at least
BATCH = 500
KEPT = 10_000  # tables whose last turn is remembered
WAITING = 256  # notices that a slow follower may have waiting

log = structlog.get_logger()
T = TypeVar("T")


class LobbyChange(Value):
    """A table as the lobby shows it now."""

    row: TableRow
    listed: bool  # False: it is no longer open to be joined


class Box(Generic[T]):
    """What a follower has not taken yet: of each table only the newest."""

    def __init__(self, wants: Callable[[str], bool]) -> None:
        self.wants = wants
        self._waiting: OrderedDict[Any, T] = OrderedDict()
        self._news = asyncio.Event()

    def put(self, key: Any, item: T) -> None:
        self._waiting.pop(key, None)
        self._waiting[key] = item
        if len(self._waiting) > WAITING:
            self._waiting.popitem(last=False)
        self._news.set()

    async def __aiter__(self) -> AsyncIterator[T]:
        while True:
            await self._news.wait()
            self._news.clear()
            while self._waiting:
                yield self._waiting.popitem(last=False)[1]


class Notices:
    def __init__(self, store: Log, hub: Hub) -> None:
        self._log = store
        self._hub = hub
        self._tails: dict[int, Tail] = {}

    @asynccontextmanager
    async def lobby(
        self, tenant: Tenant, game: str | None = None
    ) -> AsyncIterator[AsyncIterator[LobbyChange]]:
        """Tables of the tenant that can be joined, and those that no longer can."""
        box: Box[LobbyChange] = Box(lambda name: game in (None, name))
        async with self._following(tenant) as tail:
            tail.lobbies.setdefault(tenant.id, set()).add(box)
            try:
                yield aiter(box)
            finally:
                tail.lobbies[tenant.id].discard(box)

    @asynccontextmanager
    async def turns(self, tenant: Tenant, player: str) -> AsyncIterator[AsyncIterator[TurnNotice]]:
        """What happens at the tables of a player that wants the player's attention."""
        box: Box[TurnNotice] = Box(lambda _: True)
        async with self._following(tenant) as tail:
            key = (tenant.id, player)
            tail.turns.setdefault(key, set()).add(box)
            try:
                yield aiter(box)
            finally:
                tail.turns[key].discard(box)
                if not tail.turns[key]:
                    del tail.turns[key]

    @asynccontextmanager
    async def _following(self, tenant: Tenant) -> AsyncIterator["Tail"]:
        """The tail of the tenant's shard, which runs while anybody follows it."""
        tail = self._tails.get(tenant.shard)
        if tail is None:
            tail = self._tails[tenant.shard] = Tail(self._log, tenant.shard)
            self._hub.wake(tenant.shard, tail.awake.set)
        tail.followers += 1
        try:
            await tail.begin()
            yield tail
        finally:
            tail.followers -= 1
            if tail.followers == 0:
                self._tails.pop(tenant.shard, None)
                self._hub.unwake(tenant.shard, tail.awake.set)
                await tail.end()


class Seen(Value):
    """A table at the last event that was told of."""

    table: Table
    opened: str


class Tail:
    """Follows one shard from where it is."""

    def __init__(self, store: Log, shard: int) -> None:
        self.followers = 0
        self.awake = asyncio.Event()
        self.lobbies: dict[UUID, set[Box[LobbyChange]]] = {}
        self.turns: dict[tuple[UUID, str], set[Box[TurnNotice]]] = {}
        self._log = store
        self._shard = shard
        self._seen: OrderedDict[UUID, Seen] = OrderedDict()
        self._starting: asyncio.Task[int] | None = None
        self._task: asyncio.Task[None] | None = None

    async def begin(self) -> None:
        """Return when nothing that happens from now on will be missed."""
        if self._starting is None:
            self._starting = asyncio.create_task(self._log.end(self._shard))
        position = await asyncio.shield(self._starting)
        if self._task is None:
            self._task = asyncio.create_task(self._run(position), context=Context())

    async def end(self) -> None:
        if self._task is not None:
            await end(self._task)

    async def _run(self, position: int) -> None:
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(GLANCE):
                    await self.awake.wait()
            self.awake.clear()
            try:
                while events := await self._log.follow(self._shard, position, BATCH):
                    await self._tell(events)
                    position = events[-1].position
            except StoreError as error:
                log.warning("log_unreachable", error=str(error))
            await asyncio.sleep(SPACING)

    async def _tell(self, events: list[Followed]) -> None:
        streams: dict[UUID, list[Followed]] = {}
        for event in events:
            if event.tenant in self._tenants():
                streams.setdefault(event.stream, []).append(event)
        for own in streams.values():
            try:
                await self._tell_of(own)
            except StoreError:
                raise
            except Exception:  # a broken table is the projector's to report
                log.exception("notice_failed", table_id=str(own[0].stream))

    def _tenants(self) -> set[UUID]:
        return {*self.lobbies, *(tenant for tenant, _ in self.turns)}

    async def _tell_of(self, events: list[Followed]) -> None:
        known = await self._known(events[0])
        entries = [wire.decode(each.line, each.secret) for each in events]
        table = advance(known.table, entries, events[-1].hash)
        now = Seen(table, known.opened or entries[0].at)
        self._seen[events[0].stream] = now
        self._seen.move_to_end(events[0].stream)
        if len(self._seen) > KEPT:
            self._seen.popitem(last=False)
        then = before(known.table.state) if known.table.version else Before()
        for player, notice in notices(then, table.state, table.version):
            for box in self.turns.get((events[0].tenant, player), ()):
                box.put((notice.table, notice.kind), notice)
        boxes = self.lobbies.get(events[0].tenant)
        if boxes and table.state.public and any(map(of_table, entries)):
            self._tell_lobby(boxes, now)

    def _tell_lobby(self, boxes: set[Box[LobbyChange]], now: Seen) -> None:
        state, table = now.table.state, now.table
        listed = state.status is Status.OPEN
        change = LobbyChange(row(state, table.version, now.opened, table.at), listed)
        for box in boxes:
            if box.wants(state.game):
                box.put(state.table, change)

    async def _known(self, event: Followed) -> Seen:
        """The table before the event: as it was last time, or as the log has it."""
        seen = self._seen.get(event.stream)
        if seen is not None and seen.table.version == event.version - 1:
            return seen
        if event.version == 1:
            return Seen(UNOPENED, "")
        past = await self._log.read(
            event.tenant, self._shard, event.stream, limit=event.version - 1
        )
        return Seen(fold(UNOPENED, past), wire.decode(past[0].line).at)


def of_table(entry: Entry) -> bool:
    """Whether the lobby may look different for it; moves of a game change nothing there."""
    return wire.type_of(entry.event).startswith("table.")

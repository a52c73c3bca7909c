"""The one path by which a table is read: always through the eyes of one viewer.

In this order: from memory, if this process keeps the table up to date; from Redis, if what lies
there is what the log ends with; from a fold of the log.
"""

import asyncio
from collections import OrderedDict
from typing import Final
from uuid import UUID

import msgspec
from redis.exceptions import RedisError

from domain import wire
from domain.kernel import Seat, Viewer
from projections.history import HistoryLine, is_over, line
from projections.shown import Shown, read, show
from service import metrics
from service.caller import Caller
from service.errors import BadUserInput, Forbidden, NotFound
from service.feed.hub import Hub
from service.feed.live import Live
from service.feed.shelf import ANYONE, Kept
from service.logs import TABLE_ID
from service.past import Past
from service.store import Log
from service.tables import Table
from service.tenancy import Tenant

LONGEST = 1_000  # history lines at once
ONCE = 10_000  # tables remembered as read once lately; at the second time they become live
SLIDES = 2_000  # views of the past kept as they are

FROM_MEMORY = metrics.READS.labels("memory")
FROM_REDIS = metrics.READS.labels("redis")
FROM_LOG = metrics.READS.labels("log")
FROM_PAST = metrics.READS.labels("past")

OWN: Final = -1  # the caller's own seat, or that of someone watching


class Reader:
    def __init__(self, log: Log, hub: Hub, past: Past) -> None:
        self._log = log
        self._hub = hub
        self._past = past
        self._once: OrderedDict[UUID, None] = OrderedDict()
        self._slides: OrderedDict[tuple[UUID, UUID, int, Viewer], Shown] = OrderedDict()

    async def table(
        self,
        caller: Caller,
        id_: UUID,
        *,
        at: int | None = None,
        seat: Seat = OWN,
        minimum: int = 0,
    ) -> Shown:
        """What the caller sees of a table, now or at an earlier version.

        NotFound for what the tenant does not have. Through another's seat only once all is over.
        Never less than `minimum`, if the log has it.
        """
        TABLE_ID.set(id_)
        if at is not None:
            return await self._was(caller, id_, at, seat)
        live = self._hub.at_hand(caller.tenant.id, id_)
        if live is None or live.version < minimum:
            asked = seat == OWN and live is None and self._is_first(id_)
            if asked and (kept := await self._kept(caller, id_, minimum)) is not None:
                FROM_REDIS.inc()
                return kept
            live = await self._hub.live(caller.tenant, id_, minimum)
            FROM_LOG.inc()
            if asked:
                self._hub.keep(live)
        else:
            FROM_MEMORY.inc()
        return live.shown(allowed(live.table, own(live, caller), seat))

    async def state(self, caller: Caller, id_: UUID, minimum: int = 0) -> tuple[Table, Viewer]:
        """The table itself, for the rules to work on, and the seat of the caller."""
        live = await self._hub.live(caller.tenant, id_, minimum)
        return live.table, own(live, caller)

    async def history(
        self, caller: Caller, id_: UUID, after: int = 0, first: int = 100
    ) -> tuple[HistoryLine, ...]:
        """What happened after a version, as the caller may know it."""
        if after < 0 or not 0 <= first <= LONGEST:
            raise BadUserInput(f"Ask for 0 to {LONGEST} lines after a version.", most=LONGEST)
        live = await self._hub.live(caller.tenant, id_)
        viewer, version = own(live, caller), live.version
        if after >= version or first == 0:
            return ()
        lines = live.lines(viewer, after)
        if lines is not None:
            return lines[:first]
        tenant = caller.tenant
        stored = await self._log.read(tenant.id, tenant.shard, id_, after=after, limit=first)
        over = is_over(live.table.state)
        entries = [wire.decode(each.line, each.secret) for each in stored]
        return tuple(line(entry, viewer, over) for entry in entries)

    def shown(self, tenant: Tenant, id_: UUID, table: Table, viewer: Viewer) -> Shown:
        """A table at hand as the viewer sees it; the same for all if it is the latest."""
        live = self._hub.at_hand(tenant.id, id_)
        if live is not None and live.table is table:
            return live.shown(viewer)
        return show(table.state, table.version, table.head, viewer)

    async def _was(self, caller: Caller, id_: UUID, at: int, seat: Seat) -> Shown:
        live = await self._hub.live(caller.tenant, id_, minimum=at)
        if not 1 <= at <= live.version:
            raise BadUserInput(
                f"The table has versions 1 to {live.version}.",
                reason="NO_SUCH_VERSION",
                version=at,
                last=live.version,
            )
        if at == live.version:
            return live.shown(allowed(live.table, own(live, caller), seat))
        through = allowed(live.table, own(live, caller), seat)
        then = await self._past.at(caller.tenant, id_, at)
        assert then is not None, "the log has it, and only grows"
        # Seats move up at the start: who looks through the own seat looks through that of then.
        viewer = seat_then(then, caller) if seat == OWN else through
        if viewer is not None and viewer >= len(then.state.places):
            viewer = None
        return self._slide(caller.tenant, id_, then, viewer)

    def _slide(self, tenant: Tenant, id_: UUID, then: Table, viewer: Viewer) -> Shown:
        FROM_PAST.inc()
        key = (tenant.id, id_, then.version, viewer)
        found = self._slides.get(key)
        if found is None:
            found = self._slides[key] = show(then.state, then.version, then.head, viewer)
            if len(self._slides) > SLIDES:
                self._slides.popitem(last=False)
        else:
            self._slides.move_to_end(key)
        return found

    def _is_first(self, id_: UUID) -> bool:
        """Whether to ask Redis: the table is not worth keeping in memory yet."""
        if id_ in self._once or self._hub.degraded:
            return False
        self._once[id_] = None
        if len(self._once) > ONCE:
            self._once.popitem(last=False)
        return True

    async def _kept(self, caller: Caller, id_: UUID, minimum: int) -> Shown | None:
        """The caller's view from Redis, if it is the latest."""
        tenant = caller.tenant
        player = ANYONE if caller.player is None else str(caller.player)
        try:
            (mine, anyones), head = await asyncio.gather(
                self._hub.shelf.read(tenant.id, id_, (player, ANYONE)),
                self._log.head(tenant.id, tenant.shard, id_),
            )
        except (RedisError, OSError):
            return None
        if head is None:
            raise NotFound("There is no such table.")
        if head.version < minimum:
            return None
        return chosen(mine, anyones, player, head.version, head.hash.hex())


def chosen(
    mine: Kept | None, anyones: Kept | None, player: str, version: int, head: str
) -> Shown | None:
    """Of the player's own view and everyone's the right one, if it is of this version."""
    for kept in (mine, anyones):
        if kept is None or (kept.version, kept.head) != (version, head):
            continue
        try:
            shown = read(version, head, None, kept.body)
        except msgspec.DecodeError:
            continue  # written by another release
        seat = next((at.seat for at in shown.table.seats if at.player == player), None)
        if seat is None or kept is mine:
            shown.viewer = seat
            return shown
    return None


def own(live: Live, caller: Caller) -> Viewer:
    return None if caller.player is None else live.viewer(str(caller.player))


def seat_then(table: Table, caller: Caller) -> Viewer:
    return None if caller.player is None else table.state.seat_of(str(caller.player))


def allowed(table: Table, mine: Viewer, seat: Seat) -> Viewer:
    """The seat to look through, if the caller may."""
    if seat in (OWN, mine):
        return mine
    if not 0 <= seat < len(table.state.places):
        raise BadUserInput(
            f"Seats count from 0 to {len(table.state.places) - 1}.",
            reason="NO_SUCH_SEAT",
            seat=seat,
        )
    if not is_over(table.state):
        raise Forbidden("Another's seat may be looked through once the game is over.")
    return seat

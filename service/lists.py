"""Lists: tables, standings and usage of a tenant, from the read models, page by page.

A list waits a moment for the projector, so that whoever has just written finds it there. If the
projector is further behind, the page says by how many events.
"""

import asyncio
import base64
import binascii
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime
from typing import Any, Generic, LiteralString, TypeVar
from uuid import UUID

import msgspec
from psycopg import AsyncConnection, OperationalError
from psycopg_pool import AsyncConnectionPool, PoolTimeout

from domain.kernel import Value
from domain.table.events import TableAbandoned, TableFinished, TableOpened
from projections.standings import Standing
from projections.tables import TableRow
from projections.usage import Usage
from service.caller import ADMIN, Caller
from service.errors import BadUserInput, ServiceUnavailable
from service.store.pools import scoped
from service.tenancy import Tenant

PAGE = 100
PATIENCE = 1.0  # seconds
GLANCE = 0.01
BEGAN = TableOpened.__struct_config__.tag
OVER = [each.__struct_config__.tag for each in (TableFinished, TableAbandoned)]

Pool = AsyncConnectionPool[AsyncConnection]
T = TypeVar("T")

BUILD: LiteralString = "(select build from howdah.projections where projection = 'models')"
REACHED: LiteralString = f"""
    coalesce((select pos from howdah.checkpoints where projection = 'models'
      and projection_version = {BUILD} and shard = %(shard)s), 0)
"""
POSITIONS: LiteralString = f"""
    select (select coalesce(max(pos), 0) from howdah.events where shard = %(shard)s), {REACHED}
"""
COLUMNS: LiteralString = """
    t.table_id, t.game, t.status, t.public, t.seats, t.taken, t.host, t.players, t.on_turn,
    t.version, t.opened_at, t.changed_at, t.forked_from
"""
NEWEST: LiteralString = "order by {0}.opened_at desc, {0}.table_id desc limit %(limit)s"
TABLES: LiteralString = f"""
    select {COLUMNS} from howdah.tables t
    where t.build = {BUILD} and t.tenant_id = %(tenant)s
      and (t.public or %(all)s) and (%(game)s::text is null or t.game = %(game)s)
      and (t.opened_at, t.table_id) < (%(opened)s, %(table)s)
"""
MINE: LiteralString = f"""
    select {COLUMNS} from howdah.sittings s
    join howdah.tables t using (build, tenant_id, table_id)
    where s.build = {BUILD} and s.tenant_id = %(tenant)s and s.player_id = %(player)s
      and (%(game)s::text is null or t.game = %(game)s)
      and (s.opened_at, s.table_id) < (%(opened)s, %(table)s)
"""
# Written out, so that Postgres can tell by its statistics that few tables are open.
OF_STATUS: dict[str, LiteralString] = {
    "open": " and t.status = 'open' ",
    "playing": " and t.status = 'playing' ",
    "finished": " and t.status = 'finished' ",
    "abandoned": " and t.status = 'abandoned' ",
}
STANDINGS: LiteralString = f"""
    select player_id, mu, sigma, played, won from howdah.standings
    where build = {BUILD} and tenant_id = %(tenant)s and game = %(game)s
      and (rating, player_id) < (%(rating)s, %(player)s)
    order by rating desc, player_id desc limit %(limit)s
"""
# What the projector has counted and what the log has had since: one snapshot, so exact at once.
OPEN: LiteralString = f"""
    select (select count(*) from howdah.tables where build = {BUILD} and tenant_id = %(tenant)s
        and status = any(array['open', 'playing']))
      + (select count(*) filter (where type = %(began)s)
          - count(*) filter (where type = any(%(over)s))
        from (select type from howdah.events where shard = %(shard)s and pos > {REACHED}
          and tenant_id = %(tenant)s order by pos) since)
"""
USAGE: LiteralString = f"""
    select day, commands, events, bytes, tables_opened, games_started, games_finished
    from howdah.usage
    where build = {BUILD} and tenant_id = %(tenant)s and day between %(first)s and %(last)s
    order by day
"""


class Page(Value, Generic[T]):
    items: tuple[T, ...]
    cursors: tuple[str, ...]  # of each item: the page after it begins there
    more: bool
    behind: int  # events that this page does not know of yet


class Day(Value):
    day: date
    used: Usage


class TableCursor(Value):
    opened: datetime
    table: UUID


class StandingCursor(Value):
    rating: float
    player: UUID


LATEST = TableCursor(datetime.max.replace(tzinfo=UTC), UUID(int=2**128 - 1))
BEST = StandingCursor(float("inf"), UUID(int=2**128 - 1))


class Lists:
    """`projectors` may see where every shard stands; rows are read within the caller's tenant."""

    def __init__(self, readers: Pool, projectors: Pool) -> None:
        self._readers = readers
        self._projectors = projectors

    async def tables(
        self,
        caller: Caller,
        *,
        status: str | None = None,
        game: str | None = None,
        mine: bool = False,
        first: int = 20,
        after: str | None = None,
    ) -> Page[TableRow]:
        """The newest first. Tables by invitation are listed for those who sit there, and for the
        tenant itself."""
        since = cursor(after, TableCursor) or LATEST
        query: LiteralString = MINE if mine else TABLES
        if status is not None:
            query += OF_STATUS[status]
        query += NEWEST.format("s" if mine else "t")
        rows, behind = await self._read(
            caller.tenant,
            query,
            player=caller.player,
            all=caller.player is None,
            game=game,
            opened=since.opened,
            table=since.table,
            limit=limited(first) + 1,
        )
        return page(
            [table_row(each) for each in rows],
            first,
            behind,
            lambda each: TableCursor(moment(each.opened), each.table),
        )

    async def standings(
        self, caller: Caller, game: str, *, first: int = 20, after: str | None = None
    ) -> Page[Standing]:
        """The best first."""
        since = cursor(after, StandingCursor) or BEST
        rows, behind = await self._read(
            caller.tenant,
            STANDINGS,
            game=game,
            rating=since.rating,
            player=since.player,
            limit=limited(first) + 1,
        )
        return page(
            [Standing(*each) for each in rows],
            first,
            behind,
            lambda each: StandingCursor(each.rating, each.player),
        )

    async def open_tables(self, tenant: Tenant) -> int:
        """How many tables are not over, without waiting for the projector."""
        values = {"shard": tenant.shard, "began": BEGAN, "over": OVER}
        ((count,),) = await self._ask(tenant, OPEN, values)
        return int(count)

    async def usage(self, caller: Caller, first: date, last: date) -> tuple[Day, ...]:
        """What the tenant used on each of these days on which it used anything."""
        caller.need(ADMIN)
        rows, _ = await self._read(caller.tenant, USAGE, first=first, last=last)
        return tuple(Day(day, Usage(*counts)) for day, *counts in rows)

    async def _read(
        self, tenant: Tenant, query: LiteralString, **values: Any
    ) -> tuple[list[tuple[Any, ...]], int]:
        behind = await self._settled(tenant.shard)
        return await self._ask(tenant, query, values), behind

    async def _ask(
        self, tenant: Tenant, query: LiteralString, values: dict[str, Any]
    ) -> list[tuple[Any, ...]]:
        with outages():
            async with scoped(self._readers, tenant.id) as connection:
                values["tenant"] = tenant.id
                rows = await connection.execute(query, values, prepare=True)
                return await rows.fetchall()

    async def _settled(self, shard: int) -> int:
        """Wait until the projector has come as far as the log was, or for as long as is polite."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + PATIENCE
        wanted, reached = await self._positions(shard)
        while reached < wanted and loop.time() < deadline:
            await asyncio.sleep(GLANCE)
            _, reached = await self._positions(shard)
        return max(0, wanted - reached)

    async def _positions(self, shard: int) -> tuple[int, int]:
        """Where the log ends, and how far the projector has come."""
        with outages():
            async with self._projectors.connection() as connection:
                rows = await connection.execute(POSITIONS, {"shard": shard}, prepare=True)
                ((end, reached),) = await rows.fetchall()
        return int(end), int(reached)


@contextmanager
def outages() -> Iterator[None]:
    """Tell the caller to come again, where the database does not answer."""
    try:
        yield
    except (OperationalError, PoolTimeout) as error:
        raise ServiceUnavailable(retry_after=1.0) from error


def page(
    found: Sequence[T], first: int, behind: int, place: Callable[[T], msgspec.Struct]
) -> Page[T]:
    items = tuple(found[:first])
    return Page(items, tuple(opaque(place(each)) for each in items), len(found) > first, behind)


def table_row(columns: Sequence[Any]) -> TableRow:
    return TableRow(*map(plain, columns))


def plain(column: Any) -> Any:
    match column:
        case list():
            return tuple(column)
        case datetime():
            return column.astimezone(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")
        case _:
            return column


def limited(first: int) -> int:
    if not 1 <= first <= PAGE:
        raise BadUserInput(f"A page has 1 to {PAGE}.", reason="PAGE_SIZE", most=PAGE)
    return first


def opaque(place: msgspec.Struct) -> str:
    packed = msgspec.msgpack.encode(msgspec.structs.astuple(place))
    return base64.urlsafe_b64encode(packed).decode().rstrip("=")


C = TypeVar("C", bound=msgspec.Struct)


def cursor(text: str | None, kind: type[C]) -> C | None:
    """The place that a cursor stands for."""
    if text is None:
        return None
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        values = msgspec.msgpack.decode(packed, type=list)
        names = kind.__struct_fields__
        return msgspec.convert(dict(zip(names, values, strict=True)), kind)
    except (binascii.Error, ValueError, msgspec.MsgspecError) as error:
        raise BadUserInput("This is no cursor of ours.", reason="CURSOR") from error


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text)

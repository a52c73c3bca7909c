"""Lists of a tenant: tables, standings, and what it has used day by day."""

from datetime import UTC, date, datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import UNSET, UnsetType

from projections.tables import TableRow
from service import record
from service.auth import Auth
from service.caller import ADMIN, WATCH
from service.errors import BadUserInput
from service.lists import Page
from service.rest.mirror import shown
from service.rest.negotiate import NDJSON
from service.rest.page import Cursor, PageQuery, link
from service.rest.pouring import begun
from service.rest.route import Answer, Call, Headers, Nothing, Stream
from service.rest.types import (
    Day,
    GameName,
    PlayerRef,
    Sent,
    Standing,
    Standings,
    TableStatus,
    TableSummaries,
    TableSummary,
    Usage,
    UsageOfDay,
)
from service.tenancy import Tenant

MOST_DAYS = 400


class TablesQuery(PageQuery):
    status: TableStatus | UnsetType = UNSET
    game: GameName | UnsetType = UNSET
    mine: bool = False


class StandingsQuery(PageQuery, kw_only=True):
    game: GameName


class ExportQuery(Sent):
    after: Cursor | UnsetType = UNSET


class UsageQuery(Sent):
    """Both days included; the last thirty if none is named."""

    since: date | UnsetType = UNSET
    until: date | UnsetType = UNSET


async def list_tables(call: Call[TablesQuery, Nothing]) -> Answer:
    call.caller.need(WATCH)
    query = call.query
    page = await call.parts.lists.tables(
        call.caller,
        status=None if query.status is UNSET else query.status.name.lower(),
        game=None if query.game is UNSET else query.game.lower(),
        mine=query.mine,
        first=query.first,
        after=None if query.after is UNSET else query.after,
    )
    ids = {id_ for row in page.items for id_ in (row.host, *row.players, *row.on_turn)}
    known = await refs(call.parts.auth, call.caller.tenant, ids)
    items = tuple(summary(row, known) for row in page.items)
    return Answer(TableSummaries(items, following(page), page.behind), headers=pages(call, page))


def summary(row: TableRow, known: dict[UUID, PlayerRef]) -> TableSummary:
    return TableSummary(
        id=row.table,
        game=GameName(row.game.upper()),
        status=TableStatus(row.status.upper()),
        public=row.public,
        seats=row.seats,
        taken=row.taken,
        host=known[row.host],
        players=tuple(known[id_] for id_ in row.players),
        on_turn=tuple(known[id_] for id_ in row.on_turn),
        version=row.version,
        opened=row.opened,
        changed=row.changed,
        forked_from=row.forked_from,
    )


async def list_standings(call: Call[StandingsQuery, Nothing]) -> Answer:
    call.caller.need(WATCH)
    query = call.query
    page = await call.parts.lists.standings(
        call.caller,
        query.game.lower(),
        first=query.first,
        after=None if query.after is UNSET else query.after,
    )
    known = await refs(call.parts.auth, call.caller.tenant, {row.player for row in page.items})
    items = tuple(
        Standing(known[row.player], row.rating, row.played, row.won) for row in page.items
    )
    return Answer(Standings(items, following(page), page.behind), headers=pages(call, page))


async def get_usage(call: Call[UsageQuery, Nothing]) -> Answer:
    call.caller.need(ADMIN)
    today = datetime.now(UTC).date()
    until = today if call.query.until is UNSET else call.query.until
    since = until - timedelta(days=29) if call.query.since is UNSET else call.query.since
    if not 0 <= (until - since).days < MOST_DAYS:
        raise BadUserInput(f"Ask for 1 to {MOST_DAYS} days.", reason="DAYS", most=MOST_DAYS)
    now = await call.parts.tenancy.usage(call.caller.tenant.id)
    used = await call.parts.lists.usage(call.caller, since, until)
    days = tuple(Day(each.day, shown(each.used, UsageOfDay)) for each in used)
    return Answer(Usage(now.players, now.tokens, days))


async def export_records(call: Call[ExportQuery, Nothing]) -> Stream:
    call.caller.need(ADMIN)
    after = None if call.query.after is UNSET else call.query.after
    chunks = record.of_tenant(call.parts.log, call.parts.lists, call.caller, after)
    return Stream(await begun(chunks), NDJSON, (("cache-control", "no-store"),))


async def refs(auth: Auth, tenant: Tenant, ids: set[UUID]) -> dict[UUID, PlayerRef]:
    people = await auth.people(tenant.id, ids)
    return {id_: PlayerRef(id_, people[id_].name if id_ in people else None) for id_ in ids}


def following(page: Page[Any]) -> str | None:
    """The cursor of the next page, if there is one."""
    return page.cursors[-1] if page.more else None


def pages(call: Call[Any, Any], page: Page[Any]) -> Headers:
    return link(call, following(page))

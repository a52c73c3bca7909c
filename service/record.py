"""Records of games out of the log: one table's, or one after another all that a tenant finished."""

from collections.abc import AsyncGenerator
from uuid import UUID

import msgspec

from domain.kernel import Value
from domain.record import record
from domain.table.state import Status
from service.caller import ADMIN, WATCH, Caller
from service.errors import NotFound
from service.lists import Lists
from service.store import Log
from service.tenancy import Tenant

PAGE = 100  # tables looked up at once


class Mark(Value, tag_field="record", tag="mark"):
    """Between the records of an export: whoever has come so far goes on after it."""

    after: str


async def of_table(log: Log, caller: Caller, id_: UUID) -> bytes:
    """The record of a table, running or not, as JSON Lines."""
    caller.need(WATCH)
    return await read(
        log, caller.tenant, id_, None if caller.player is None else str(caller.player)
    )


async def of_tenant(
    log: Log, lists: Lists, caller: Caller, after: str | None = None
) -> AsyncGenerator[bytes, None]:
    """The records of all finished games, the newest first, each followed by a mark.

    One record is in memory at a time, however many there are.
    """
    caller.need(ADMIN)
    more = True
    while more:
        page = await lists.tables(caller, status=Status.FINISHED.value, first=PAGE, after=after)
        for row, mark in zip(page.items, page.cursors, strict=True):
            yield await read(log, caller.tenant, row.table)
            yield msgspec.json.encode(Mark(mark)) + b"\n"
            after = mark
        more = page.more


async def read(log: Log, tenant: Tenant, id_: UUID, viewer: str | None = None) -> bytes:
    stored = await log.read(tenant.id, tenant.shard, id_)
    if not stored:
        raise NotFound("There is no such table.")
    lines, secrets = [each.line for each in stored], [each.secret for each in stored]
    return record(lines, secrets, viewer).text()

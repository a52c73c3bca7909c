"""Whether a tenant may open one more table.

Far from the quota a count of a moment ago will do. Near it a tenant opens one table at a time in
this process, each after a look at what the log has come to.
"""

import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from uuid import UUID

from service.errors import QuotaExceeded
from service.lists import Lists
from service.locks import Locks
from service.tables import Tables
from service.tenancy import Tenant

SECONDS = 2.0  # for which a count will do


@dataclass(slots=True)
class Count:
    """A tenant's open tables."""

    counted: int
    at: float
    since: int = 0  # let through here since


class Openings:
    def __init__(self, lists: Lists, tables: Tables) -> None:
        self._lists = lists
        self._tables = tables
        self._counts: dict[UUID, Count] = {}
        self._under_way: Counter[UUID] = Counter()
        self._near = Locks()

    @asynccontextmanager
    async def one_more(self, tenant: Tenant, table: UUID) -> AsyncIterator[None]:
        """Refuse, or let the table be opened within the context."""
        most = tenant.policy.quotas.tables_open
        count = await self._count(tenant)
        if count.counted + count.since < most:
            count.since += 1
            self._under_way[tenant.id] += 1
            try:
                yield
            finally:
                self._under_way[tenant.id] -= 1
            return
        async with self._near.hold(tenant.id):
            # First those under way, then the count: whoever ends in between is in one of the two.
            under_way = self._under_way[tenant.id]
            used = await self._lists.open_tables(tenant)
            if used + under_way >= most and not await self._exists(tenant, table):
                raise QuotaExceeded(
                    "The tenant has as many open tables as it may have.",
                    reason="QUOTA_TABLES",
                    most=most,
                )
            yield

    async def _count(self, tenant: Tenant) -> Count:
        count = self._fresh(tenant.id)
        if count is None:
            async with self._near.hold(tenant.id):
                count = self._fresh(tenant.id)  # somebody else may have counted meanwhile
                if count is None:
                    under_way, now = self._under_way[tenant.id], time.monotonic()
                    counted = await self._lists.open_tables(tenant)
                    count = self._counts[tenant.id] = Count(counted, now, under_way)
        return count

    def _fresh(self, tenant: UUID) -> Count | None:
        count = self._counts.get(tenant)
        return count if count and time.monotonic() < count.at + SECONDS else None

    async def _exists(self, tenant: Tenant, table: UUID) -> bool:
        """Whether this is a command sent again, which opens nothing."""
        return (await self._tables.load(tenant, table)).version > 0

"""Tables as they were: every version of a table that somebody looks back at, for a while.

The first look folds the whole log of the table once. States share what did not change, so keeping
all versions costs little more than keeping one, and a slider through a game asks nobody.
"""

import asyncio
from collections import OrderedDict
from uuid import UUID

from service.locks import Locks
from service.store import Log
from service.tables import UNOPENED, Table, fold
from service.tenancy import Tenant

KEPT = 50_000  # versions of all tables together
STEP = 200  # events folded before others get their turn


class Past:
    def __init__(self, log: Log, kept: int = KEPT) -> None:
        self._log = log
        self._kept = kept
        self._count = 0
        self._tables: OrderedDict[tuple[UUID, UUID], list[Table]] = OrderedDict()
        self._folding = Locks()

    async def at(self, tenant: Tenant, id_: UUID, version: int) -> Table | None:
        """The table as of a version, or None if it has not got that far."""
        key = (tenant.id, id_)
        known = self._tables.get(key, [])
        if version > len(known):
            async with self._folding.hold(key):
                known = await self._read_on(tenant, id_)
        elif key in self._tables:
            self._tables.move_to_end(key)
        return known[version - 1] if 1 <= version <= len(known) else None

    async def _read_on(self, tenant: Tenant, id_: UUID) -> list[Table]:
        key = (tenant.id, id_)
        versions = list(self._tables.get(key, []))
        news = await self._log.read(tenant.id, tenant.shard, id_, after=len(versions))
        table = versions[-1] if versions else UNOPENED
        for count, stored in enumerate(news, 1):
            table = fold(table, (stored,))
            versions.append(table)
            if count % STEP == 0:
                await asyncio.sleep(0)
        self._keep(key, versions)
        return versions

    def _keep(self, key: tuple[UUID, UUID], versions: list[Table]) -> None:
        self._count += len(versions) - len(self._tables.pop(key, []))
        self._tables[key] = versions
        while self._count > self._kept and len(self._tables) > 1:
            _, dropped = self._tables.popitem(last=False)
            self._count -= len(dropped)

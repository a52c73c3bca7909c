"""Tables in memory: what the log says of them, folded once and kept while they are warm."""

from collections import OrderedDict
from collections.abc import Iterable
from functools import reduce
from uuid import UUID

from domain import wire
from domain.kernel import Value
from domain.table.state import State, evolve
from domain.wire import Entry
from service.locks import Locks
from service.store import Log, Stored
from service.tenancy import Tenant

KEPT = 10_000  # tables a process keeps warm


class Table(Value):
    """A table as of one version, with the hash of the event that made it so."""

    version: int
    head: bytes
    at: str
    state: State


UNOPENED = Table(0, wire.GENESIS, "", State())


class Tables:
    """The warm tables of this process. They may be behind the log; `refresh` catches up."""

    def __init__(self, log: Log, kept: int = KEPT) -> None:
        self._log = log
        self._kept = kept
        self._warm: OrderedDict[tuple[UUID, UUID], Table] = OrderedDict()
        self._folding = Locks()

    def warm(self, tenant: Tenant, table: UUID) -> Table | None:
        """What is at hand, without asking the log."""
        return self._warm.get((tenant.id, table))

    async def load(self, tenant: Tenant, table: UUID) -> Table:
        """What is at hand, or what the log says; version 0 if there is no such table."""
        found = self._warm.get((tenant.id, table))
        if found is None:
            return await self.refresh(tenant, table)
        self._warm.move_to_end((tenant.id, table))
        return found

    async def refresh(self, tenant: Tenant, table: UUID) -> Table:
        """What the log says now, read from the version at hand on."""
        async with self._folding.hold((tenant.id, table)):
            known = self._warm.get((tenant.id, table), UNOPENED)
            news = await self._log.read(tenant.id, tenant.shard, table, after=known.version)
            return self.put(tenant, table, fold(known, news))

    def put(self, tenant: Tenant, table: UUID, newer: Table) -> Table:
        """Keep the newer of the two, and drop what was not used for longest."""
        key = (tenant.id, table)
        known = self._warm.get(key)
        if known is not None and known.version >= newer.version:
            return known
        if newer.version:
            self._warm[key] = newer
            self._warm.move_to_end(key)
            if len(self._warm) > self._kept:
                self._warm.popitem(last=False)
        return newer


def fold(table: Table, news: Iterable[Stored]) -> Table:
    for stored in news:
        entry = wire.decode(stored.line, stored.secret)
        table = Table(stored.version, stored.hash, entry.at, evolve(table.state, entry.event))
    return table


def advance(table: Table, entries: Iterable[Entry], head: bytes) -> Table:
    """The table after entries that have just been written, the last of them with this hash."""
    news = tuple(entries)
    state = reduce(evolve, (entry.event for entry in news), table.state)
    return Table(news[-1].version, head, news[-1].at, state)

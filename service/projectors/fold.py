"""Tables as a projector needs them: exactly as they were after the events it has come to."""

from collections import OrderedDict
from uuid import UUID

from domain import wire
from domain.table.state import evolve
from domain.wire import Entry, Unknown
from projections.history import is_over
from service.store import Followed, Log
from service.tables import UNOPENED, Table, fold

KEPT = 5_000


class Indigestible(Exception):
    """An event that this release does not know. Live it is passed over; a rebuild stops at it."""


class Folder:
    """`strict` is for rebuilds, which must not leave anything out."""

    def __init__(self, log: Log, strict: bool = False) -> None:
        self._log = log
        self._strict = strict
        self._kept: OrderedDict[tuple[UUID, UUID], Table] = OrderedDict()

    async def before(self, shard: int, event: Followed) -> Table:
        """The table as it was when the event happened."""
        table = self._kept.pop((event.tenant, event.stream), UNOPENED)
        if table.version == event.version - 1:
            return table
        past = await self._log.read(event.tenant, shard, event.stream, limit=event.version - 1)
        return fold(UNOPENED, past)

    def step(self, table: Table, event: Followed) -> tuple[Table, Entry]:
        """The table after the event, and the event's entry."""
        entry = wire.decode(event.line, event.secret)
        state = table.state
        if not isinstance(entry.event, Unknown):
            state = evolve(state, entry.event)
        elif self._strict:
            raise Indigestible(f"unknown event {entry.event.type}")
        return Table(event.version, event.hash, entry.at, state), entry

    def keep(self, event: Followed, table: Table) -> None:
        """Remember the table as of an event, for the next one, if there may be one."""
        if not is_over(table.state):
            self._kept[event.tenant, event.stream] = table
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)

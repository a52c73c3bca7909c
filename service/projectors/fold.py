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

    async def after(self, shard: int, event: Followed) -> tuple[Table, Entry]:
        """The table after an event that follows those given before, and the event's entry."""
        key = (event.tenant, event.stream)
        table = self._kept.pop(key, UNOPENED)
        if table.version != event.version - 1:
            past = await self._log.read(event.tenant, shard, event.stream, limit=event.version - 1)
            table = fold(UNOPENED, past)
        entry = wire.decode(event.line, event.secret)
        state = table.state
        if not isinstance(entry.event, Unknown):
            state = evolve(state, entry.event)
        elif self._strict:
            raise Indigestible(f"unknown event {entry.event.type}")
        table = Table(event.version, event.hash, entry.at, state)
        if not is_over(state):
            self._kept[key] = table
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return table, entry

"""A table that somebody reads or follows: its latest state, what it shows, who waits for news."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import UUID

from domain.kernel import Seat, Viewer
from domain.wire import Entry
from projections.history import HistoryLine, is_over, line
from projections.shown import Shown, show
from service import traces
from service.tables import Table
from service.tenancy import Tenant

NOTHING = -1  # the version of one who has nothing of the table
ANEW = -2  # and of one whose version never was
RING = 64  # entries kept for subscribers that are a little behind; older ones are in the log


class Change:
    """What happened in the versions after `previous` up to `version`, for one viewer.

    Shared by all who see the same and had the same before. `memo` is for what others derive.
    """

    __slots__ = ("head", "lines", "memo", "previous", "reset", "shown", "version")

    def __init__(
        self, previous: int, shown: Shown, lines: tuple[HistoryLine, ...], reset: bool = False
    ) -> None:
        self.previous = previous
        self.version = shown.version
        self.head = shown.head
        self.lines = lines
        self.shown = shown
        self.reset = reset  # forget what you have: the log is not what it was
        self.memo: dict[Any, Any] = {}


class Live:
    """One table in the memory of this process, at the latest version the process knows of."""

    __slots__ = (
        "_changes",
        "_recent",
        "_shown",
        "heard",
        "id",
        "seats",
        "subscriptions",
        "table",
        "tenant",
        "version",
    )

    def __init__(self, tenant: Tenant, id_: UUID, table: Table) -> None:
        self.tenant = tenant
        self.id = id_
        self.table = table
        self.version = table.version
        self.heard = 0  # the newest version that a message told of
        self.seats = seats(table)
        self.subscriptions: set[Subscription] = set()
        self._recent: list[Entry] = []  # without gaps, the last one is of the table's version
        self._shown: dict[Viewer, Shown] = {}
        self._changes: dict[tuple[Viewer, int], Change] = {}

    def viewer(self, player: str | None) -> Viewer:
        """The seat through which a player looks now; None for one who only watches."""
        return None if player is None else self.seats.get(player)

    def shown(self, viewer: Viewer) -> Shown:
        found = self._shown.get(viewer)
        if found is None:
            table = self.table
            found = self._shown[viewer] = show(table.state, table.version, table.head, viewer)
        return found

    def lines(self, viewer: Viewer, after: int) -> tuple[HistoryLine, ...] | None:
        """The history after a version, or None if only the log remembers that far back."""
        count = self.version - after
        if count > len(self._recent):
            return None
        over = is_over(self.table.state)
        return tuple(line(entry, viewer, over) for entry in self._recent[-count:])

    def known_change(self, viewer: Viewer, previous: int) -> Change | None:
        """What is new since a version, if anybody has asked for that before."""
        return self._changes.get((viewer, previous))

    def change(self, viewer: Viewer, previous: int) -> Change | None:
        """What is new since a version, or None if only the log remembers that far back."""
        found = self._changes.get((viewer, previous))
        if found is None:
            lines = self.lines(viewer, previous)
            if lines is None:
                return None
            found = self._changes[viewer, previous] = Change(previous, self.shown(viewer), lines)
        return found

    def whole(self, viewer: Viewer, reset: bool) -> Change:
        """The table as it stands, for someone who has nothing of it or nothing of use."""
        key = (viewer, ANEW if reset else NOTHING)
        found = self._changes.get(key)
        if found is None:
            change = Change(self.version, self.shown(viewer), (), reset)
            found = self._changes[key] = change
        return found

    def advance(self, table: Table, entries: Sequence[Entry]) -> None:
        """Go on to a newer version and tell everyone; an older one is passed over."""
        if table.version <= self.version:
            return
        if entries[0].version > self.version + 1:
            self._recent.clear()
        fresh = [entry for entry in entries if entry.version > self.version]
        self._recent = [*self._recent[-RING:], *fresh]
        if table.state.places is not self.table.state.places:
            self.seats = seats(table)
        self.table = table
        self.version = table.version
        self._shown.clear()
        self._changes.clear()
        self.tell()

    def remember(self, entries: Sequence[Entry]) -> None:
        """Reach further back, for those who asked, with what the log says up to our version."""
        known = [entry for entry in entries if entry.version <= self.version]
        if known and known[-1].version == self.version and len(known) > len(self._recent):
            self._recent = known
        self.tell()

    def tell(self) -> None:
        if not self.subscriptions:
            return
        version = self.version
        with traces.span("deliver", self.id):
            for subscription in tuple(self.subscriptions):
                if subscription.sent != version:
                    subscription.notify()


class Subscription:
    """One follower of a table. It holds no news itself: what it has not yet taken is one change.

    Either iterate over it, or give `notify`, which is called when `take` may have something.
    """

    __slots__ = ("_reach", "live", "notify", "player", "sent")

    def __init__(
        self,
        live: Live,
        player: str | None,
        after: int | None,
        reach: Callable[[Live, int], None],
        notify: Callable[[], None],
    ) -> None:
        self.live = live
        self.player = player
        # The version that the follower has; none is below nothing.
        self.sent = NOTHING if after is None else max(after, NOTHING)
        self.notify = notify
        self._reach = reach

    def take(self) -> Change | None:
        """All that is new, once. None if nothing is, or if the log is being asked: wait then."""
        change = self.peek()
        if change is not None:
            self.sent = change.version
        return change

    def peek(self) -> Change | None:
        """What `take` would give now."""
        live, sent = self.live, self.sent
        if sent == live.version:
            return None
        viewer = live.viewer(self.player)
        # Mostly somebody else who sees the same has asked before.
        return live.known_change(viewer, sent) or self._make(viewer)

    def _make(self, viewer: Viewer) -> Change | None:
        if not 0 <= self.sent < self.live.version:
            return self.live.whole(viewer, reset=self.sent > self.live.version)
        change = self.live.change(viewer, self.sent)
        if change is None:
            self._reach(self.live, self.sent)
        return change


def seats(table: Table) -> dict[str, Seat]:
    places = enumerate(table.state.places)
    return {place.player: seat for seat, place in places if place.player is not None}

"""A table as one caller sees it, at one version: what lies behind the type Table."""

from collections.abc import Sequence
from uuid import UUID

from domain.games import game
from domain.kernel import Language, Seat, Value, Viewer
from domain.table import texts
from domain.table.events import EVENTS
from domain.table.state import Status
from domain.table.views import SeatView
from domain.wire import Entry
from projections.history import HistoryLine, is_over, line
from projections.shown import Shown
from service.graphql.context import Context
from service.graphql.players import Person, people
from service.tables import Table

TABLE_EVENTS = frozenset(EVENTS)


class Sight:
    """What is shown is made when it is first asked for: many commands want to know less."""

    __slots__ = ("_shown", "context", "head", "table", "uuid", "version", "viewer")

    def __init__(
        self,
        context: Context,
        uuid: UUID,
        viewer: Viewer,
        version: int,
        head: str,
        shown: Shown | None = None,
        table: Table | None = None,
    ) -> None:
        self.context = context
        self.uuid = uuid
        self.viewer = viewer
        self.version = version
        self.head = head
        self.table = table  # with the state, where it is at hand
        self._shown = shown

    @property
    def id(self) -> str:
        return str(self.uuid)

    @property
    def status(self) -> Status:
        return self.shown.table.status if self.table is None else self.table.state.status

    @property
    def on_turn(self) -> tuple[Seat, ...]:
        return self.shown.table.on_turn if self.table is None else self.table.state.on_turn()

    @property
    def shown(self) -> Shown:
        if self._shown is None:
            assert self.table is not None, "a sight has a table or what it shows"
            tenant = self.context.watcher().tenant
            self._shown = self.context.services.reader.shown(
                tenant, self.uuid, self.table, self.viewer
            )
        return self._shown


class Place(Value):
    """A seat with the person in it."""

    seat: SeatView
    player: Person | None


class Told(Value):
    """A line of the history with what is needed to put it into words."""

    line: HistoryLine
    sight: Sight
    places: Sequence[Place]

    def text(self, language: Language) -> str:
        event, viewer = self.line.event, self.sight.viewer
        names = [seated_name(place, language) for place in self.places]
        if type(event) in TABLE_EVENTS:
            return texts.tell(event, viewer, language, names)
        played = self.sight.shown.table
        return game(played.game, played.rules).tell(event, viewer, language, names)


def of_table(context: Context, uuid: UUID, table: Table) -> Sight:
    caller = context.watcher()
    viewer = None if caller.player is None else table.state.seat_of(str(caller.player))
    return Sight(context, uuid, viewer, table.version, table.head.hex(), table=table)


def of_shown(context: Context, uuid: UUID, shown: Shown) -> Sight:
    return Sight(context, uuid, shown.viewer, shown.version, shown.head, shown)


async def places(sight: Sight) -> list[Place]:
    seats = sight.shown.table.seats
    known = await people(sight.context, [at.player for at in seats if at.player is not None])
    return [Place(at, None if at.player is None else known[at.player]) for at in seats]


async def told(sight: Sight, lines: Sequence[HistoryLine]) -> list[Told]:
    seated = await places(sight) if lines else []
    return [Told(each, sight, seated) for each in lines]


def seated_name(place: Place, language: Language) -> str:
    seat = place.seat
    player = None if place.player is None else place.player.name
    return texts.called(seat.seat, player, seat.bot is not None, language)


def lines(sight: Sight, entries: Sequence[Entry]) -> list[HistoryLine]:
    """Entries that have just been written, as the caller may read them."""
    assert sight.table is not None, "who writes has the state"
    over = is_over(sight.table.state)
    return [line(entry, sight.viewer, over) for entry in entries]

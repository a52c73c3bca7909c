"""What can have happened at a table. These names and fields are stored: only ever add to them."""

from enum import StrEnum
from typing import Any, ClassVar

from domain.kernel import Event, Seat, Value, tagged


class BotLevel(StrEnum):
    RANDOM = "random"
    GREEDY = "greedy"
    STRONG = "strong"


class Pace(StrEnum):
    """How quickly bots answer."""

    INSTANT = "instant"
    HUMAN = "human"


class Fork(Value):
    """The finished game, and the place in it, that a table continues from."""

    table: str
    version: int
    head: str


class Past(Value):
    """The history of a finished game up to some version, as its record has it: the exact lines,
    and what opens their secrets, in hex by version (as text: keys of JSON are)."""

    lines: tuple[str, ...]
    secrets: dict[str, str]


class _Event(Event, tag_field="type", tag=tagged("table")):
    pass


class TableOpened(_Event):
    """Seed and salt open the commitment; nobody knows them before the last event."""

    hidden: ClassVar[tuple[str, ...]] = ("seed", "salt", "invite")

    table: str
    game: str
    rules: int
    seats: int
    public: bool
    options: dict[str, Any]
    host: str
    commitment: str
    hints: bool = False
    pace: Pace = Pace.INSTANT
    substitute: BotLevel | None = None  # who plays for a seat that resigned
    fork: Fork | None = None
    seed: str | None = None
    salt: str | None = None
    invite: str | None = None


class GameForked(_Event):
    """The table will play on from where this history ends. It goes by what is written here, so
    that the table can be replayed and proved without its parent."""

    past: Past


class SeatTaken(_Event):
    seat: Seat
    player: str
    entropy: str


class SeatLeft(_Event):
    seat: Seat
    host: str | None  # who is host from now on; None when nobody is left


class BotSeated(_Event):
    seat: Seat
    level: BotLevel


class BotRemoved(_Event):
    seat: Seat


class GameStarted(_Event):
    """Empty seats are taken away, so the others move up: `seating` lists their old numbers."""

    seating: tuple[Seat, ...]


class SeatResigned(_Event):
    seat: Seat
    substitute: BotLevel | None


class TableFinished(_Event):
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    seed: str
    salt: str


class TableAbandoned(_Event):
    seed: str
    salt: str


EVENTS = (
    TableOpened,
    GameForked,
    SeatTaken,
    SeatLeft,
    BotSeated,
    BotRemoved,
    GameStarted,
    SeatResigned,
    TableFinished,
    TableAbandoned,
)

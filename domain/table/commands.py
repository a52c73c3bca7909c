"""What can be asked of a table. Chance and ids are handed in by the caller."""

from typing import Any

import msgspec

from domain.kernel import Seat, Value, tagged
from domain.table.events import BotLevel, Pace, Past


class _Command(Value, tag_field="type", tag=tagged("table"), forbid_unknown_fields=True):
    pass


class OpenTable(_Command):
    """The opener becomes host and takes the first seat."""

    table: str
    player: str
    game: str
    seats: int
    seed: str
    salt: str
    invite: str
    public: bool = True
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    entropy: str = ""
    hints: bool = False
    pace: Pace = Pace.INSTANT
    substitute: BotLevel | None = None
    rules: int | None = None  # None: the latest


class ForkTable(_Command):
    """Open a table that plays on from a position of a finished game, with its seats, its options
    and the rules that it was played by."""

    table: str
    player: str
    past: Past
    seed: str
    salt: str
    invite: str
    seat: Seat = 0
    public: bool = True
    entropy: str = ""
    hints: bool = False
    pace: Pace = Pace.INSTANT
    substitute: BotLevel | None = None


class TakeSeat(_Command):
    player: str
    seat: Seat | None = None  # None: the next free one
    invite: str | None = None
    entropy: str = ""


class LeaveSeat(_Command):
    player: str


class AddBot(_Command):
    player: str
    level: BotLevel
    seat: Seat | None = None


class RemoveBot(_Command):
    player: str
    seat: Seat


class StartGame(_Command):
    player: str


class Play(_Command):
    """A move as the API writes it, {"bombay": {"endTurn": true}}, by a player or by the bot of a
    seat."""

    move: dict[str, Any]
    player: str | None = None
    bot: Seat | None = None


class Resign(_Command):
    player: str


class Abandon(_Command):
    player: str


Opening = OpenTable | ForkTable
Command = Opening | TakeSeat | LeaveSeat | AddBot | RemoveBot | StartGame | Play | Resign | Abandon

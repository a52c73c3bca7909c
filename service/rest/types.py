"""What is sent and answered over REST. The same nouns as in GraphQL, in the same spelling."""

from datetime import date, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal
from uuid import UUID

import msgspec
from msgspec import UNSET, Meta, UnsetType

import projections.changes
import projections.turns
import projections.usage
from domain.bazar.commands import Options as BazarRules
from domain.bombay.events import Options as BombayRules
from domain.kernel import Seat, Value
from domain.table.events import BotLevel, Pace
from domain.table.state import Status
from service import policy
from service.rest.mirror import Name, mirror

SeatNumber = Annotated[int, Meta(ge=0, le=9, description="Counted from 0 in turn order")]
Version = Annotated[int, Meta(ge=0, le=2_000_000_000)]
PlayerName = Annotated[str, Meta(min_length=1, max_length=40, examples=["Asha"])]
Moment = Annotated[str, Meta(extra_json_schema={"format": "date-time"})]
QuotaNumber = Annotated[int, Meta(ge=0, le=policy.MOST)]
Scope = Literal["play", "watch"]
Origin = Annotated[str, Meta(pattern=f"^({policy.ORIGIN.pattern})$")]
Entropy = Annotated[
    str, Meta(max_length=200, description="One line of your own that goes into every draw")
]


class GameName(Name):
    BOMBAY = "BOMBAY"
    BAZAR = "BAZAR"


if TYPE_CHECKING:  # a mirror has the fields and members of what it mirrors
    TableStatus = Status
    Level = BotLevel
    BotPace = Pace
    BombayOptions = BombayRules
    BazarOptions = BazarRules
    Quotas = policy.Quotas
    UsageOfDay = projections.usage.Usage
    TurnKind = projections.turns.Kind
    ChangeKind = projections.changes.Kind
    QuotaChanges = policy.Quotas
else:
    TableStatus = mirror(Status, "Table")
    Level = mirror(BotLevel)
    BotPace = mirror(Pace, "Bot")
    BombayOptions = mirror(BombayRules, "Bombay", strict=True)
    BazarOptions = mirror(BazarRules, "Bazar", strict=True)
    Quotas = mirror(policy.Quotas)
    UsageOfDay = mirror(projections.usage.Usage, "OfDay")
    TurnKind = mirror(projections.turns.Kind, "Turn")
    ChangeKind = mirror(projections.changes.Kind, "Change")
    QuotaChanges = msgspec.defstruct(
        "QuotaChanges",
        [(name, QuotaNumber | UnsetType, UNSET) for name in policy.Quotas.__struct_fields__],
        rename="camel",
        frozen=True,
        forbid_unknown_fields=True,
    )


class Sent(Value, rename="camel", forbid_unknown_fields=True, omit_defaults=True):
    """Part of a request: what we do not know is refused rather than passed over."""


class Given(Value, rename="camel"):
    """Part of an answer."""


class NewGuest(Sent):
    name: PlayerName


class NewPlayer(Sent):
    name: PlayerName
    bot: bool = False


class NewToken(Sent):
    scopes: Annotated[tuple[Scope, ...], Meta(min_length=1, max_length=2)] = ("play", "watch")
    seconds: (
        Annotated[
            int, Meta(ge=1, le=315_360_000, description="How long it is good; for ever if absent")
        ]
        | UnsetType
    ) = UNSET


class TenantChanges(Sent):
    guests: bool | UnsetType = UNSET
    quotas: QuotaChanges | UnsetType = UNSET
    origins: (
        Annotated[
            tuple[Origin, ...],
            Meta(max_length=50, description="Whose pages may call from a browser; * for all"),
        ]
        | UnsetType
    ) = UNSET


class NewTable(Sent):
    """The opener becomes host and takes the first seat."""

    game: GameName
    seats: Annotated[int, Meta(ge=1, le=9)]
    public: bool = True
    entropy: Entropy = ""
    hints: bool = False
    pace: BotPace = BotPace.INSTANT
    substitute: Level | None = None
    bombay: BombayOptions | UnsetType = UNSET
    bazar: BazarOptions | UnsetType = UNSET


class NewFork(Sent):
    """Seats, options and rules are those of the game that it goes on from."""

    version: Annotated[int, Meta(ge=1, le=2_000_000_000)]
    seat: SeatNumber = 0
    public: bool = True
    entropy: Entropy = ""
    hints: bool = False
    pace: BotPace = BotPace.INSTANT
    substitute: Level | None = None


class SeatWanted(Sent):
    seat: SeatNumber | UnsetType = UNSET
    invite: Annotated[str, Meta(max_length=100)] | UnsetType = UNSET
    entropy: Entropy = ""


class BotWanted(Sent):
    level: Level
    seat: SeatNumber | UnsetType = UNSET


class PlayerRef(Given):
    id: UUID
    name: str | None  # None once erased


class Player(Given):
    id: UUID
    name: str | None
    bot: bool
    guest: bool
    created: datetime


class Token(Given):
    """The token itself is shown here and never again."""

    id: UUID
    token: str
    scopes: tuple[str, ...]
    expires: datetime | None


class Guest(Given):
    player: Player
    token: str
    token_id: UUID
    expires: datetime | None


class Players(Given):
    items: tuple[Player, ...]
    next: str | None  # the cursor of the next page


class Tenant(Given):
    id: UUID
    name: str
    hosts: tuple[str, ...]
    guests: bool
    origins: tuple[str, ...]
    quotas: Quotas
    ceiling: Quotas  # the operator's: quotas can be set to less, never to more


class Day(Given):
    day: date
    used: UsageOfDay


class Usage(Given):
    """What there is now, and what was used on each day on which anything was."""

    players: int
    tokens: int
    days: tuple[Day, ...]


class SeatTaken(Given):
    seat: Seat
    player: PlayerRef | None
    bot: Level | None
    entropy: str
    resigned: bool


class Result(Given):
    """By seat. Rank 1 is a winner; equal ranks share the place."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


class Fork(Given):
    table: UUID
    version: int
    head: str


class HistoryEntry(Given):
    version: int
    type: str
    at: Moment
    seat: Seat | None
    text: str
    data: Annotated[Any, Meta(extra_json_schema={"type": "object"})]  # the event as it is stored


def one_of_views() -> Meta:
    """The view of whichever game it is; untagged, since the table names its game."""
    views = [f"#/components/schemas/{game.title()}View" for game in ("bombay", "bazar")]
    return Meta(extra_json_schema={"anyOf": [{"$ref": ref} for ref in views]})


LEGAL_MOVE = {"$ref": "#/components/schemas/LegalMove"}


def legal_moves() -> Meta:
    return Meta(extra_json_schema={"items": LEGAL_MOVE})


def legal_move() -> Meta:
    return Meta(extra_json_schema={"anyOf": [LEGAL_MOVE, {"type": "null"}]})


class TableSummary(Given):
    """A table as a list shows it."""

    id: UUID
    game: GameName
    status: TableStatus
    public: bool
    seats: int
    taken: int  # of the seats
    host: PlayerRef
    players: tuple[PlayerRef, ...]
    on_turn: tuple[PlayerRef, ...]  # the players who may act now
    version: Version
    opened: Moment
    changed: Moment
    forked_from: UUID | None  # the table whose game it goes on from; then it is not rated


class TableSummaries(Given):
    items: tuple[TableSummary, ...]
    next: str | None
    behind: int  # events that the list does not know of yet; 0 nearly always


class LobbyUpdate(Given):
    """One message of the lobby's stream."""

    table: TableSummary
    listed: bool  # false: it can no longer be joined


class Turn(Given):
    """One message of the stream of turns."""

    kind: TurnKind
    table: UUID
    game: GameName
    version: Version
    seat: Seat


class Standing(Given):
    """A player's record in one game."""

    player: PlayerRef
    rating: float  # the strength that one may be all but sure of
    played: int
    won: int


class Standings(Given):
    items: tuple[Standing, ...]
    next: str | None
    behind: int


class Table(Given):
    id: UUID
    game: GameName
    rules: int
    status: TableStatus
    public: bool
    version: Version
    head: str  # the hash of the last event, in hex
    options: Annotated[Any, Meta(extra_json_schema={"type": "object"})]
    host: PlayerRef
    seats: tuple[SeatTaken, ...]
    my_seat: Seat | None
    invite: str | None  # for who sits here
    on_turn: tuple[Seat, ...]  # the seats that may act now
    commitment: str
    hints: bool
    pace: BotPace
    substitute: Level | None
    rated: bool
    fork: Fork | None
    result: Result | None
    view: Annotated[Any, one_of_views()]  # as the caller sees it


class Accepted(Given):
    version: Version
    head: str
    duplicate: bool  # it was done before; this is the same answer again
    entries: tuple[HistoryEntry, ...]
    table: Table


class History(Given):
    items: tuple[HistoryEntry, ...]
    version: Version  # of the table
    next: int | None  # ask for what comes after this version


class Change(Given):
    """One place of the view that is not as it was."""

    path: Annotated[str, Meta(description="A JSON Pointer into the view", examples=["/onTurn/0"])]
    kind: ChangeKind
    old: Any = None
    new: Any = None


class Changes(Given):
    """What to change in the view of one version, in this order, to have that of the other."""

    from_: Version = msgspec.field(name="from")
    to: Version
    items: tuple[Change, ...]


class SignedCheckpoint(Given):
    """`statement` is the exact text that `signature`, Ed25519 in hexadecimal, is good for."""

    statement: str
    signature: str


class Checkpoints(Given):
    items: tuple[SignedCheckpoint, ...]
    next: int | None  # ask for what comes after this number


class TableUpdate(Given):
    """One message of the stream. Its id is the version."""

    version: Version
    previous: Version
    head: str
    entries: tuple[HistoryEntry, ...]
    table: Table
    reset: bool  # forget what you have: this is all there is


class GameCard(Given):
    """A game there is: for how many, with which options, by which rules."""

    name: GameName
    title: str
    credits: str
    rules_version: int
    seats: tuple[int, ...]
    options: Annotated[Any, Meta(extra_json_schema={"type": "object"})]  # with their defaults
    rules: dict[str, str]  # in words, by clause
    board: Annotated[Any, Meta(extra_json_schema={"type": "object"})]  # what never changes


class LegalMoves(Given):
    """In a fixed order; none when the caller must wait."""

    items: Annotated[tuple[Any, ...], legal_moves()]
    version: Version


class Verdict(Given):
    """What would become of a move, without playing it."""

    accepted: bool
    move: Annotated[Any, legal_move()] = None  # if accepted, with what it costs and brings
    code: str | None = None  # if not, the reason for programs
    rule: str | None = None  # the clause that forbids it
    message: str | None = None  # and the reason for people

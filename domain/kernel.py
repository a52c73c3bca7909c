"""The words that every game and the table share."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import reduce
from typing import Any, ClassVar, Generic, TypeVar, dataclass_transform

import msgspec

from domain.chance import Chance

Seat = int  # a place at the table, from 0, in turn order; games never see users
Viewer = Seat | None  # None is someone watching


class Language(StrEnum):
    EN = "en"
    FR = "fr"
    PT = "pt"
    PL = "pl"


@dataclass_transform(frozen_default=True, field_specifiers=(msgspec.field,))
class Value(msgspec.Struct, frozen=True, gc=False):
    """Something that never changes once made. Values hold values, so there are no cycles."""


class Event(Value):
    """Something that has happened.

    Fields named in `hidden` are the secret of the seat in the field `seat` while the game runs
    (nobody's, if there is no such field). They are None where they must not be known.
    """

    hidden: ClassVar[tuple[str, ...]] = ()
    schema: ClassVar[int] = 1  # grows when a field changes its meaning; see wire.UPCASTS


class Refused(Exception):
    """The rules do not allow it, so nothing happens. Subclasses name the reason.

    `rule` is the clause that forbids it; `details` holds the numbers and names that matter, such
    as needed=2, had=1, for messages and for programs.
    """

    rule: ClassVar[str] = ""

    def __init__(self, **details: Any) -> None:
        super().__init__(details)
        self.details = details

    @property
    def code(self) -> str:
        return snake(type(self).__name__).upper()


class Result(Value):
    """How a game ended, by seat. Rank 1 is a winner; equal ranks share the place."""

    ranks: tuple[int, ...]
    scores: tuple[int, ...]

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, rank in enumerate(self.ranks) if rank == 1)


def snake(name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower()


def tagged(prefix: str) -> Callable[[str], str]:
    """Name messages on the wire: SilkSold becomes "bombay.silk_sold"."""
    return lambda name: f"{prefix}.{snake(name)}"


S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")
O = TypeVar("O")  # noqa: E741 - options
M = TypeVar("M")
V = TypeVar("V")


@dataclass(frozen=True)
class Game(Generic[S, C, E, O, M, V]):
    """Everything the rest of the system may ask of a game.

    State, Command, Event, Options, Move (a legal one, with its cost and gain) and View are the
    game's own types.
    """

    name: str
    title: str
    credits: str
    rules: int  # the rules version; a game is judged by the one it started with
    seats: range
    initial: S
    options: type[O]
    events: tuple[type[Event], ...]
    set_up: Callable[[int, O, Chance], list[E]]  # raises Refused if the options do not fit
    decide: Callable[[S, C, Chance], list[E]]  # raises Refused
    evolve: Callable[[S, E], S]  # total: no rules, no refusals
    legal: Callable[[S, Seat], Sequence[M]]  # fixed order; [] when the seat must wait
    view: Callable[[S, Viewer], V]
    on_turn: Callable[[S], tuple[Seat, ...]]  # the seats that may act now
    result: Callable[[S], Result | None]  # None while the game runs
    passing: Callable[[S, Seat], C]  # what a seat that nobody plays any more does
    read: Callable[[Seat, Any], C]  # the API's move input to a command; raises ValidationError
    write: Callable[[C], dict[str, Any]]  # and back
    cause: Callable[[E], C | None]  # what was asked for, told from the first event that came of it
    tell: Callable[[E, Viewer, Language, Sequence[str]], str]  # one line of text, with seat names
    tell_move: Callable[[M, Language], str]  # a legal move in words, with its cost and gain
    explain: Callable[[Refused, Language], str]  # a refusal in words
    clauses: Callable[[Language], dict[str, str]]  # the rules in words, by clause id

    def replay(self, events: Iterable[E]) -> S:
        return reduce(self.evolve, events, self.initial)


def seen(event: Event, viewer: Viewer) -> Event:
    """The event as the viewer may know it while the game runs."""
    if not event.hidden or (viewer is not None and getattr(event, "seat", None) == viewer):
        return event
    return msgspec.structs.replace(event, **dict.fromkeys(event.hidden))

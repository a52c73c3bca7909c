"""What a route is: its address, its types, who may call it, and what answers it."""

from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic, TypeVar
from uuid import UUID

import msgspec

from domain.kernel import Language
from service.caller import Caller
from service.errors import NotFound, Problem
from service.parts import Parts
from service.rest.negotiate import JSON, identifier

Q = TypeVar("Q")
B = TypeVar("B")
Headers = tuple[tuple[str, str], ...]


class Who(Enum):
    """Whose key or token a route asks for."""

    ANYONE = "anyone"
    MEMBER = "member"  # the tenant's key or a player's token
    PLAYER = "player"
    TENANT = "tenant"


class Nothing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """No parameters, or no body."""


@dataclass(slots=True)  # not frozen: that would double the cost of making one
class Call(Generic[Q, B]):
    """One request, read and checked, with all that answering it takes."""

    parts: Parts
    known: Caller | None
    path: dict[str, str]
    query: Q
    body: B
    headers: dict[str, str]  # by name in lower case
    language: Language
    media: str  # what the caller would rather read
    address: str  # of the caller
    target: str  # the path
    request_id: str | None
    extra: list[tuple[str, str]]  # headers of the answer, whatever it will be

    @property
    def caller(self) -> Caller:
        assert self.known is not None, "the route says that anyone may call"
        return self.known

    @property
    def id(self) -> UUID:
        """What the path names; what cannot be an id names nothing."""
        return identifier(self.path["id"])

    @property
    def seat(self) -> int:
        """The seat that the path names; it has one digit, as seats do."""
        text = self.path["seat"]
        if len(text) != 1 or not "0" <= text <= "9":
            raise NotFound("There is no such seat.")
        return int(text)


@dataclass(slots=True)
class Answer:
    """What goes back: a value to encode, or bytes that are encoded already."""

    body: Any = None
    status: int = 200
    headers: Headers = ()
    media: str = JSON


@dataclass(frozen=True, slots=True)
class Stream:
    """An answer without a known end. What is wrong is found out before the first chunk."""

    chunks: AsyncGenerator[bytes, None]
    media: str
    headers: Headers = ()
    close: Callable[[], Awaitable[None]] | None = None  # called in the end, come what may


Handler = Callable[[Call[Q, B]], Awaitable[Answer | Stream]]


@dataclass(frozen=True)
class Route(Generic[Q, B]):
    """One line of the table from which both the router and the OpenAPI document are made."""

    method: str
    path: str
    handler: Handler[Q, B]
    summary: str
    who: Who
    query: type[Q]
    body: type[B]
    answer: Any = None  # the type of a JSON answer
    status: int = 200
    media: tuple[str, ...] = (JSON,)
    deed: bool = False  # takes an Idempotency-Key, and may be refused by the rules
    guarded: bool = False  # takes If-Match
    versioned: bool = False  # gives an ETag, answers 304 to If-None-Match
    located: bool = False  # gives a Location
    paged: bool = False  # gives a Link to the next page
    spoken: bool = False  # has words in it, so it takes Accept-Language
    cost: float = 0.1  # in commands
    problems: tuple[type[Problem], ...] = ()  # beside those that follow from the above
    links: tuple["Next", ...] = ()

    @property
    def name(self) -> str:
        """The operation's id: take_seat is takeSeat."""
        first, *rest = self.handler.__name__.split("_")
        return first + "".join(word.title() for word in rest)


@dataclass(frozen=True)
class Next:
    """An operation that can follow, and where in the answer its parameters are."""

    operation: str
    id: str  # a JSON pointer
    seat: str | None = None

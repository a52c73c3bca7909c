"""How events are written down: one JSON line each, chained by hash, and read back for ever.

A line is exactly what is hashed, stored and handed out: hash n is SHA-256(hash n-1 || line n), and
hash 0 is 32 zero bytes. What only some may know is left out of the line. It lies beside it as salt
and JSON, and the line carries its commitment, SHA-256(salt || JSON), so that a history can be
verified without it.
"""

import hashlib
from collections.abc import Callable
from typing import Any, Union, cast

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from domain.games import GAMES
from domain.kernel import Event, Value
from domain.table.events import EVENTS as TABLE_EVENTS

GENESIS = bytes(32)
SALT_BYTES = 16

EVENTS: tuple[type[Event], ...] = tuple(
    dict.fromkeys([*TABLE_EVENTS, *(kind for game in GAMES.values() for kind in game.events)])
)

# Old shapes are brought up to date here and nowhere else: (type, schema) -> the next schema.
Upcast = Callable[[dict[str, Any]], dict[str, Any]]
UPCASTS: dict[tuple[str, int], Upcast] = {}


class Unknown(Event):
    """An event of a later release: readers pass over it, rebuilds stop at it."""

    type: str
    content: dict[str, Any]


class Entry(Value):
    """An event with its place in the history of a table."""

    version: int
    at: str
    by: str | None  # the player who caused it; None for a bot or the service
    command: str
    event: Event


class _Line(Value):
    version: int
    schema: int
    at: str
    by: str | None
    command: str
    event: Any
    secret: str | UnsetType = UNSET


_encoder = msgspec.json.Encoder()
_known = msgspec.json.Decoder(
    msgspec.defstruct("_KnownLine", [("event", Union[EVENTS])], bases=(_Line,))  # noqa: UP007
)
_loose = msgspec.json.Decoder(_Line)
_private = msgspec.json.Decoder(dict[str, Any])


def encode(entry: Entry, salt: bytes) -> tuple[bytes, bytes | None]:
    """The line, and the secret part if the event has one. The salt must be new for every event."""
    event: Any = entry.event
    secret: bytes | None = None
    commitment: str | UnsetType = UNSET
    if event.hidden:
        event = msgspec.to_builtins(event)
        secret = salt + _encoder.encode({name: event.pop(name) for name in entry.event.hidden})
        commitment = commit(secret)
    line = _Line(
        entry.version, entry.event.schema, entry.at, entry.by, entry.command, event, commitment
    )
    return _encoder.encode(line), secret


def decode(line: bytes, secret: bytes | None = None) -> Entry:
    """The entry as it was encoded; without its secret, the hidden fields are None."""
    read = _read(line)
    event: Event = read.event
    if secret is not None and not isinstance(event, Unknown):
        event = _opened(event, secret)
    return Entry(read.version, read.at, read.by, read.command, event)


def type_of(event: Event) -> str:
    """The name of the event on the wire."""
    return event.type if isinstance(event, Unknown) else str(event.__struct_config__.tag)


def commit(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def chain(head: bytes, line: bytes) -> bytes:
    return hashlib.sha256(head + line).digest()


def _opened(event: Event, secret: bytes) -> Event:
    content = msgspec.to_builtins(event) | _private.decode(secret[SALT_BYTES:])
    opened: Event = msgspec.convert(content, type(event))
    return opened


def _read(line: bytes) -> _Line:
    try:
        known = cast(_Line, _known.decode(line))
        if known.schema == known.event.schema:
            return known
    except msgspec.ValidationError:
        pass
    loose = _loose.decode(line)
    return replace(loose, event=_upcast(loose.event, loose.schema))


def _upcast(content: dict[str, Any], schema: int) -> Event:
    name = content["type"]
    while (step := UPCASTS.get((name, schema))) is not None:
        content, schema = step(content), schema + 1
    for kind in EVENTS:
        if kind.__struct_config__.tag == name and kind.schema == schema:
            return msgspec.convert(content, kind)
    return Unknown(name, content)

"""Commands as the arguments of the functions that write them.

The arguments are put together here in Postgres's own binary form. The driver can do it too, but
this is the busiest spot of the service, and for a small batch it takes a fifth of the time.
"""

from collections.abc import Sequence
from struct import Struct
from uuid import UUID

from service.store.entries import GENESIS, SHARDS, Commit, NewEvent
from service.store.errors import Malformed, TooLarge

MAX_EVENTS = 1_000
MAX_BYTES = 256 * 1024

BYTEA, INT2, INT4, TEXT, IDS = 17, 21, 23, 25, 2950  # the numbers of Postgres's types

_header = Struct(">iiiii").pack
_int2 = Struct(">h").pack
_int4 = Struct(">i").pack
_int8 = Struct(">q").unpack_from
_NULL = _int4(-1)
_TWO, _FOUR, _SIXTEEN, _THIRTY_TWO = (_int4(length) for length in (2, 4, 16, 32))


def check(commit: Commit) -> int:
    """The size of a command that the log can take; raises Malformed or TooLarge."""
    check_ids(commit.tenant, commit.stream, commit.command)
    if not commit.events:
        raise Malformed("a command without events leaves no trace")
    if len(commit.events) > MAX_EVENTS:
        raise TooLarge(f"{len(commit.events)} events in one command; {MAX_EVENTS} are allowed")
    if not 0 <= commit.shard < SHARDS:
        raise Malformed(f"there is no shard {commit.shard}")
    if not 0 <= commit.expected < 2**31 - MAX_EVENTS:
        raise Malformed(f"there is no version {commit.expected}")
    if len(commit.prev) != len(GENESIS) or len(commit.fingerprint) != len(GENESIS):
        raise Malformed("a hash has 32 bytes")
    size = 0
    for event in commit.events:
        if len(event.hash) != len(GENESIS):
            raise Malformed("a hash has 32 bytes")
        size += len(event.line)
        if event.secret is not None:
            size += len(event.secret)
    if size > MAX_BYTES:
        raise TooLarge(f"{size} bytes in one command; {MAX_BYTES} are allowed")
    return size


def check_ids(*ids: UUID) -> None:
    """Types are not checked at run time, but ids come from far away."""
    for each in ids:
        if not isinstance(each, UUID):
            raise Malformed(f"{each!r} is not a UUID")


def order(commit: Commit) -> tuple[int, int, int]:
    """In this order everyone takes locks."""
    return commit.shard, commit.tenant.int, commit.stream.int


def lone(commit: Commit) -> list[bytes]:
    """The arguments of howdah.append_one."""
    return [
        _int2(commit.shard),
        commit.tenant.bytes,
        commit.stream.bytes,
        commit.kind.encode(),
        _int4(commit.expected),
        commit.prev,
        commit.events[-1].hash,
        commit.command.bytes,
        commit.fingerprint,
        _int2(len(commit.events)),
        *_events(commit.events),
    ]


def many(commits: Sequence[Commit]) -> list[bytes]:
    """The arguments of howdah.append; the commits come sorted by order."""
    counts = [len(commit.events) for commit in commits]
    numbers = [_int2(number) for number, count in enumerate(counts, 1) for _ in range(count)]
    places = [_int2(place) for count in counts for place in range(1, count + 1)]
    return [
        *_where(commits),
        _texts(TEXT, [commit.kind.encode() for commit in commits]),
        _array(INT4, _FOUR, [_int4(commit.expected) for commit in commits]),
        _array(BYTEA, _THIRTY_TWO, [commit.prev for commit in commits]),
        _array(BYTEA, _THIRTY_TWO, [commit.events[-1].hash for commit in commits]),
        _array(IDS, _SIXTEEN, [commit.command.bytes for commit in commits]),
        _array(BYTEA, _THIRTY_TWO, [commit.fingerprint for commit in commits]),
        _array(INT2, _TWO, [_int2(count) for count in counts]),
        _array(INT2, _TWO, numbers),
        _array(INT2, _TWO, places),
        *_events([event for commit in commits for event in commit.events]),
    ]


def lost(commits: Sequence[Commit]) -> list[bytes]:
    """The arguments of howdah.outcomes."""
    return [
        *_where(commits),
        _array(IDS, _SIXTEEN, [commit.command.bytes for commit in commits]),
        _array(BYTEA, _THIRTY_TWO, [commit.fingerprint for commit in commits]),
    ]


def positions(array: bytes) -> list[int]:
    """The answer of howdah.append: a header, then a length and a number for each command."""
    return [_int8(array, offset)[0] for offset in range(24, len(array), 12)]


def _where(commits: Sequence[Commit]) -> list[bytes]:
    return [
        _array(INT2, _TWO, [_int2(commit.shard) for commit in commits]),
        _array(IDS, _SIXTEEN, [commit.tenant.bytes for commit in commits]),
        _array(IDS, _SIXTEEN, [commit.stream.bytes for commit in commits]),
    ]


def _events(events: Sequence[NewEvent]) -> list[bytes]:
    return [
        _texts(TEXT, [event.type.encode() for event in events]),
        _array(INT2, _TWO, [_int2(event.schema) for event in events]),
        _texts(BYTEA, [event.line for event in events]),
        _texts(BYTEA, [event.secret for event in events]),
        _array(BYTEA, _THIRTY_TWO, [event.hash for event in events]),
    ]


def _array(kind: int, length: bytes, items: Sequence[bytes]) -> bytes:
    """An array of items that are all of one length."""
    return _header(1, 0, kind, len(items), 1) + length + length.join(items)


def _texts(kind: int, items: Sequence[bytes | None]) -> bytes:
    """An array of items of any length, or none."""
    parts = [_header(1, None in items, kind, len(items), 1)]
    for item in items:
        if item is None:
            parts.append(_NULL)
        else:
            parts.append(_int4(len(item)))
            parts.append(item)
    return b"".join(parts)

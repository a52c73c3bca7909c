"""A batch of commands as the arguments of howdah.append, and its answer as outcomes.

The arrays are put together here in Postgres's binary form: for a batch of one that takes a third
of the time of the driver's own adaptation, and the appender is the busiest spot of the service.
"""

from collections.abc import Sequence
from struct import Struct
from uuid import UUID

from psycopg.pq.abc import PGresult

from service.store.entries import GENESIS, SHARDS, Appended, Commit
from service.store.errors import Conflict, Forked, KeyReused, Malformed, StoreError, TooLarge

MAX_EVENTS = 1_000
MAX_BYTES = 256 * 1024

BYTEA, INT2, INT4, TEXT, UUIDS = 17, 21, 23, 25, 2950
_TYPES = (INT2, UUIDS, UUIDS, TEXT, INT4, BYTEA, BYTEA, UUIDS, BYTEA, INT2)
_EVENT_TYPES = (TEXT, INT2, BYTEA, BYTEA, BYTEA)
ARGUMENTS = len(_TYPES) + len(_EVENT_TYPES)

_header = Struct(">iiiii").pack
_int2 = Struct(">h").pack
_int4 = Struct(">i").pack
_NULL = _int4(-1)


def check(commit: Commit) -> int:
    """The size of a command that the log can take; raises Malformed or TooLarge."""
    for name in (commit.tenant, commit.stream, commit.command):
        if not isinstance(name, UUID):
            raise Malformed(f"{name!r} is not a UUID")
    for digest in (commit.prev, commit.fingerprint, *(event.hash for event in commit.events)):
        if not isinstance(digest, bytes) or len(digest) != len(GENESIS):
            raise Malformed(f"{digest!r} is not a SHA-256")
    if not 0 <= commit.shard < SHARDS:
        raise Malformed(f"there is no shard {commit.shard}")
    if not commit.events:
        raise Malformed("a command without events leaves no trace")
    if not 0 <= commit.expected < 2**31 - MAX_EVENTS:
        raise Malformed(f"there is no version {commit.expected}")
    if len(commit.events) > MAX_EVENTS:
        raise TooLarge(f"{len(commit.events)} events in one command; {MAX_EVENTS} are allowed")
    size = sum(len(event.line) + len(event.secret or b"") for event in commit.events)
    if size > MAX_BYTES:
        raise TooLarge(f"{size} bytes in one command; {MAX_BYTES} are allowed")
    return size


def order(commit: Commit) -> tuple[int, int, int]:
    """In this order everyone takes locks."""
    return commit.shard, commit.tenant.int, commit.stream.int


def arguments(commits: Sequence[Commit]) -> list[bytes]:
    """What howdah.append is called with; the commits come sorted by order."""
    commands = zip(
        *(
            (
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
            )
            for commit in commits
        ),
        strict=True,
    )
    events = zip(
        *(
            (event.type.encode(), _int2(event.schema), event.line, event.secret, event.hash)
            for commit in commits
            for event in commit.events
        ),
        strict=True,
    )
    return [
        *map(_array, _TYPES, commands),
        *map(_array, _EVENT_TYPES, events),
    ]


def _array(element: int, items: Sequence[bytes | None]) -> bytes:
    parts = [_header(1, None in items, element, len(items), 1)]
    for item in items:
        if item is None:
            parts.append(_NULL)
        else:
            parts.append(_int4(len(item)))
            parts.append(item)
    return b"".join(parts)


def outcomes(commits: Sequence[Commit], result: PGresult) -> list[Appended | StoreError]:
    return [_outcome(commit, result, row) for row, commit in enumerate(commits)]


def _outcome(commit: Commit, result: PGresult, row: int) -> Appended | StoreError:
    status, first, version, head, pos = (result.get_value(row, column) for column in range(5))
    match status:
        case b"ok":
            count = len(commit.events)
            return Appended(
                version=commit.expected + count,
                first=commit.expected + 1,
                head=commit.events[-1].hash,
                duplicate=False,
                position=_number(pos),
            )
        case b"duplicate":
            assert head is not None
            return Appended(_number(version), _number(first), head, True, _number(pos))
        case b"reused":
            return KeyReused(f"{commit.command} is the id of another command")
        case _:
            actual = 0 if version is None else _number(version)
            return Forked(actual) if actual == commit.expected else Conflict(actual)


def _number(value: bytes | None) -> int:
    assert value is not None
    return int.from_bytes(value, "big")

"""What goes into the log and what comes out of it."""

from uuid import UUID

from domain.kernel import Value

SHARDS = 64
GENESIS = bytes(32)  # the hash before the first event of a stream


class NewEvent(Value):
    """An event to be written. The line is stored byte by byte as it was hashed."""

    type: str
    schema: int
    line: bytes
    secret: bytes | None
    hash: bytes


class Commit(Value):
    """What one command brings about in one stream, if it is still at the expected version."""

    tenant: UUID
    shard: int
    stream: UUID
    kind: str
    expected: int
    prev: bytes
    command: UUID
    fingerprint: bytes
    events: tuple[NewEvent, ...]


class Appended(Value):
    """Where a command's events stand; of a duplicate, where they have stood before."""

    version: int
    first: int
    head: bytes
    duplicate: bool
    position: int


class Stored(Value):
    """An event as it stands in its stream."""

    version: int
    line: bytes
    secret: bytes | None
    hash: bytes
    command: UUID


class Followed(Stored):
    """An event as it stands in its shard."""

    tenant: UUID
    stream: UUID
    kind: str
    position: int


class Head(Value):
    """Where a stream ends."""

    version: int
    hash: bytes


class Found(Value):
    """What a command wrote."""

    stream: UUID
    first: int
    last: int
    fingerprint: bytes
    head: bytes

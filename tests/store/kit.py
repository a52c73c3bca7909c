"""Commands to append, chained as the real ones are."""

from hashlib import sha256
from uuid import UUID, uuid4

from service.store import GENESIS, Commit, NewEvent

TENANT = UUID("7e000000-0000-7000-8000-000000000001")
OTHER = UUID("7e000000-0000-7000-8000-000000000002")


def commit(
    stream: UUID,
    expected: int = 0,
    prev: bytes = GENESIS,
    lines: tuple[bytes, ...] = (b'{"silk":"yellow"}', b'{"turn":1}'),
    secret: bytes | None = None,
    command: UUID | None = None,
    tenant: UUID = TENANT,
    shard: int = 7,
) -> Commit:
    """A command that sells silk and passes the turn, or whatever the lines say."""
    events = []
    head = prev
    for line in lines:
        head = sha256(head + line).digest()
        events.append(NewEvent("bombay.silk_sold", 1, line, secret, head))
    return Commit(
        tenant=tenant,
        shard=shard,
        stream=stream,
        kind="table",
        expected=expected,
        prev=prev,
        command=command or uuid4(),
        fingerprint=sha256(b"".join(lines)).digest(),
        events=tuple(events),
    )

"""The record of a game: a header, one line per event exactly as it was hashed, and a footer.

The header says what is played and commits to the seed. The footer holds the hash of every line
and, once the table is over, what opens it: seed, salt, and the secret part of every line that has
one, in hex by version. While the table runs, that is only what the asker chose in secret. In
between nothing is added, so whoever has the file can hash it again.
"""

from collections.abc import Sequence
from itertools import accumulate
from typing import Any, TypeVar

import msgspec

from domain import wire
from domain.kernel import Result, Value
from domain.table.events import TableAbandoned, TableFinished, TableOpened
from domain.wire import Entry

FORMAT = "howdah 1"

T = TypeVar("T")


class Header(Value, tag_field="record", tag="header"):
    format: str
    table: str
    game: str
    rules: int
    options: dict[str, Any]
    seats: int
    commitment: str


class Footer(Value, tag_field="record", tag="footer"):
    head: str
    hashes: tuple[str, ...]  # of each line, so that the first wrong one can be named
    result: Result | None = None
    seed: str | None = None
    salt: str | None = None
    secrets: dict[int, str] = msgspec.field(default_factory=dict)  # by version


class Record(Value):
    header: Header
    lines: tuple[bytes, ...]
    footer: Footer

    def text(self) -> bytes:
        """The file: JSON Lines."""
        ends = msgspec.json.encode(self.header), msgspec.json.encode(self.footer)
        return b"\n".join([ends[0], *self.lines, ends[1], b""])


def record(
    lines: Sequence[bytes], secrets: Sequence[bytes | None], viewer: str | None = None
) -> Record:
    """The record of a whole table. While it runs, only the viewer's own secrets are opened."""
    entries = [wire.decode(line) for line in lines]
    last = entries[-1].event
    shown = last if isinstance(last, TableFinished | TableAbandoned) else None
    hashes = [each.hex() for each in accumulate(lines, wire.chain, initial=wire.GENESIS)][1:]
    footer = Footer(
        head=hashes[-1],
        hashes=tuple(hashes),
        result=Result(last.ranks, last.scores) if isinstance(last, TableFinished) else None,
        seed=None if shown is None else shown.seed,
        salt=None if shown is None else shown.salt,
        secrets={
            entry.version: secret.hex()
            for entry, secret in zip(entries, secrets, strict=True)
            if secret is not None and (shown or is_own(entry, viewer))
        },
    )
    return Record(header_of(lines[0]), tuple(lines), footer)


def is_own(entry: Entry, viewer: str | None) -> bool:
    """Whether the secret of an entry is that of the viewer, not of the table."""
    return entry.by is not None and entry.by == viewer and hasattr(entry.event, "seat")


def header_of(first: bytes) -> Header:
    opened = wire.decode(first).event
    assert isinstance(opened, TableOpened)
    return Header(
        FORMAT,
        opened.table,
        opened.game,
        opened.rules,
        opened.options,
        opened.seats,
        opened.commitment,
    )


def read(text: bytes) -> Record:
    """The record in a file; raises ValueError if it is none."""
    lines = text.splitlines()
    if len(lines) < 2:
        raise ValueError("it has no header, events and footer")
    return Record(end(lines[0], Header), tuple(lines[1:-1]), end(lines[-1], Footer))


def end(line: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(line, type=kind)
    except msgspec.DecodeError as error:
        which = "first" if kind is Header else "last"
        raise ValueError(f"its {which} line is no {kind.__name__.lower()}: {error}") from None

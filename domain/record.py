"""The record of a game: a header, one line per event exactly as it was hashed, and a footer.

The header says what is played and commits to the seed. The footer holds the head of the chain and,
once the table is over, what opens it: seed, salt, and the secret part of every line that has one,
in hex by version. In between nothing is added, so whoever has the file can hash it again.
"""

from collections.abc import Sequence
from functools import reduce
from typing import Any

import msgspec

from domain import wire
from domain.kernel import Result, Value
from domain.table.events import TableAbandoned, TableFinished, TableOpened
from domain.table.state import State, evolve

FORMAT = "howdah 1"


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
    result: Result | None = None
    seed: str | None = None
    salt: str | None = None
    secrets: dict[int, str] | None = None  # by version


class Record(Value):
    header: Header
    lines: tuple[bytes, ...]
    footer: Footer

    def text(self) -> bytes:
        """The file: JSON Lines."""
        ends = msgspec.json.encode(self.header), msgspec.json.encode(self.footer)
        return b"\n".join([ends[0], *self.lines, ends[1], b""])


def record(lines: Sequence[bytes], secrets: Sequence[bytes | None]) -> Record:
    """The record of a whole table; what is still secret is left out while it runs."""
    events = [wire.decode(line).event for line in lines]
    opened, last = events[0], events[-1]
    assert isinstance(opened, TableOpened)
    header = Header(
        FORMAT,
        opened.table,
        opened.game,
        opened.rules,
        opened.options,
        opened.seats,
        opened.commitment,
    )
    head = reduce(wire.chain, lines, wire.GENESIS).hex()
    if not isinstance(last, TableFinished | TableAbandoned):
        return Record(header, tuple(lines), Footer(head))
    state: State = reduce(evolve, events, State())
    opening = {
        version: secret.hex() for version, secret in enumerate(secrets, 1) if secret is not None
    }
    footer = Footer(head, state.result, last.seed, last.salt, opening)
    return Record(header, tuple(lines), footer)


def read(text: bytes) -> Record:
    """The record in a file; raises ValidationError or DecodeError if it is none."""
    first, *lines, last = text.splitlines()
    return Record(
        msgspec.json.decode(first, type=Header),
        tuple(lines),
        msgspec.json.decode(last, type=Footer),
    )

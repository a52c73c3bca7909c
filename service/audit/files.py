"""Files with records in them: one, as a table gives it, or many, as a tenant's export does."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from service.trouble import Trouble

EVENT = b'{"version":'  # so begins every line that is neither header nor footer nor mark


class Piece(NamedTuple):
    """Where one record lies."""

    file: Path
    number: int  # within its file, from 1; 0 if it is alone
    start: int
    end: int

    def __str__(self) -> str:
        return f"{self.file} record {self.number}" if self.number else str(self.file)

    def read(self) -> bytes:
        with self.file.open("rb") as file:
            file.seek(self.start)
            return file.read(self.end - self.start)


def pieces(file: Path) -> list[Piece]:
    """The records of a file. What is none is a piece, too: somebody has to say so."""
    try:
        spans = list(spans_of(file))
    except OSError as error:
        raise Trouble(f"cannot read {file}: {error.strerror}") from None
    if len(spans) == 1:
        return [Piece(file, 0, *spans[0])]
    return [Piece(file, number, *span) for number, span in enumerate(spans, 1)]


def spans_of(path: Path) -> Iterator[tuple[int, int]]:
    """A record ends with its footer. The marks of an export belong to none."""
    with path.open("rb") as file:
        start = at = 0
        for line in file:
            at += len(line)
            kind = None if line.startswith(EVENT) else kind_of(line)
            if kind == "footer":
                yield start, at
            if kind in ("footer", "mark"):
                start = at
        if start < at or at == 0:
            yield start, at


def kind_of(line: bytes) -> Any:
    try:
        content = msgspec.json.decode(line)
    except msgspec.DecodeError:
        return None
    return content.get("record") if isinstance(content, dict) else None

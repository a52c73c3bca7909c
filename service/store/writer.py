"""One connection that does nothing but append."""

from asyncio import get_running_loop
from collections.abc import Sequence

from psycopg import OperationalError
from psycopg.pq.abc import PGresult

from service.store.batch import lone, lost, many, positions
from service.store.entries import Appended, Commit
from service.store.errors import Conflict, Forked, KeyReused, StoreError
from service.store.line import Line

_ONE, _MANY, _WHY = b"append_one", b"append", b"outcomes"
_ARGUMENTS = {_ONE: 15, _MANY: 17, _WHY: 5}

Outcome = Appended | StoreError


class Writer:
    def __init__(self, line: Line) -> None:
        self._line = line

    @classmethod
    async def connect(cls, url: str, patience: float) -> "Writer":
        line = await Line.connect(
            url,
            patience,
            b"set role howdah_writer",
            # A statement that waits for a standby and is cut short has been written all the same.
            b"set statement_timeout = 0",
        )
        async with line.kept():
            for name, count in _ARGUMENTS.items():
                places = ", ".join(f"${place}" for place in range(1, count + 1))
                await line.prepare(name, f"select * from howdah.{name.decode()}({places})".encode())
        return cls(line)

    async def write(self, commits: Sequence[Commit], patience: float) -> list[Outcome]:
        """Append the commits, sorted by batch.order. Any exception leaves the outcome open."""
        self._line.warned = False
        alarm = get_running_loop().call_later(patience, self._line.cut)
        try:
            outcomes = await self._append(commits)
        finally:
            alarm.cancel()
        if self._line.warned:
            raise OperationalError("committed here, but perhaps not on the standby")
        return outcomes

    async def close(self) -> None:
        await self._line.close()

    @property
    def closed(self) -> bool:
        return self._line.closed

    async def _append(self, commits: Sequence[Commit]) -> list[Outcome]:
        if len(commits) == 1:
            answer = await self._line.call(_ONE, lone(commits[0]))
            last = [int.from_bytes(_value(answer, 0, 0), "big", signed=True)]
        else:
            answer = await self._line.call(_MANY, many(commits))
            last = positions(_value(answer, 0, 0))
        if min(last) < 0:
            losers = [commit for commit, pos in zip(commits, last, strict=True) if pos < 0]
            others = iter(await self._explain(losers))
            return [
                next(others) if pos < 0 else _written(commit, pos)
                for commit, pos in zip(commits, last, strict=True)
            ]
        return list(map(_written, commits, last))

    async def _explain(self, commits: Sequence[Commit]) -> list[Outcome]:
        """What became of commands that were not written."""
        answer = await self._line.call(_WHY, lost(commits))
        return [_outcome(commit, answer, row) for row, commit in enumerate(commits)]


def _outcome(commit: Commit, answer: PGresult, row: int) -> Outcome:
    match answer.get_value(row, 0):
        case b"duplicate":
            first, version, pos = (
                int.from_bytes(_value(answer, row, column), "big") for column in (1, 2, 4)
            )
            return Appended(version, first, _value(answer, row, 3), duplicate=True, position=pos)
        case b"reused":
            return KeyReused(f"{commit.command} is the id of another command")
        case _:
            actual = int.from_bytes(answer.get_value(row, 2) or b"", "big")
            return Forked(actual) if actual == commit.expected else Conflict(actual)


def _written(commit: Commit, pos: int) -> Appended:
    return Appended(
        version=commit.expected + len(commit.events),
        first=commit.expected + 1,
        head=commit.events[-1].hash,
        duplicate=False,
        position=pos,
    )


def _value(answer: PGresult, row: int, column: int) -> bytes:
    value = answer.get_value(row, column)
    assert value is not None
    return value

"""One connection that does nothing but append."""

import os
import socket
from asyncio import get_running_loop
from collections.abc import Sequence
from contextlib import suppress

from psycopg import AsyncConnection, OperationalError
from psycopg.errors import Diagnostic, error_from_result
from psycopg.generators import execute
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

from service.store.batch import lone, lost, many, positions
from service.store.entries import Appended, Commit
from service.store.errors import Conflict, Forked, KeyReused, StoreError

_ONE, _MANY, _WHY = b"append_one", b"append", b"outcomes"
_ARGUMENTS = {_ONE: 15, _MANY: 17, _WHY: 5}

Outcome = Appended | StoreError


class Writer:
    """Speaks to the server below the driver's cursors, which cost a lone command a tenth more."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._warned = False
        connection.add_notice_handler(self._notice)

    @classmethod
    async def connect(cls, url: str, patience: float) -> "Writer":
        seconds = max(2, round(patience))  # libpq takes 1 for 2
        connection = await AsyncConnection.connect(url, autocommit=True, connect_timeout=seconds)
        await connection.execute("set role howdah_writer")
        # A statement that waits for a standby and is cut short has been written all the same.
        await connection.execute("set statement_timeout = 0")
        writer = cls(connection)
        for name, count in _ARGUMENTS.items():
            places = ", ".join(f"${place}" for place in range(1, count + 1))
            query = f"select * from howdah.{name.decode()}({places})"
            connection.pgconn.send_prepare(name, query.encode())
            await writer._result()
        return writer

    async def write(self, commits: Sequence[Commit], patience: float) -> list[Outcome]:
        """Append the commits, sorted by batch.order. Any exception leaves the outcome open."""
        self._warned = False
        alarm = get_running_loop().call_later(patience, self._cut)
        try:
            outcomes = await self._append(commits)
        finally:
            alarm.cancel()
        if self._warned:
            raise OperationalError("committed here, but perhaps not on the standby")
        return outcomes

    async def close(self) -> None:
        await self._connection.close()

    @property
    def closed(self) -> bool:
        return self._connection.closed

    async def _append(self, commits: Sequence[Commit]) -> list[Outcome]:
        if len(commits) == 1:
            answer = await self._call(_ONE, lone(commits[0]))
            last = [int.from_bytes(_value(answer, 0, 0), "big", signed=True)]
        else:
            answer = await self._call(_MANY, many(commits))
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
        answer = await self._call(_WHY, lost(commits))
        return [_outcome(commit, answer, row) for row, commit in enumerate(commits)]

    async def _call(self, name: bytes, arguments: Sequence[bytes]) -> PGresult:
        self._connection.pgconn.send_query_prepared(
            name, arguments, [Format.BINARY] * len(arguments), result_format=Format.BINARY
        )
        return await self._result()

    async def _result(self) -> PGresult:
        results: list[PGresult] = await self._connection.wait(execute(self._connection.pgconn))
        result = results[-1]
        if result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            raise error_from_result(result)
        return result

    def _cut(self) -> None:
        """End a wait without end. To cancel the statement would need the server's help."""
        with (
            suppress(OSError, OperationalError),
            socket.socket(fileno=os.dup(self._connection.pgconn.socket)) as line,
        ):
            line.shutdown(socket.SHUT_RDWR)

    def _notice(self, notice: Diagnostic) -> None:
        self._warned = self._warned or notice.severity_nonlocalized == "WARNING"


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

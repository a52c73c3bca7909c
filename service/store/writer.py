"""One connection that does nothing but append batches."""

import os
import socket
from asyncio import get_running_loop
from collections.abc import Sequence

from psycopg import AsyncConnection, OperationalError
from psycopg.errors import Diagnostic, error_from_result
from psycopg.generators import execute
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult

from service.store.batch import ARGUMENTS, arguments, outcomes
from service.store.entries import Appended, Commit
from service.store.errors import StoreError

_PLACES = ", ".join(f"${place}" for place in range(1, ARGUMENTS + 1))
_APPEND = f"select status, first, version, head, pos from howdah.append({_PLACES})".encode()
_FORMATS = [Format.BINARY] * ARGUMENTS


class Writer:
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
        connection.pgconn.send_prepare(b"append", _APPEND)
        await writer._result()
        return writer

    async def write(
        self, commits: Sequence[Commit], patience: float
    ) -> list[Appended | StoreError]:
        """Append the commits, sorted by batch.order. Any exception leaves the outcome open."""
        self._warned = False
        self._connection.pgconn.send_query_prepared(
            b"append", arguments(commits), _FORMATS, result_format=Format.BINARY
        )
        alarm = get_running_loop().call_later(patience, self._cut)
        try:
            result = await self._result()
        finally:
            alarm.cancel()
        if self._warned:
            raise OperationalError("committed here, but perhaps not on the standby")
        return outcomes(commits, result)

    async def close(self) -> None:
        await self._connection.close()

    @property
    def closed(self) -> bool:
        return self._connection.closed

    async def _result(self) -> PGresult:
        results: list[PGresult] = await self._connection.wait(execute(self._connection.pgconn))
        result = results[-1]
        if result.status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            raise error_from_result(result)
        return result

    def _cut(self) -> None:
        """End a wait without end. To cancel the statement would need the server's help."""
        with socket.socket(fileno=os.dup(self._connection.pgconn.socket)) as line:
            line.shutdown(socket.SHUT_RDWR)

    def _notice(self, notice: Diagnostic) -> None:
        self._warned = self._warned or notice.severity_nonlocalized == "WARNING"

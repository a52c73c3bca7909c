"""A connection spoken to directly: prepared statements, binary in and out, one at a time.

The driver opens the connection and parses what comes; its cursors, and its way of waiting, which
registers with the event loop anew for each statement, would add a fifth to a lone append.
"""

import os
import socket
from asyncio import AbstractEventLoop, Future, get_running_loop
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from psycopg import AsyncConnection, OperationalError
from psycopg.errors import Diagnostic, error_from_result
from psycopg.pq import ExecStatus, Format
from psycopg.pq.abc import PGresult


class Line:
    """After it is taken over here, the connection must not be used otherwise."""

    def __init__(self, connection: AsyncConnection, loop: AbstractEventLoop) -> None:
        self._connection = connection
        self._pgconn = connection.pgconn
        self._loop = loop
        self._socket = self._pgconn.socket
        self._news: Future[None] | None = None
        self._broken: OperationalError | None = None
        self.warned = False  # whether the server has warned since this was last set back
        connection.add_notice_handler(self._notice)
        loop.add_reader(self._socket, self._read)

    @classmethod
    async def connect(cls, url: str, patience: float, *settings: bytes) -> "Line":
        seconds = max(2, round(patience))  # libpq takes 1 for 2
        connection = await AsyncConnection.connect(url, autocommit=True, connect_timeout=seconds)
        line = cls(connection, get_running_loop())
        async with line.kept():
            for setting in settings:
                line._pgconn.send_query(setting)
                await line._result()
        return line

    @asynccontextmanager
    async def kept(self) -> AsyncIterator[None]:
        """Close the line if this does not end well."""
        try:
            yield
        except BaseException:
            await self.close()
            raise

    async def prepare(self, name: bytes, statement: bytes) -> None:
        self._pgconn.send_prepare(name, statement)
        await self._result()

    async def call(self, name: bytes, arguments: Sequence[bytes]) -> PGresult:
        """Execute a prepared statement. Raises psycopg.Error."""
        self._pgconn.send_query_prepared(
            name, arguments, [Format.BINARY] * len(arguments), result_format=Format.BINARY
        )
        return await self._result()

    def cut(self) -> None:
        """End a wait without end. To cancel the statement would need the server's help."""
        with (
            suppress(OSError, OperationalError),
            socket.socket(fileno=os.dup(self._socket)) as line,
        ):
            line.shutdown(socket.SHUT_RDWR)

    async def close(self) -> None:
        self._hang_up()
        await self._connection.close()

    @property
    def closed(self) -> bool:
        return self._broken is not None or self._connection.closed

    async def _result(self) -> PGresult:
        while self._pgconn.flush():
            await self._room()
        results = []
        while True:
            while self._pgconn.is_busy():
                if self._broken is not None:
                    raise self._broken
                self._news = self._loop.create_future()
                await self._news
            result = self._pgconn.get_result()
            if result is None:
                break
            results.append(result)
        if not results:
            raise self._broken or OperationalError("the server said nothing")
        if results[-1].status not in (ExecStatus.TUPLES_OK, ExecStatus.COMMAND_OK):
            raise error_from_result(results[-1])
        return results[-1]

    async def _room(self) -> None:
        """Wait until more can be sent."""
        room = self._loop.create_future()
        self._loop.add_writer(self._socket, _tell, room)
        try:
            await room
        finally:
            self._loop.remove_writer(self._socket)

    def _read(self) -> None:
        try:
            self._pgconn.consume_input()
        except OperationalError as error:
            self._hang_up()
            self._broken = error
        if self._news is not None:
            _tell(self._news)

    def _hang_up(self) -> None:
        if self._broken is None:
            self._broken = OperationalError("the connection is closed")
            self._loop.remove_reader(self._socket)

    def _notice(self, notice: Diagnostic) -> None:
        self.warned = self.warned or notice.severity_nonlocalized == "WARNING"


def _tell(future: Future[None]) -> None:
    if not future.done():
        future.set_result(None)

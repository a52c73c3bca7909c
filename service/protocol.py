"""HTTP as uvicorn speaks it, except that an answer leaves in one piece; and its WebSockets.

uvicorn writes the head and the body of an answer apart, which is one system call more, and judges
every header of every answer by regular expressions. Here the head waits for the body, and a line
that was judged once is taken as it is: together a tenth of what a move costs. Whatever is out of
the ordinary is left to uvicorn.
"""

import asyncio
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from uvicorn.protocols.http.httptools_impl import (
    HEADER_RE,
    HEADER_VALUE_RE,
    STATUS_LINE,
    HttpToolsProtocol,
    RequestResponseCycle,
)
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

LINES = 4_096  # lines of heads that are remembered
PATIENCE = 30.0  # seconds for which whoever listens may read nothing of what is sent


class SocketProtocol(WebSocketsSansIOProtocol):
    """A WebSocket as uvicorn speaks it, except that it is cut if its other end does not read.

    What could not be sent stays in memory, and to close in good order would wait for it, too.
    """

    async def send(self, message: Any) -> None:
        if not self.writable.is_set():
            try:
                async with asyncio.timeout(PATIENCE):
                    await self.writable.wait()
            except TimeoutError:
                self.transport.abort()
                raise ClientDisconnected from None
        await super().send(message)


class Protocol(HttpToolsProtocol):
    def on_headers_complete(self) -> None:
        super().on_headers_complete()
        if self.cycle is not None:  # uvicorn names the class of it itself
            self.cycle.__class__ = Cycle


class Cycle(RequestResponseCycle):
    """One request and its answer."""

    _head = b""  # what waits for the body

    async def send(self, message: Any) -> None:
        if not self.response_started and self.keep_alive and self.scope["method"] != "HEAD":
            made = head(message, self.default_headers)
            if made is not None:
                self._head, self.expected_content_length = made
                self.response_started, self.chunked_encoding = True, False
                self.waiting_for_100_continue = False
                return
        elif self._head:
            whole = self._head + message.get("body", b"")
            self.expected_content_length += len(self._head)
            self._head = b""
            message = {**message, "body": whole}
        await super().send(message)


def head(message: Any, defaults: Iterable[tuple[bytes, bytes]]) -> tuple[bytes, int] | None:
    """The head of an answer and the size of its body, if it is one whose size is known."""
    if message["type"] != "http.response.start":
        return None
    lines = [STATUS_LINE[message["status"]]]
    size = None
    for name, value in (*defaults, *message.get("headers", ())):
        if name == b"content-length":
            size = int(value)
        known = line(name, value)
        if known is None:
            return None
        lines.append(known)
    if size is None:
        return None  # it is sent in parts, and nobody knows when
    lines.append(b"\r\n")
    return b"".join(lines), size


@lru_cache(LINES)
def line(name: bytes, value: bytes) -> bytes | None:
    """A line of a head; None if it is about the connection, or none at all."""
    if HEADER_RE.search(name) or HEADER_VALUE_RE.search(value):
        return None
    name = name.lower()
    if name in (b"connection", b"transfer-encoding"):
        return None
    return b"%s: %s\r\n" % (name, value)

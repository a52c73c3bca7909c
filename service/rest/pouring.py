"""Answers without a known end, sent as they come and given up when the caller leaves."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import structlog
from starlette.types import Receive, Send

Pairs = list[tuple[bytes, bytes]]

log = structlog.get_logger()


async def pour(
    send: Send, receive: Receive, chunks: AsyncGenerator[bytes, None], headers: Pairs
) -> None:
    """Send every chunk, or stop as soon as nobody listens."""
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    sending = asyncio.ensure_future(send_all(send, chunks))
    leaving = asyncio.ensure_future(gone(receive))
    try:
        await asyncio.wait((sending, leaving), return_when=asyncio.FIRST_COMPLETED)
    finally:
        sending.cancel()
        leaving.cancel()
        [error, _] = await asyncio.gather(sending, leaving, return_exceptions=True)
    if isinstance(error, Exception):
        # The status has been sent. An answer that breaks off is all that can still tell.
        log.error("stream broke off", error=repr(error))
        raise error


async def send_all(send: Send, chunks: AsyncGenerator[bytes, None]) -> None:
    async with aclosing(chunks):
        async for chunk in chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def begun(chunks: AsyncGenerator[bytes, None]) -> AsyncGenerator[bytes, None]:
    """The same chunks, the first of them made now, so that what is wrong is told by the status."""
    first = await anext(chunks, b"")

    async def whole() -> AsyncGenerator[bytes, None]:
        async with aclosing(chunks):
            yield first
            async for chunk in chunks:
                yield chunk

    return whole()

"""Server-Sent Events: one operation per request, by the protocol graphql-sse, distinct connections.

For clients that cannot open a WebSocket. The answer ends when the operation does, when the token
expires or when the service stops; clients ask again with `after`.
"""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime

from starlette.types import Receive, Send

from service.graphql.answers import Prepared, answer
from service.graphql.context import Context
from service.graphql.following import follow

HEARTBEAT = 15.0  # seconds without news after which a comment is sent
HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
]
COMPLETE = b"event: complete\ndata:\n\n"


async def stream(
    prepared: Prepared,
    context: Context,
    receive: Receive,
    send: Send,
    headers: list[tuple[bytes, bytes]],
) -> None:
    if not prepared.operation.is_subscription:
        answered = await answer(prepared, context)
        await start(send, headers)
        await part(send, event(answered.body) + COMPLETE, more=False)
        return
    news = asyncio.Event()
    news.set()
    following = await follow(prepared, context, news.set)
    gone = asyncio.create_task(left(receive))
    draining = asyncio.create_task(context.services.drain.started.wait())
    try:
        with context.services.limits.socket(context.watcher()):
            await start(send, headers)
            while not (gone.done() or draining.done() or expired(context)):
                news.clear()
                while (payload := await following.payload()) is not None:
                    await part(send, event(payload))
                waiting = asyncio.create_task(news.wait())
                await asyncio.wait(
                    (waiting, gone, draining), timeout=HEARTBEAT, return_when="FIRST_COMPLETED"
                )
                waiting.cancel()
                if not news.is_set() and not gone.done():
                    await part(send, b":\n\n")
            if not gone.done():
                await part(send, COMPLETE, more=False)
    finally:
        following.leave()
        for task in (gone, draining):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def expired(context: Context) -> bool:
    expires = context.watcher().expires
    return expires is not None and expires <= datetime.now(UTC)


async def left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def event(payload: bytes) -> bytes:
    return b"event: next\ndata: " + payload + b"\n\n"


async def start(send: Send, headers: list[tuple[bytes, bytes]]) -> None:
    given = [*HEADERS, *headers]
    await send({"type": "http.response.start", "status": 200, "headers": given})


async def part(send: Send, body: bytes, more: bool = True) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": more})

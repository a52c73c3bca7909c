"""Server-Sent Events: every change of a table, resumable by the last version that was seen."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import ExitStack, suppress
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from domain.kernel import Language
from service.caller import WATCH
from service.errors import BadUserInput, Problem
from service.feed import Change, Subscription
from service.rest.negotiate import SSE, VERSION
from service.rest.route import Call, Nothing, Stream
from service.rest.shows import Names, names_at, update_of
from service.rest.types import Sent, Version

HEARTBEAT = 15.0  # seconds; proxies close what is silent for longer
BEAT = b":\n\n"
HELLO = b"retry: 1000\n\n"  # milliseconds until a client that lost us comes back
UNBUFFERED = (("cache-control", "no-store"), ("x-accel-buffering", "no"))

_encode = msgspec.json.Encoder().encode


class StreamQuery(Sent):
    after: Version | UnsetType = UNSET


async def stream_table(call: Call[StreamQuery, Nothing]) -> Stream:
    call.caller.need(WATCH)
    player = None if call.caller.player is None else str(call.caller.player)
    hub, news = call.parts.hub, asyncio.Event()
    with ExitStack() as stack:
        stack.enter_context(call.parts.limits.socket(call.caller))
        following = await hub.follow(call.caller.tenant, call.id, player, seen(call), news.set)
        stack.callback(hub.leave, following)
        chunks = messages(call, following, news)
        return Stream(chunks, SSE, UNBUFFERED, close=stack.pop_all().close)


def seen(call: Call[StreamQuery, Nothing]) -> int | None:
    """The last version the caller has: what a reconnecting client says comes before the query."""
    header = call.headers.get("last-event-id", "")
    if not header:
        return None if call.query.after is UNSET else call.query.after
    found = VERSION(header)
    if found is None:
        raise BadUserInput("Last-Event-ID is a version.", reason="LAST_EVENT_ID")
    return int(found[1])


async def messages(
    call: Call[Any, Any], following: Subscription, news: asyncio.Event
) -> AsyncGenerator[bytes, None]:
    """What was missed, then what happens, until the token is no longer good or we stop."""
    stopping = asyncio.ensure_future(call.parts.drain.started.wait())
    stopping.add_done_callback(lambda _: news.set())
    try:
        yield HELLO
        while not stopping.done():
            news.clear()
            while (change := following.take()) is not None:
                names = await names_at(call.parts, call.caller.tenant, change.shown.table)
                yield message(change, call.language, names)
            try:
                await asyncio.wait_for(news.wait(), HEARTBEAT)
            except TimeoutError:
                if not await still_welcome(call):
                    return
                yield BEAT
    finally:
        stopping.cancel()
        with suppress(asyncio.CancelledError):
            await stopping


def message(change: Change, language: Language, names: Names) -> bytes:
    """One event of the stream, made once for all who see the same in the same language."""
    key = ("sse", language)
    found = change.memo.get(key)
    if found is None:
        body = _encode(update_of(change, language, names))
        found = b"id: %d\nevent: table\ndata: %s\n\n" % (change.version, body)
        change.memo[key] = found
    text: bytes = found
    return text


async def still_welcome(call: Call[Any, Any]) -> bool:
    """Whether the token has neither expired nor been revoked."""
    try:
        await call.parts.auth.authenticate(call.headers.get("authorization"))
    except Problem:
        return False
    return True

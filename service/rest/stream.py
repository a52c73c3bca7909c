"""Server-Sent Events: a table, the lobby of a tenant, the turns of a player, as they change."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, suppress
from typing import Any
from uuid import UUID

import msgspec
from msgspec import UNSET, UnsetType

from domain.kernel import Language
from projections.turns import TurnNotice
from service.caller import WATCH
from service.errors import BadUserInput, Problem
from service.feed import Change
from service.feed.notices import LobbyChange
from service.rest.lists import refs, summary
from service.rest.negotiate import SSE, VERSION
from service.rest.route import Call, Nothing, Stream
from service.rest.shows import Names, names_at, update_of
from service.rest.types import GameName, LobbyUpdate, Sent, Turn, TurnKind, Version

HEARTBEAT = 15.0  # seconds; proxies close what is silent for longer
BEAT = b":\n\n"
HELLO = b"retry: 1000\n\n"  # milliseconds until a client that lost us comes back
READY = b"event: ready\ndata: {}\n\n"  # nothing that happens from now on is missed
UNBUFFERED = (("cache-control", "no-store"), ("x-accel-buffering", "no"))

_encode = msgspec.json.Encoder().encode


class StreamQuery(Sent):
    after: Version | UnsetType = UNSET


class LobbyQuery(Sent):
    game: GameName | UnsetType = UNSET


async def stream_table(call: Call[StreamQuery, Nothing]) -> Stream:
    call.caller.need(WATCH)
    player = None if call.caller.player is None else str(call.caller.player)
    async with AsyncExitStack() as stack:
        stack.enter_context(call.parts.limits.socket(call.caller))
        changes = await stack.enter_async_context(
            call.parts.hub.subscribe(call.caller.tenant, call.id, player, seen(call))
        )
        return streamed(call, table_messages(call, changes), stack.pop_all())


async def stream_lobby(call: Call[LobbyQuery, Nothing]) -> Stream:
    call.caller.need(WATCH)
    game = None if call.query.game is UNSET else call.query.game.lower()
    async with AsyncExitStack() as stack:
        stack.enter_context(call.parts.limits.socket(call.caller))
        changes = await stack.enter_async_context(
            call.parts.notices.lobby(call.caller.tenant, game)
        )
        return streamed(call, lobby_messages(call, changes), stack.pop_all())


async def stream_turns(call: Call[Nothing, Nothing]) -> Stream:
    player = str(call.caller.as_player(WATCH))
    async with AsyncExitStack() as stack:
        stack.enter_context(call.parts.limits.socket(call.caller))
        notices = await stack.enter_async_context(
            call.parts.notices.turns(call.caller.tenant, player)
        )
        return streamed(call, turn_messages(notices), stack.pop_all())


def seen(call: Call[StreamQuery, Nothing]) -> int | None:
    """The last version the caller has: what a reconnecting client says comes before the query."""
    header = call.headers.get("last-event-id", "")
    if not header:
        return None if call.query.after is UNSET else call.query.after
    found = VERSION(header)
    if found is None:
        raise BadUserInput("Last-Event-ID is a version.", reason="LAST_EVENT_ID")
    return int(found[1])


async def table_messages(
    call: Call[Any, Any], changes: AsyncIterator[Change]
) -> AsyncGenerator[bytes, None]:
    async for change in changes:
        names = await names_at(call.parts, call.caller.tenant, change.shown.table)
        yield message(change, call.language, names)


def message(change: Change, language: Language, names: Names) -> bytes:
    """One event of a table, made once for all who see the same in the same language."""
    key = ("sse", language)
    found = change.memo.get(key)
    if found is None:
        body = _encode(update_of(change, language, names))
        found = change.memo[key] = b"id: %d\nevent: table\ndata: %s\n\n" % (change.version, body)
    text: bytes = found
    return text


async def lobby_messages(
    call: Call[Any, Any], changes: AsyncIterator[LobbyChange]
) -> AsyncGenerator[bytes, None]:
    yield READY
    async for change in changes:
        row = change.row
        ids = {row.host, *row.players, *row.on_turn}
        known = await refs(call.parts.auth, call.caller.tenant, ids)
        yield event("lobby", LobbyUpdate(summary(row, known), change.listed))


async def turn_messages(notices: AsyncIterator[TurnNotice]) -> AsyncGenerator[bytes, None]:
    yield READY
    async for notice in notices:
        game = GameName(notice.game.upper())
        kind = TurnKind(notice.kind.name)
        yield event("turn", Turn(kind, UUID(notice.table), game, notice.version, notice.seat))


def event(name: str, body: msgspec.Struct) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), _encode(body))


def streamed(
    call: Call[Any, Any], messages: AsyncGenerator[bytes, None], stack: AsyncExitStack
) -> Stream:
    return Stream(beating(call, messages), SSE, UNBUFFERED, close=stack.aclose)


async def beating(
    call: Call[Any, Any], messages: AsyncGenerator[bytes, None]
) -> AsyncGenerator[bytes, None]:
    """The messages, and a heartbeat where there are none, while the token is good and we run."""
    stopping = asyncio.ensure_future(call.parts.drain.started.wait())
    coming = asyncio.ensure_future(anext(messages))
    clock = asyncio.get_running_loop().time
    due = clock() + HEARTBEAT
    try:
        yield HELLO
        while not stopping.done():
            await asyncio.wait(
                (coming, stopping), timeout=due - clock(), return_when=asyncio.FIRST_COMPLETED
            )
            if clock() >= due:  # also where messages never cease
                if not await still_welcome(call):
                    return
                due = clock() + HEARTBEAT
                yield BEAT
            elif coming.done():
                yield coming.result()
                coming = asyncio.ensure_future(anext(messages))
    finally:
        for task in (coming, stopping):
            task.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await task
        await messages.aclose()


async def still_welcome(call: Call[Any, Any]) -> bool:
    """Whether the token has neither expired nor been revoked."""
    try:
        await call.parts.auth.authenticate(call.headers.get("authorization"))
    except Problem:
        return False
    return True

"""Following a table, the lobby or turns; of a table, one encoding for all who are told the same."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager
from typing import Any
from uuid import UUID

from graphql import get_argument_values, get_variable_values

from service.errors import BadUserInput, NotFound
from service.feed import Change, Subscription
from service.graphql.answers import Prepared, answer, encode
from service.graphql.context import Context, Scope
from service.graphql.sight import of_shown
from service.graphql.subscriptions import Followed, News, Seen


class Following:
    """One subscription to a table, for one caller."""

    __slots__ = ("_context", "_key", "_notify", "_prepared", "_subscription")

    def __init__(self, prepared: Prepared, context: Context, notify: Callable[[], None]) -> None:
        self._prepared = prepared
        self._context = context
        self._notify = notify
        self._key = shared_key(prepared)

    async def start(self, wanted: Followed) -> "Following":
        tenant, hub = self._context.watcher().tenant, self._context.services.hub
        self._subscription: Subscription = await hub.follow(
            tenant, wanted.id, wanted.player, wanted.after, self._hear
        )
        return self

    def _hear(self) -> None:
        """There is news: say so when its payload is made, so that nobody waits a second time."""
        change = self._subscription.peek()
        if change is None:
            return
        made = self._made(change)
        if isinstance(made, bytes):
            self._notify()
        else:
            made.add_done_callback(lambda _: self._notify())

    async def payload(self) -> bytes | None:
        """All that is new, as the payload of one message; None if nothing is."""
        change = self._subscription.take()
        if change is None:
            return None
        made = self._made(change)
        return made if isinstance(made, bytes) else await asyncio.shield(made)

    def _made(self, change: Change) -> "bytes | asyncio.Task[bytes]":
        """The payload, or the task that makes it for all who are told the same."""
        known: bytes | asyncio.Task[bytes] | None = change.memo.get(self._key)
        if known is None:
            # A task of its own: others wait for it even if this socket closes meanwhile.
            known = change.memo[self._key] = asyncio.create_task(self._make(change))
        return known

    async def _make(self, change: Change) -> bytes:
        news = News(self._context, self._subscription.live, change)
        made = (await answer(self._prepared, self._context, news)).body
        change.memo[self._key] = made
        return made

    def leave(self) -> None:
        self._context.services.hub.leave(self._subscription)


class Listening:
    """One subscription to the lobby or to a player's turns."""

    def __init__(
        self,
        prepared: Prepared,
        context: Context,
        source: AbstractAsyncContextManager[AsyncIterator[Any]],
        notify: Callable[[], None],
    ) -> None:
        self._prepared = prepared
        self._context = context
        self._source = source
        self._notify = notify
        self._waiting: list[Any] = []
        self._taken = asyncio.Event()
        self._listening = asyncio.Event()
        self._task = asyncio.create_task(self._listen())

    async def started(self) -> "Listening":
        """When nothing that happens from now on is missed."""
        begun = asyncio.create_task(self._listening.wait())
        await asyncio.wait((begun, self._task), return_when="FIRST_COMPLETED")
        begun.cancel()
        if self._task.done():
            self._task.result()
        return self

    async def _listen(self) -> None:
        async with self._source as notices:
            self._listening.set()
            async for notice in notices:
                self._waiting.append(notice)
                self._taken.clear()
                self._notify()
                await self._taken.wait()  # the source keeps what comes meanwhile, up to a bound

    async def payload(self) -> bytes | None:
        while self._waiting:
            notice = self._waiting.pop(0)
            self._taken.set()
            found = await self._seen(notice)
            if found is not None:
                return (await answer(self._prepared, self._context, found)).body
        return None

    async def _seen(self, notice: Any) -> Seen | None:
        row = getattr(notice, "row", notice)
        id_ = row.table if isinstance(row.table, UUID) else UUID(row.table)
        try:
            shown = await self._context.services.reader.table(
                self._context.watcher(), id_, minimum=row.version
            )
        except NotFound:
            return None
        return Seen(notice, of_shown(self._context, id_, shown))

    def leave(self) -> None:
        self._task.cancel()


Follower = Following | Listening


async def follow(prepared: Prepared, context: Context, notify: Callable[[], None]) -> Follower:
    """Start what a subscription asks for; `notify` is called when there may be news."""
    root = prepared.operation.root().name.value
    source = prepared.operation.document.compiler.sources.get(("Subscription", root))
    if source is None:
        raise BadUserInput("There is nothing to follow.")
    wanted = source.resolver()(None, Scope(context), **arguments(prepared))
    if isinstance(wanted, Followed):
        return await Following(prepared, context, notify).start(wanted)
    return await Listening(prepared, context, wanted, notify).started()


def arguments(prepared: Prepared) -> dict[str, Any]:
    """The arguments of the root field."""
    operation = prepared.operation
    schema = operation.document.compiler.schema
    root = operation.root()
    assert schema.subscription_type is not None
    values = get_variable_values(schema, operation.node.variable_definitions or (), prepared.given)
    assert not isinstance(values, list), "they have been read before"
    return get_argument_values(schema.subscription_type.fields[root.name.value], root, values)


def shared_key(prepared: Prepared) -> Any:
    """What tells two subscriptions apart whose updates differ; `after` and the id do not."""
    used = prepared.operation.used_below_root()
    if not used:
        return prepared.operation
    given = {name: prepared.given[name] for name in sorted(used) if name in prepared.given}
    return prepared.operation, encode(given)

"""Following a table: one encoding for all who are told the same."""

import asyncio
from collections.abc import Callable
from typing import Any

from graphql import get_argument_values, get_variable_values

from service.errors import BadUserInput
from service.feed import Change, Subscription
from service.graphql.answers import Prepared, answer, encode
from service.graphql.context import Context, table_id
from service.graphql.subscriptions import News


class Following:
    """One subscription to a table, for one caller."""

    __slots__ = ("_context", "_key", "_prepared", "_subscription")

    def __init__(self, prepared: Prepared, context: Context, subscription: Subscription) -> None:
        self._prepared = prepared
        self._context = context
        self._subscription = subscription
        self._key = shared_key(prepared)

    async def payload(self) -> bytes | None:
        """All that is new, as the payload of one message; None if nothing is."""
        change = self._subscription.take()
        if change is None:
            return None
        known: bytes | asyncio.Task[bytes] | None = change.memo.get(self._key)
        if known is None:
            # A task of its own: others wait for it even if this socket closes meanwhile.
            making = self._make(change)
            known = change.memo[self._key] = asyncio.create_task(making)
        if not isinstance(known, bytes):
            known = await asyncio.shield(known)
        return known

    async def _make(self, change: Change) -> bytes:
        news = News(self._context, self._subscription.live, change)
        made = (await answer(self._prepared, self._context, news)).body
        change.memo[self._key] = made
        return made

    def leave(self) -> None:
        self._context.services.hub.leave(self._subscription)


async def follow(prepared: Prepared, context: Context, notify: Callable[[], None]) -> Following:
    """Start what a subscription asks for; `notify` is called when there may be news."""
    caller = context.watcher()
    given = arguments(prepared)
    player = None if caller.player is None else str(caller.player)
    after = given.get("after")
    if after is not None and after < 0:
        raise BadUserInput("`after` is a version, from 0.", reason="NO_SUCH_VERSION")
    subscription = await context.services.hub.follow(
        caller.tenant, table_id(given["id"]), player, after, notify
    )
    return Following(prepared, context, subscription)


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

"""What callers can be told of as it happens."""

from typing import Any

import strawberry

from service.errors import BadUserInput
from service.feed import Change, Live
from service.graphql.context import Context
from service.graphql.fields import field
from service.graphql.sight import Sight, told
from service.graphql.tables import HistoryEntry, Info, Table


class News:
    """Behind TableUpdate: a change and the table as it stands after it."""

    __slots__ = ("change", "table")

    def __init__(self, context: Context, live: Live, change: Change) -> None:
        shown = change.shown
        state = live.table if live.table.version == change.version else None
        self.change = change
        self.table = Sight(
            context, live.id, shown.viewer, change.version, change.head, shown, table=state
        )


async def entries(root: strawberry.Parent[News]) -> Any:
    return await told(root.table, root.change.lines)


@strawberry.type(description="What is new at a table since the update before, or since `after`.")
class TableUpdate:
    version: int = field("The version that the table is at now.", path="change.version")
    previous: int = field(
        "The version that it was at before: what the update adds to.", path="change.previous"
    )
    head: str = field("The hash of the last event, in hexadecimal.", path="change.head")
    entries: list[HistoryEntry] = field("What happened in between, oldest first.", entries)
    table: Table = field("The table as it is now.")
    reset: bool = field(
        "True if what the client has is of no use and must be read anew.", path="change.reset"
    )


def table(info: Info, id: strawberry.ID, after: int | None = None) -> Any:  # noqa: A002
    """Never called: sockets and streams follow a table themselves. It declares the arguments."""
    raise BadUserInput("Subscribe over a WebSocket or as text/event-stream.")


@strawberry.type(description="What callers can be told of as it happens.")
class Subscription:
    table: TableUpdate = field(
        "A table of the caller's tenant. `after` is the last version that the client has: what it "
        "missed comes first, then what happens, without a gap and without repetition. Without "
        "`after` the table as it is comes first.",
        table,
    )

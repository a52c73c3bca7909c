"""What callers can be told of as it happens."""

from typing import Any

import strawberry

from domain.kernel import Value
from projections.turns import Kind as TurnKind
from service.feed import Change, Live
from service.graphql.context import Context
from service.graphql.fields import field
from service.graphql.sight import Sight, told
from service.graphql.tables import HistoryEntry, Info, Table
from service.graphql.words import GameName


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


class Seen(Value):
    """Behind LobbyUpdate and TurnNotice: what was said, and the table that it is about."""

    notice: Any
    table: Sight


@strawberry.type(description="A table of the lobby has changed.")
class LobbyUpdate:
    listed: bool = field("Whether the table can be joined.", path="notice.listed")
    table: Table = field("The table.")


@strawberry.type(description="A table of the player's own wants attention.")
class TurnNotice:
    kind: TurnKind = field("Why.", path="notice.kind")
    seat: int = field("The player's seat.", path="notice.seat")
    version: int = field("The version of which it was true.", path="notice.version")
    table: Table = field("The table as it is now.")


# The three below are never called: sockets and streams follow by themselves (following.py). They
# declare the arguments.


def table(info: Info, id: strawberry.ID, after: int | None = None) -> Any:  # noqa: A002
    raise NotImplementedError


def lobby(info: Info, game: GameName | None = None) -> Any:
    raise NotImplementedError


def turns(info: Info) -> Any:
    raise NotImplementedError


@strawberry.type(description="What callers can be told of as it happens.")
class Subscription:
    table: TableUpdate = field(
        "A table of the caller's tenant. `after` is the last version that the client has: what it "
        "missed comes first, then what happens, without a gap and without repetition. Without "
        "`after` the table as it is comes first.",
        table,
    )
    lobby: LobbyUpdate = field("Public tables that open, fill, start and close.", lobby)
    turns: TurnNotice = field("The player's own tables: your turn, started, finished.", turns)

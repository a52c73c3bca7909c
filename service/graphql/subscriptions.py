"""What callers can be told of as it happens."""

from typing import Any
from uuid import UUID

import strawberry

from domain.kernel import Value
from projections.turns import Kind as TurnKind
from service.caller import WATCH
from service.errors import BadUserInput
from service.feed import Change, Live
from service.graphql.context import Context, table_id
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


# What a subscription asks for is resolved once, when it starts, to what there is to follow. From
# then on its root field is whatever happened (following.py).


class Followed(Value):
    """A table, from a version on, through the eyes of a player."""

    id: UUID
    player: str | None
    after: int | None


def table(info: Info, id: strawberry.ID, after: int | None = None) -> Any:  # noqa: A002
    player = info.context.watcher().player
    if after is not None and after < 0:
        raise BadUserInput("`after` is a version, from 0.", reason="NO_SUCH_VERSION")
    return Followed(table_id(id), None if player is None else str(player), after)


def lobby(info: Info, game: GameName | None = None) -> Any:
    tenant = info.context.watcher().tenant
    return info.context.services.notices.lobby(tenant, None if game is None else game.value)


def turns(info: Info) -> Any:
    caller = info.context.watcher()
    return info.context.services.notices.turns(caller.tenant, str(caller.as_player(WATCH)))


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

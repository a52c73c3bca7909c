"""Lists, page by page, as Relay connections with opaque cursors."""

import asyncio
from typing import Any

import strawberry

from domain.kernel import Value
from domain.table.state import Status
from projections.standings import Standing as Known
from service.graphql.fields import field
from service.graphql.players import Person, Player, people
from service.graphql.sight import Sight, of_shown
from service.graphql.tables import Info, Table
from service.graphql.words import GameName
from service.lists import Page


class Edge(Value):
    """Behind every edge."""

    cursor: str
    node: Any


class Ends(Value):
    """Behind PageInfo."""

    has_next_page: bool
    has_previous_page: bool
    start_cursor: str | None
    end_cursor: str | None


class Connection(Value):
    """Behind every connection."""

    edges: list[Edge]
    page_info: Ends
    behind: int


@strawberry.type(description="Where a page stands in its list.")
class PageInfo:
    has_next_page: bool = field("Whether there is more after this page.")
    has_previous_page: bool = field("Whether the page was asked for with `after`.")
    start_cursor: str | None = field("The cursor of the first item.")
    end_cursor: str | None = field("The cursor of the last item: `after` for the next page.")


@strawberry.type(description="A table in a list.")
class TableEdge:
    cursor: str = field("The place in the list.")
    node: Table = field("The table.")


@strawberry.type(description="A page of tables, the newest first.")
class TableConnection:
    edges: list[TableEdge] = field("The tables with their places in the list.")
    page_info: PageInfo = field("Where the page stands.")
    behind: int = field("Events that the list does not know of yet; 0 nearly always.")


class Row(Value):
    """Behind Standing."""

    player: Person
    rating: float
    played: int
    won: int


@strawberry.type(description="A player's record in one game.")
class Standing:
    player: Player = field("The player.")
    rating: float = field("The strength that one may be all but sure of.")
    played: int = field("Rated games played.")
    won: int = field("Rated games won, shared first places included.")


@strawberry.type(description="A standing in a list.")
class StandingEdge:
    cursor: str = field("The place in the list.")
    node: Standing = field("The standing.")


@strawberry.type(description="A page of standings, the best first.")
class StandingConnection:
    edges: list[StandingEdge] = field("The standings with their places in the list.")
    page_info: PageInfo = field("Where the page stands.")
    behind: int = field("Events that the list does not know of yet; 0 nearly always.")


async def tables(
    info: Info,
    status: Status | None = None,
    game: GameName | None = None,
    mine: bool | None = None,
    first: int | None = 20,
    after: str | None = None,
) -> Any:
    context, caller = info.context, info.context.watcher()
    page = await context.services.lists.tables(
        caller,
        status=None if status is None else status.value,
        game=None if game is None else game.value,
        mine=bool(mine),
        first=20 if first is None else first,
        after=after,
    )

    async def sight(row: Any) -> Sight:
        shown = await context.services.reader.table(caller, row.table, minimum=row.version)
        return of_shown(context, row.table, shown)

    return connection(page, await asyncio.gather(*map(sight, page.items)), after)


async def standings(
    info: Info, game: GameName, first: int | None = 20, after: str | None = None
) -> Any:
    context = info.context
    page = await context.services.lists.standings(
        context.watcher(), game.value, first=20 if first is None else first, after=after
    )
    known = await people(context, [str(each.player) for each in page.items])
    return connection(page, [row(each, known) for each in page.items], after)


def row(each: Known, known: dict[str, Person]) -> Row:
    return Row(known[str(each.player)], each.rating, each.played, each.won)


def connection(page: Page[Any], nodes: list[Any], after: str | None) -> Connection:
    edges = [Edge(cursor, node) for cursor, node in zip(page.cursors, nodes, strict=True)]
    ends = Ends(
        has_next_page=page.more,
        has_previous_page=after is not None,
        start_cursor=page.cursors[0] if edges else None,
        end_cursor=page.cursors[-1] if edges else None,
    )
    return Connection(edges, ends, page.behind)

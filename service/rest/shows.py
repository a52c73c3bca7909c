"""Tables, histories and changes as REST shows them."""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Any, get_type_hints
from uuid import UUID

import msgspec

from domain.games import AnyGame, game
from domain.kernel import Language
from domain.table import texts
from domain.table.views import TableView
from projections import changes
from projections.history import HistoryLine
from projections.shown import Shown
from service.feed import Change
from service.parts import Parts
from service.rest import types
from service.rest.mirror import mirror, shown
from service.rest.types import (
    BotPace,
    Changes,
    Fork,
    GameName,
    HistoryEntry,
    Level,
    PlayerRef,
    Result,
    SeatTaken,
    Table,
    TableStatus,
    TableUpdate,
)
from service.tenancy import Tenant
from service.words import tell

VIEW = "rest view"  # what a Shown remembers for us

_encode = msgspec.json.Encoder().encode
Names = dict[UUID, str | None]


@cache
def view_type(game: AnyGame) -> Any:
    return mirror(get_type_hints(game.view)["return"], game.name.title())


@cache
def options_type(game: AnyGame) -> Any:
    return mirror(game.options, game.name.title(), strict=True)


def game_of(table: TableView) -> AnyGame:
    return game(table.game, table.rules)


def view_json(seen: Shown) -> bytes:
    """The game's view as JSON, made once for all who see the same."""
    found = seen.memo.get(VIEW)
    if found is None:
        rules = game_of(seen.table)
        view = seen.table.view
        if view is None:  # the board before anybody plays
            view = rules.view(rules.initial, None)
        found = seen.memo[VIEW] = _encode(shown(view, view_type(rules)))
    encoded: bytes = found
    return encoded


def view_changes(old: Shown, new: Shown) -> Iterator[changes.Change]:
    """What differs between two views of one table, both as JSON."""
    before, after = (msgspec.json.decode(view_json(each)) for each in (old, new))
    return changes.changes(before, after)


def changes_of(old: Shown, new: Shown) -> Changes:
    items = tuple(
        types.Change(each.path, types.ChangeKind(each.kind.name), each.old, each.new)
        for each in view_changes(old, new)
    )
    return Changes(old.version, new.version, items)


async def names_at(parts: Parts, tenant: Tenant, *tables: TableView) -> Names:
    """The names of all who sit or host there."""
    ids = {seat.player for table in tables for seat in table.seats if seat.player is not None}
    ids |= {table.host for table in tables}
    people = await parts.auth.people(tenant.id, [UUID(id_) for id_ in ids])
    return {id_: player.name for id_, player in people.items()}


def player_ref(id_: str | None, names: Names) -> PlayerRef | None:
    return None if id_ is None else PlayerRef(UUID(id_), names.get(UUID(id_)))


def seats_of(table: TableView, names: Names) -> tuple[SeatTaken, ...]:
    return tuple(
        SeatTaken(
            seat=seat.seat,
            player=player_ref(seat.player, names),
            bot=None if seat.bot is None else Level(seat.bot.name),
            entropy=seat.entropy,
            resigned=seat.resigned,
        )
        for seat in table.seats
    )


def table_of(seen: Shown, names: Names) -> Table:
    table = seen.table
    rules = game_of(table)
    options = msgspec.convert(table.options, rules.options)
    host = player_ref(table.host, names)
    assert host is not None
    result = table.result
    return Table(
        id=UUID(table.id),
        game=GameName(table.game.upper()),
        rules=table.rules,
        status=TableStatus(table.status.name),
        public=table.public,
        version=seen.version,
        head=seen.head,
        options=shown(options, options_type(rules)),
        host=host,
        seats=seats_of(table, names),
        my_seat=seen.viewer,
        invite=table.invite,
        on_turn=table.on_turn,
        commitment=table.commitment,
        hints=table.hints,
        pace=BotPace(table.pace.name),
        substitute=None if table.substitute is None else Level(table.substitute.name),
        rated=table.rated,
        fork=None
        if table.fork is None
        else Fork(UUID(table.fork.table), table.fork.version, table.fork.head),
        result=None if result is None else Result(result.ranks, result.scores, result.winners),
        view=msgspec.Raw(view_json(seen)),
    )


def entries_of(
    lines: Iterable[HistoryLine], seen: Shown, language: Language, names: Names
) -> tuple[HistoryEntry, ...]:
    rules, seats = game_of(seen.table), seat_names(seen.table, names, language)
    return tuple(entry_of(line, rules, seen, language, seats) for line in lines)


def entry_of(
    line: HistoryLine, rules: AnyGame, seen: Shown, language: Language, seats: Sequence[str]
) -> HistoryEntry:
    text = tell(rules, line.event, seen.viewer, language, seats)
    return HistoryEntry(line.version, line.type, line.at, line.seat, text, line.data)


def seat_names(table: TableView, names: Names, language: Language) -> list[str]:
    """What each seat is called."""
    known = [None if seat.player is None else names.get(UUID(seat.player)) for seat in table.seats]
    return [
        texts.called(number, player, seat.bot is not None, language)
        for number, (seat, player) in enumerate(zip(table.seats, known, strict=True))
    ]


def update_of(change: Change, language: Language, names: Names) -> TableUpdate:
    return TableUpdate(
        version=change.version,
        previous=change.previous,
        head=change.head,
        entries=entries_of(change.lines, change.shown, language, names),
        table=table_of(change.shown, names),
        reset=change.reset,
    )

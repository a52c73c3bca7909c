"""Tables: their seats, options, views, legal moves and history."""

from typing import Annotated, Any

import strawberry
from msgspec import convert

from domain.bazar.commands import Options as BazarOptions
from domain.bombay.events import Options as BombayOptions
from domain.games import game
from domain.kernel import Language, Refused, Value
from domain.table import rules
from domain.table.commands import Play
from domain.table.events import BotLevel, Pace
from domain.table.state import Status
from projections.changes import Kind as ChangeKind
from service import words
from service.errors import Forbidden
from service.graphql import bazar as bazar_types
from service.graphql import bombay as bombay_types
from service.graphql.context import Context, table_id
from service.graphql.fields import field
from service.graphql.moves import LegalMove, hinted
from service.graphql.players import Player, people
from service.graphql.sight import Place, Sight, Told, of_shown, places, told
from service.graphql.words import JSON, DateTime, GameName
from service.read import OWN
from service.rest.shows import view_changes

Info = strawberry.Info[Context, None]
Root = strawberry.Parent[Sight]

View = Annotated[
    bombay_types.View | bazar_types.View,
    strawberry.union("View", description="A game as one viewer sees it."),
]


@strawberry.input(one_of=True, description="A move of the game that is played: exactly one.")
class MoveInput:
    bombay: bombay_types.Move | None = field("A move of Bombay.")
    bazar: bazar_types.Move | None = field("A move of Bombay Bazar.")


def seat_entropy(root: strawberry.Parent[Place]) -> str | None:
    return root.seat.entropy or None


@strawberry.type(description="A place at the table.")
class Seat:
    seat: int = field("Counted from 0, in turn order.", path="seat.seat")
    player: Player | None = field("Who sits there; null for a bot and for an empty seat.")
    bot: BotLevel | None = field("The bot that plays the seat.", path="seat.bot")
    entropy: str | None = field("What the seat added to the chance of the draws.", seat_entropy)
    resigned: bool = field("Whether the player has given up.", path="seat.resigned")


def bombay_options(root: Root) -> Any:
    table = root.shown.table
    return convert(table.options, BombayOptions) if table.game == "bombay" else None


def bazar_options(root: Root) -> Any:
    table = root.shown.table
    return convert(table.options, BazarOptions) if table.game == "bazar" else None


@strawberry.type(description="What was chosen when the table was opened.")
class TableOptions:
    public: bool = field("Whether anyone of the tenant may sit down.", path="shown.table.public")
    hints: bool = field("Whether players may ask for hints.", path="shown.table.hints")
    pace: Pace = field("How quickly bots answer.", path="shown.table.pace")
    substitute: BotLevel | None = field(
        "The bot that plays on for who resigns.", path="shown.table.substitute"
    )
    bombay: bombay_types.Options | None = field("The options of Bombay.", bombay_options)
    bazar: bazar_types.Options | None = field("The options of Bombay Bazar.", bazar_options)


def entry_text(root: strawberry.Parent[Told], language: Language | None = Language.EN) -> str:
    return root.text(language or Language.EN)


@strawberry.type(description="Something that happened at a table, as the caller may know it.")
class HistoryEntry:
    version: int = field("The version that it made.", path="line.version")
    type: str = field("What happened, such as bombay.silk_sold.", path="line.type")
    at: DateTime = field("When.", path="line.at")
    seat: int | None = field("The seat that did it or that it happened to.", path="line.seat")
    text: str = field("In words.", entry_text)
    data: JSON = field("The event with all its fields.", path="line.data")


@strawberry.type(description="The finished game, and the place in it, that a table goes on from.")
class Fork:
    table: strawberry.ID = field("The id of the table it was played at.")
    version: int = field("How far that game is gone along with.")
    head: str = field("The hash of that version, in hexadecimal.")


@strawberry.type(description="One place of a view that is not as it was.")
class Change:
    path: str = field("A JSON Pointer into the view, such as /players/0/site.")
    kind: ChangeKind = field("Whether the place is new, gone, or has another value.")
    old: JSON | None = field("What was there.")
    new: JSON | None = field("What is there.")


@strawberry.type(description="How a game ended.")
class Result:
    ranks: list[int] = field("By seat; 1 has won, equal ranks share the place.")
    scores: list[int] = field("By seat.")
    winners: list[int] = field("The seats that won.")


class Judgement(Value):
    """Behind Verdict: a legal move, or why not."""

    move: Any = None
    refused: Any = None


def verdict_accepted(root: strawberry.Parent[Judgement]) -> bool:
    return root.refused is None


def verdict_code(root: strawberry.Parent[Judgement]) -> str | None:
    return None if root.refused is None else root.refused.code


def verdict_rule(root: strawberry.Parent[Judgement]) -> str | None:
    return None if root.refused is None else root.refused.rule or None


def verdict_message(
    root: strawberry.Parent[Judgement], language: Language | None = Language.EN
) -> str | None:
    if root.refused is None:
        return None
    return words.explain(root.refused, language or Language.EN)


@strawberry.type(description="What would become of a move, without playing it.")
class Verdict:
    accepted: bool = field("Whether the rules allow it now.", verdict_accepted)
    move: LegalMove | None = field("If so, the move with what it costs and brings.")
    code: str | None = field("If not, the reason for programs.", verdict_code)
    rule: str | None = field("If not, the clause that forbids it.", verdict_rule)
    message: str | None = field("If not, the reason for people.", verdict_message)


def itself(root: Root) -> Any:
    return root


def table_game(root: Root) -> GameName:
    return GAME_NAMES[root.shown.table.game]


GAME_NAMES = {name.value: name for name in GameName}


async def table_host(root: Root) -> Any:
    host = root.shown.table.host
    return (await people(root.context, [host]))[host]


async def table_seats(root: Root) -> Any:
    return await places(root)


async def table_view(
    root: Root,
    info: Info,
    at: int | None = None,
    as_: Annotated[int | None, strawberry.argument(name="as")] = None,
) -> Any:
    shown = root.shown
    if not (at is None and as_ is None) and not (at == root.version and as_ in (None, root.viewer)):
        if as_ is not None and as_ < 0:
            raise Forbidden("There is no such seat.")
        shown = await info.context.services.reader.table(
            info.context.watcher(),
            root.uuid,
            at=at,
            seat=OWN if as_ is None else as_,
            minimum=root.version,
        )
    if shown.table.view is not None:
        return shown.table.view
    played = game(shown.table.game, shown.table.rules)
    return played.view(played.initial, None)  # the board before anybody has sat down to play


async def table_changes(
    root: Root,
    info: Info,
    from_: Annotated[int, strawberry.argument(name="from")],
    to: int,
    as_: Annotated[int | None, strawberry.argument(name="as")] = None,
) -> Any:
    reader, caller = info.context.services.reader, info.context.watcher()
    if as_ is not None and as_ < 0:
        raise Forbidden("There is no such seat.")
    seat = OWN if as_ is None else as_
    old = await reader.table(caller, root.uuid, at=from_, seat=seat, minimum=root.version)
    new = await reader.table(caller, root.uuid, at=to, seat=seat, minimum=root.version)
    return list(view_changes(old, new))


async def legal_moves(root: Root, info: Info, hint: bool | None = False) -> Any:
    table = root.table
    if table is None:
        table, _ = await info.context.services.reader.state(
            info.context.watcher(), root.uuid, root.version
        )
    state = table.state
    mine = root.viewer
    if mine is None or state.status is not Status.PLAYING or state.places[mine].resigned:
        return ()
    moves = state.rules_of_play.legal(state.play, mine)
    if not hint:
        return moves
    hints = await info.context.services.hints(info.context.watcher(), table, mine, moves)
    return list(map(hinted, moves, hints))


async def explain(root: Root, info: Info, move: MoveInput) -> Any:
    """Judged by the rules themselves. What would be drawn stays unknown: no events are shown."""
    caller = info.context.watcher()
    table, mine = await info.context.services.reader.state(caller, root.uuid, root.version)
    inputs = plain(move)
    player = str(caller.as_player("watch"))
    try:
        rules.decide(table.state, Play(inputs, player=player))
    except Refused as refused:
        return Judgement(refused=refused.with_traceback(None))
    played = table.state.rules_of_play
    assert mine is not None, "who may play sits at the table"
    wanted = played.read(mine, inputs[played.name])
    moves = played.legal(table.state.play, mine)
    return Judgement(next((each for each in moves if each.command == wanted), None))


async def history(root: Root, info: Info, after: int | None = 0, first: int | None = 100) -> Any:
    lines = await info.context.services.reader.history(
        info.context.watcher(), root.uuid, after or 0, 100 if first is None else first
    )
    return await told(root, lines)


@strawberry.type(description="One table, from its opening to the end of its game.")
class Table:
    id: strawberry.ID = field("The table's id.")
    game: GameName = field("The game that is played.", table_game)
    status: Status = field("How far the table has come.")
    version: int = field("The number of events so far.")
    head: str = field("The hash of the last event, in hexadecimal: it vouches for all before it.")
    options: TableOptions = field("What was chosen when the table was opened.", itself)
    host: Player = field("Who may seat bots and start the game.", table_host)
    seats: list[Seat] = field("The seats in turn order.", table_seats)
    invite: str | None = field(
        "What others need to sit down at a private table; only those seated see it.",
        path="shown.table.invite",
    )
    on_turn: list[int] = field("The seats that may act now.")
    my_seat: int | None = field("The caller's own seat.", path="viewer")
    rated: bool = field("Whether the result counts for the standings.", path="shown.table.rated")
    fork: Fork | None = field(
        "Where the game comes from, if it was not played from its start.", path="shown.table.fork"
    )
    commitment: str = field(
        "The commitment to the seed of all draws, made when the table was opened.",
        path="shown.table.commitment",
    )
    view: View = field("The game as the caller sees it, now or at an earlier version.", table_view)
    legal_moves: list[LegalMove] = field(
        "What the caller may do now, in a fixed order; empty while others are to move. With a "
        "hint, where the table allows it, each is weighed; that takes about a second and counts "
        "as many requests.",
        legal_moves,
    )
    explain: Verdict = field("What would become of a move: a dry run.", explain)
    history: list[HistoryEntry] = field("What happened after a version, oldest first.", history)
    changes: list[Change] = field(
        "What to change in the view of one version, in this order, to have that of another, "
        "later or earlier.",
        table_changes,
    )
    result: Result | None = field("How the game ended.", path="shown.table.result")


async def table(info: Info, id: strawberry.ID) -> Any:  # noqa: A002
    first = getattr(info, "first", None)
    if first is not None:
        return first
    context = info.context
    uuid = table_id(id)
    return of_shown(context, uuid, await context.services.reader.table(context.watcher(), uuid))


def plain(move: Any) -> Any:
    """A move as all APIs write it: enums by their names, what is not given left out."""
    if isinstance(move, dict):
        return {name: plain(value) for name, value in move.items() if value is not None}
    return getattr(move, "name", move)

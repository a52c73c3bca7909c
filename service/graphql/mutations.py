"""What callers may do. Every answer is data: accepted, refused by the rules, or out of date."""

from collections.abc import Awaitable, Callable
from typing import Annotated, Any
from uuid import UUID

import strawberry

from domain.kernel import Language, Value
from domain.table.events import BotLevel, Pace
from service import handle, words
from service.errors import BadUserInput, Problem
from service.graphql.bazar import OptionsInput as BazarOptionsInput
from service.graphql.bombay import OptionsInput as BombayOptionsInput
from service.graphql.context import Context, command_id, table_id
from service.graphql.fields import field, made_of
from service.graphql.sight import Sight, lines, of_table, told
from service.graphql.tables import (
    HistoryEntry,
    Info,
    MoveInput,
    Table,
    plain,
)
from service.graphql.words import GameName
from service.handle import Outcome, Refusal, Stale, new_table_id


class Done(Value):
    """Behind Accepted."""

    outcome: handle.Accepted
    table: Sight


class Declined(Value):
    """Behind Refused."""

    outcome: Refusal
    table: Sight | None


class Outdated(Value):
    """Behind Conflict."""

    expected: int
    table: Sight


def accepted_head(root: strawberry.Parent[Done]) -> str:
    return root.outcome.head.hex()


async def accepted_entries(root: strawberry.Parent[Done]) -> Any:
    return await told(root.table, lines(root.table, root.outcome.entries))


@strawberry.type(description="It happened, now or when the same command was first sent.")
class Accepted:
    is_type_of = made_of(Done)

    table: Table = field("The table as it is now.")
    version: int = field("The last version that the command made.", path="outcome.version")
    head: str = field("The hash of that version, in hexadecimal.", accepted_head)
    entries: list[HistoryEntry] = field("What the command brought about.", accepted_entries)
    duplicate: bool = field(
        "Whether the command had been carried out before, so that nothing new happened.",
        path="outcome.duplicate",
    )


def refused_code(root: strawberry.Parent[Declined]) -> str:
    return root.outcome.refused.code


def refused_rule(root: strawberry.Parent[Declined]) -> str | None:
    return root.outcome.refused.rule or None


def refused_message(
    root: strawberry.Parent[Declined], language: Language | None = Language.EN
) -> str:
    return words.explain(root.outcome.refused, language or Language.EN)


@strawberry.type(description="It did not happen: the rules do not allow it.")
class Refused:
    is_type_of = made_of(Declined)

    code: str = field("The reason for programs, such as NOT_YOUR_TURN.", refused_code)
    rule: str | None = field("The clause that forbids it, such as B19.", refused_rule)
    message: str = field("The reason for people.", refused_message)
    table: Table | None = field("The table as it is; null where none was opened.")


@strawberry.type(description="It did not happen: the table is not at the version expected.")
class Conflict:
    is_type_of = made_of(Outdated)

    expected: int = field("The version that was expected.")
    actual: int = field("The version that the table is at.", path="table.version")
    table: Table = field("The table as it is.")


CommandResult = Annotated[
    Accepted | Refused | Conflict,
    strawberry.union("CommandResult", description="What became of a command."),
]


@strawberry.input(description="A new table. Who opens it is its host and takes the first seat.")
class OpenTableInput:
    game: GameName = field("The game to play.")
    seats: int = field("How many seats the table has.")
    public: bool | None = strawberry.field(
        default=True, description="Whether anyone of the tenant may sit down; if not, by invite."
    )
    entropy: str | None = field("A text of the opener's own for the chance of the draws.")
    bombay: BombayOptionsInput | None = field("The options of Bombay.")
    bazar: BazarOptionsInput | None = field("The options of Bombay Bazar.")
    hints: bool | None = field("Whether players may ask for hints; such games are not rated.")
    pace: Pace | None = field("How quickly bots answer.")
    substitute: BotLevel | None = field("The bot that plays on for who resigns.")


async def answer(
    info: Info, command: str, table: UUID, do: Callable[[UUID], Awaitable[Outcome]]
) -> Any:
    """Do it, once even if the same operation has to be answered again, and say what became."""
    context = info.context
    outcome = context.deeds.get((command, table))
    if outcome is None:
        try:
            outcome = await do(command_id(command))
        except Problem as problem:
            outcome = problem
        context.deeds[command, table] = outcome
    if isinstance(outcome, Problem):
        raise outcome
    return result(context, table, outcome)


def result(context: Context, table: UUID, outcome: Outcome) -> Any:
    match outcome:
        case handle.Accepted():
            return Done(outcome, of_table(context, table, outcome.table))
        case Refusal():
            known = outcome.table.version > 0
            return Declined(outcome, of_table(context, table, outcome.table) if known else None)
        case Stale():
            return Outdated(outcome.expected, of_table(context, table, outcome.table))


async def open_table(
    info: Info,
    command_id: strawberry.ID,
    input: OpenTableInput,  # noqa: A002
) -> Any:
    wanted: Any = input
    context, caller = info.context, info.context.watcher()
    game = wanted["game"]
    others = [name for name in GameName if name is not game and wanted.get(name)]
    if others:
        raise BadUserInput("The options are of another game.", reason="OPTIONS_OF_ANOTHER_GAME")
    chosen = {name: wanted[name] for name in PASSED_ON if wanted.get(name) is not None}

    async def do(command: UUID) -> Outcome:
        return await context.services.desk.open_table(
            caller,
            command,
            game=game.value,
            seats=wanted["seats"],
            options=options(wanted.get(game.value) or {}),
            **chosen,
        )

    table = new_table_id(caller.tenant, parsed(command_id))
    return await answer(info, command_id, table, do)


PASSED_ON = ("public", "entropy", "hints", "pace", "substitute")


def parsed(command: str) -> UUID:
    return command_id(command)


def options(given: dict[str, Any]) -> dict[str, Any]:
    """A game's options by the names the game has for them."""
    return {OPTION_NAMES[name]: value for name, value in given.items() if value is not None}


OPTION_NAMES = {
    "openHoldings": "open_holdings",
    "introductory": "introductory",
    "first": "first",
    "start": "start",
    "sharedCells": "shared_cells",
    "emptyCorner": "empty_corner",
}


async def fork_table(
    info: Info,
    command_id: strawberry.ID,
    table_id: strawberry.ID,
    version: int,
    seat: int | None = 0,
    public: bool | None = True,
    entropy: str | None = None,
) -> Any:
    desk, caller, parent = at(info, table_id)
    return await answer(
        info,
        command_id,
        new_table_id(caller.tenant, parsed(command_id)),
        lambda command: desk.fork_table(
            caller,
            command,
            parent,
            version=version,
            seat=seat or 0,
            public=public is not False,
            entropy=entropy or "",
        ),
    )


async def take_seat(
    info: Info,
    command_id: strawberry.ID,
    table_id: strawberry.ID,
    seat: int | None = None,
    invite: str | None = None,
    entropy: str | None = None,
) -> Any:
    desk, caller, table = at(info, table_id)
    return await answer(
        info,
        command_id,
        table,
        lambda command: desk.take_seat(
            caller, command, table, seat=seat, invite=invite, entropy=entropy or ""
        ),
    )


async def leave_seat(info: Info, command_id: strawberry.ID, table_id: strawberry.ID) -> Any:
    desk, caller, table = at(info, table_id)
    return await answer(
        info, command_id, table, lambda command: desk.leave_seat(caller, command, table)
    )


async def add_bot(
    info: Info,
    command_id: strawberry.ID,
    table_id: strawberry.ID,
    level: BotLevel,
    seat: int | None = None,
) -> Any:
    desk, caller, table = at(info, table_id)
    return await answer(
        info,
        command_id,
        table,
        lambda command: desk.add_bot(caller, command, table, level=level, seat=seat),
    )


async def remove_bot(
    info: Info, command_id: strawberry.ID, table_id: strawberry.ID, seat: int
) -> Any:
    desk, caller, table = at(info, table_id)
    return await answer(
        info, command_id, table, lambda command: desk.remove_bot(caller, command, table, seat=seat)
    )


async def start_game(info: Info, command_id: strawberry.ID, table_id: strawberry.ID) -> Any:
    desk, caller, table = at(info, table_id)
    return await answer(
        info, command_id, table, lambda command: desk.start_game(caller, command, table)
    )


async def play(
    info: Info,
    command_id: strawberry.ID,
    table_id: strawberry.ID,
    move: MoveInput,
    expected_version: int | None = None,
) -> Any:
    desk, caller, table = at(info, table_id)
    return await answer(
        info,
        command_id,
        table,
        lambda command: desk.play(
            caller, command, table, move=plain(move), expected=expected_version
        ),
    )


async def resign(info: Info, command_id: strawberry.ID, table_id: strawberry.ID) -> Any:
    desk, caller, table = at(info, table_id)
    return await answer(
        info, command_id, table, lambda command: desk.resign(caller, command, table)
    )


async def abandon(info: Info, command_id: strawberry.ID, table_id: strawberry.ID) -> Any:
    desk, caller, table = at(info, table_id)
    return await answer(
        info, command_id, table, lambda command: desk.abandon(caller, command, table)
    )


def at(info: Info, table: str) -> Any:
    context = info.context
    return context.services.desk, context.watcher(), table_id(table)


@strawberry.type(
    description="What callers may do. Every command has an id of the caller's making, a UUID: "
    "sending it again gives the first answer again and does nothing twice."
)
class Mutation:
    open_table: CommandResult = field("Open a table and take its first seat.", open_table)
    fork_table: CommandResult = field(
        "Open a table that plays on from a version of a finished game, and take a seat there.",
        fork_table,
    )
    take_seat: CommandResult = field("Sit down; without a seat, on the next free one.", take_seat)
    leave_seat: CommandResult = field("Get up before the game starts.", leave_seat)
    add_bot: CommandResult = field("Seat a bot; the host only.", add_bot)
    remove_bot: CommandResult = field("Send a bot away; the host only.", remove_bot)
    start_game: CommandResult = field("Start the game; the host only.", start_game)
    play: CommandResult = field("Make a move.", play)
    resign: CommandResult = field("Give up a running game.", resign)
    abandon: CommandResult = field("Close a table before its game; the host only.", abandon)

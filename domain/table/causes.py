"""What somebody must have asked of a table, told from the events that came of it.

Events hold outcomes, and the log holds nothing else. To judge an old game by the rules, each
command is put together again and decided once more.
"""

from collections.abc import Sequence

from domain.kernel import Event
from domain.table.commands import (
    Abandon,
    AddBot,
    Command,
    ForkTable,
    LeaveSeat,
    Opening,
    OpenTable,
    Play,
    RemoveBot,
    Resign,
    StartGame,
    TakeSeat,
)
from domain.table.events import (
    BotRemoved,
    BotSeated,
    GameForked,
    GameStarted,
    SeatLeft,
    SeatResigned,
    SeatTaken,
    TableAbandoned,
    TableOpened,
)
from domain.table.state import State


def cause(state: State, events: Sequence[Event], by: str | None) -> Command | None:
    """The command that these events came of, given the table before them and whose they are.

    None if no command begins like this, or if what is hidden would be needed.
    """
    first = events[0]
    who = by or ""
    match first:
        case TableOpened():
            return _opening(first, events[1:], who)
        case SeatTaken():
            return TakeSeat(who, first.seat, state.invite, first.entropy)
        case SeatLeft():
            return LeaveSeat(who)
        case BotSeated():
            return AddBot(who, first.level, first.seat)
        case BotRemoved():
            return RemoveBot(who, first.seat)
        case GameStarted():
            return StartGame(who)
        case SeatResigned():
            return Resign(who)
        case TableAbandoned():
            return Abandon(who)
    if state.play is None:
        return None
    game = state.rules_of_play
    command = game.cause(first)
    if command is None:
        return None
    move = {game.name: game.write(command)}
    return Play(move, player=by) if by else Play(move, bot=command.seat)


def _opening(opened: TableOpened, rest: Sequence[Event], who: str) -> Opening | None:
    taken = rest[-1] if rest else None
    if opened.seed is None or opened.salt is None or not isinstance(taken, SeatTaken):
        return None
    if isinstance(rest[0], GameForked):
        return ForkTable(
            table=opened.table,
            player=who,
            past=rest[0].past,
            seed=opened.seed,
            salt=opened.salt,
            invite=opened.invite or "",
            seat=taken.seat,
            public=opened.public,
            entropy=taken.entropy,
            hints=opened.hints,
            pace=opened.pace,
            substitute=opened.substitute,
        )
    return OpenTable(
        table=opened.table,
        player=who,
        game=opened.game,
        seats=opened.seats,
        seed=opened.seed,
        salt=opened.salt,
        invite=opened.invite or "",
        public=opened.public,
        options=opened.options,
        entropy=taken.entropy,
        hints=opened.hints,
        pace=opened.pace,
        substitute=opened.substitute,
        rules=opened.rules,
    )

"""What a player may ask of a table, the same for every API: checked, made a command, handled."""

from typing import Any
from uuid import UUID

from domain.kernel import Refused
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
from domain.table.events import BotLevel, Pace
from service import forks
from service.caller import Caller
from service.errors import BadUserInput
from service.handle import Handler, Outcome, Refusal, new_table_id, with_secrets
from service.openings import Openings
from service.store import Log
from service.tables import UNOPENED


class Desk:
    """Every method takes the id of the command: repeating it repeats the answer, not the deed."""

    def __init__(self, handler: Handler, openings: Openings, log: Log) -> None:
        self._handler = handler
        self._openings = openings
        self._log = log

    async def open_table(
        self,
        caller: Caller,
        command_id: UUID,
        *,
        game: str,
        seats: int,
        public: bool = True,
        options: dict[str, Any] | None = None,
        entropy: str = "",
        hints: bool = False,
        pace: Pace = Pace.INSTANT,
        substitute: BotLevel | None = None,
    ) -> Outcome:
        table = new_table_id(caller.tenant, command_id)
        command = OpenTable(
            table=str(table),
            player=str(caller.as_player()),
            game=game,
            seats=seats,
            seed="",
            salt="",
            invite="",
            public=public,
            options=options or {},
            entropy=plain(entropy),
            hints=hints,
            pace=pace,
            substitute=substitute,
        )
        return await self._open(caller, command_id, table, command)

    async def fork_table(
        self,
        caller: Caller,
        command_id: UUID,
        parent: UUID,
        *,
        version: int,
        seat: int = 0,
        public: bool = True,
        entropy: str = "",
        hints: bool = False,
        pace: Pace = Pace.INSTANT,
        substitute: BotLevel | None = None,
    ) -> Outcome:
        """Open a table that plays on from a version of a finished game, as its moves left it."""
        player, table = caller.as_player(), new_table_id(caller.tenant, command_id)
        try:
            past = await forks.past(self._log, caller.tenant, parent, version)
        except Refused as refused:
            return Refusal(UNOPENED, refused.with_traceback(None))
        command = ForkTable(
            table=str(table),
            player=str(player),
            past=past,
            seed="",
            salt="",
            invite="",
            seat=seat,
            public=public,
            entropy=plain(entropy),
            hints=hints,
            pace=pace,
            substitute=substitute,
        )
        return await self._open(caller, command_id, table, command)

    async def _open(
        self, caller: Caller, command_id: UUID, table: UUID, command: Opening
    ) -> Outcome:
        async with self._openings.one_more(caller.tenant, table):
            return await self._handler.handle(
                caller.tenant, table, command_id, with_secrets(command)
            )

    async def take_seat(
        self,
        caller: Caller,
        command_id: UUID,
        table: UUID,
        *,
        seat: int | None = None,
        invite: str | None = None,
        entropy: str = "",
    ) -> Outcome:
        command = TakeSeat(str(caller.as_player()), seat, invite, plain(entropy))
        return await self._do(caller, command_id, table, command)

    async def leave_seat(self, caller: Caller, command_id: UUID, table: UUID) -> Outcome:
        return await self._do(caller, command_id, table, LeaveSeat(str(caller.as_player())))

    async def add_bot(
        self,
        caller: Caller,
        command_id: UUID,
        table: UUID,
        *,
        level: BotLevel,
        seat: int | None = None,
    ) -> Outcome:
        return await self._do(
            caller, command_id, table, AddBot(str(caller.as_player()), level, seat)
        )

    async def remove_bot(
        self, caller: Caller, command_id: UUID, table: UUID, *, seat: int
    ) -> Outcome:
        return await self._do(caller, command_id, table, RemoveBot(str(caller.as_player()), seat))

    async def start_game(self, caller: Caller, command_id: UUID, table: UUID) -> Outcome:
        return await self._do(caller, command_id, table, StartGame(str(caller.as_player())))

    async def play(
        self,
        caller: Caller,
        command_id: UUID,
        table: UUID,
        *,
        move: dict[str, Any],
        expected: int | None = None,
    ) -> Outcome:
        command = Play(move, player=str(caller.as_player()))
        return await self._do(caller, command_id, table, command, expected)

    async def resign(self, caller: Caller, command_id: UUID, table: UUID) -> Outcome:
        return await self._do(caller, command_id, table, Resign(str(caller.as_player())))

    async def abandon(self, caller: Caller, command_id: UUID, table: UUID) -> Outcome:
        return await self._do(caller, command_id, table, Abandon(str(caller.as_player())))

    async def _do(
        self,
        caller: Caller,
        command_id: UUID,
        table: UUID,
        command: Command,
        expected: int | None = None,
    ) -> Outcome:
        return await self._handler.handle(caller.tenant, table, command_id, command, expected)


def plain(text: str) -> str:
    """Text as a person could have typed it."""
    if not text.isprintable():
        raise BadUserInput("Entropy is one line of plain text.", reason="ENTROPY_NOT_TEXT")
    return text

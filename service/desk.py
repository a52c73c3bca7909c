"""What a player may ask of a table, the same for every API: checked, made a command, handled."""

from typing import Any
from uuid import UUID

from domain.table.commands import (
    Abandon,
    AddBot,
    Command,
    LeaveSeat,
    OpenTable,
    Play,
    RemoveBot,
    Resign,
    StartGame,
    TakeSeat,
)
from domain.table.events import BotLevel, Fork, Pace
from service.caller import Caller
from service.errors import BadUserInput
from service.handle import Handler, Outcome, new_table_id, with_secrets
from service.openings import Openings


class Desk:
    """Every method takes the id of the command: repeating it repeats the answer, not the deed."""

    def __init__(self, handler: Handler, openings: Openings) -> None:
        self._handler = handler
        self._openings = openings

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
        fork: Fork | None = None,
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
            fork=fork,
        )
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

"""Plays the bot seats of live tables, and seats that were left, whichever process sees their turn.

A bot's command id follows from table, version and seat, and it expects that version: however many
processes answer the same turn, and however often, one move is made.
"""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager
from contextvars import Context
from typing import Any
from uuid import UUID, uuid5

import structlog

from domain.kernel import Seat
from domain.table.commands import Play, Resign
from domain.table.events import Pace
from service.bots.thinking import Thinking
from service.bots.waiting import Waiting, WaitingTables
from service.errors import Problem
from service.handle import Accepted, Handler, Stale, Update
from service.store import StoreError
from service.tables import Table, Tables
from service.tenancy import Tenant

HUMAN_PAUSE = 1.5  # seconds before a move at a human pace
SWEEP = 10.0  # seconds between looks for turns that everybody missed

log = structlog.get_logger()


class Bots:
    """A person who has left others waiting for `away` seconds is given up, if the table has a
    substitute."""

    def __init__(
        self,
        handler: Handler,
        tables: Tables,
        waiting: WaitingTables,
        thinking: Thinking,
        away: float,
    ) -> None:
        self._handler = handler
        self._tables = tables
        self._waiting = waiting
        self._thinking = thinking
        self._away = away
        self._playing: dict[tuple[UUID, Seat], asyncio.Task[None]] = {}

    def notice(self, update: Update) -> None:
        """Something happened at a table: perhaps it is a bot's turn now."""
        self.wake(update.tenant, update.id, update.table)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Play meanwhile."""
        sweep = asyncio.create_task(self._sweep(), name="bots")
        try:
            yield
        finally:
            tasks = [sweep, *self._playing.values()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self._thinking.close()

    async def _sweep(self) -> None:
        """Look again and again, the first time at once."""
        while True:
            try:
                await self.look()
            except (Problem, StoreError) as error:
                log.warning("bots cannot look for their turns", error=str(error))
            await asyncio.sleep(SWEEP)

    async def look(self) -> None:
        """Find turns that a killed process left, and players who have left."""
        for tenant, table_id, _ in await self._waiting.for_bots():
            self.wake(tenant, table_id, await self._tables.refresh(tenant, table_id))
        for left in await self._waiting.for_people(self._away):
            await self._give_up(left)

    async def _give_up(self, left: Waiting) -> None:
        """Resign for those who are on turn and do not come; the substitute plays on."""
        tenant, table_id, version = left
        table = await self._tables.refresh(tenant, table_id)
        state = table.state
        here = {
            seat: place.player
            for seat, place in enumerate(state.places)
            if place.player is not None and not place.resigned
        }
        if state.substitute is None or table.version != version or len(here) < 2:
            return
        for seat in state.on_turn():
            if seat in here:
                command_id = uuid5(table_id, f"away {seat} at {version}")
                command = Resign(here[seat])
                await self._handler.handle(tenant, table_id, command_id, command, version)

    def wake(self, tenant: Tenant, table_id: UUID, table: Table) -> None:
        for seat in table.state.on_turn():
            if table.state.places[seat].bot is None or (table_id, seat) in self._playing:
                continue
            work = self._play(tenant, table_id, seat)
            self._playing[table_id, seat] = asyncio.create_task(work, context=Context())

    async def _play(self, tenant: Tenant, table_id: UUID, seat: Seat) -> None:
        """Move for the seat until it has to wait."""
        try:
            table = await self._tables.load(tenant, table_id)
            while seat in table.state.on_turn():
                pause = HUMAN_PAUSE if table.state.pace is Pace.HUMAN else 0.0
                move, _ = await asyncio.gather(self._choice(table, seat), asyncio.sleep(pause))
                command_id = uuid5(table_id, f"bot {seat} at {table.version}")
                command = Play(move, bot=seat)
                outcome = await self._handler.handle(
                    tenant, table_id, command_id, command, table.version
                )
                if isinstance(outcome, Stale):  # a seat that may act at the same time was quicker
                    table = outcome.table
                    continue
                if not isinstance(outcome, Accepted) or outcome.duplicate:
                    return  # another process plays the seat
                table = outcome.table
        except (Problem, StoreError, BrokenExecutor) as error:
            # Another process was quicker, or log or thinker are gone: the next sweep looks again.
            log.info("bot gave up its turn", table_id=str(table_id), seat=seat, error=str(error))
        finally:
            del self._playing[table_id, seat]

    async def _choice(self, table: Table, seat: Seat) -> dict[str, Any]:
        """The move that the bot of the seat chooses, as the API writes it."""
        game, play = table.state.rules_of_play, table.state.play
        level = table.state.places[seat].bot
        assert level is not None
        moves = game.legal(play, seat)
        move = await self._thinking.choose(game.name, level, game.view(play, seat), moves)
        return {game.name: game.write(move.command)}

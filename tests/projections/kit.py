"""One process of the service on real servers, and people who play in it."""

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from uuid import UUID, uuid4

from domain.table.commands import Command, OpenTable, Play, StartGame, TakeSeat
from domain.table.state import Status
from service.caller import OF_PLAYERS, Caller
from service.handle import Accepted, Handler, new_table_id, with_secrets
from service.policy import Policy
from service.reading import Reading, reading
from service.store import Log
from service.tables import Table, Tables
from service.tenancy import Tenant

T = TypeVar("T")


def tenant(shard: int = 3) -> Tenant:
    return Tenant(uuid4(), "club", shard, (), Policy(), suspended=False)


def caller(tenant: Tenant, player: str | None = None) -> Caller:
    id_ = None if player is None else UUID(player)
    return Caller(tenant, id_, None, frozenset(OF_PLAYERS), uuid4(), None)


class House:
    """A process: what it writes, it publishes."""

    def __init__(self, log: Log, tables: Tables, side: Reading) -> None:
        self.log = log
        self.tables = tables
        self.hub = side.hub
        self.reader = side.reader
        self.side = side
        self.handler = Handler(log, tables, side.hub.publish)

    async def do(self, tenant: Tenant, table: UUID, command: Command) -> Accepted:
        outcome = await self.handler.handle(tenant, table, uuid4(), command)
        assert isinstance(outcome, Accepted), outcome
        return outcome

    async def open(
        self, tenant: Tenant, game: str = "bombay", seats: int = 3, **more: Any
    ) -> tuple[UUID, list[str]]:
        """A table with all seats taken, and who sits there."""
        players = [str(uuid4()) for _ in range(seats)]
        command_id = uuid4()
        table = new_table_id(tenant, command_id)
        command = OpenTable(str(table), players[0], game, seats, "", "", "", **more)
        await self.handler.handle(tenant, table, command_id, with_secrets(command))
        for player in players[1:]:
            invite = (await self.tables.load(tenant, table)).state.invite
            await self.do(tenant, table, TakeSeat(player, invite=invite))
        return table, players

    async def start(self, tenant: Tenant, game: str = "bombay", seats: int = 3) -> Any:
        table, players = await self.open(tenant, game, seats)
        await self.do(tenant, table, StartGame(players[0]))
        return table, players

    async def move(self, tenant: Tenant, table: UUID, luck: random.Random) -> Accepted | None:
        """A random legal move of whoever is on turn; None when the game is over."""
        state = (await self.tables.load(tenant, table)).state
        if state.status is not Status.PLAYING:
            return None
        game = state.rules_of_play
        seat = luck.choice(state.on_turn())
        move = luck.choice(game.legal(state.play, seat))
        words = {game.name: game.write(move.command)}
        return await self.do(tenant, table, Play(words, player=state.places[seat].player))

    async def finish(self, tenant: Tenant, table: UUID, seed: int = 1) -> Table:
        luck = random.Random(seed)
        while await self.move(tenant, table, luck) is not None:
            pass
        return await self.tables.load(tenant, table)


@asynccontextmanager
async def house(database_url: str, redis_url: str) -> AsyncIterator[House]:
    async with Log(database_url) as log:
        tables = Tables(log)
        async with reading(database_url, redis_url, log, tables) as side:
            yield House(log, tables, side)


async def until(ask: Callable[[], Awaitable[T]] | Callable[[], T], seconds: float = 10.0) -> T:
    """Ask until the answer is something, and give it."""
    async with asyncio.timeout(seconds):
        while True:
            answer: Any = ask()
            if isinstance(answer, Awaitable):
                answer = await answer
            if answer:
                return answer
            await asyncio.sleep(0.005)

"""One process of the service on real servers, and people who play in it."""

import asyncio
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar
from uuid import UUID, uuid4

import msgspec

from domain.table.commands import Command, OpenTable, Play, StartGame, TakeSeat
from domain.table.state import Status
from domain.table.views import view
from service.caller import OF_PLAYERS, Caller
from service.handle import Accepted, Handler, Update, new_table_id, with_secrets
from service.policy import Policy
from service.reading import Reading, reading
from service.store import Log
from service.tables import UNOPENED, Table, Tables, fold
from service.tenancy import Tenant

T = TypeVar("T")


CLUBS: dict[UUID, Tenant] = {}


def tenant(shard: int = 3) -> Tenant:
    club = Tenant(uuid4(), "club", shard, (), Policy(), suspended=False)
    CLUBS[club.id] = club
    return club


def caller(tenant: Tenant, player: str | None = None) -> Caller:
    id_ = None if player is None else UUID(player)
    return Caller(tenant, id_, None, frozenset(OF_PLAYERS), uuid4(), None)


class Writers:
    """People who play, in a process that tells nobody unless it is given whom to tell."""

    def __init__(
        self, log: Log, tables: Tables, publish: Callable[[Update], None] = lambda update: None
    ) -> None:
        self.log = log
        self.tables = tables
        self.handler = Handler(log, tables, publish)

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


class House(Writers):
    """A process: what it writes, it publishes."""

    def __init__(self, log: Log, tables: Tables, side: Reading) -> None:
        super().__init__(log, tables, side.hub.publish)
        self.hub = side.hub
        self.reader = side.reader
        self.side = side


@asynccontextmanager
async def writers(database_url: str) -> AsyncIterator[Writers]:
    async with Log(database_url) as log:
        yield Writers(log, Tables(log))


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


async def untrue_views(home: House) -> list[str]:
    """The keys of views in Redis that are not what the log says they should be."""
    shelf = home.hub.shelf
    return [
        key.decode()
        async for key in shelf.redis.scan_iter(f"v{shelf.build}:*:view:*")
        if not await is_true(home, key.decode(), *await shelf.redis.hmget(key, ["v", "h", "b"]))
    ]


async def is_true(home: House, key: str, version: bytes, head: bytes, body: bytes) -> bool:
    _, club, table, _, viewer = re.split("[:{}]+", key)
    tenant = CLUBS[UUID(club)]
    stored = await home.log.read(tenant.id, tenant.shard, UUID(table), limit=int(version))
    folded = fold(UNOPENED, stored)
    seen = msgspec.json.encode(view(folded.state, folded.state.seat_of(viewer)))
    return (folded.version, folded.head.hex(), seen) == (int(version), head.decode(), body)

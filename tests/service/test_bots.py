"""Bot seats of live tables are played, once, whoever sees their turn and whenever."""

import asyncio
import time
from contextlib import AsyncExitStack
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace
from redis.asyncio import Redis as Client

from domain.table.commands import Play
from domain.table.events import BotLevel, Pace
from domain.table.state import Status
from service.bots.runner import HUMAN_PAUSE
from service.caller import Caller
from service.config import Config
from service.drain import Drain
from service.handle import Accepted, Handler
from service.parts import Parts, opened
from service.store import Log
from service.tables import Table, Tables
from service.tenancy import Tenant

pytestmark = pytest.mark.anyio

END_TURN = {"bombay": {"endTurn": True}}


@pytest.fixture
async def config(database, redis) -> Config:
    return Config(database_url=database, redis_url=redis.url())


async def process(stack: AsyncExitStack, config: Config) -> Parts:
    """One service process."""
    client = await stack.enter_async_context(Client.from_url(config.redis_url))
    return await stack.enter_async_context(opened(config, client, Drain()))


async def a_guest(parts: Parts) -> Caller:
    tenant = await parts.tenancy.create(f"club {uuid4()}", guests=True)
    return await another_guest(parts, tenant, "Anna")


async def another_guest(parts: Parts, tenant: Tenant, name: str) -> Caller:
    _, issued = await parts.auth.guest(tenant, name, "127.0.0.1")
    return await parts.auth.authenticate(f"Bearer {issued.token}")


async def against_a_bot(parts: Parts, caller: Caller, pace: Pace = Pace.INSTANT) -> UUID:
    """A game of Bombay of the caller, who begins, against one bot."""
    opened = await parts.desk.open_table(
        caller, uuid4(), game="bombay", seats=2, options={"first": 0}, pace=pace
    )
    table = UUID(opened.table.state.table)
    await parts.desk.add_bot(caller, uuid4(), table, level=BotLevel.RANDOM)
    await parts.desk.start_game(caller, uuid4(), table)
    return table


async def against_ben(
    parts: Parts, anna: Caller, substitute: BotLevel | None = BotLevel.RANDOM
) -> tuple[Caller, UUID]:
    """A game of Bombay that Ben begins, and Ben."""
    ben = await another_guest(parts, anna.tenant, "Ben")
    opened = await parts.desk.open_table(
        anna, uuid4(), game="bombay", seats=2, options={"first": 1}, substitute=substitute
    )
    table = UUID(opened.table.state.table)
    await parts.desk.take_seat(ben, uuid4(), table)
    await parts.desk.start_game(anna, uuid4(), table)
    return ben, table


async def my_turn(parts: Parts, caller: Caller, id_: UUID, after: int) -> Table:
    """The table once it waits for the caller again, or is over."""
    async with asyncio.timeout(20):
        while True:
            table, seat = await parts.reader.state(caller, id_, after)
            if table.version >= after and table.state.on_turn() in {(seat,), ()}:
                return table
            await asyncio.sleep(0.01)


async def resigned(parts: Parts, caller: Caller, id_: UUID) -> list[int]:
    """The seats whose players have resigned."""
    table, _ = await parts.reader.state(caller, id_, 0)
    return [seat for seat, place in enumerate(table.state.places) if place.resigned]


async def given_up(parts: Parts, caller: Caller, id_: UUID) -> None:
    """Look for those who have left until somebody at the table is found to have."""
    async with asyncio.timeout(20):
        while not await resigned(parts, caller, id_):
            await parts.bots.look()


async def test_a_bot_answers_every_turn_until_the_game_is_over(config):
    async with AsyncExitStack() as stack:
        parts = await process(stack, config)
        caller = await a_guest(parts)
        table_id = await against_a_bot(parts, caller)
        table = await my_turn(parts, caller, table_id, 0)
        while table.state.status is Status.PLAYING:
            moved = await parts.desk.play(caller, uuid4(), table_id, move=END_TURN)
            assert isinstance(moved, Accepted)
            table = await my_turn(parts, caller, table_id, moved.version)
    assert table.state.status is Status.FINISHED


async def test_a_turn_that_nobody_saw_is_found_by_the_next_process(config):
    async with AsyncExitStack() as stack:
        parts = await process(stack, config)
        caller = await a_guest(parts)
        table_id = await against_a_bot(parts, caller)
    async with Log(config.database_url) as log:
        # A process that was killed between its commit and its bots.
        handler = Handler(log, Tables(log), publish=lambda update: None)
        move = Play(END_TURN, player=str(caller.player))
        moved = await handler.handle(caller.tenant, table_id, uuid4(), move)
        assert isinstance(moved, Accepted)
    async with AsyncExitStack() as stack:
        parts = await process(stack, config)
        table = await my_turn(parts, caller, table_id, moved.version)
        assert table.version > moved.version


async def test_two_processes_that_answer_the_same_turn_make_one_move(config):
    async with AsyncExitStack() as stack:
        here, there = await process(stack, config), await process(stack, config)
        caller = await a_guest(here)
        table_id = await against_a_bot(here, caller)
        table = await my_turn(here, caller, table_id, 0)
        for _ in range(8):
            moved = await here.desk.play(caller, uuid4(), table_id, move=END_TURN)
            there_table, _ = await there.reader.state(caller, table_id, moved.version)
            there.bots.wake(caller.tenant, table_id, there_table)
            table = await my_turn(here, caller, table_id, moved.version)
        stored = await here.log.read(caller.tenant.id, caller.tenant.shard, table_id)
    assert [event.version for event in stored] == list(range(1, table.version + 1))


async def test_bots_that_may_act_at_the_same_time_all_do_so_at_once(config):
    async with AsyncExitStack() as stack:
        parts = await process(stack, config)
        caller = await a_guest(parts)
        opened = await parts.desk.open_table(caller, uuid4(), game="bazar", seats=4, options={})
        table_id = UUID(opened.table.state.table)
        for _ in range(3):
            await parts.desk.add_bot(caller, uuid4(), table_id, level=BotLevel.RANDOM)
        await parts.desk.start_game(caller, uuid4(), table_id)
        async with asyncio.timeout(5):  # medals are kept without waiting for the next sweep
            await my_turn(parts, caller, table_id, 0)


async def test_at_a_human_pace_a_bot_takes_its_time(config):
    async with AsyncExitStack() as stack:
        parts = await process(stack, config)
        caller = await a_guest(parts)
        table_id = await against_a_bot(parts, caller, Pace.HUMAN)
        started = time.monotonic()
        moved = await parts.desk.play(caller, uuid4(), table_id, move=END_TURN)
        await my_turn(parts, caller, table_id, moved.version + 1)
        assert time.monotonic() - started >= HUMAN_PAUSE


async def test_a_bot_plays_on_for_who_resigns(config):
    async with AsyncExitStack() as stack:
        parts = await process(stack, config)
        anna = await a_guest(parts)
        ben, table_id = await against_ben(parts, anna)
        resigned = await parts.desk.resign(ben, uuid4(), table_id)
        table = await my_turn(parts, anna, table_id, resigned.version + 1)
    assert table.state.status is Status.PLAYING


async def test_a_bot_takes_the_seat_of_who_does_not_come_back(config):
    async with AsyncExitStack() as stack:
        parts = await process(stack, config)
        anna = await a_guest(parts)
        _, table_id = await against_ben(parts, anna)
    async with AsyncExitStack() as stack:
        parts = await process(stack, replace(config, away_seconds=0.0))
        await given_up(parts, anna, table_id)
        table = await my_turn(parts, anna, table_id, 0)
        assert await resigned(parts, anna, table_id) == [1]
    assert table.state.places[1].bot is BotLevel.RANDOM


async def test_without_a_substitute_everybody_may_take_their_time(config):
    async with AsyncExitStack() as stack:
        parts = await process(stack, replace(config, away_seconds=0.0))
        anna = await a_guest(parts)
        _, patient = await against_ben(parts, anna, substitute=None)
        _, other = await against_ben(parts, anna)
        await given_up(parts, anna, other)
        await parts.bots.look()  # which sees the first table too, now that it sees the second
        assert not await resigned(parts, anna, patient)

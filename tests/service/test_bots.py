"""Bot seats of live tables are played, once, whoever sees their turn and whenever."""

import asyncio
from contextlib import AsyncExitStack
from uuid import UUID, uuid4

import pytest
from redis.asyncio import Redis as Client

from domain.table.commands import Play
from domain.table.events import BotLevel
from domain.table.state import Status
from service.caller import Caller
from service.config import Config
from service.drain import Drain
from service.handle import Accepted, Handler
from service.parts import Parts, opened
from service.store import Log
from service.tables import Table, Tables

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
    _, issued = await parts.auth.guest(tenant, "Anna", "127.0.0.1")
    return await parts.auth.authenticate(f"Bearer {issued.token}")


async def against_a_bot(parts: Parts, caller: Caller) -> UUID:
    """A game of Bombay of the caller, who begins, against one bot."""
    opened = await parts.desk.open_table(
        caller, uuid4(), game="bombay", seats=2, options={"first": 0}
    )
    table = UUID(opened.table.state.table)
    await parts.desk.add_bot(caller, uuid4(), table, level=BotLevel.RANDOM)
    await parts.desk.start_game(caller, uuid4(), table)
    return table


async def my_turn(parts: Parts, caller: Caller, id_: UUID, after: int) -> Table:
    """The table once it waits for the caller again, or is over."""
    async with asyncio.timeout(20):
        while True:
            table, seat = await parts.reader.state(caller, id_, after)
            if table.version >= after and table.state.on_turn() in {(seat,), ()}:
                return table
            await asyncio.sleep(0.01)


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

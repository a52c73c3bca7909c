"""The one write path, on a real log."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from uuid import UUID, uuid4

import pytest

from domain import wire
from domain.table.commands import AddBot, OpenTable, Play, Resign, StartGame, TakeSeat
from domain.table.events import BotLevel
from service.errors import IdempotencyKeyReused, NotFound
from service.handle import Accepted, Handler, Refusal, Stale, new_table_id, with_secrets
from service.policy import Policy
from service.store import Log
from service.tables import Tables
from service.tenancy import Tenant

pytestmark = pytest.mark.anyio

ANNA, BEN = (str(UUID(int=n, version=4)) for n in (1, 2))
END_TURN = {"bombay": {"endTurn": True}}


def a_tenant() -> Tenant:
    return Tenant(uuid4(), "club", shard=7, hosts=(), policy=Policy(), suspended=False)


@asynccontextmanager
async def process(database: str) -> AsyncIterator[tuple[Handler, Log]]:
    """What one service process has of its own: a log connection and warm tables."""
    async with Log(database) as log:
        yield Handler(log, Tables(log), publish=lambda update: None), log


async def opened(handler: Handler, tenant: Tenant) -> UUID:
    """A game of Bombay between Anna, who begins, and Ben."""
    command_id = uuid4()
    table = new_table_id(tenant, command_id)
    opening = OpenTable(
        str(table), ANNA, "bombay", 2, seed="", salt="", invite="", options={"first": 0}
    )
    for command in (with_secrets(opening), TakeSeat(BEN), StartGame(ANNA)):
        await handler.handle(tenant, table, command_id, command)
        command_id = uuid4()
    return table


async def test_a_hundred_repeats_of_a_command_give_one_deed_and_equal_answers(database):
    tenant = a_tenant()
    async with process(database) as (handler, log):
        table = await opened(handler, tenant)
        before = (await log.head(tenant.id, tenant.shard, table)).version
        command_id = uuid4()
        answers = await asyncio.gather(
            *(
                handler.handle(tenant, table, command_id, Play(END_TURN, player=ANNA))
                for _ in range(100)
            )
        )
        after = (await log.head(tenant.id, tenant.shard, table)).version
    assert {(answer.version, answer.head, answer.entries) for answer in answers} == {
        (answers[0].version, answers[0].head, answers[0].entries)
    }
    assert sorted(answer.duplicate for answer in answers) == [False] + [True] * 99
    assert after == before + len(answers[0].entries)


async def test_a_repeat_is_answered_as_at_first_when_the_game_has_moved_on(database):
    tenant, command_id = a_tenant(), uuid4()
    async with process(database) as (handler, _):
        table = await opened(handler, tenant)
        first = await handler.handle(tenant, table, command_id, Play(END_TURN, player=ANNA))
        await handler.handle(tenant, table, uuid4(), Play(END_TURN, player=BEN))
        again = await handler.handle(tenant, table, command_id, Play(END_TURN, player=ANNA))
    assert (again.version, again.head, again.entries) == (first.version, first.head, first.entries)
    assert again.duplicate


async def test_a_repeat_with_the_old_expected_version_is_no_conflict(database):
    tenant, command_id, move = a_tenant(), uuid4(), Play(END_TURN, player=ANNA)
    async with process(database) as (handler, _):
        table = await opened(handler, tenant)
        version = 0
        stale = await handler.handle(tenant, table, command_id, move, expected=version)
        assert isinstance(stale, Stale)
        version = stale.table.version
        first = await handler.handle(tenant, table, command_id, move, expected=version)
        again = await handler.handle(tenant, table, command_id, move, expected=version)
    assert isinstance(first, Accepted)
    assert isinstance(again, Accepted)
    assert again.duplicate


async def test_a_repeated_opening_opens_one_table(database):
    tenant, command_id = a_tenant(), uuid4()
    table = new_table_id(tenant, command_id)
    opening = OpenTable(str(table), ANNA, "bombay", 2, seed="", salt="", invite="")
    async with process(database) as (handler, _):
        first = await handler.handle(tenant, table, command_id, with_secrets(opening))
        again = await handler.handle(tenant, table, command_id, with_secrets(opening))
    assert again.duplicate
    assert again.entries == first.entries


async def test_a_command_id_is_good_for_one_command(database):
    tenant, command_id = a_tenant(), uuid4()
    async with process(database) as (handler, _):
        table = await opened(handler, tenant)
        await handler.handle(tenant, table, command_id, Play(END_TURN, player=ANNA))
        with pytest.raises(IdempotencyKeyReused):
            await handler.handle(tenant, table, command_id, Resign(ANNA))
        with pytest.raises(IdempotencyKeyReused):
            await handler.handle(tenant, table, command_id, Play(END_TURN, player=BEN))


async def test_a_stale_version_is_told_the_actual_one(database):
    tenant = a_tenant()
    async with process(database) as (handler, _):
        table = await opened(handler, tenant)
        answer = await handler.handle(
            tenant, table, uuid4(), Play(END_TURN, player=ANNA), expected=1
        )
    assert isinstance(answer, Stale)
    assert answer.expected == 1
    assert answer.table.version > 1


async def test_a_process_that_is_behind_neither_refuses_wrongly_nor_overwrites(database):
    tenant = a_tenant()
    async with process(database) as (here, _), process(database) as (there, log):
        table = await opened(here, tenant)
        await there.handle(tenant, table, uuid4(), AddBot(ANNA, BotLevel.RANDOM))
        await here.handle(tenant, table, uuid4(), Play(END_TURN, player=ANNA))
        # There, Anna still seems to be on turn: Ben would be refused, and Anna let through.
        answer = await there.handle(tenant, table, uuid4(), Play(END_TURN, player=BEN))
        assert isinstance(answer, Accepted)
        await here.handle(tenant, table, uuid4(), Play(END_TURN, player=ANNA))
        refused = await there.handle(tenant, table, uuid4(), Play(END_TURN, player=ANNA))
        assert isinstance(refused, Refusal)
        assert refused.refused.code == "NOT_YOUR_TURN"
        stored = await log.read(tenant.id, tenant.shard, table)
    assert [each.version for each in stored] == list(range(1, len(stored) + 1))


async def test_a_table_that_nobody_opened_is_not_found(database):
    async with process(database) as (handler, _):
        with pytest.raises(NotFound):
            await handler.handle(a_tenant(), uuid4(), uuid4(), Resign(ANNA))


async def test_the_table_of_another_tenant_is_not_found(database):
    async with process(database) as (handler, _):
        table = await opened(handler, a_tenant())
        with pytest.raises(NotFound):
            await handler.handle(a_tenant(), table, uuid4(), Play(END_TURN, player=ANNA))


async def test_many_tables_at_once_from_two_processes_lose_and_double_nothing(database):
    tenant = a_tenant()
    async with process(database) as (here, log), process(database) as (there, _):
        tables = [await opened(here, tenant) for _ in range(8)]

        async def hammer(handler: Handler, table: UUID, player: str) -> int:
            """Try to end a turn again and again; tell how often it was accepted."""
            answers = [
                await handler.handle(tenant, table, uuid4(), Play(END_TURN, player=player))
                for _ in range(25)
            ]
            return sum(isinstance(answer, Accepted) for answer in answers)

        starts = [(await log.head(tenant.id, tenant.shard, table)).version for table in tables]
        accepted = await asyncio.gather(
            *(
                hammer(handler, table, player)
                for table in tables
                for handler, player in ((here, ANNA), (there, BEN), (there, ANNA), (here, BEN))
            )
        )
        histories = [await log.read(tenant.id, tenant.shard, table) for table in tables]
    deeds = 0
    for start, history in zip(starts, histories, strict=True):
        head = wire.GENESIS
        for version, stored in enumerate(history, 1):
            head = wire.chain(head, stored.line)
            assert (stored.version, stored.hash) == (version, head)
        deeds += len({stored.command for stored in history[start:]})
    assert deeds == sum(accepted) > 0


async def test_a_write_whose_answer_was_lost_is_news_all_the_same(database):
    """The log repeats it and finds it done: for the caller and the followers it happened now."""
    tenant, told = a_tenant(), []
    async with Log(database) as log:
        lossy = Lossy(log)
        handler = Handler(lossy, Tables(log), publish=told.append)
        table = await opened(handler, tenant)
        before = len(told)
        lossy.loses = True
        answer = await handler.handle(tenant, table, uuid4(), Play(END_TURN, player=ANNA))
    assert isinstance(answer, Accepted)
    assert not answer.duplicate
    assert [update.table.version for update in told[before:]] == [answer.version]


class Lossy:
    """A log whose first answer gets lost, so that it asks itself again."""

    def __init__(self, log: Log) -> None:
        self._log = log
        self.loses = False

    def __getattr__(self, name):
        return getattr(self._log, name)

    async def append(self, commit):
        if self.loses:
            await self._log.append(commit)
        return await self._log.append(commit)

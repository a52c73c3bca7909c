"""What a player may ask of a table, before the rules have a say."""

from contextlib import AsyncExitStack
from uuid import UUID, uuid4

import pytest
from redis.asyncio import Redis as Client

from domain.table.events import BotLevel
from service.caller import Caller
from service.config import Config
from service.drain import Drain
from service.errors import BadUserInput, Forbidden, NotFound
from service.handle import Refusal
from service.parts import Parts, opened

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
async def parts(database, redis):
    async with AsyncExitStack() as stack:
        client = await stack.enter_async_context(Client.from_url(redis.url()))
        config = Config(database_url=database, redis_url=redis.url())
        yield await stack.enter_async_context(opened(config, client, Drain()))


async def a_guest(parts: Parts, **quotas: int) -> Caller:
    tenant = await parts.tenancy.create(f"club {uuid4()}", guests=True)
    if quotas:
        tenant = await parts.tenancy.set_policy(tenant.id, quotas=quotas)
    _, issued = await parts.auth.guest(tenant, "Anna", "127.0.0.1")
    return await parts.auth.authenticate(issued.token)


async def a_table(parts: Parts, caller: Caller) -> UUID:
    outcome = await parts.desk.open_table(caller, uuid4(), game="bombay", seats=2)
    return UUID(outcome.table.state.table)


@pytest.mark.parametrize("entropy", ["one\ntwo", "\x00", "\u202egnp.exe", "\ud800"])
async def test_entropy_is_plain_text(parts, entropy):
    caller = await a_guest(parts)
    with pytest.raises(BadUserInput):
        await parts.desk.open_table(caller, uuid4(), game="bombay", seats=2, entropy=entropy)


async def test_long_entropy_is_refused_by_the_rules_of_the_table(parts):
    caller = await a_guest(parts)
    outcome = await parts.desk.open_table(
        caller, uuid4(), game="bombay", seats=2, entropy="x" * 10_000
    )
    assert isinstance(outcome, Refusal)
    assert outcome.refused.code == "ENTROPY_TOO_LONG"


async def test_a_tenants_key_does_not_play(parts):
    tenant = await parts.tenancy.create(f"club {uuid4()}")
    issued = await parts.auth.issue_key(tenant)
    key = await parts.auth.authenticate(issued.token)
    with pytest.raises(Forbidden):
        await parts.desk.open_table(key, uuid4(), game="bombay", seats=2)


async def test_every_deed_at_another_tenants_table_finds_no_table(parts):
    table = await a_table(parts, await a_guest(parts))
    stranger, desk = await a_guest(parts), parts.desk
    deeds = [
        lambda: desk.take_seat(stranger, uuid4(), table),
        lambda: desk.leave_seat(stranger, uuid4(), table),
        lambda: desk.add_bot(stranger, uuid4(), table, level=BotLevel.RANDOM),
        lambda: desk.remove_bot(stranger, uuid4(), table, seat=1),
        lambda: desk.start_game(stranger, uuid4(), table),
        lambda: desk.play(stranger, uuid4(), table, move={"bombay": {"endTurn": True}}),
        lambda: desk.resign(stranger, uuid4(), table),
        lambda: desk.abandon(stranger, uuid4(), table),
    ]
    for deed in deeds:
        with pytest.raises(NotFound):
            await deed()

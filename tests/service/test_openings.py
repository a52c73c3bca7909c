"""How many tables a tenant may have open at a time."""

import asyncio
from uuid import UUID, uuid4

import pytest

from domain.table.commands import LeaveSeat
from service import lists
from service.caller import OF_PLAYERS, Caller
from service.desk import Desk
from service.errors import QuotaExceeded
from service.handle import Accepted, new_table_id
from service.lists import Lists
from service.openings import Openings
from service.policy import Policy, Quotas
from service.store.pools import pool
from service.tenancy import Tenant
from tests.projections.kit import house, writers

pytestmark = pytest.mark.anyio


@pytest.fixture
async def home(database, redis):
    async with house(database, redis.url()) as home:
        yield home


@pytest.fixture
def desk(home):
    return Desk(home.handler, Openings(home.side.lists, home.tables), home.log)


def host(tables_open: int) -> Caller:
    """A player of a tenant that may have so many tables."""
    policy = Policy(quotas=Quotas(tables_open=tables_open))
    club = Tenant(uuid4(), "club", 5, hosts=(), policy=policy, suspended=False)
    return Caller(club, uuid4(), "Asha", frozenset(OF_PLAYERS), uuid4(), None)


async def opened(desk: Desk, asha: Caller, command_id=None) -> Accepted:
    return await desk.open_table(asha, command_id or uuid4(), game="bombay", seats=3)


async def test_a_tenant_opens_as_many_tables_as_it_may_and_no_more(desk):
    asha = host(tables_open=3)
    for _ in range(3):
        assert isinstance(await opened(desk, asha), Accepted)
    with pytest.raises(QuotaExceeded) as refusal:
        await opened(desk, asha)
    assert refusal.value.extensions == {
        "code": "FORBIDDEN",
        "reason": "QUOTA_TABLES",
        "details": {"most": 3},
    }


async def test_those_who_open_at_once_get_no_more_either(desk, home):
    asha = host(tables_open=5)
    outcomes = await asyncio.gather(
        *(opened(desk, asha) for _ in range(20)), return_exceptions=True
    )
    assert sum(isinstance(outcome, Accepted) for outcome in outcomes) == 5
    assert sum(isinstance(outcome, QuotaExceeded) for outcome in outcomes) == 15
    assert await home.side.lists.open_tables(asha.tenant) == 5


async def test_the_count_is_exact_and_at_once_where_no_projector_runs(database, monkeypatch):
    monkeypatch.setattr(lists, "PATIENCE", 1e9)  # who waits for a projector does so for ever
    asha = host(tables_open=3)
    async with (
        writers(database) as quiet,
        pool(database, "reader", 2) as readers,
        pool(database, "projector", 2) as projectors,
    ):
        count = Lists(readers, projectors)
        desk = Desk(quiet.handler, Openings(count, quiet.tables), quiet.log)
        first, *_ = [(await opened(desk, asha)).table.state.table for _ in range(3)]
        assert await count.open_tables(asha.tenant) == 3
        with pytest.raises(QuotaExceeded):
            await opened(desk, asha)
        await quiet.do(asha.tenant, UUID(first), LeaveSeat(str(asha.player)))
        assert await count.open_tables(asha.tenant) == 2
        assert isinstance(await opened(desk, asha), Accepted)


async def test_a_command_sent_again_opens_nothing_and_is_answered(desk):
    asha, command_id = host(tables_open=1), uuid4()
    await opened(desk, asha, command_id)
    assert (await opened(desk, asha, command_id)).duplicate


async def test_a_table_that_is_over_makes_room(desk, home):
    asha, command_id = host(tables_open=1), uuid4()
    await opened(desk, asha, command_id)
    table = new_table_id(asha.tenant, command_id)
    await home.do(asha.tenant, table, LeaveSeat(str(asha.player)))
    assert isinstance(await opened(desk, asha), Accepted)


async def test_one_tenant_does_not_use_up_the_tables_of_another(desk):
    await opened(desk, host(tables_open=1))
    await opened(desk, host(tables_open=1))


async def test_a_quota_of_nought_opens_nothing(desk):
    with pytest.raises(QuotaExceeded):
        await opened(desk, host(tables_open=0))

"""Limits that several processes hold together through Redis, and each alone without it."""

import asyncio
import signal
import time
from collections.abc import Callable
from contextlib import ExitStack, asynccontextmanager
from uuid import uuid4

import pytest

from service.cache import impatient
from service.caller import PLAY, Caller
from service.errors import QuotaExceeded, RateLimited
from service.limits import Limits
from service.policy import Policy, Quotas
from service.sharing import Sharing
from service.tenancy import Tenant
from tests.conftest import silently
from tests.waiting import eventually

pytestmark = pytest.mark.anyio


class Process:
    """What one process of several has: limits, and the exchange of them."""

    def __init__(self, url: str, clock: Callable[[], float]) -> None:
        self.redis = impatient(url)
        self.limits = Limits(clock=clock)
        self.sharing = Sharing(self.limits, self.redis)

    def spend(self, caller: Caller) -> int:
        """Send requests until one is refused; the number of those that were not."""
        for number in range(10_000):
            try:
                self.limits.charge(caller)
            except RateLimited:
                return number
        raise AssertionError("nothing was refused")


@asynccontextmanager
async def processes(url: str, number: int, clock: Callable[[], float] = time.monotonic):
    made = [Process(url, clock) for _ in range(number)]
    try:
        yield made
    finally:
        for process in made:
            await process.redis.aclose()


def stopped() -> float:
    """A clock by which nothing fills up again."""
    return 100.0


def guest(**quotas) -> Caller:
    """A player whose allowance hardly fills while the test runs."""
    quotas = {"commands_per_second": 1000, "commands_per_second_per_player": 1000} | quotas
    policy = Policy(quotas=Quotas(**quotas))
    tenant = Tenant(uuid4(), "café", 0, hosts=(), policy=policy, suspended=False)
    return Caller(tenant, uuid4(), "Asha", frozenset({PLAY}), uuid4(), None)


async def test_two_processes_share_one_allowance(redis_server):
    async with processes(redis_server.url(), 2) as (here, there):
        asha = guest(commands_per_second_per_player=1)
        here.limits.charge(asha, 2)
        there.limits.charge(asha, 1)
        await here.sharing.exchange()
        await there.sharing.exchange()
        with pytest.raises(RateLimited):
            there.limits.charge(asha)


async def test_what_was_overspent_between_two_exchanges_is_paid_back(redis_server):
    async with processes(redis_server.url(), 2) as (here, there):
        asha = guest(commands_per_second_per_player=1)
        for process in (here, there):
            process.limits.charge(asha, 2)
            await process.sharing.exchange()
        with pytest.raises(RateLimited) as refusal:
            there.limits.charge(asha)
        assert 1 < refusal.value.retry_after <= 3


async def test_the_rate_of_all_together_is_that_of_one(redis_server):
    async with processes(redis_server.url(), 4) as made:
        asha = guest(commands_per_second_per_player=100)
        loop = asyncio.get_running_loop()
        start = loop.time()
        passed = 0
        while loop.time() < start + 2:
            for process in made:
                passed += process.spend(asha)
                await process.sharing.exchange()
            await asyncio.sleep(0.05)
        # Two seconds' worth at once for each process that had not heard of the others yet, of
        # which all but one are debts; then a hundred a second.
        assert 300 <= passed <= 900


async def test_a_tenant_s_sockets_are_counted_in_all_processes(redis_server):
    async with processes(redis_server.url(), 2) as (here, there):
        asha = guest(sockets=3)
        with ExitStack() as sockets:
            for process in (here, there):
                sockets.enter_context(process.limits.socket(asha))
            sockets.enter_context(here.limits.socket(asha))
            for process in (here, there):
                await process.sharing.exchange()
            with pytest.raises(QuotaExceeded), there.limits.socket(asha):
                pass
        for process in (here, there):
            await process.sharing.exchange()
        with there.limits.socket(asha), there.limits.socket(asha), there.limits.socket(asha):
            pass
        assert not here.limits.sockets


async def test_many_callers_are_told_of_in_one_round(redis_server):
    async with processes(redis_server.url(), 1) as (process,):
        callers = [guest() for _ in range(1200)]
        for caller in callers:
            process.limits.charge(caller)
        await process.sharing.exchange()
        assert process.sharing.heard
        assert len(await process.redis.keys("howdah:*:limit:*")) == 2400


async def test_without_redis_each_process_gives_its_share(redis_server):
    async with processes(redis_server.url(), 2, stopped) as made:
        asha = guest(commands_per_second=100_000, commands_per_second_per_player=100)
        for _ in range(2):
            for process in made:
                await process.sharing.exchange()
        assert [process.sharing.instances for process in made] == [2, 2]
        redis_server.kill()
        for process in made:
            await process.sharing.exchange()
            assert not process.sharing.heard
            assert process.limits.share == 0.5
            assert process.spend(asha) == 100


async def test_a_process_that_never_heard_of_redis_gives_everything(redis_server):
    redis_server.kill()
    async with processes(redis_server.url(), 1, stopped) as (process,):
        await process.sharing.exchange()
        assert process.spend(guest(commands_per_second_per_player=100)) == 200


async def test_when_redis_comes_back_sharing_goes_on_by_itself(redis_server):
    async with processes(redis_server.url(), 2) as (here, there):
        running = [asyncio.create_task(process.sharing.run()) for process in (here, there)]

        async def heard():
            return here.sharing.heard and there.sharing.heard

        async def alone():
            return not here.sharing.heard and not there.sharing.heard

        await eventually(heard)
        redis_server.kill()
        await eventually(alone)
        redis_server.start(silently)
        await eventually(heard)
        asha = guest(commands_per_second_per_player=1)
        here.limits.charge(asha, 4)

        async def refused_there():
            try:
                there.limits.charge(asha, 0.001)
            except RateLimited:
                return True
            return False

        await eventually(refused_there)
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


async def test_a_redis_that_hangs_holds_up_no_request(redis_server):
    async with processes(redis_server.url(), 1, stopped) as (process,):
        await process.sharing.exchange()
        redis_server.process.send_signal(signal.SIGSTOP)
        try:
            exchange = asyncio.create_task(process.sharing.exchange())
            await asyncio.sleep(0)
            assert process.spend(guest(commands_per_second_per_player=100)) == 200
            await exchange
            assert not process.sharing.heard
        finally:
            redis_server.process.send_signal(signal.SIGCONT)
        await process.sharing.exchange()
        assert process.sharing.heard


async def test_a_redis_that_forgot_the_scripts_is_told_them_again(redis_server):
    async with processes(redis_server.url(), 1) as (process,):
        await process.sharing.exchange()
        await process.redis.script_flush()
        await process.sharing.exchange()
        await process.sharing.exchange()
        assert process.sharing.heard


async def test_an_exchange_cut_short_leaves_no_answer_for_the_next(redis_server):
    async with processes(redis_server.url(), 1) as (process,):
        asha = guest(commands_per_second_per_player=1)
        for _ in range(50):
            exchange = asyncio.create_task(process.sharing.exchange())
            await asyncio.sleep(0)
            exchange.cancel()
            await asyncio.gather(exchange, return_exceptions=True)
        process.limits.charge(asha, 2)
        await process.sharing.exchange()
        assert process.sharing.instances == 1
        with pytest.raises(RateLimited):
            process.limits.charge(asha)

"""Tenants take turns at the write path."""

import asyncio
from contextlib import AsyncExitStack
from uuid import uuid4

import pytest

from service.errors import ServiceUnavailable
from service.turns import LATELY, Turns

pytestmark = pytest.mark.anyio

CAFE, CLUB = uuid4(), uuid4()


class Clock:
    now = 100.0

    def __call__(self) -> float:
        return self.now


class Crowd:
    """Callers of one tenant who each hold a turn until they are told to go."""

    def __init__(self, turns: Turns, tenant) -> None:
        self.turns = turns
        self.tenant = tenant
        self.working: list[asyncio.Task[None]] = []
        self.ends: dict[asyncio.Task[None], asyncio.Event] = {}

    async def come(self, number: int) -> None:
        for _ in range(number):
            end = asyncio.Event()
            self.ends[asyncio.create_task(self._work(end))] = end
        await settled()

    async def finish_one(self) -> None:
        self.ends[self.working[0]].set()
        await settled()

    async def _work(self, end: asyncio.Event) -> None:
        async with self.turns.of(self.tenant):
            task = asyncio.current_task()
            self.working.append(task)
            await end.wait()
            self.working.remove(task)


async def settled():
    for _ in range(5):
        await asyncio.sleep(0)


@pytest.fixture
async def crowds():
    """The callers of a café and of a club, at a process that takes four of one tenant, two of
    several."""
    clock = Clock()
    turns = Turns(alone=4, together=2, line=8, clock=clock)
    cafe, club = Crowd(turns, CAFE), Crowd(turns, CLUB)
    yield cafe, club, clock
    for crowd in (cafe, club):
        for task in crowd.ends:
            task.cancel()
        await asyncio.gather(*crowd.ends, return_exceptions=True)


async def test_alone_a_tenant_has_the_process_to_itself(crowds):
    cafe, _, _ = crowds
    await cafe.come(6)
    assert len(cafe.working) == 4
    await cafe.finish_one()
    assert len(cafe.working) == 4


async def test_a_newcomer_does_not_wait_for_the_crowd(crowds):
    cafe, club, _ = crowds
    await cafe.come(10)
    await club.come(1)
    assert len(club.working) == 1


async def test_beside_others_a_crowd_shrinks_to_its_share(crowds):
    cafe, club, _ = crowds
    await cafe.come(10)
    await club.come(1)
    for left in (3, 2, 2, 2):
        await cafe.finish_one()
        assert len(cafe.working) == left


async def test_when_the_others_are_gone_for_a_while_it_grows_again(crowds):
    cafe, club, clock = crowds
    await club.come(1)
    await cafe.come(6)
    await club.finish_one()
    assert len(cafe.working) == 2
    clock.now += LATELY + 1
    await cafe.come(1)
    await cafe.finish_one()
    assert len(cafe.working) == 4


async def test_who_comes_first_works_first(crowds):
    cafe, _, _ = crowds
    await cafe.come(7)
    callers = list(cafe.ends)
    assert cafe.working == callers[:4]
    await cafe.finish_one()
    await cafe.finish_one()
    assert cafe.working == callers[2:6]


async def test_one_who_gives_up_waiting_leaves_the_line(crowds):
    cafe, _, _ = crowds
    await cafe.come(6)
    callers = list(cafe.ends)
    callers[4].cancel()
    await settled()
    await cafe.finish_one()
    assert cafe.working == [*callers[1:4], callers[5]]


async def test_a_turn_that_comes_as_its_caller_gives_up_goes_to_the_next(crowds):
    cafe, _, _ = crowds
    await cafe.come(6)
    callers = list(cafe.ends)
    cafe.ends[callers[0]].set()
    await asyncio.sleep(0)
    callers[4].cancel()
    await settled()
    assert cafe.working == [*callers[1:4], callers[5]]


async def test_a_line_that_is_too_long_is_told_to_come_later(crowds):
    cafe, _, _ = crowds
    await cafe.come(4 + 8)
    with pytest.raises(ServiceUnavailable) as refusal:
        async with cafe.turns.of(CAFE):
            pass
    assert refusal.value.retry_after == 1
    assert len(cafe.working) == 4


async def test_a_turn_ends_when_the_work_fails(crowds):
    cafe, _, _ = crowds
    for _ in range(10):
        with pytest.raises(OSError, match="disk"):
            async with cafe.turns.of(CAFE):
                raise OSError("disk")
    async with AsyncExitStack() as stack:
        for _ in range(4):
            await stack.enter_async_context(cafe.turns.of(CAFE))

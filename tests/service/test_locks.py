"""Locks by key: one holder at a time, in the order of asking, and none that is forgotten."""

import asyncio

import pytest

from service.locks import Locks

pytestmark = pytest.mark.anyio
TABLE, OTHER = "table", "other"


async def turns():
    """Let everyone who can go on go on."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_who_asks_for_what_is_held_waits_and_is_served_in_order():
    locks, seen = Locks(), []

    async def hold(name):
        async with locks.hold(TABLE):
            seen.append(f"{name} has it")
            await turns()
            seen.append(f"{name} lets go")

    await asyncio.gather(*map(hold, ("Asha", "Bram", "Carla")))
    assert seen == [
        f"{name} {what}" for name in ("Asha", "Bram", "Carla") for what in ("has it", "lets go")
    ]
    assert not locks.waiting


async def test_another_key_is_free():
    locks = Locks()
    async with locks.hold(TABLE), locks.hold(OTHER):
        assert set(locks.waiting) == {TABLE, OTHER}
    assert not locks.waiting


@pytest.mark.parametrize("had_its_turn", [False, True])
async def test_who_gives_up_leaves_the_turn_to_the_next(had_its_turn):
    locks = Locks()

    async def hold():
        async with locks.hold(TABLE):
            return "held"

    async with locks.hold(TABLE):
        first, second = asyncio.create_task(hold()), asyncio.create_task(hold())
        await turns()
        if not had_its_turn:
            first.cancel()
    if had_its_turn:
        first.cancel()  # the key was passed on to it, and it has not run since
    assert await second == "held"
    assert first.cancelled() or await asyncio.gather(first, return_exceptions=True)
    assert not locks.waiting


async def test_a_failure_lets_go():
    locks = Locks()
    with pytest.raises(ZeroDivisionError):
        async with locks.hold(TABLE):
            raise ZeroDivisionError
    assert not locks.waiting

"""The memory of what was looked up."""

import asyncio

import pytest

from service.recent import Recent

pytestmark = pytest.mark.anyio


class Register:
    """A slow register of hosts that counts how often it is asked, and a clock to turn."""

    def __init__(self) -> None:
        self.names = {"play.example.org": "café"}
        self.asked: list[str] = []
        self.open = asyncio.Event()
        self.open.set()
        self.now = 100.0

    async def look_up(self, host: str) -> str | None:
        self.asked.append(host)
        name = self.names.get(host)
        await self.open.wait()
        return name

    def recent(self, **options) -> Recent[str, str]:
        return Recent(self.look_up, clock=lambda: self.now, **options)


async def settled():
    """Let what runs in the background run to its end."""
    for _ in range(5):
        await asyncio.sleep(0)


async def test_what_is_known_is_asked_once():
    register = Register()
    recent = register.recent(seconds=3)
    assert [await recent.get("play.example.org") for _ in range(3)] == ["café"] * 3
    assert register.asked == ["play.example.org"]


async def test_what_does_not_exist_is_asked_once_too():
    register = Register()
    recent = register.recent(seconds=3)
    assert [await recent.get("nowhere.example.org") for _ in range(3)] == [None] * 3
    assert len(register.asked) == 1


async def test_nothing_is_believed_for_longer_than_it_may_be():
    register = Register()
    recent = register.recent(seconds=3)
    await recent.get("play.example.org")
    del register.names["play.example.org"]
    register.now += 3
    assert await recent.get("play.example.org") is None


async def test_what_is_in_use_is_renewed_behind_the_scenes():
    register = Register()
    recent = register.recent(seconds=3)
    await recent.get("play.example.org")
    register.names["play.example.org"] = "school"
    register.now += 2
    assert await recent.get("play.example.org") == "café"
    await settled()
    register.now += 2
    assert await recent.get("play.example.org") == "school"


async def test_the_age_counts_from_the_question():
    register = Register()
    recent = register.recent(seconds=3)
    register.open.clear()
    asking = asyncio.create_task(recent.get("play.example.org"))
    await settled()
    register.now += 3
    register.open.set()
    assert await asking == "café"
    del register.names["play.example.org"]
    assert await recent.get("play.example.org") is None


async def test_an_answer_under_way_is_not_kept_once_forgotten():
    register = Register()
    recent = register.recent(seconds=3)
    register.open.clear()
    asking = asyncio.create_task(recent.get("play.example.org"))
    await settled()
    del register.names["play.example.org"]
    recent.forget("play.example.org")
    register.open.set()
    await asking
    assert await recent.get("play.example.org") is None


async def test_many_who_ask_at_once_share_one_question():
    register = Register()
    recent = register.recent()
    answers = await asyncio.gather(*(recent.get("play.example.org") for _ in range(50)))
    assert answers == ["café"] * 50
    assert len(register.asked) == 1


async def test_one_who_gives_up_does_not_take_the_answer_from_the_others():
    register = Register()
    recent = register.recent()
    register.open.clear()
    first = asyncio.create_task(recent.get("play.example.org"))
    second = asyncio.create_task(recent.get("play.example.org"))
    await settled()
    first.cancel()
    register.open.set()
    assert await second == "café"


async def test_a_failure_is_told_and_not_remembered():
    answers = iter([OSError("away"), None])

    async def look_up(host: str) -> str | None:
        if error := next(answers):
            raise error
        return "café"

    recent = Recent(look_up)
    with pytest.raises(OSError, match="away"):
        await recent.get("play.example.org")
    assert await recent.get("play.example.org") == "café"


async def test_a_flood_of_what_does_not_exist_leaves_the_rest_known():
    register = Register()
    recent = register.recent(size=10)
    await recent.get("play.example.org")
    for number in range(100):
        await recent.get(f"{number}.example.org")
    assert await recent.get("play.example.org") == "café"
    assert register.asked.count("play.example.org") == 1
    await recent.get("0.example.org")
    assert register.asked.count("0.example.org") == 2

"""Look-ups made together: one question for all who ask meanwhile, and everyone's own answer."""

import asyncio

import pytest

from service.together import Together

pytestmark = pytest.mark.anyio
NAMES = {1: "Asha", 2: "Bram", 3: "Carla"}


class Book:
    """Answers when it is let, and remembers what it was asked."""

    def __init__(self):
        self.asked = []
        self.opened, self.open = asyncio.Event(), asyncio.Event()

    async def look_up(self, keys):
        self.asked.append(sorted(keys))
        self.opened.set()
        await self.open.wait()
        return {key: NAMES[key] for key in keys if key in NAMES}


async def test_what_is_asked_meanwhile_goes_into_the_next_question():
    book = Book()
    names = Together(book.look_up)
    first = asyncio.create_task(names.get(1))
    await book.opened.wait()
    others = [asyncio.create_task(names.get(key)) for key in (2, 3, 4, 2)]
    await asyncio.sleep(0)
    book.open.set()
    assert await first == "Asha"
    assert await asyncio.gather(*others) == ["Bram", "Carla", None, "Bram"]
    assert book.asked == [[1], [2, 2, 3, 4]]


async def test_who_gives_up_takes_nobody_along():
    book = Book()
    names = Together(book.look_up)
    leaving, staying = (asyncio.create_task(names.get(key)) for key in (1, 2))
    await book.opened.wait()
    leaving.cancel()
    book.open.set()
    assert await staying == "Bram"


async def test_a_failure_is_everyones_and_passes():
    answers = [ConnectionError(), NAMES]

    async def look_up(keys):
        answer = answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    names = Together(look_up)
    failed = await asyncio.gather(names.get(1), names.get(2), return_exceptions=True)
    assert [type(each) for each in failed] == [ConnectionError, ConnectionError]
    assert await names.get(1) == "Asha"

"""A bounded memory of what was looked up, believed for a few seconds."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """What `load` gave for a key. Nothing older than `seconds` is believed.

    A key in use is loaded afresh in the background at half that age, so that callers do not wait.
    Keys that lead nowhere are remembered apart: a flood of them cannot drive out the others.
    """

    def __init__(
        self,
        load: Callable[[K], Awaitable[V | None]],
        seconds: float = 3.0,
        size: int = 20_000,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.seconds = seconds
        self._load = load
        self._size = size
        self._clock = clock
        self._found: OrderedDict[K, tuple[float, V]] = OrderedDict()
        self._missing: OrderedDict[K, float] = OrderedDict()
        self._loading: dict[K, asyncio.Task[V | None]] = {}

    async def get(self, key: K) -> V | None:
        now = self._clock()
        entry = self._found.get(key)
        if entry is not None:
            asked, value = entry
            if now < asked + self.seconds:
                self._found.move_to_end(key)
                if now > asked + self.seconds / 2:
                    self._begin(key)
                return value
        elif now < self._missing.get(key, -self.seconds) + self.seconds:
            return None
        # Shielded: others may wait for the same answer when this caller gives up.
        return await asyncio.shield(self._begin(key))

    def known(self, key: K) -> V | None:
        """What is believed now, without asking."""
        entry = self._found.get(key)
        return entry[1] if entry and self._clock() < entry[0] + self.seconds else None

    def keep(self, key: K, value: V | None, asked: float | None = None) -> None:
        """Believe this, from the moment it was asked for."""
        self._found.pop(key, None)
        self._missing.pop(key, None)
        asked = self._clock() if asked is None else asked
        if value is None:
            self._missing[key] = asked
        else:
            self._found[key] = (asked, value)
        for memory in (self._found, self._missing):
            if len(memory) > self._size:
                memory.popitem(last=False)

    def forget(self, key: K) -> None:
        """Ask again next time. What is being loaded now may be of before: do not keep it."""
        self._found.pop(key, None)
        self._missing.pop(key, None)
        self._loading.pop(key, None)

    def clear(self) -> None:
        self._found.clear()
        self._missing.clear()
        self._loading.clear()

    def _begin(self, key: K) -> asyncio.Task[V | None]:
        task = self._loading.get(key)
        if task is None:
            task = asyncio.create_task(self._fill(key))
            self._loading[key] = task
            # A failure in the background is nobody's: the next caller asks again and is told.
            task.add_done_callback(lambda done: done.cancelled() or done.exception())
        return task

    async def _fill(self, key: K) -> V | None:
        asked = self._clock()  # the age counts from the question, not from the answer
        task = asyncio.current_task()
        try:
            value = await self._load(key)
        finally:
            current = self._loading.get(key) is task
            if current:
                del self._loading[key]
        if current:
            self.keep(key, value, asked)
        return value

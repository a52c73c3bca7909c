"""Look-ups of many callers made as one: what is asked for meanwhile goes into the next."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Mapping
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Together(Generic[K, V]):
    """One value by its key. `load` is given all the keys that wait, and leaves out what is not."""

    def __init__(self, load: Callable[[list[K]], Awaitable[Mapping[K, V]]]) -> None:
        self._load = load
        self._keys: list[K] = []
        self._next: asyncio.Task[Mapping[K, V]] | None = None
        self._one_at_a_time = asyncio.Lock()

    async def get(self, key: K) -> V | None:
        self._keys.append(key)
        if self._next is None:
            self._next = asyncio.create_task(self._round())
        # Shielded: others wait for the same round when this caller gives up.
        return (await asyncio.shield(self._next)).get(key)

    async def _round(self) -> Mapping[K, V]:
        async with self._one_at_a_time:
            keys, self._keys, self._next = self._keys, [], None
            return await self._load(keys)

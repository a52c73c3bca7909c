"""Locks by key, for as long as somebody holds or wants them."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager


class Locks:
    def __init__(self) -> None:
        self._wanted: dict[Hashable, tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def hold(self, key: Hashable) -> AsyncIterator[None]:
        lock, wanted = self._wanted.get(key) or (asyncio.Lock(), 0)
        self._wanted[key] = (lock, wanted + 1)
        try:
            async with lock:
                yield
        finally:
            lock, wanted = self._wanted.pop(key)
            if wanted > 1:
                self._wanted[key] = (lock, wanted - 1)

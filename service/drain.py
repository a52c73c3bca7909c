"""What is in flight, so that a stop can wait for it and new work is told to go elsewhere."""

import asyncio
from types import TracebackType


class Drain:
    """Work done inside `with drain:` is finished before sockets close.

    Streams that would never end by themselves (Server-Sent Events) wait for `started`, too.
    """

    def __init__(self) -> None:
        self.started = asyncio.Event()
        self._idle = asyncio.Event()
        self._idle.set()
        self._running = 0

    def __enter__(self) -> None:
        self._running += 1
        self._idle.clear()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._running -= 1
        if not self._running:
            self._idle.set()

    async def finished(self) -> None:
        await self._idle.wait()

"""A line to Redis whose answers can be made to come late."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


class Line:
    """Between the service and Redis. `delay` is how many seconds each answer takes longer."""

    def __init__(self, place: Path, redis: Path) -> None:
        self.path = place / "slow.sock"
        self.delay = 0.0
        self._redis = redis

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    async def run(self, ready: threading.Event, over: asyncio.Event) -> None:
        async with await asyncio.start_unix_server(self._connect, self.path):
            self.path.chmod(0o777)
            ready.set()
            await over.wait()

    async def _connect(self, near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, forth = await asyncio.open_unix_connection(self._redis)
        late = asyncio.create_task(self._pass(far, back, late=True))
        try:
            await self._pass(near, forth, late=False)
        finally:
            late.cancel()
            for writer in (forth, back):
                writer.close()

    async def _pass(
        self, source: asyncio.StreamReader, target: asyncio.StreamWriter, late: bool
    ) -> None:
        while data := await source.read(65536):
            if late:
                await asyncio.sleep(self.delay)
            target.write(data)


@contextmanager
def line(place: Path, redis: Path) -> Iterator[Line]:
    """The line, open, in a thread of its own."""
    made, ready, loop = Line(place, redis), threading.Event(), asyncio.new_event_loop()
    over = asyncio.Event()
    thread = threading.Thread(target=lambda: loop.run_until_complete(made.run(ready, over)))
    thread.start()
    ready.wait(10)
    try:
        yield made
    finally:
        loop.call_soon_threadsafe(over.set)
        thread.join(10)
        for task in asyncio.all_tasks(loop):
            task.cancel()
        loop.run_until_complete(asyncio.sleep(0))
        loop.close()

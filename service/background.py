"""Tasks that run beside the rest until they are told to end."""

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any

AGAIN = 0.2  # seconds


@asynccontextmanager
async def beside(name: str, work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Work that goes on meanwhile."""
    task = asyncio.create_task(work, name=name)
    try:
        yield
    finally:
        await end(task)


async def end(*tasks: "asyncio.Task[Any]") -> None:
    """See the tasks ended. Libraries swallow a cancellation at times: say it until it is heard."""
    pending = {task for task in tasks if not task.done()}
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=AGAIN)

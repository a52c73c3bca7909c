"""Waiting for a condition instead of for a time."""

import asyncio
import time
from collections.abc import Awaitable, Callable

STEP = 0.005


async def eventually(condition: Callable[[], Awaitable[bool]], seconds: float = 10.0) -> float:
    """Come back as soon as the condition holds, with the seconds it took; fail if it never does."""
    start = time.monotonic()
    for _ in range(round(seconds / STEP)):
        if await condition():
            return time.monotonic() - start
        await asyncio.sleep(STEP)
    raise AssertionError(f"not so within {seconds} s")

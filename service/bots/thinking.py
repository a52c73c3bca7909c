"""Thinking, in processes of its own, so that no request ever waits for a bot."""

import asyncio
import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from random import Random
from threading import Thread
from typing import Any, TypeVar

from domain.table.events import BotLevel
from service.bots.choose import chooser, weigher

T = TypeVar("T")

PROCESSES = 1  # that think, beside each one that serves
PLANNING = 0.2  # seconds that a bot without search may take
LEAST = 0.02
TRIES = 3
POLITE = 10  # how far thinking stands back for those who serve


class Thinking:
    """The process starts with the first thought and is replaced if it dies.

    The more bots think at once, the less time each gets, so that nobody waits long for a move.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._pool: ProcessPoolExecutor | None = None
        self._waiting = 0

    async def choose(self, game: str, level: BotLevel, view: Any, moves: Sequence[Any]) -> Any:
        """The move that a bot of the level chooses."""
        if level is BotLevel.RANDOM or len(moves) == 1:
            return chooser(game, BotLevel.RANDOM)(view, moves, 0.0, Random())
        most = self.seconds if level is BotLevel.STRONG else min(PLANNING, self.seconds)
        budget = self._share(most)
        return moves[await self._run(partial(chosen, game, level, view, tuple(moves), budget))]

    async def weigh(self, game: str, view: Any, moves: Sequence[Any]) -> list[float | None]:
        """What the strong bot thinks of each move, from 0 to 1."""
        budget = self._share(self.seconds)
        return await self._run(partial(weighed, game, view, tuple(moves), budget))

    def _share(self, seconds: float) -> float:
        return max(LEAST, seconds / (1 + self._waiting))

    async def _run(self, thought: Callable[[], T]) -> T:
        self._waiting += 1
        try:
            for _ in range(TRIES - 1):
                with suppress(BrokenProcessPool):  # somebody killed it: once more, in a new one
                    return await self._submit(thought)
            return await self._submit(thought)
        finally:
            self._waiting -= 1

    async def _submit(self, thought: Callable[[], T]) -> T:
        pool = self._pool
        if pool is None:
            pool = self._pool = ProcessPoolExecutor(
                PROCESSES, multiprocessing.get_context("spawn"), initializer=settle_down
            )
        try:
            return await asyncio.get_running_loop().run_in_executor(pool, thought)
        except BrokenProcessPool:
            if self._pool is pool:
                self._pool = None
            raise

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None


def chosen(game: str, level: BotLevel, view: Any, moves: Sequence[Any], budget: float) -> int:
    """Which of the moves a bot makes; runs in the thinking process."""
    return moves.index(chooser(game, level)(view, moves, budget, Random()))


def weighed(game: str, view: Any, moves: Sequence[Any], budget: float) -> list[float | None]:
    """What each of the moves is worth; runs in the thinking process."""
    return weigher(game)(view, moves, budget, Random())


def settle_down() -> None:
    """Let the others go first, leave Ctrl-C to the parent, and do not outlive it."""
    os.nice(POLITE)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=follow_parent, daemon=True).start()


def follow_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)

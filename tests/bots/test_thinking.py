"""Bots think in a process of their own: the loop goes on, and the process can be replaced."""

import asyncio
import os
import signal
import time
from contextlib import closing, suppress
from pathlib import Path

import pytest

from domain.games import latest
from domain.table.events import BotLevel
from service.bots.thinking import Thinking
from tests.kit import positions
from tests.running import wait_for

pytestmark = pytest.mark.anyio

GREEDY = BotLevel.GREEDY


def children() -> set[int]:
    """The thinking processes that this one has started and that still run."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        with suppress(FileNotFoundError, ProcessLookupError):
            found |= {int(pid) for pid in (task / "children").read_text().split()}
    return {pid for pid in found if is_thinking(pid)}


def is_thinking(pid: int) -> bool:
    try:
        return b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()
    except (FileNotFoundError, ProcessLookupError):
        return False  # it has just ended


def a_turn(name="bombay", seats=4):
    """What a seat sees at the start of a game, and its moves."""
    game = latest(name)
    state = next(positions(game, seats, "thinking"))
    [seat] = game.on_turn(state)
    return game.view(state, seat), game.legal(state, seat)


async def test_no_process_is_started_before_a_bot_has_to_think():
    before = children()
    with closing(Thinking(0.1)) as thinking:
        view, moves = a_turn()
        assert await thinking.choose("bombay", BotLevel.RANDOM, view, moves) in moves
        assert children() == before
        assert await thinking.choose("bombay", GREEDY, view, moves) in moves
        assert len(children() - before) == 1


async def test_a_killed_process_is_replaced_and_the_move_is_made():
    before = children()
    with closing(Thinking(0.1)) as thinking:
        view, moves = a_turn()
        await thinking.choose("bombay", GREEDY, view, moves)
        [thinker] = children() - before
        os.kill(thinker, signal.SIGKILL)
        assert await thinking.choose("bombay", GREEDY, view, moves) in moves
        assert thinker not in children()


async def test_closing_leaves_no_process_behind():
    before = children()
    with closing(Thinking(0.1)) as thinking:
        await thinking.choose("bombay", GREEDY, *a_turn())
    await asyncio.to_thread(wait_for, lambda: children() <= before)


async def test_the_loop_goes_on_while_a_bot_thinks():
    view, moves = a_turn()
    with closing(Thinking(0.5)) as thinking:
        await thinking.choose("bombay", GREEDY, view, moves)  # which starts the process
        thought = asyncio.create_task(thinking.choose("bombay", BotLevel.STRONG, view, moves))
        longest = 0.0
        while not thought.done():
            started = time.perf_counter()
            await asyncio.sleep(0)
            longest = max(longest, time.perf_counter() - started)
        assert longest < 0.25

"""The whole service under load while its processes die, freeze and are renewed by turns."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import psycopg
import pytest

from service.embedded import Postgres, Redis
from tests.conftest import scratch, silently
from tests.faults.nodes import TENANTS, Nodes, nodes
from tests.faults.playing import Playing
from tests.faults.whole import reckon
from tests.running import Running, started

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(300)]

TABLES = 8
PROGRESS = 60  # acknowledged deeds between two faults
FREEZE = 2.0  # seconds


async def test_two_workers_lose_nothing_whatever_dies(data):
    luck = Random("elephant")
    faults = ["worker"] * 3 + ["postgres"] * 2 + ["redis"] * 2 + ["freeze", "renewal"] * 2
    luck.shuffle(faults)
    with started(data, workers=2) as running:
        playing = Playing(running.url, ["demo"], TABLES)
        async with playing.going_on():
            for fault in faults:
                await playing.progress(PROGRESS)
                await strike(running, fault, luck)
            await playing.progress(PROGRESS)
        with psycopg.connect(running.database) as connection:
            reckon(connection, playing, told(faults))


async def strike(running: Running, fault: str, luck: Random) -> None:
    """Do it, and wait until the service is whole again."""
    old = workers(running)
    if fault == "freeze":
        await frozen(luck.choice(old))
    elif fault == "renewal":
        running.process.send_signal(signal.SIGHUP)
        await until(lambda: len(workers(running)) == 2 and not {*old} & {*workers(running)})
    elif fault == "worker":
        os.kill(killed := luck.choice(old), signal.SIGKILL)
        await until(lambda: len(workers(running)) == 2 and killed not in workers(running))
    else:
        os.kill(killed := running.server(fault), signal.SIGKILL)
        await until(lambda: running.server(fault) not in (None, killed))


async def test_two_nodes_behind_a_proxy_lose_nothing_whatever_dies():
    luck = Random("howdah")
    faults = ["node"] * 2 + ["postgres", "redis", "freeze", "freeze postgres"] + ["renewal"] * 2
    luck.shuffle(faults)
    with scratch() as place:
        postgres, redis = Postgres(place), Redis(place)
        postgres.start(silently)
        redis.start(silently)
        try:
            with nodes(place, postgres.url(), redis.url()) as both:
                playing = Playing(both.url, TENANTS, TABLES)
                async with playing.going_on():
                    for number, fault in enumerate(faults):
                        await playing.progress(PROGRESS)
                        await strike_node(both, number % 2, fault, postgres, redis)
                    await playing.progress(PROGRESS)
                with psycopg.connect(postgres.url()) as connection:
                    reckon(connection, playing, told(faults))
        finally:
            redis.kill()
            postgres.kill()


async def strike_node(
    both: Nodes, number: int, fault: str, postgres: Postgres, redis: Redis
) -> None:
    node = both.running[number].process
    if fault == "freeze":
        await frozen(node.pid)
    elif fault == "freeze postgres":
        await frozen(*family(postgres.process.pid))
    elif fault in ("node", "renewal"):
        node.send_signal(signal.SIGKILL if fault == "node" else signal.SIGTERM)
        await asyncio.to_thread(node.wait)
        await asyncio.to_thread(both.restart, number)
    else:
        server = postgres if fault == "postgres" else redis
        server.kill()
        await asyncio.to_thread(server.start, silently)


def workers(running: Running) -> list[int]:
    """The processes that serve, the parent aside."""
    return [pid for pid in running.children() if "service.worker" in command(pid)]


def command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def family(pid: int) -> list[int]:
    """The process and its children."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *map(int, children)]


async def frozen(*pids: int) -> None:
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    await asyncio.sleep(FREEZE)  # the fault itself lasts
    for pid in pids:
        os.kill(pid, signal.SIGCONT)


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - processes tell nobody
            await asyncio.sleep(0.05)


def told(faults: list[str]) -> str:
    return ", ".join(f"{count} x {fault}" for fault, count in sorted(Counter(faults).items()))

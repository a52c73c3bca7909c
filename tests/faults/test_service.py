"""The whole service under load while its processes die, freeze and are renewed by turns."""

import asyncio
import os
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
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


@contextmanager
def behind_a_proxy() -> Iterator[tuple[Nodes, Postgres, Redis]]:
    """Two nodes, their proxy, and the servers that they share."""
    with scratch() as place, ExitStack() as stack:
        postgres, redis = Postgres(place), Redis(place)
        for server in (postgres, redis):
            stack.callback(server.kill)
            server.start(silently)
        yield stack.enter_context(nodes(place, postgres.url(), redis.url())), postgres, redis


async def test_two_nodes_behind_a_proxy_lose_nothing_whatever_dies():
    faults = [f"{deed} {who}" for deed in ("kill", "freeze") for who in ("one", "two", "postgres")]
    faults += ["kill redis", "kill proxy", "renew one", "renew two"]
    Random("howdah").shuffle(faults)
    with behind_a_proxy() as (both, postgres, redis):
        playing = Playing(both.url, TENANTS, TABLES)
        async with playing.going_on():
            for fault in faults:
                await playing.progress(PROGRESS)
                await strike_node(both, fault, postgres, redis)
            await playing.progress(PROGRESS)
        with psycopg.connect(postgres.url()) as connection:
            reckon(connection, playing, told(faults))


async def strike_node(both: Nodes, fault: str, postgres: Postgres, redis: Redis) -> None:
    deed, who = fault.split()
    if who in ("one", "two"):
        number = ("one", "two").index(who)
        node = both.running[number].process
        if deed == "freeze":
            await frozen(node.pid)
        else:
            node.send_signal(signal.SIGKILL if deed == "kill" else signal.SIGTERM)
            await asyncio.to_thread(node.wait)
            await asyncio.to_thread(both.restart, number)
    elif deed == "freeze":
        await frozen(*family(postgres.process.pid))
    elif who == "proxy":
        both.kill_proxy()
        await asyncio.to_thread(both.start_proxy)
    else:
        server = postgres if who == "postgres" else redis
        server.kill()
        await asyncio.to_thread(server.start, silently)


async def test_a_rolling_restart_is_no_more_than_a_reconnect_for_who_follows():
    with behind_a_proxy() as (both, postgres, redis):
        playing = Playing(both.url, TENANTS, TABLES)
        async with playing.going_on():
            for fault in ("renew one", "renew two"):
                await playing.progress(PROGRESS)
                await strike_node(both, fault, postgres, redis)
            await playing.progress(PROGRESS)
        with psycopg.connect(postgres.url()) as connection:
            reckon(connection, playing, "1 x a rolling restart")
        assert playing.indeterminate == 0, "a deed was refused or lost its answer"
        assert all(trouble.startswith("follower") for trouble in playing.troubles)


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

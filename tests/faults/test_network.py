"""The cable of a node is pulled under load: the others go on, and it comes back with the cable."""

import asyncio
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import psycopg
import pytest

from service.embedded import Postgres, Redis
from tests.conftest import scratch, silently
from tests.faults.nodes import HERE, TENANTS, Spot, nodes
from tests.faults.playing import Playing
from tests.faults.rights import allowed
from tests.faults.whole import reckon
from tests.packages import needed
from tests.running import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(200)]

TABLES = 8
PROGRESS = 60
CUTS = 2
APART = 6.0  # seconds


class Cable:
    """A network namespace that stands for a machine, and the only way to it."""

    def __init__(self) -> None:
        (self.ip,) = needed("ip")
        number = os.getpid()
        self.name = f"howdah{number}"
        self.here, self.there = f"hw{number}a", f"hw{number}b"
        net = f"198.18.{number % 256}"  # of the block that is set aside for tests of networks
        self.address, self.away = f"{net}.1", f"{net}.2"

    @property
    def prefix(self) -> tuple[str, ...]:
        return (self.ip, "netns", "exec", self.name)

    @property
    def spot(self) -> Spot:
        return Spot(self.away, self.address, self.prefix)

    def lay(self) -> None:
        allowed(self.ip, "netns", "add", self.name)
        allowed(
            *(self.ip, "link", "add", self.here, "type", "veth"),
            *("peer", "name", self.there, "netns", self.name),
        )
        self.run(self.ip, "address", "add", f"{self.address}/30", "dev", self.here)
        self.run(self.ip, "link", "set", self.here, "up")
        self.run(*self.prefix, self.ip, "link", "set", "lo", "up")
        self.run(*self.prefix, self.ip, "address", "add", f"{self.away}/30", "dev", self.there)
        self.plug()

    def pull(self) -> None:
        self.run(*self.prefix, self.ip, "link", "set", self.there, "down")

    def plug(self) -> None:
        self.run(*self.prefix, self.ip, "link", "set", self.there, "up")

    def remove(self) -> None:
        subprocess.run([self.ip, "netns", "delete", self.name], capture_output=True, check=False)
        subprocess.run([self.ip, "link", "delete", self.here], capture_output=True, check=False)

    def run(self, *command: str) -> None:
        subprocess.run(command, check=True)


@contextmanager
def laid() -> Iterator[Cable]:
    cable = Cable()
    try:
        cable.lay()
        yield cable
    finally:
        cable.remove()


class NetworkedPostgres(Postgres):
    """A Postgres that is reached by the cable, too."""

    def __init__(self, place: Path, address: str) -> None:
        super().__init__(place)
        self.address = address
        self.doors = place / "hba.conf"
        self.doors.write_text("local all all trust\nhost all all samenet trust\n")

    def command(self) -> list[str]:
        doors = [f"--hba_file={self.doors}", f"--listen_addresses={self.address}"]
        return [*super().command(), *doors]

    @property
    def reached(self) -> str:
        return f"postgresql://postgres@{self.address}/howdah?connect_timeout=2"


class NetworkedRedis(Redis):
    """A Redis that is reached by the cable, too."""

    def __init__(self, place: Path, address: str) -> None:
        super().__init__(place)
        self.address = address

    def command(self) -> list[str]:
        doors = ["--port", "6379", "--bind", self.address, "--protected-mode", "no"]
        return [*super().command(), *doors]

    @property
    def reached(self) -> str:
        return f"redis://{self.address}:6379"


async def test_a_node_that_is_cut_off_costs_nobody_a_move():
    with scratch() as place, laid() as cable:
        postgres = NetworkedPostgres(place, cable.address)
        redis = NetworkedRedis(place, cable.address)
        postgres.start(silently)
        redis.start(silently)
        try:
            with nodes(place, postgres.reached, redis.reached, (HERE, cable.spot)) as both:
                second = process(f"http://{both.address(1)}")
                playing = Playing(both.url, TENANTS, TABLES)
                async with playing.going_on():
                    for _ in range(CUTS):
                        await playing.progress(PROGRESS)
                        cable.pull()
                        await asyncio.sleep(APART)  # the fault itself lasts
                        await playing.progress(PROGRESS)
                        cable.plug()
                        await asyncio.to_thread(wait_for, lambda: process(both.url) == second)
                    await playing.progress(PROGRESS)
                with psycopg.connect(postgres.url()) as connection:
                    reckon(connection, playing, f"{CUTS} x a node cut off")
        finally:
            redis.kill()
            postgres.kill()


def process(url: str) -> str:
    """Which process answers: the ids that it gives to requests begin alike."""
    return httpx.get(f"{url}/livez").headers["x-request-id"].partition("-")[0]

"""The disk of the database fills up under load: people read on, then play on."""

import asyncio
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import pytest

from service.embedded import Postgres, Redis
from tests.conftest import scratch, silently
from tests.faults.nodes import TENANTS, Nodes, nodes
from tests.faults.playing import Playing
from tests.faults.rights import allowed
from tests.faults.whole import reckon
from tests.running import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(200)]

SIZE = "400m"
TABLES = 8
PROGRESS = 60
FULL = 4.0  # seconds
BLOCK = bytes(4096)


@contextmanager
def small_disk(place: Path) -> Iterator[Path]:
    """A disk of its own for the database, that others may pass through."""
    place.mkdir()
    allowed("mount", "-t", "tmpfs", "-o", f"size={SIZE},mode=0711", "howdah", str(place))
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


async def test_a_full_disk_keeps_nobody_from_reading_and_loses_nothing():
    with scratch() as place, small_disk(place / "disk") as disk:
        postgres, redis = Postgres(disk), Redis(place)
        postgres.start(silently)
        redis.start(silently)
        try:
            with nodes(place, postgres.url(), redis.url()) as both:
                playing = Playing(both.url, TENANTS, TABLES)
                async with playing.going_on():
                    guest = await playing.guest(TENANTS[0], "Chandra")
                    for _ in range(2):
                        await playing.progress(PROGRESS)
                        await asyncio.to_thread(fill, postgres, disk)
                        await asyncio.to_thread(wait_for, lambda: says(both, "failing"))
                        assert await asyncio.to_thread(reads, both.url, guest)
                        await asyncio.sleep(FULL)  # the fault itself lasts
                        (disk / "ballast").unlink()
                        if postgres.process.poll() is not None:  # it may give up, and is started
                            await asyncio.to_thread(postgres.start, silently)
                        await playing.progress(PROGRESS)
                        await asyncio.to_thread(wait_for, lambda: says(both, "ok"))
                with psycopg.connect(postgres.url()) as connection:
                    reckon(connection, playing, "2 x disk full")
        finally:
            redis.kill()
            postgres.kill()


def fill(postgres: Postgres, disk: Path) -> None:
    """Leave no byte free, just after the server has begun a new file of its log."""
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute("checkpoint")
        connection.execute("select pg_switch_wal()")
    with (disk / "ballast").open("wb", buffering=0) as ballast, suppress(OSError):
        while True:
            ballast.write(BLOCK)
    assert shutil.disk_usage(disk).free == 0


def says(both: Nodes, commits: str) -> bool:
    """Whether both nodes tell so of the database."""
    return all(both.report(number)["checks"]["commits"] == commits for number in range(2))


def reads(url: str, token: str) -> bool:
    """Whether people can still look."""
    answer = httpx.get(f"{url}/v1/tables", headers={"authorization": f"Bearer {token}"})
    return answer.status_code == 200 and len(answer.json()["items"]) > 0

"""Kill Postgres and the writers under load, again and again, and count what was lost."""

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import psycopg
import pytest

from service.embedded import Postgres
from service.store import migrate
from tests.conftest import scratch, silently
from tests.faults.whole import whole
from tests.running import wait_for

SERVER_KILLS, WRITER_KILLS, WRITERS, CALLERS = 14, 10, 2, 24
PROGRESS = 300  # acknowledged commands between two kills


class Writer:
    """A writing process and what it has said so far, over all its lives."""

    def __init__(self, url: str, output: Path) -> None:
        self.url = url
        self.output = output
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", "tests.faults.writer", self.url, str(CALLERS)]
        errors = self.output.with_suffix(".errors")
        with self.output.open("ab") as output, errors.open("ab") as trouble:
            self.process = subprocess.Popen(command, stdout=output, stderr=trouble)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()

    def said(self) -> list[tuple[str, ...]]:
        """The acknowledged commands."""
        return [tuple(line.split()) for line in self.output.read_text().splitlines()]


@pytest.fixture
def server():
    with scratch() as directory:
        server = Postgres(directory)
        server.start(silently)
        migrate.upgrade(server.url())
        yield server
        server.kill()


@pytest.mark.timeout(600)
def test_nothing_acknowledged_is_lost_or_doubled(server):
    start = time.monotonic()
    chance = Random("monsoon")
    place = server.log.parent
    writers = [Writer(server.url(), place / f"said.{number}") for number in range(WRITERS)]
    kills = ["server"] * SERVER_KILLS + ["writer"] * WRITER_KILLS
    chance.shuffle(kills)
    try:
        for kill in kills:
            progress(writers)
            if kill == "server":
                server.kill()
                server.start(silently)
            else:
                writer = chance.choice(writers)
                writer.kill()
                writer.start()
        progress(writers)
    finally:
        for writer in writers:
            writer.kill()
    acknowledged = [line for writer in writers for line in writer.said()]
    with psycopg.connect(server.url()) as connection:
        written = connection.execute(
            "select command_id::text, shard::text, stream_id::text, version::text,"
            " (version + command_count - 1)::text from howdah.events where ord = 1"
        ).fetchall()
        events, shards, streams = whole(connection)
    standing = set(written)
    lost = [line for line in acknowledged if line not in standing]
    doubled = len(written) - len({command for command, *_ in written})
    print(
        f"\n{SERVER_KILLS} kills of Postgres and {WRITER_KILLS} of writers in "
        f"{time.monotonic() - start:.0f} s: {len(acknowledged)} commands acknowledged, "
        f"{len(lost)} lost, {doubled} doubled, "
        f"{len(written) - len(acknowledged)} written whose answer was lost; {events} events in "
        f"{shards} shards and {streams} streams, all positions, versions and chains whole"
    )
    assert (lost, doubled) == ([], 0)


def progress(writers: list[Writer]) -> None:
    """Wait until work goes on as if nothing had happened."""
    before = sum(len(writer.said()) for writer in writers)
    wait_for(lambda: sum(len(writer.said()) for writer in writers) > before + PROGRESS)

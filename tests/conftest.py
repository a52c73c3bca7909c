"""What tests share: a real Postgres with fresh databases in it, and a real Redis."""

import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import psycopg
import pytest

from service.embedded import Postgres, Redis
from service.store import migrate
from tests.running import Running, started

TEMPLATE = "howdah_template"
numbers = count(1)


@contextmanager
def scratch() -> Iterator[Path]:
    """A directory of our own that other users may pass through, as they must if we are root."""
    with tempfile.TemporaryDirectory(prefix="howdah-", dir="/tmp") as directory:
        Path(directory).chmod(0o711)
        yield Path(directory)


def silently(text: str) -> None:
    pass


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running server with one migrated database to copy."""
    with scratch() as directory:
        server = Postgres(directory)
        server.start(silently)
        with psycopg.connect(server.url(), autocommit=True) as connection:
            connection.execute(f"create database {TEMPLATE}")
        migrate.upgrade(server.url(TEMPLATE))
        yield server
        server.kill()


@pytest.fixture(scope="session")
def redis() -> Iterator[Redis]:
    """A running server; whoever needs it empty asks for a database number of their own."""
    with scratch() as directory:
        server = Redis(directory)
        server.start(silently)
        yield server
        server.kill()


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    """The URL of a migrated and empty database of the test module's own."""
    name = f"test_{next(numbers)}"
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(f"create database {name} template {TEMPLATE}")
    return postgres.url(name)


@pytest.fixture
def data() -> Iterator[Path]:
    """A place for the data directory of a service that a test starts for itself."""
    with scratch() as directory:
        yield directory / "data"


@pytest.fixture(scope="session")
def cluster() -> Iterator[Path]:
    """A data directory as a stopped service leaves it, to copy: to make one takes seconds."""
    with scratch() as directory:
        postgres = Postgres(directory)
        postgres.start(silently)
        migrate.upgrade(postgres.url())
        postgres.stop()
        yield directory


@pytest.fixture
def used(data: Path, cluster: Path) -> Path:
    """A data directory of the test's own in which a service has run before."""
    data.mkdir(mode=0o711)
    subprocess.run(["cp", "-a", cluster / "postgres", data], check=True)
    return data


@pytest.fixture(scope="session")
def service() -> Iterator[Running]:
    """One running service for all tests that leave it as they found it."""
    with scratch() as directory, started(directory / "data", log_level="debug") as running:
        yield running


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"

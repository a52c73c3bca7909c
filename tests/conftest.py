"""What tests share: a real Postgres, and a fresh database in it."""

from collections.abc import Iterator
from itertools import count

import psycopg
import pytest

from service.store import migrate
from tests.postgres import Postgres

TEMPLATE = "howdah_template"
numbers = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A running server with one migrated database to copy."""
    server = Postgres()
    server.start()
    with psycopg.connect(server.url(), autocommit=True) as connection:
        connection.execute(f"create database {TEMPLATE}")
    migrate.upgrade(server.url(TEMPLATE))
    yield server
    server.remove()


@pytest.fixture(scope="module")
def database(postgres: Postgres) -> str:
    """The URL of a migrated and empty database of the test module's own."""
    name = f"test_{next(numbers)}"
    with psycopg.connect(postgres.url(), autocommit=True) as connection:
        connection.execute(f"create database {name} template {TEMPLATE}")
    return postgres.url(name)


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"

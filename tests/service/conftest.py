"""Tenants, keys and callers, in a database of the test module's own."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import pytest

from service.auth import Auth
from service.cli import main
from service.embedded import Redis
from service.identity import Identity
from service.limits import Limits
from service.tenancy import Tenancy
from tests.conftest import scratch, silently


@pytest.fixture
def redis_server():
    """A Redis of the test's own, to stop and start at will."""
    with scratch() as directory:
        server = Redis(directory)
        server.start(silently)
        yield server
        server.kill()


@pytest.fixture
async def identity(database):
    async with Identity(database) as identity:
        yield identity


@pytest.fixture
async def tenancy(identity):
    return Tenancy(identity)


@pytest.fixture
async def auth(identity, tenancy):
    return Auth(identity, tenancy, Limits())


class Answer(NamedTuple):
    printed: str
    complaint: str | int | None  # what the process would end with; 0 or None is well


@pytest.fixture
def howdah(database, monkeypatch, capsys):
    """The command at the test's own database, which a running service would share."""
    monkeypatch.setenv("HOWDAH_DATABASE_URL", database)
    monkeypatch.setenv("HOWDAH_REDIS_URL", "unix:///nowhere")

    def run(*arguments):
        monkeypatch.setattr("sys.argv", ["howdah", *arguments])
        with ThreadPoolExecutor(1) as pool:  # the command has an event loop of its own
            complaint = pool.submit(ending).result()
        return Answer(capsys.readouterr().out.strip(), complaint)

    return run


def ending():
    """What the command ends with."""
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code

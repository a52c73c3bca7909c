"""Tenants, keys and callers, in a database of the test module's own."""

import pytest

from service.auth import Auth
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

"""Callers of the running service, and its parts inside the test process."""

import pytest

from tests.graphql.kit import guest
from tests.graphql.world import World, inside


@pytest.fixture
def asha(service):
    with guest(service.url, "Asha") as asha:
        yield asha


@pytest.fixture
def bram(service):
    with guest(service.url, "Bram") as bram:
        yield bram


@pytest.fixture
def carla(service):
    with guest(service.url, "Carla") as carla:
        yield carla


@pytest.fixture(scope="module")
def world(database, redis) -> World:
    with inside(database, redis.url()) as world:
        yield world

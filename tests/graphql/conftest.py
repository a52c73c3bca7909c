"""Callers of the running service, and its parts inside the test process."""

import pytest

from tests.graphql.kit import guest
from tests.graphql.world import World, inside
from tests.people import person

asha = person(guest, "Asha")
bram = person(guest, "Bram")
carla = person(guest, "Carla")


@pytest.fixture(scope="module")
def world(database, redis) -> World:
    with inside(database, redis.url()) as world:
        yield world

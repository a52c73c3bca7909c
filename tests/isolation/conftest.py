"""Two tenants of the running service, and everyone who should not get at the first one's table."""

import pytest

from tests.isolation.kit import house


@pytest.fixture(scope="module")
def cafe(service):
    """A café where Asha and Bram play, by invitation only."""
    with house(service, "café") as cafe:
        yield cafe


@pytest.fixture(scope="module")
def club(service):
    """Another tenant, with a player of its own."""
    with house(service, "club") as club:
        yield club

"""Callers of the running service."""

import pytest

from tests.people import person
from tests.rest.kit import Caller, guest
from tests.running import howdah

asha = person(guest, "Asha")
bram = person(guest, "Bram")
carla = person(guest, "Carla")


@pytest.fixture(scope="session")
def club(service):
    """A tenant of the tests' own, with its key."""
    made = howdah("tenant", "create", "chess club", data=service.data)
    assert made.returncode == 0, made.stderr
    issued = howdah("token", "issue", "chess club", data=service.data)
    with Caller(service.url, issued.stdout.strip()) as club:
        yield club

"""Callers of the running service."""

import pytest

from tests.rest.kit import Caller, guest
from tests.running import howdah


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


@pytest.fixture(scope="session")
def club(service):
    """A tenant of the tests' own, with its key."""
    made = howdah("tenant", "create", "chess club", data=service.data)
    assert made.returncode == 0, made.stderr
    issued = howdah("token", "issue", "chess club", data=service.data)
    with Caller(service.url, issued.stdout.strip()) as club:
        yield club

"""Callers of the running service."""

import pytest

from tests.rest.kit import guest


@pytest.fixture
def asha(service):
    with guest(service.url, "Asha") as asha:
        yield asha


@pytest.fixture
def bram(service):
    with guest(service.url, "Bram") as bram:
        yield bram

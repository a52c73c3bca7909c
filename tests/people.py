"""Fixtures for people who call the running service."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any

import pytest


def person(guest: Callable[[str, str], AbstractContextManager[Any]], name: str):
    """A fixture: a guest of that name, in the words of one of the APIs."""

    @pytest.fixture
    def caller(service):
        with guest(service.url, name) as caller:
            yield caller

    return caller

"""A log to test with."""

import pytest

from service.store import Log


@pytest.fixture
async def log(database):
    async with Log(database) as log:
        yield log

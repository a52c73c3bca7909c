"""A projector that dies after it has written and before it has said how far it has come."""

import asyncio
import os
import sys
from typing import Any

from service.cache import impatient
from service.feed import Shelf
from service.projectors.fold import Folder
from service.projectors.models import Models
from service.projectors.runner import Runner
from service.projectors.views import Views
from service.store import Log
from service.store.pools import pool


class Dying:
    eager = True

    def __init__(self, projection: Any) -> None:
        self._projection = projection
        self.name = projection.name
        self.use = projection.use
        self.prepare = projection.prepare
        self.digest = projection.digest

    async def store(self, *what: Any) -> None:
        await self._projection.store(*what)
        os._exit(9)


async def main(database: str, redis: str, name: str) -> None:
    async with Log(database) as log, pool(database, "projector", 4) as projectors:
        shelf = Shelf(impatient(redis))
        projection = Models(Folder(log)) if name == "models" else Views(log, shelf)
        runner = Runner(log, projectors, Dying(projection))
        await runner.lease()
        await runner.catch_up()


asyncio.run(main(*sys.argv[1:]))

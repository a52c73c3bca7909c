"""Puts the reading side of one process together."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from service.feed import Hub, Shelf, impatient
from service.past import Past
from service.read import Reader
from service.store import Log
from service.store.pools import pool
from service.tables import Tables


class Reading:
    """What reads: give `hub.publish` to the write path, the rest to the APIs."""

    def __init__(self, hub: Hub, reader: Reader) -> None:
        self.hub = hub
        self.reader = reader


@asynccontextmanager
async def reading(
    database_url: str, redis_url: str, log: Log, tables: Tables
) -> AsyncIterator[Reading]:
    projectors = pool(database_url, "projector", 2)
    async with impatient(redis_url) as redis, projectors:
        hub = Hub(log, tables, projectors, redis_url, Shelf(redis))
        async with hub.running():
            yield Reading(hub, Reader(log, hub, Past(log)))

"""Puts the reading side of one process together."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from service.cache import impatient
from service.feed import Hub, Notices, Shelf
from service.lists import Lists
from service.past import Past
from service.projectors.fold import Folder
from service.projectors.models import Models
from service.projectors.runner import Runner
from service.projectors.views import Views
from service.read import Reader
from service.store import SHARDS, Log
from service.store.pools import Pool, pool
from service.tables import Tables


class Reading:
    """What reads: give `hub.publish` to the write path, the rest to the APIs."""

    def __init__(
        self,
        hub: Hub,
        notices: Notices,
        reader: Reader,
        lists: Lists,
        runners: tuple[Runner, ...],
        projectors: Pool,
    ) -> None:
        self.hub = hub
        self.notices = notices
        self.reader = reader
        self.lists = lists
        self.runners = runners
        self.projectors = projectors


@asynccontextmanager
async def reading(
    database_url: str, redis_url: str, log: Log, tables: Tables
) -> AsyncIterator[Reading]:
    """Everything that reads, and the projectors of what it reads from."""
    projectors, readers = pool(database_url, "projector", 4), pool(database_url, "reader", 2)
    async with AsyncExitStack() as stack:
        for each in (projectors, readers):
            await stack.enter_async_context(each)
        redis = await stack.enter_async_context(impatient(redis_url))
        shelf = Shelf(redis)
        hub = Hub(log, tables, projectors, redis_url, shelf)
        await stack.enter_async_context(hub.running())
        models = Runner(log, projectors, Models(Folder(log)))
        views = Runner(log, projectors, Views(log, shelf))
        for runner in (models, views):
            await stack.enter_async_context(runner.running())
        for shard in range(SHARDS):
            hub.wake(shard, models.hint)
        lists = Lists(readers, projectors)
        reader = Reader(log, hub, Past(log))
        yield Reading(hub, Notices(log, hub), reader, lists, (models, views), projectors)

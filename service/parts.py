"""The parts of the running service that its APIs share, made and put away in order."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass

from redis.asyncio import Redis

from service.audit.checkpoints import Checkpoints
from service.audit.signing import signer
from service.auth import Auth
from service.background import beside
from service.bots.hints import Hints
from service.bots.runner import Bots
from service.bots.thinking import Thinking
from service.bots.waiting import WaitingTables
from service.config import Config
from service.desk import Desk
from service.drain import Drain
from service.feed import Hub, Notices
from service.handle import Handler, Update
from service.identity import Identity
from service.limits import Limits
from service.lists import Lists
from service.openings import Openings
from service.read import Reader
from service.reading import reading
from service.sharing import Sharing
from service.store import Log
from service.tables import Tables
from service.tenancy import Tenancy


@dataclass(frozen=True)
class Parts:
    tenancy: Tenancy
    auth: Auth
    limits: Limits
    log: Log
    desk: Desk
    reader: Reader
    lists: Lists
    hub: Hub
    notices: Notices
    checkpoints: Checkpoints
    bots: Bots
    hints: Hints
    drain: Drain


@asynccontextmanager
async def opened(config: Config, redis: Redis, drain: Drain) -> AsyncIterator[Parts]:
    """The parts over servers that run: both URLs of the configuration are given."""
    database_url, redis_url = config.database_url or "", config.redis_url or ""
    async with AsyncExitStack() as stack:
        identity = await stack.enter_async_context(Identity(database_url))
        log = await stack.enter_async_context(Log(database_url))
        tables, limits = Tables(log), Limits()
        read = await stack.enter_async_context(reading(database_url, redis_url, log, tables))
        tenancy = Tenancy(identity)

        def publish(update: Update) -> None:
            read.hub.publish(update)
            bots.notice(update)

        handler = Handler(log, tables, publish)
        thinking = Thinking(config.bot_seconds)
        waiting = WaitingTables(read.projectors, tenancy)
        bots = Bots(handler, tables, waiting, thinking, config.away_seconds)
        await stack.enter_async_context(bots.running())
        sharing = asyncio.create_task(Sharing(limits, redis).run(), name="limits")
        stack.callback(sharing.cancel)
        checkpoints = await stack.enter_async_context(Checkpoints(database_url, signer(config)))
        signing = checkpoints.run(config.checkpoint_seconds)
        await stack.enter_async_context(beside("checkpoints", signing))
        yield Parts(
            tenancy=tenancy,
            auth=Auth(identity, tenancy, limits),
            limits=limits,
            log=log,
            desk=Desk(handler, Openings(read.lists, tables), log),
            reader=read.reader,
            lists=read.lists,
            hub=read.hub,
            notices=read.notices,
            checkpoints=checkpoints,
            bots=bots,
            hints=Hints(thinking, limits),
            drain=drain,
        )

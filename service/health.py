"""Whether the process lives, and whether it can serve."""

import asyncio
import time

import msgspec
import psycopg
from redis.asyncio import Redis
from redis.exceptions import RedisError
from starlette.requests import Request
from starlette.responses import Response

from service.drain import Drain
from service.store import migrate
from service.store.appender import Appender

TIMEOUT = 2.0
FRESH = 1.0  # seconds for which an answer is given again: anybody may ask, as often as they like


class Report(msgspec.Struct, frozen=True):
    """What /readyz answers."""

    status: str
    checks: dict[str, str]

    @property
    def code(self) -> int:
        return 503 if self.status == "unready" else 200


class Readiness:
    """Ready means: the database answers and its schema is ours. Redis is missed, not needed.

    A database that takes no commits, as with a full disk, still lets people read and follow, and
    it is the same for every process: who left would help nobody.
    """

    def __init__(self, database_url: str, redis: Redis, drain: Drain, appender: Appender) -> None:
        self.database_url = database_url
        self.redis = redis
        self.drain = drain
        self.appender = appender
        self.expected = migrate.head()
        self._checking = asyncio.Lock()
        self._checked = -FRESH
        self._last: dict[str, str] = {}

    async def report(self) -> Report:
        async with self._checking:
            if time.monotonic() - self._checked >= FRESH:
                self._last = {"database": await self.database(), "redis": await self.cache()}
                self._checked = time.monotonic()
        checks = {**self._last, "commits": "failing" if self.appender.failing else "ok"}
        if self.drain.started.is_set():
            return Report("unready", {**checks, "service": "stopping"})
        if checks["database"] != "ok":
            return Report("unready", checks)
        return Report("ok" if {*checks.values()} == {"ok"} else "degraded", checks)

    async def database(self) -> str:
        try:
            async with asyncio.timeout(TIMEOUT):
                found = await asyncio.to_thread(migrate.current, self.database_url)
        except (psycopg.Error, OSError, TimeoutError):
            return "unreachable"
        return "ok" if found == self.expected else "not migrated"

    async def cache(self) -> str:
        try:
            async with asyncio.timeout(TIMEOUT):
                await self.redis.ping()
        except (RedisError, OSError, TimeoutError):
            return "unreachable"
        return "ok"


async def livez(request: Request) -> Response:
    """The event loop turns: enough to be left alone by whoever restarts processes."""
    return answer(Report("ok", {}))


async def readyz(request: Request) -> Response:
    return answer(await request.app.state.readiness.report())


def answer(report: Report) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(report), report.code, headers, "application/json")

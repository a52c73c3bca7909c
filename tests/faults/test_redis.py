"""`howdah serve` while its Redis is dead or slow, and while it is itself killed meanwhile."""

import asyncio
import signal
import time
from random import Random

import pytest

from service.embedded import Postgres, Redis
from service.store import migrate
from tests.conftest import scratch, silently
from tests.faults.slow import line
from tests.isolation.worlds import found
from tests.projections.kit import CLUBS, house, until, untrue_views
from tests.rest.kit import Caller, guest, play_on, started
from tests.running import Running, howdah, wait_for

pytestmark = pytest.mark.timeout(180)


@pytest.fixture
def place():
    with scratch() as place:
        yield place


@pytest.fixture
def postgres(place):
    server = Postgres(place)
    server.start(silently)
    migrate.upgrade(server.url())
    demo = ("tenant", "create", "demo", "--guests")
    assert howdah(*demo, data=place, database_url=server.url()).returncode == 0
    yield server
    server.kill()


@pytest.fixture
def redis(place):
    server = Redis(place)
    server.start(silently)
    yield server
    server.kill()


class Game:
    """Two guests at a table of a service that may be another process next time."""

    def __init__(self, service):
        self.callers = [guest(service.url, name) for name in ("Asha", "Bram")]
        self.table = started(self.callers)
        self.luck = Random(6)
        self.slowest = 0.0

    def goes_on(self, moves=8):
        for _ in range(moves):
            began = time.monotonic()
            before = self.callers[0].get(self.table).json()["version"]
            after = play_on(self.callers, self.table, self.luck, moves=1)["version"]
            assert after > before
            self.slowest = max(self.slowest, time.monotonic() - began)

    def moves_to(self, service):
        tokens = [caller.http.headers["authorization"][7:] for caller in self.callers]
        self.leave()
        self.callers = [Caller(service.url, token) for token in tokens]

    def leave(self):
        for caller in self.callers:
            caller.http.close()


def readiness(service):
    answer = service.get("/readyz")
    return answer.status_code, answer.json()["status"]


async def views_are_true(service, redis, table):
    """The views of the table come to be there, and all there are equal a fold of the log."""
    club = found(service, "demo")
    CLUBS[club.id] = club
    async with house(service.database, redis.url()) as home:
        keys = f"*{club.id.hex}:{table.rpartition('/')[2].replace('-', '')}*:view:*"
        await until(lambda: some(home.hub.shelf.redis, keys))
        assert await untrue_views(home) == []


async def some(client, keys):
    return [key async for key in client.scan_iter(keys)]


def test_a_service_killed_while_redis_is_dead_comes_back_and_plays_on(place, postgres, redis):
    settings = {"database_url": postgres.url(), "redis_url": redis.url()}
    service = Running(place / "data", settings).wait_until_ready()
    try:
        game = Game(service)
        game.goes_on()
        wait_for(lambda: readiness(service) == (200, "ok"))
        redis.kill()
        wait_for(lambda: readiness(service) == (200, "degraded"))
        game.goes_on()
        service.stop(signal.SIGKILL)
        service = Running(place / "data", settings).wait_until_ready()
        assert readiness(service) == (200, "degraded")
        game.moves_to(service)
        game.goes_on()
        redis.start(silently)
        wait_for(lambda: readiness(service) == (200, "ok"))
        game.goes_on()
        asyncio.run(views_are_true(service, redis, game.table))
        game.leave()
    finally:
        service.stop()


def test_a_slow_redis_slows_down_neither_reads_nor_commands(place, postgres, redis):
    with line(place, redis.socket) as slow:
        settings = {"database_url": postgres.url(), "redis_url": slow.url}
        service = Running(place / "data", settings).wait_until_ready()
        try:
            game = Game(service)
            game.goes_on()
            slow.delay = 10.0
            game.goes_on(20)
            assert game.slowest < slow.delay, "somebody waited for Redis"
            wait_for(lambda: readiness(service) == (200, "degraded"))
            other = Game(service)  # a table that Redis has never heard of
            other.goes_on(20)
            assert other.slowest < slow.delay, "somebody waited for Redis"
            slow.delay = 0.0
            wait_for(lambda: readiness(service) == (200, "ok"))
            for each in (game, other):
                each.goes_on()
                asyncio.run(views_are_true(service, redis, each.table))
                each.leave()
        finally:
            service.stop()

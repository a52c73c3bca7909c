"""Fail Postgres and Redis over under load: what was acknowledged stands, on whoever leads now."""

import asyncio

import httpx
import psycopg
import pytest

from tests.conftest import scratch
from tests.faults.highly import caches, databases
from tests.faults.nodes import TENANTS, nodes
from tests.faults.playing import Playing
from tests.faults.whole import reckon
from tests.running import wait_for

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(400)]

PROGRESS = 100
TABLES = 8


async def test_standbys_take_over_and_nothing_is_lost():
    with (
        scratch() as place,
        databases(place) as postgres,
        caches(place) as redis,
        nodes(place, postgres.url, redis.url) as both,
    ):
        assert "Sync Standby" in postgres.listed()
        playing = Playing(both.url, TENANTS, TABLES)
        async with playing.going_on():
            await playing.progress(PROGRESS)
            killed = postgres.leader()
            killed.kill()
            await playing.progress(PROGRESS, 120)
            assert postgres.leader() not in (None, killed)
            killed.start()
            await asyncio.to_thread(wait_for, postgres.in_step, 120)
            await asyncio.to_thread(postgres.switch_over)
            await playing.progress(PROGRESS, 120)
            await asyncio.to_thread(wait_for, lambda: killed.is_("primary"))
            (old,) = [cache for cache in redis.pair if cache.port == redis.chosen()]
            old.kill()
            await asyncio.to_thread(wait_for, lambda: redis.chosen() != old.port)
            await asyncio.to_thread(wait_for, lambda: any(each.leads() for each in redis.pair))
            await playing.progress(PROGRESS)
            await asyncio.to_thread(wait_for, lambda: is_whole(both.url))
        with psycopg.connect(postgres.url) as connection:
            reckon(
                connection,
                playing,
                "1 x Postgres failed over, 1 x switched over, 1 x Redis failed over",
            )


def is_whole(url: str) -> bool:
    """Whether the service has found the Redis that leads now."""
    return httpx.get(f"{url}/readyz").json()["status"] == "ok"

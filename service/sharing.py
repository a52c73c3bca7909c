"""Tells the other processes, through Redis, what was used here, and learns what is left for all.

One pipeline a few times a second, off the request path. When Redis is away the limits are told to
give this process's share; the first answer after that ends it.
"""

import asyncio
import hashlib
from collections.abc import Iterator
from itertools import groupby
from typing import Any
from uuid import UUID, uuid4

import structlog
from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import RedisError

from service.limits import Bucket, Limits

EVERY = 0.25  # seconds between two exchanges
PATIENCE = 1.0  # seconds before trying again where nobody answers
ALIVE = 10  # seconds for which a process that is not heard still counts
AT_ONCE = 500  # buckets in one call: a script holds up everyone else

# Fill each bucket up to now by the clock of Redis, take what was spent, answer what is left. Debts
# stay, up to a burst: processes that overspent between two exchanges pay it back together.
LEVELS = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
local levels = {}
for i, key in ipairs(KEYS) do
  local rate, burst, spent = ARGV[3*i-2] + 0, ARGV[3*i-1] + 0, ARGV[3*i] + 0
  local had = redis.call('HMGET', key, 'level', 'at')
  local level = burst
  if had[1] then level = math.min(burst, had[1] + math.max(0, now - had[2]) * rate) end
  level = math.max(level - spent, -burst)
  redis.call('HSET', key, 'level', string.format('%.3f', level), 'at', string.format('%.6f', now))
  redis.call('PEXPIRE', key, 1000 + math.ceil(2000 * burst / math.max(rate, 0.001)))
  levels[i] = string.format('%.3f', level)
end
return levels
"""

# Say how many there are here, answer how many there are in all processes heard of lately.
TOTAL = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. string.format('%.3f', now))
redis.call('EXPIRE', KEYS[1], ARGV[3])
local total = 0
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local count, at = string.match(all[i+1], '(%S+) (%S+)')
  if now - at > ARGV[3] + 0 then redis.call('HDEL', KEYS[1], all[i]) else total = total + count end
end
return total
"""
SCRIPTS = {script: hashlib.sha1(script.encode()).hexdigest() for script in (LEVELS, TOTAL)}

log = structlog.get_logger()


class Sharing:
    """The exchange of one process. `run` it in the background; `exchange` is one round."""

    def __init__(self, limits: Limits, redis: Redis, every: float = EVERY) -> None:
        self.heard = False  # whether Redis answered last time
        self.instances = 1
        self._limits = limits
        self._redis = redis
        self._every = every
        self._name = uuid4().hex

    async def run(self) -> None:
        while True:
            await self.exchange()
            await asyncio.sleep(self._every if self.heard else PATIENCE)

    async def exchange(self) -> None:
        """One round. It does not fail for want of Redis: then the process is on its own."""
        touched = sorted(self._limits.touched, key=lambda bucket: bucket.slot)
        self._limits.touched.clear()
        batches = [
            batch
            for _, of_slot in groupby(touched, key=lambda bucket: bucket.slot)
            for batch in batched(list(of_slot))
        ]
        sockets = dict(self._limits.sockets)
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                if not self.heard:  # a Redis that was away may have lost them
                    for script in SCRIPTS:
                        pipe.script_load(script)
                self._count(pipe, "howdah:instances", 1)
                for tenant, count in sockets.items():
                    self._count(pipe, f"howdah:{{{tenant}}}:sockets", count)
                for batch in batches:
                    self._tell(pipe, batch)
                answers = await pipe.execute()
        except (RedisError, OSError) as error:
            self._lost(error)
        else:
            self._learn(answers if self.heard else answers[len(SCRIPTS) :], sockets, batches)

    def _count(self, pipe: Pipeline, key: str, count: int) -> None:
        pipe.evalsha(SCRIPTS[TOTAL], 1, key, self._name, count, ALIVE)

    def _tell(self, pipe: Pipeline, batch: list[Bucket]) -> None:
        numbers: list[float] = []
        for bucket in batch:
            # What was spent alone is past; what it left missing now is what the others should know.
            missing = bucket.burst * self._limits.share - bucket.level
            numbers += (bucket.rate, bucket.burst, bucket.spent if self.heard else missing)
            bucket.spent = 0.0
        keys = [bucket.key for bucket in batch]
        pipe.evalsha(SCRIPTS[LEVELS], len(keys), *keys, *numbers)

    def _learn(
        self, answers: list[Any], sockets: dict[UUID, int], batches: list[list[Bucket]]
    ) -> None:
        limits = self._limits
        totals = iter(answers)
        self.instances = max(1, next(totals))
        for tenant, here in sockets.items():
            limits.sockets_elsewhere[tenant] = next(totals) - here
            if not here and not limits.sockets[tenant]:
                del limits.sockets[tenant]
                del limits.sockets_elsewhere[tenant]
        for batch, levels in zip(batches, totals, strict=True):
            for bucket, level in zip(batch, levels, strict=True):
                bucket.level = float(level) - bucket.spent
        if not self.heard:
            log.info("limits_shared", instances=self.instances)
        self.heard = True
        limits.share = 1.0

    def _lost(self, error: Exception) -> None:
        if self.heard:
            log.warning("limits_local", error=type(error).__name__)
        self.heard = False
        self._limits.share = 1 / self.instances


def batched(buckets: list[Bucket]) -> Iterator[list[Bucket]]:
    for start in range(0, len(buckets), AT_ONCE):
        yield buckets[start : start + AT_ONCE]

"""Views in Redis: one per viewer, with its version. Only newer wins; only the winner announces.

A key holds what its viewer may see and nothing more: players by their id, everyone else under "-".
Nothing here is the truth. Who reads a view compares its version and hash with the log's.
"""

import random
from collections.abc import Iterable, Sequence
from uuid import UUID

from redis.asyncio import Redis
from redis.asyncio.client import Pipeline
from redis.exceptions import NoScriptError

from domain.kernel import Value
from service import metrics

ANYONE = "-"  # who does not sit at the table
HINTS = "hints"  # the channel on which shards that have grown are named
DAY_MS = 24 * 3600 * 1000

# KEYS: the table's last announced version, then views. ARGV: version, hash, time to live, channel,
# then the body of each view. Views go first: whoever hears of the version finds them.
WRITE = """
local version = tonumber(ARGV[1])
for i = 2, #KEYS do
  local known = redis.call('HGET', KEYS[i], 'v')
  if not known or tonumber(known) < version then
    redis.call('HSET', KEYS[i], 'v', ARGV[1], 'h', ARGV[2], 'b', ARGV[3 + i])
    redis.call('PEXPIRE', KEYS[i], ARGV[3])
  end
end
local announced = redis.call('GET', KEYS[1])
if announced and tonumber(announced) >= version then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[3])
if ARGV[4] ~= '' then redis.call('PUBLISH', ARGV[4], ARGV[1]) end
return 1
"""


class Slip(Value):
    """What is to be written of one table."""

    tenant: UUID
    table: UUID
    version: int
    head: str
    views: tuple[tuple[str, bytes], ...]  # by player id or ANYONE


class Kept(Value):
    """A view as it lay in Redis."""

    version: int
    head: str
    body: bytes


class Shelf:
    def __init__(self, redis: Redis, build: int = 1, silent: bool = False) -> None:
        self.redis = redis
        self.build = build  # keys of different builds never meet
        self.silent = silent  # what is made again is no news
        self._sha: str | None = None

    def key(self, tenant: UUID, table: UUID, what: str) -> str:
        # The braces keep all keys of a table in one slot of a cluster.
        return f"v{self.build}:{{{tenant.hex}:{table.hex}}}:{what}"

    async def write(self, slips: Sequence[Slip], hints: Iterable[int] = ()) -> list[int]:
        """Write and announce all of it in one trip; 1 for each table that was news."""
        try:
            return await self._write(slips, hints)
        except NoScriptError:  # Redis was restarted or failed over since
            self._sha = None
            return await self._write(slips, hints)

    async def _write(self, slips: Sequence[Slip], hints: Iterable[int]) -> list[int]:
        if self._sha is None:
            self._sha = await self.redis.script_load(WRITE)
        async with self.redis.pipeline(transaction=False) as pipe:
            for slip in slips:
                self._put(pipe, slip, self._sha)
            if shards := ",".join(map(str, sorted(hints))):
                pipe.publish(HINTS, shards)
            answers = await pipe.execute()
        metrics.REDIS_TRIPS.labels("write").inc()
        metrics.VIEWS_WRITTEN.inc(sum(len(slip.views) for slip in slips))
        return answers[: len(slips)]

    def _put(self, pipe: Pipeline, slip: Slip, sha: str) -> None:
        keys = [self.key(slip.tenant, slip.table, "version")]
        keys += [self.key(slip.tenant, slip.table, f"view:{viewer}") for viewer, _ in slip.views]
        ttl = round(DAY_MS * random.uniform(0.9, 1.1))  # so that not all expire at once
        bodies = [body for _, body in slip.views]
        channel = "" if self.silent else table_channel(slip.tenant, slip.table)
        pipe.evalsha(sha, len(keys), *keys, slip.version, slip.head, ttl, channel, *bodies)

    async def read(self, tenant: UUID, table: UUID, viewers: Sequence[str]) -> list[Kept | None]:
        """The views of these viewers, in one trip."""
        async with self.redis.pipeline(transaction=False) as pipe:
            for viewer in viewers:
                pipe.hmget(self.key(tenant, table, f"view:{viewer}"), ["v", "h", "b"])
            answers = await pipe.execute()
        metrics.REDIS_TRIPS.labels("read").inc()
        return [None if None in (v, h, b) else Kept(int(v), h.decode(), b) for v, h, b in answers]

    async def announced(self, tables: Sequence[tuple[UUID, UUID]]) -> list[int]:
        """The last version announced of each (tenant, table); 0 if Redis knows of none."""
        found = await self.redis.mget(
            [self.key(tenant, table, "version") for tenant, table in tables]
        )
        metrics.REDIS_TRIPS.labels("announced").inc()
        return [int(version or 0) for version in found]


def table_channel(tenant: UUID, table: UUID) -> str:
    return f"table:{tenant.hex}:{table.hex}"

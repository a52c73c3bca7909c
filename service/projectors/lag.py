"""How far each projection has come, and what it had to set aside."""

from typing import LiteralString
from uuid import UUID

from psycopg import AsyncConnection

from domain.kernel import Value

POSITIONS: LiteralString = """
    select p.projection, p.build, coalesce(sum(c.pos), 0)::bigint,
      sum(e.last - coalesce(c.pos, 0))::bigint,
      coalesce(extract(epoch from now() - min(e.oldest)), 0)::float8,
      count(c.shard) filter (where c.leased_until >= now())::int
    from howdah.projections p
    cross join generate_series(0, 63) g (shard)
    left join howdah.checkpoints c on c.projection = p.projection
      and c.projection_version = p.build and c.shard = g.shard
    cross join lateral (select
      (select coalesce(max(pos), 0) from howdah.events where shard = g.shard) last,
      (select recorded_at from howdah.events where shard = g.shard
        and pos = coalesce(c.pos, 0) + 1) oldest) e
    group by p.projection, p.build order by p.projection
"""
PARKED: LiteralString = """
    select q.projection, q.tenant_id, q.stream_id, q.pos, q.error
    from howdah.parked q join howdah.projections p
      on p.projection = q.projection and p.build = q.projection_version
    order by q.parked_at
"""


class Lag(Value):
    projection: str
    build: int
    position: int  # events digested
    behind: int  # events to come
    delay: float  # seconds since the oldest of those was written
    held: int  # shards that somebody works on


class Parked(Value):
    projection: str
    tenant: UUID
    stream: UUID
    position: int
    error: str


async def lags(connection: AsyncConnection) -> list[Lag]:
    rows = await connection.execute(POSITIONS)
    return [Lag(*row) async for row in rows]


async def parked(connection: AsyncConnection) -> list[Parked]:
    rows = await connection.execute(PARKED)
    return [Parked(*row) async for row in rows]

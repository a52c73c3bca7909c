"""A process that plays random moves at a table and says each version that was accepted."""

import asyncio
import sys
from random import Random
from uuid import UUID

from service.policy import Policy
from service.tenancy import Tenant
from tests.projections.kit import house


async def main(database: str, redis: str, club: str, shard: str, table: str, seed: str) -> None:
    tenant = Tenant(UUID(club), "club", int(shard), (), Policy(), suspended=False)
    luck = Random(seed)
    async with house(database, redis) as home:
        while (moved := await home.move(tenant, UUID(table), luck)) is not None:
            print(moved.version, flush=True)


asyncio.run(main(*sys.argv[1:]))

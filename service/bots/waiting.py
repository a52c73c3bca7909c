"""The tables where a bot may be on turn, of all tenants, from the read model."""

from typing import LiteralString
from uuid import UUID

from psycopg import OperationalError
from psycopg_pool import PoolTimeout

from service.errors import ServiceUnavailable
from service.store.pools import Pool
from service.tenancy import Tenancy, Tenant

# Whoever is on turn and listed is a person; where nobody is listed, or bots sit beside people,
# it may be a bot.
WAITING: LiteralString = """
    select tenant_id, table_id from howdah.tables
    where build = (select build from howdah.projections where projection = 'models')
      and status = 'playing' and (on_turn = '{}' or cardinality(players) < taken)
"""


class WaitingBots:
    def __init__(self, projectors: Pool, tenancy: Tenancy) -> None:
        self._projectors = projectors
        self._tenancy = tenancy

    async def __call__(self) -> list[tuple[Tenant, UUID]]:
        try:
            async with self._projectors.connection() as connection:
                rows = await (await connection.execute(WAITING)).fetchall()
        except (OperationalError, PoolTimeout) as error:
            raise ServiceUnavailable(retry_after=1) from error
        return [(await self._tenancy.get(tenant), table) for tenant, table in rows]

"""The tables that wait for a bot, or for somebody who has left, of all tenants.

From the read model, which may be a little behind: the version says which state of a table is meant.
"""

from typing import LiteralString, NamedTuple
from uuid import UUID

from psycopg import OperationalError
from psycopg_pool import PoolTimeout

from service.errors import ServiceUnavailable
from service.store.pools import Pool
from service.tenancy import Tenancy, Tenant

PLAYING: LiteralString = """
    select tenant_id, table_id, version from howdah.tables
    where build = (select build from howdah.projections where projection = 'models')
      and status = 'playing'
"""
# Whoever is on turn and listed is a person; where nobody is listed, or bots sit beside people,
# it may be a bot.
FOR_BOTS = f"{PLAYING} and (on_turn = '{{}}' or cardinality(players) < taken)"
# Who plays alone, or against bots, keeps nobody waiting.
FOR_PEOPLE = f"""{PLAYING} and on_turn <> '{{}}' and cardinality(players) > 1
  and changed_at < now() - make_interval(secs => %s)"""


class Waiting(NamedTuple):
    tenant: Tenant
    table: UUID
    version: int


class WaitingTables:
    def __init__(self, projectors: Pool, tenancy: Tenancy) -> None:
        self._projectors = projectors
        self._tenancy = tenancy

    async def for_bots(self) -> list[Waiting]:
        """Where a bot may be on turn."""
        return await self._found(FOR_BOTS)

    async def for_people(self, seconds: float) -> list[Waiting]:
        """Where nothing has happened for so long, although a person is on turn."""
        return await self._found(FOR_PEOPLE, seconds)

    async def _found(self, query: LiteralString, *given: float) -> list[Waiting]:
        try:
            async with self._projectors.connection() as connection:
                rows = await (await connection.execute(query, given)).fetchall()
        except (OperationalError, PoolTimeout) as error:
            raise ServiceUnavailable(retry_after=1) from error
        return [
            Waiting(await self._tenancy.get(tenant), table, version)
            for tenant, table, version in rows
        ]

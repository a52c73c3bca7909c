"""The repair path of the views in Redis: whatever the writer did not get to announce."""

from collections.abc import Sequence
from uuid import UUID

from psycopg import AsyncConnection

from domain.kernel import Value
from service.feed.announcer import News
from service.feed.shelf import Shelf
from service.store import Followed, Log
from service.tables import UNOPENED, Table, fold


class Meal(Value):
    tenant: UUID
    id: UUID
    table: Table


class Views:
    name = "views"
    eager = False  # the writer comes first; this is for when it did not

    def __init__(self, log: Log, shelf: Shelf) -> None:
        self._log = log
        self._shelf = shelf
        self._announced: dict[tuple[UUID, UUID], int] = {}

    def use(self, build: int) -> None:
        self._shelf.build = build

    async def prepare(self, streams: Sequence[tuple[UUID, UUID]]) -> None:
        """Ask what has been announced: nearly all of it, and then there is nothing to do."""
        versions = await self._shelf.announced(streams)
        self._announced = dict(zip(streams, versions, strict=True))

    async def digest(self, shard: int, events: Sequence[Followed]) -> Meal | None:
        last = events[-1]
        if self._announced[last.tenant, last.stream] >= last.version:
            return None
        stored = await self._log.read(last.tenant, shard, last.stream, limit=last.version)
        return Meal(last.tenant, last.stream, fold(UNOPENED, stored))

    async def store(
        self, connection: AsyncConnection, build: int, shard: int, meals: Sequence[Meal]
    ) -> None:
        """Write what is newer than what is there. Doing it twice does no harm."""
        slips = [News(meal.tenant, shard, meal.id, meal.table).slip(views=True) for meal in meals]
        await self._shelf.write(slips, {shard})

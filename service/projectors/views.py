"""The repair path of the views in Redis: whatever the writer did not get to announce."""

from collections.abc import Sequence
from uuid import UUID

from psycopg import AsyncConnection

from domain.kernel import Value
from service.feed.announcer import News
from service.feed.shelf import Shelf
from service.projectors.fold import Folder
from service.store import Followed
from service.tables import Table


class Meal(Value):
    tenant: UUID
    id: UUID
    table: Table


class Views:
    name = "views"
    eager = False  # the writer comes first; this is for when it did not

    def __init__(self, folder: Folder, shelf: Shelf) -> None:
        self._folder = folder
        self._shelf = shelf

    def use(self, build: int) -> None:
        self._shelf.build = build

    async def digest(self, shard: int, events: Sequence[Followed]) -> Meal:
        for event in events:
            table, _ = await self._folder.after(shard, event)
        return Meal(event.tenant, event.stream, table)

    async def store(
        self, connection: AsyncConnection, build: int, shard: int, meals: Sequence[Meal]
    ) -> None:
        """Write what is newer than what is there. Doing it twice does no harm."""
        known = await self._shelf.announced([(meal.tenant, meal.id) for meal in meals])
        late = [
            meal for meal, version in zip(meals, known, strict=True) if version < meal.table.version
        ]
        slips = [News(meal.tenant, shard, meal.id, meal.table).slip(views=True) for meal in late]
        if slips:
            await self._shelf.write(slips, {shard})

"""Who sits at tables."""

import time
from collections.abc import Iterable
from typing import Any
from uuid import UUID

import strawberry

from domain.kernel import Value
from service.auth import Player as Known
from service.graphql.context import Context
from service.graphql.fields import field

KEPT = 20_000
BELIEVED = 5.0  # seconds


class Person(Value):
    """A player as shown to others of the same tenant."""

    id: str
    name: str | None
    bot: bool = False
    guest: bool = False


@strawberry.type(description="A person or a program that plays.")
class Player:
    id: strawberry.ID = field("The player's id.")
    name: str | None = field("The name shown to others; null once it has been erased.")
    bot: bool = field("Whether the tenant registered the player as a program.")
    guest: bool = field("Whether the player came without being registered.")


def person(known: Known) -> Person:
    return Person(str(known.id), known.name, known.bot, known.guest)


async def people(context: Context, ids: Iterable[str]) -> dict[str, Person]:
    """The players of these ids, also those whose name is gone."""
    tenant = context.watcher().tenant.id
    now = time.monotonic()
    found = {}
    unknown = []
    for id_ in ids:
        entry = _lately.get((tenant, id_))
        if entry is not None and now < entry[0]:
            found[id_] = entry[1]
        else:
            unknown.append(id_)
    if unknown:
        known = await context.services.auth.people(tenant, map(UUID, unknown))
        if len(_lately) > KEPT:
            _lately.clear()
        for id_ in unknown:
            player = known.get(UUID(id_))
            found[id_] = Person(id_, None) if player is None else person(player)
            _lately[tenant, id_] = (now + BELIEVED, found[id_])
    return found


# As the API shows them: almost every answer names the people at a table, and making them anew from
# what Auth knows took longer than all of a view.
_lately: dict[tuple[UUID, str], tuple[float, Person]] = {}


async def me(info: strawberry.Info[Context, None]) -> Any:
    context = info.context
    mine = context.watcher().as_player("watch")
    return person(await context.services.auth.player(context.watcher(), mine))


async def player(info: strawberry.Info[Context, None], id: strawberry.ID) -> Any:  # noqa: A002
    context = info.context
    try:
        wanted = UUID(id)
    except ValueError:
        return None
    known = await context.services.auth.people(context.watcher().tenant.id, [wanted])
    return person(known[wanted]) if wanted in known else None

"""The history that a fork goes on from, out of the log."""

from uuid import UUID

from domain import wire
from domain.table.events import Past, TableAbandoned, TableFinished
from domain.table.rules import GameNotOver
from service.errors import BadUserInput, NotFound
from service.store import Log
from service.tenancy import Tenant


async def past(log: Log, tenant: Tenant, table: UUID, version: int) -> Past:
    """A finished table up to a version, and to the end of the move that this version belongs to.

    Raises NotFound, GameNotOver, or BadUserInput for a version that the table has not.
    """
    stored = await log.read(tenant.id, tenant.shard, table)
    if not stored:
        raise NotFound("There is no such table.")
    last = wire.decode(stored[-1].line).event
    if not isinstance(last, TableFinished | TableAbandoned):
        raise GameNotOver
    if not 1 <= version <= len(stored):
        raise BadUserInput(
            f"The table has versions 1 to {len(stored)}.",
            reason="NO_SUCH_VERSION",
            version=version,
            last=len(stored),
        )
    command = stored[version - 1].command
    kept = [each for each in stored if each.version <= version or each.command == command]
    return Past(
        lines=tuple(each.line.decode() for each in kept),
        secrets={str(each.version): each.secret.hex() for each in kept if each.secret is not None},
    )

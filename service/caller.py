"""Who sent a request, and what it may do."""

from datetime import datetime
from typing import Final
from uuid import UUID

from domain.kernel import Value
from service.errors import Forbidden
from service.tenancy import Tenant

PLAY: Final = "play"  # open tables, sit down, move
WATCH: Final = "watch"  # read tables, views and histories
ADMIN: Final = "admin"  # players, tokens, policy and usage of a tenant
OF_PLAYERS = (PLAY, WATCH)
OF_TENANTS = (ADMIN, WATCH)


class Caller(Value):
    """The holder of a good key or token. Without a player it is the tenant itself."""

    tenant: Tenant
    player: UUID | None
    name: str | None
    scopes: frozenset[str]
    key: UUID
    expires: datetime | None

    def need(self, scope: str) -> None:
        if scope not in self.scopes:
            raise Forbidden(
                f"This needs a key or token with the scope {scope}.",
                reason="SCOPE_MISSING",
                scope=scope,
            )

    def as_player(self, scope: str = PLAY) -> UUID:
        """The player who acts; a tenant's key plays no games."""
        if self.player is None:
            raise Forbidden("This needs the token of a player.", reason="PLAYER_TOKEN_NEEDED")
        self.need(scope)
        return self.player

"""Who calls: keys of tenants, tokens of players and guests."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

from domain.kernel import Value
from service import tokens
from service.caller import ADMIN, OF_PLAYERS, OF_TENANTS, Caller
from service.errors import (
    BadUserInput,
    Forbidden,
    NotFound,
    QuotaExceeded,
    Unauthenticated,
)
from service.identity import Connection, Identity
from service.limits import Limits
from service.names import player_name
from service.recent import Recent
from service.tenancy import Tenancy, Tenant, suspended
from service.together import Together

GUEST_LIFETIME = timedelta(days=365)
LONGEST_LIFETIME = timedelta(days=3650)
PAGE = 100


class Player(Value):
    id: UUID
    name: str | None  # None once erased
    bot: bool
    guest: bool
    created: datetime


class Page(Value):
    players: tuple[Player, ...]
    after: str | None  # the cursor of the next page, if there is one


class Issued(Value):
    """A new key. The token is shown now and never again."""

    id: UUID
    token: str
    scopes: tuple[str, ...]
    expires: datetime | None


class Key(Value):
    """What is remembered of a key that is good or will be until it expires."""

    id: UUID
    tenant: UUID
    hash: bytes
    player: UUID | None
    name: str | None
    scopes: frozenset[str]
    expires: datetime | None


class Auth:
    """Keys and players. A key that was looked up is believed for a few seconds."""

    def __init__(
        self, identity: Identity, tenancy: Tenancy, limits: Limits, seconds: float = 3.0
    ) -> None:
        self._identity = identity
        self._tenancy = tenancy
        self._limits = limits
        self._keys: Recent[bytes, Key] = Recent(Together(self._find_keys).get, seconds)
        self._people: Recent[tuple[UUID, UUID], Player] = Recent(self._find_player, seconds=60.0)

    async def authenticate(self, bearer: str | None) -> Caller:
        """Who holds the token of an Authorization header. A known one costs microseconds."""
        if bearer is None:
            raise Unauthenticated
        if bearer[:7].lower() == "bearer ":
            bearer = bearer[7:]
        parsed = tokens.parse(bearer)
        if parsed is None:
            raise Unauthenticated
        id_, secret = parsed
        key = await self._keys.get(id_)
        if key is None or not tokens.fits(key.hash, id_, secret):
            raise Unauthenticated
        if key.expires is not None and key.expires <= datetime.now(UTC):
            raise Unauthenticated("The token has expired.", reason="TOKEN_EXPIRED")
        tenant = await self._tenancy.get(key.tenant)
        if tenant.suspended:
            raise suspended()
        return Caller(tenant, key.player, key.name, key.scopes, key.id, key.expires)

    async def guest(self, tenant: Tenant, name: str, address: str) -> tuple[Player, Issued]:
        """Let anyone in who gives a name, where the tenant allows it."""
        if not tenant.policy.guests:
            raise Forbidden("This tenant takes no guests.", reason="GUESTS_NOT_ALLOWED")
        name = player_name(name)
        self._limits.charge_guest(tenant, address)
        async with self._identity.tenant(tenant.id) as connection:
            player = await insert_player(connection, tenant.id, name, bot=False, guest=True)
            issued = await insert_key(
                connection, tenant.id, player.id, OF_PLAYERS, datetime.now(UTC) + GUEST_LIFETIME
            )
            await count_player(connection, tenant)
        return player, issued

    async def register_player(self, caller: Caller, name: str, bot: bool = False) -> Player:
        caller.need(ADMIN)
        name = player_name(name)
        async with self._identity.tenant(caller.tenant.id) as connection:
            player = await insert_player(connection, caller.tenant.id, name, bot, guest=False)
            await count_player(connection, caller.tenant)
        return player

    async def players(self, caller: Caller, first: int = 20, after: str | None = None) -> Page:
        """The tenant's players in the order they came, erased ones left out."""
        caller.need(ADMIN)
        if not 1 <= first <= PAGE:
            raise BadUserInput(f"A page has 1 to {PAGE}.", reason="PAGE_SIZE", most=PAGE)
        async with self._identity.tenant(caller.tenant.id) as connection:
            rows = await connection.execute(
                f"select {PLAYER} from howdah.players where tenant_id = %s and erased_at is null"
                " and player_id > %s order by player_id limit %s",
                (caller.tenant.id, start_of(after), first + 1),
            )
            found = [Player(*row) async for row in rows]
        more = len(found) > first
        return Page(tuple(found[:first]), found[first - 1].id.hex if more else None)

    async def player(self, caller: Caller, id_: UUID) -> Player:
        """A player of the caller's tenant."""
        player = await self._people.get((caller.tenant.id, id_))
        if player is None or player.name is None:
            raise NotFound("There is no such player.")
        return player

    async def people(self, tenant: UUID, ids: Iterable[UUID]) -> dict[UUID, Player]:
        """Those of the players that there are or were, for showing names. Believed for a minute."""
        keys = {id_: (tenant, id_) for id_ in ids}
        known = {id_: self._people.known(key) for id_, key in keys.items()}
        unknown = [id_ for id_, player in known.items() if player is None]
        if unknown:
            async with self._identity.tenant(tenant) as connection:
                rows = await connection.execute(
                    f"select {PLAYER} from howdah.players"
                    " where tenant_id = %s and player_id = any(%s)",
                    (tenant, unknown),
                )
                async for row in rows:
                    player = Player(*row)
                    self._people.keep(keys[player.id], player)
                    known[player.id] = player
        return {id_: player for id_, player in known.items() if player is not None}

    async def erase_player(self, caller: Caller, id_: UUID) -> None:
        """Forget the name and end every token. The id stays: games of the past point to it."""
        caller.need(ADMIN)
        tenant = caller.tenant.id
        async with self._identity.tenant(tenant) as connection:
            erased = await connection.execute(
                "update howdah.players set name = null, erased_at = now()"
                " where tenant_id = %s and player_id = %s and erased_at is null",
                (tenant, id_),
            )
            if erased.rowcount == 0:
                raise NotFound("There is no such player.")
            await connection.execute(
                "update howdah.tenants set players = players - 1 where tenant_id = %s", (tenant,)
            )
            revoked = await connection.execute(
                "update howdah.keys set revoked_at = now() where tenant_id = %s"
                " and player_id = %s and revoked_at is null returning key_id",
                (tenant, id_),
            )
            keys = [key async for (key,) in revoked]
        self._people.forget((tenant, id_))
        for key in keys:
            self._keys.forget(key.bytes)

    async def issue_token(
        self,
        caller: Caller,
        player: UUID,
        scopes: Sequence[str] = OF_PLAYERS,
        lifetime: timedelta | None = None,
    ) -> Issued:
        """A token for a player of the caller's tenant."""
        caller.need(ADMIN)
        checked, expires = checked_scopes(scopes, OF_PLAYERS), expiry(lifetime)
        async with self._identity.tenant(caller.tenant.id) as connection:
            rows = await connection.execute(
                "select 1 from howdah.players where tenant_id = %s and player_id = %s"
                " and erased_at is null for share",
                (caller.tenant.id, player),
            )
            if await rows.fetchone() is None:
                raise NotFound("There is no such player.")
            return await insert_key(connection, caller.tenant.id, player, checked, expires)

    async def revoke(self, caller: Caller, key: UUID) -> None:
        """End a key: the tenant any of its own, a player its own token. Good nowhere in seconds."""
        if caller.player is not None and key != caller.key:
            raise NotFound("There is no such token.")
        if caller.player is None:
            caller.need(ADMIN)
        async with self._identity.connection() as connection:
            revoked = await connection.execute(
                "update howdah.keys set revoked_at = now()"
                " where tenant_id = %s and key_id = %s and revoked_at is null",
                (caller.tenant.id, key),
            )
        self._keys.forget(key.bytes)
        if revoked.rowcount == 0:
            raise NotFound("There is no such token.")

    async def issue_key(
        self,
        tenant: Tenant,
        scopes: Sequence[str] = OF_TENANTS,
        lifetime: timedelta | None = None,
    ) -> Issued:
        """A key for the tenant itself."""
        checked, expires = checked_scopes(scopes, OF_TENANTS), expiry(lifetime)
        async with self._identity.connection() as connection:
            return await insert_key(connection, tenant.id, None, checked, expires)

    async def rotate_key(
        self, caller: Caller, key: UUID, grace: timedelta = timedelta(hours=1)
    ) -> Issued:
        """A new key like this one of the tenant's own, which stays good for a while."""
        caller.need(ADMIN)
        async with self._identity.tenant(caller.tenant.id) as connection:
            rows = await connection.execute(
                "update howdah.keys set expires_at = least(expires_at, now() + %(grace)s)"
                " where tenant_id = %(tenant)s and key_id = %(key)s and kind = 'tenant'"
                " and revoked_at is null and (expires_at is null or expires_at > now())"
                " returning old.scopes, old.expires_at",
                {"grace": grace, "tenant": caller.tenant.id, "key": key},
            )
            row = await rows.fetchone()
            if row is None:
                raise NotFound("There is no such key.")
            issued = await insert_key(connection, caller.tenant.id, None, *row)
        self._keys.forget(key.bytes)
        return issued

    async def _find_keys(self, ids: list[bytes]) -> dict[bytes, Key]:
        wanted = [UUID(bytes=id_) for id_ in ids]
        found = {}
        for row in await self._identity.rows(FIND_KEYS, wanted):
            key, tenant, hash_, player, name, scopes, expires = row
            found[key.bytes] = Key(key, tenant, hash_, player, name, frozenset(scopes), expires)
        return found

    async def _find_player(self, key: tuple[UUID, UUID]) -> Player | None:
        async with self._identity.tenant(key[0]) as connection:
            rows = await connection.execute(
                f"select {PLAYER} from howdah.players where tenant_id = %s and player_id = %s", key
            )
            row = await rows.fetchone()
        return None if row is None else Player(*row)


FIND_KEYS = "select k.id, f.* from unnest(%s::uuid[]) k (id), howdah.find_key(k.id) f"
PLAYER = "player_id, name, bot, guest, created_at"


async def insert_player(
    connection: Connection, tenant: UUID, name: str, bot: bool, guest: bool
) -> Player:
    rows = await connection.execute(
        "insert into howdah.players (tenant_id, player_id, name, bot, guest)"
        f" values (%s, uuidv7(), %s, %s, %s) returning {PLAYER}",
        (tenant, name, bot, guest),
    )
    row = await rows.fetchone()
    assert row is not None
    return Player(*row)


async def count_player(connection: Connection, tenant: Tenant) -> None:
    """Count one more, or refuse. Last in its transaction: others of the tenant wait for it."""
    most = tenant.policy.quotas.players
    counted = await connection.execute(
        "update howdah.tenants set players = players + 1 where tenant_id = %s and players < %s",
        (tenant.id, most),
    )
    if counted.rowcount == 0:
        raise QuotaExceeded(
            "The tenant has as many players as it may have.", reason="QUOTA_PLAYERS", most=most
        )


async def insert_key(
    connection: Connection,
    tenant: UUID,
    player: UUID | None,
    scopes: Sequence[str],
    expires: datetime | None,
) -> Issued:
    key, token, hash_ = tokens.make(tokens.TENANT if player is None else tokens.PLAYER)
    await connection.execute(
        "insert into howdah.keys (tenant_id, key_id, hash, kind, player_id, scopes, expires_at)"
        " values (%s, %s, %s, %s, %s, %s, %s)",
        (
            tenant,
            key,
            hash_,
            "tenant" if player is None else "player",
            player,
            list(scopes),
            expires,
        ),
    )
    return Issued(key, token, tuple(scopes), expires)


def checked_scopes(scopes: Sequence[str], allowed: tuple[str, ...]) -> tuple[str, ...]:
    if not scopes or not set(scopes) <= set(allowed):
        raise BadUserInput(
            f"Scopes are one or more of: {', '.join(allowed)}.",
            reason="SCOPE_UNKNOWN",
            allowed=allowed,
        )
    return tuple(scope for scope in allowed if scope in scopes)


def expiry(lifetime: timedelta | None) -> datetime | None:
    if lifetime is None:
        return None
    if not timedelta(0) < lifetime <= LONGEST_LIFETIME:
        raise BadUserInput("A token lives from a moment to ten years.", reason="LIFETIME")
    return datetime.now(UTC) + lifetime


def start_of(cursor: str | None) -> UUID:
    """The player after whom the page begins."""
    try:
        return UUID(int=0) if cursor is None else UUID(hex=cursor)
    except ValueError as error:
        raise BadUserInput("This is no cursor of ours.", reason="CURSOR") from error

"""Tenants: the clubs, cafés, schools and sites that host play, and what each may use."""

import hashlib
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import msgspec
from msgspec.structs import replace
from psycopg.errors import UniqueViolation
from psycopg.rows import TupleRow
from psycopg.types.json import Jsonb

from domain.kernel import Value
from service.errors import BadName, BadUserInput, Forbidden, NotFound
from service.identity import Connection, Identity
from service.names import host_name, tenant_name
from service.policy import Policy, Quotas, checked_origins, chosen, merged
from service.recent import Recent
from service.store.entries import SHARDS
from service.store.pools import scope

KNOWN_EVERYWHERE = timedelta(seconds=10)  # since when a suspension is known to every process
HOSTS_LOCK = 1163084625  # a host leads to one tenant: those who register hosts take turns


class Tenant(Value):
    id: UUID
    name: str
    shard: int
    hosts: tuple[str, ...]
    policy: Policy
    suspended: bool

    @property
    def erased(self) -> bool:
        """Whether it has gone for good. Only its id is left then, which is also its name."""
        return self.name == str(self.id)


class Usage(Value):
    players: int
    tokens: int


class Tenancy:
    """The tenants there are. What is read is believed for a few seconds."""

    def __init__(self, identity: Identity, seconds: float = 3.0) -> None:
        self._identity = identity
        self._recent: Recent[tuple[str, UUID | str], Tenant] = Recent(self._find, seconds)

    async def create(
        self,
        name: str,
        guests: bool = False,
        hosts: Sequence[str] = (),
        quotas: Quotas = Quotas(),  # noqa: B008 - a frozen value
    ) -> Tenant:
        tenant = Tenant(
            id=(id_ := uuid4()),
            name=tenant_name(name),
            shard=shard_of(id_),
            hosts=tuple(dict.fromkeys(host_name(host) for host in hosts)),
            policy=Policy(guests=guests, quotas=quotas, ceiling=quotas),
            suspended=False,
        )
        async with self._changing() as connection:
            await claim(connection, tenant.hosts)
            try:
                await connection.execute(
                    "insert into howdah.tenants (tenant_id, name, shard, guests, hosts, policy)"
                    " values (%s, %s, %s, %s, %s, %s)",
                    (
                        tenant.id,
                        tenant.name,
                        tenant.shard,
                        guests,
                        list(tenant.hosts),
                        stored(tenant.policy),
                    ),
                )
            except UniqueViolation as error:
                raise BadName(
                    "There is a tenant of this name.", reason="TENANT_NAME_TAKEN"
                ) from error
        return tenant

    async def ensure(self, name: str, guests: bool, quotas: Quotas) -> Tenant:
        """The tenant of this name, made now if there is none. Safe from several processes."""
        try:
            return await self.by_name(name)
        except NotFound:
            pass
        try:
            return await self.create(name, guests, quotas=quotas)
        except BadName as error:
            if error.reason != "TENANT_NAME_TAKEN":
                raise
            self._recent.clear()
            return await self.by_name(name)

    async def list(self) -> Sequence[Tenant]:
        async with self._identity.connection() as connection:
            rows = await connection.execute(f"{SELECT} order by name")
            return [tenant_of(row) async for row in rows]

    async def get(self, id_: UUID) -> Tenant:
        return await self._get("id", id_)

    async def by_name(self, name: str) -> Tenant:
        try:
            return await self._get("name", tenant_name(name))
        except BadName as error:
            raise NotFound("There is no such tenant.") from error

    async def resolve(self, host: str | None, header: str | None) -> Tenant:
        """The tenant of a call without a token: by header (name or id), by host, or the only."""
        tenant = await self._resolve(host, header)
        if tenant.suspended:
            raise suspended()
        return tenant

    async def _resolve(self, host: str | None, header: str | None) -> Tenant:
        if header is not None:
            try:
                return await self.get(UUID(header))
            except ValueError:
                return await self.by_name(header)
        found = await self._at(host)
        if found is None:
            found = await self._recent.get(("guests", "only"))
        if found is None:
            raise BadUserInput(
                "Say which tenant: by its host name or by the header Howdah-Tenant.",
                reason="TENANT_NOT_NAMED",
            )
        return found

    async def _at(self, host: str | None) -> Tenant | None:
        try:
            return await self._recent.get(("host", host_name(host)))
        except BadName:
            return None  # an address in brackets, or nothing that could have been registered

    async def set_policy(
        self,
        id_: UUID,
        guests: bool | None = None,
        quotas: Mapping[str, Any] | None = None,
        origins: Sequence[str] | None = None,
    ) -> Tenant:
        """What the tenant itself may change. What is None or not named stays as it is."""

        def change(policy: Policy) -> Policy:
            return Policy(
                guests=policy.guests if guests is None else guests,
                quotas=policy.quotas if quotas is None else chosen(policy, quotas),
                ceiling=policy.ceiling,
                origins=policy.origins if origins is None else checked_origins(origins),
            )

        return await self._change(id_, change)

    async def set_ceiling(self, id_: UUID, quotas: Mapping[str, Any]) -> Tenant:
        """The operator's word on quotas: what the tenant has from now on, and at most."""

        def change(policy: Policy) -> Policy:
            ceiling = merged(policy.ceiling, quotas)
            return replace(policy, ceiling=ceiling, quotas=ceiling)

        return await self._change(id_, change)

    async def set_hosts(self, id_: UUID, hosts: Sequence[str]) -> Tenant:
        names = tuple(dict.fromkeys(host_name(host) for host in hosts))
        async with self._changing() as connection:
            await claim(connection, names, besides=id_)
            return await update(connection, id_, "hosts = %s", list(names))

    async def suspend(self, id_: UUID) -> Tenant:
        """Refuse the tenant's keys and tokens until it is resumed. Nothing is lost."""
        async with self._changing() as connection:
            return await update(connection, id_, "suspended_at = coalesce(suspended_at, now())")

    async def resume(self, id_: UUID) -> Tenant:
        if (await self.get(id_)).erased:
            raise Forbidden("An erased tenant does not come back.", reason="TENANT_ERASED")
        async with self._changing() as connection:
            return await update(connection, id_, "suspended_at = null")

    async def erase(self, id_: UUID) -> int:
        """Forget every name for good; how many players that were. Ids stay: games point to them."""
        async with self._changing() as connection:
            await scope(connection, id_)
            erased = await connection.execute(
                "update howdah.tenants set name = tenant_id::text, hosts = '{}', guests = false,"
                " policy = '{}', players = 0 where tenant_id = %s and suspended_at < now() - %s",
                (id_, KNOWN_EVERYWHERE),
            )
            if erased.rowcount == 0:
                raise Forbidden(
                    "Suspend a tenant and wait ten seconds before you erase it:"
                    " then nobody is at work in it any more.",
                    reason="TENANT_NOT_SUSPENDED",
                )
            await connection.execute(
                "update howdah.keys set revoked_at = coalesce(revoked_at, now())"
                " where tenant_id = %s",
                (id_,),
            )
            forgotten = await connection.execute(
                "update howdah.players set name = null, erased_at = now()"
                " where tenant_id = %s and erased_at is null",
                (id_,),
            )
            return forgotten.rowcount

    async def usage(self, id_: UUID) -> Usage:
        row = await self._identity.row(
            "select players, (select count(*) from howdah.keys k where k.tenant_id = t.tenant_id"
            " and revoked_at is null and (expires_at is null or expires_at > now()))"
            " from howdah.tenants t where tenant_id = %s",
            id_,
        )
        if row is None:
            raise NotFound
        return Usage(players=row[0], tokens=row[1])

    async def _change(self, id_: UUID, change: Callable[[Policy], Policy]) -> Tenant:
        async with self._changing() as connection:
            rows = await connection.execute(f"{SELECT} where tenant_id = %s for update", (id_,))
            row = await rows.fetchone()
            if row is None:
                raise NotFound
            policy = change(tenant_of(row).policy)
            return await update(
                connection, id_, "guests = %s, policy = %s", policy.guests, stored(policy)
            )

    @asynccontextmanager
    async def _changing(self) -> AsyncIterator[Connection]:
        """A transaction after which everything is asked afresh, here at once."""
        async with self._identity.transaction() as connection:
            yield connection
        self._recent.clear()

    async def _get(self, by: str, key: UUID | str) -> Tenant:
        tenant = await self._recent.get((by, key))
        if tenant is None:
            raise NotFound("There is no such tenant.")
        return tenant

    async def _find(self, key: tuple[str, UUID | str]) -> Tenant | None:
        match key:
            case ("id", id_):
                row = await self._identity.row(f"{SELECT} where tenant_id = %s", id_)
            case ("name", name):
                row = await self._identity.row(f"{SELECT} where name = %s", name)
            case ("host", host):
                row = await self._identity.row(f"{SELECT} where hosts @> array[%s]", host)
            case _:
                row = await self._identity.row(ONLY)
        return None if row is None else tenant_of(row)


COLUMNS = "tenant_id, name, shard, hosts, guests, policy, suspended_at is not null"
SELECT = f"select {COLUMNS} from howdah.tenants"
WELCOMING = "guests and suspended_at is null"
ONLY = f"{SELECT} where {WELCOMING} and 1 = (select count(*) from howdah.tenants where {WELCOMING})"


def tenant_of(row: TupleRow) -> Tenant:
    id_, name, shard, hosts, guests, policy, is_suspended = row
    return Tenant(
        id=id_,
        name=name,
        shard=shard,
        hosts=tuple(hosts),
        policy=replace(msgspec.convert(policy, Policy), guests=guests),
        suspended=is_suspended,
    )


def stored(policy: Policy) -> Jsonb:
    """The policy as it lies in its column; guests have a column of their own."""
    members = msgspec.to_builtins(policy)
    del members["guests"]
    return Jsonb(members)


def shard_of(tenant: UUID) -> int:
    """Where a new tenant's log goes. Stored with the tenant and never computed again."""
    return int.from_bytes(hashlib.blake2b(tenant.bytes, digest_size=8).digest()) % SHARDS


def suspended() -> Forbidden:
    return Forbidden("The tenant is suspended.", reason="TENANT_SUSPENDED")


async def claim(connection: Connection, hosts: Sequence[str], besides: UUID | None = None) -> None:
    """See that no other tenant has one of these hosts, until the transaction ends."""
    await connection.execute("select pg_advisory_xact_lock(%s)", (HOSTS_LOCK,))
    rows = await connection.execute(
        "select 1 from howdah.tenants where hosts && %s and tenant_id is distinct from %s",
        (list(hosts), besides),
    )
    if await rows.fetchone():
        raise BadName("A host leads to one tenant only.", reason="HOST_TAKEN")


async def update(connection: Connection, id_: UUID, assignments: str, *values: Any) -> Tenant:
    statement = f"update howdah.tenants set {assignments} where tenant_id = %s returning {COLUMNS}"
    row = await (await connection.execute(statement, (*values, id_))).fetchone()
    if row is None:
        raise NotFound("There is no such tenant.")
    return tenant_of(row)

"""Signed checkpoints: made regularly from the log, kept for ever, and a proof for each table.

A checkpoint is about the tables of a tenant in which something happened since the one before, so
that every head is signed once and old ones cost nothing. What it was made from is found again in
the log by its positions: only the signed text is kept. Of several processes whoever holds the
shard's row signs; the others pass on.
"""

import asyncio
import hashlib
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, LiteralString, Self
from uuid import UUID

import msgspec
import psycopg
import structlog
from psycopg import OperationalError
from psycopg_pool import PoolTimeout

from domain import merkle
from service.audit.signing import FORMAT, Keys, Proof, PublicKey, Signed, Signer, Statement
from service.errors import ServiceUnavailable
from service.handle import now
from service.identity import Connection
from service.store.pools import pool, scoped
from service.tenancy import Tenant

AT_ONCE = 2_000  # events that one checkpoint is about, at most
NONE_BEFORE = "0" * 64

DUE: LiteralString = """
    select shard from howdah.signing_progress p
    where p.signed_at <= now() - make_interval(secs => %s) and exists
      (select 1 from howdah.events e where e.shard = p.shard and e.pos > p.pos)
    order by shard
"""
HELD: LiteralString = """
    select pos from howdah.signing_progress
    where shard = %s and signed_at <= now() - make_interval(secs => %s) for update skip locked
"""
ADVANCE: LiteralString = """
    update howdah.signing_progress set pos = %s, signed_at = now() where shard = %s
"""
PUBLISH: LiteralString = """
    insert into howdah.signing_keys (key_id, public) values (%s, %s) on conflict do nothing
"""
NEWS: LiteralString = """
    select tenant_id, stream_id, version, hash, pos from howdah.events
    where shard = %s and pos > %s order by pos limit %s
"""
LAST: LiteralString = """
    select number, statement from howdah.signed_checkpoints
    where tenant_id = %s order by number desc limit 1
"""
KEEP: LiteralString = """
    insert into howdah.signed_checkpoints
      (tenant_id, number, shard, after_pos, last_pos, statement, key_id, signature)
    values (%s, %s, %s, %s, %s, %s, %s, %s)
"""
LISTED: LiteralString = """
    select number, statement, signature from howdah.signed_checkpoints
    where tenant_id = %s and number > %s order by number limit %s
"""
# The last event of the table that is signed, and the checkpoint that it is in.
OF_TABLE: LiteralString = """
    select c.after_pos, c.last_pos, c.statement, c.signature
    from howdah.signed_checkpoints c
    where c.tenant_id = %(tenant)s and c.last_pos >= (
      select e.pos from howdah.events e
      where e.shard = %(shard)s and e.tenant_id = %(tenant)s and e.stream_id = %(table)s
        and e.pos <= (select max(last_pos) from howdah.signed_checkpoints
                      where tenant_id = %(tenant)s)
      order by e.version desc limit 1)
    order by c.last_pos limit 1
"""
SPAN: LiteralString = """
    select stream_id, version, hash from howdah.events
    where shard = %s and pos > %s and pos <= %s and tenant_id = %s order by pos
"""
KNOWN: LiteralString = "select key_id, public from howdah.signing_keys"

log = structlog.get_logger()

Heads = dict[UUID, tuple[int, bytes]]


class Checkpoints:
    def __init__(self, url: str, signer: Signer) -> None:
        self._signers = pool(url, "projector", 1)
        self._readers = pool(url, "reader", 2)
        self._signer = signer

    async def __aenter__(self) -> Self:
        await self._signers.open()
        await self._readers.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._signers.close()
        await self._readers.close()

    async def run(self, every: float) -> None:
        """Sign what is new, again and again, so many seconds apart, until cancelled."""
        while True:
            try:
                await self.sign(every)
            except (psycopg.Error, PoolTimeout) as error:
                log.warning("checkpoints_wait", error=str(error))
            await asyncio.sleep(every)

    async def sign(self, rest: float = 0.0) -> None:
        """Sign everything that is new by now, but what was signed less than so many seconds ago;
        what somebody else is signing is left to them."""
        async with self._signers.connection() as connection:
            rows = await (await connection.execute(DUE, (rest,))).fetchall()
        for (shard,) in rows:
            await self._sign_all(shard, rest)

    async def _sign_all(self, shard: int, rest: float = 0.0) -> None:
        if await self._sign(shard, rest) == AT_ONCE:
            while await self._sign(shard) == AT_ONCE:
                pass  # there may be more

    async def _sign(self, shard: int, rest: float = 0.0) -> int:
        """One checkpoint for each tenant that has news; how many events they are about."""
        async with self._signers.connection() as connection, connection.transaction():
            held = await (await connection.execute(HELD, (shard, rest))).fetchone()
            if held is None:
                return 0  # somebody else is at it, or was a moment ago
            rows = await (await connection.execute(NEWS, (shard, held[0], AT_ONCE))).fetchall()
            if not rows:
                return 0
            await connection.execute(PUBLISH, (self._signer.id, self._signer.public))
            tenants: dict[UUID, Heads] = defaultdict(dict)
            for tenant, table, version, hash_, _ in rows:
                tenants[tenant][table] = version, hash_
            span = held[0], rows[-1][-1]
            for tenant, heads in tenants.items():
                await self._state(connection, tenant, shard, span, heads)
            await connection.execute(ADVANCE, (span[1], shard))
            return len(rows)

    async def _state(
        self, connection: Connection, tenant: UUID, shard: int, span: tuple[int, int], heads: Heads
    ) -> None:
        last = await (await connection.execute(LAST, (tenant,))).fetchone()
        number, before = last or (0, None)
        statement = Statement(
            format=FORMAT,
            tenant=str(tenant),
            number=number + 1,
            at=now(),
            previous=NONE_BEFORE if before is None else hashlib.sha256(before).hexdigest(),
            tables=len(heads),
            root=merkle.root(leaves(heads)).hex(),
            key=self._signer.id,
        )
        text = msgspec.json.encode(statement)
        values = (tenant, number + 1, shard, *span, text, self._signer.id, self._signer.sign(text))
        await connection.execute(KEEP, values)

    async def listed(self, tenant: Tenant, after: int, first: int) -> list[tuple[int, Signed]]:
        """The checkpoints of a tenant after a number, in order."""
        rows = await self._ask(tenant, LISTED, (tenant.id, after, first))
        return [(number, signed(text, signature)) for number, text, signature in rows]

    async def proof(self, tenant: Tenant, table: UUID, version: int) -> Proof | None:
        """The latest checkpoint that a table is in. If this version of it is not signed yet, that
        is done now; somebody else may be at it, then it is an earlier checkpoint, or None."""
        found = await self._proof(tenant, table)
        if found is not None and found.version >= version:
            return found
        with unavailable():
            await self._sign_all(tenant.shard)
        return await self._proof(tenant, table)

    async def _proof(self, tenant: Tenant, table: UUID) -> Proof | None:
        given = {"tenant": tenant.id, "shard": tenant.shard, "table": table}
        rows = await self._ask(tenant, OF_TABLE, given)
        if not rows:
            return None
        [(after, last, text, signature)] = rows
        span = await self._ask(tenant, SPAN, (tenant.shard, after, last, tenant.id))
        heads: Heads = {id_: (version, hash_) for id_, version, hash_ in span}
        version, head = heads[table]
        made = signed(text, signature)
        return Proof(
            statement=made.statement,
            signature=made.signature,
            table=str(table),
            version=version,
            head=head.hex(),
            path=merkle.path(leaves(heads), sorted(heads).index(table)),
        )

    async def keys(self) -> Keys:
        """Every key that ever signed, and ours, with which the next checkpoint is signed."""
        with unavailable():
            async with self._readers.connection() as connection:
                rows = await (await connection.execute(KNOWN)).fetchall()
        known = dict(rows) | {self._signer.id: self._signer.public}
        return Keys(tuple(PublicKey(id_, "Ed25519", known[id_].hex()) for id_ in sorted(known)))

    async def _ask(self, tenant: Tenant, query: LiteralString, values: Any) -> list[Any]:
        with unavailable():
            async with scoped(self._readers, tenant.id) as connection:
                return await (await connection.execute(query, values)).fetchall()


@contextmanager
def unavailable() -> Iterator[None]:
    try:
        yield
    except (OperationalError, PoolTimeout) as error:
        raise ServiceUnavailable(retry_after=1.0) from error


def leaves(heads: Heads) -> list[bytes]:
    """In the order of the tables' ids."""
    return [merkle.leaf(str(table), *heads[table]) for table in sorted(heads)]


def signed(text: bytes, signature: bytes) -> Signed:
    return Signed(text.decode(), signature.hex())

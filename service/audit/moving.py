"""`howdah record`: a history out of the database, as a file that proves itself."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar
from uuid import UUID

import typer

from service import embedded, record
from service.config import read
from service.errors import Problem
from service.identity import Identity
from service.store import Log, migrate
from service.tenancy import Tenancy, Tenant
from service.tenants import note
from service.trouble import Trouble

T = TypeVar("T")


class Desk(NamedTuple):
    """Where an operator handles histories."""

    tenancy: Tenancy
    log: Log


def write(
    table: Annotated[UUID, typer.Argument(help="a table's id")],
    to: Annotated[Path | None, typer.Option(help="a file; else it is printed")] = None,
    tenant: Annotated[
        str | None, typer.Option(help="the tenant's name, where several have the table")
    ] = None,
) -> None:
    """Write the record of a table: what `howdah verify` judges and `howdah import` takes in.

    While the game runs, what its players chose in secret stays sealed.
    """

    async def work(desk: Desk) -> bytes:
        return await record.read(desk.log, await having(desk, table, tenant), table)

    text = at(work)
    if to is None:
        sys.stdout.buffer.write(text)
    else:
        to.write_bytes(text)
        note(f"Wrote {to}.")


async def having(desk: Desk, table: UUID, tenant: str | None) -> Tenant:
    """The tenant that has the table. An imported table may be with several."""
    tenants = await desk.tenancy.list()
    if tenant is not None:
        tenants = [await desk.tenancy.by_name(tenant)]
    found = [each for each in tenants if await desk.log.head(each.id, each.shard, table)]
    if not found:
        raise Trouble(f"there is no table {table}")
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        raise Trouble(f"several tenants have table {table}: say --tenant and one of {names}")
    return found[0]


def at(work: Callable[[Desk], Awaitable[T]]) -> T:
    """Do the work at the database of the service, started for this while if it does not run."""
    with embedded.reached(read(os.environ), note) as urls:
        migrate.upgrade(urls.database)

        async def working() -> T:
            async with Identity(urls.database) as identity, Log(urls.database) as log:
                return await work(Desk(Tenancy(identity), log))

        try:
            return asyncio.run(working())
        except Problem as problem:
            raise Trouble(problem.message) from problem

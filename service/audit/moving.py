"""`howdah record`: a history out of the database, as a file that proves itself."""

import sys
from pathlib import Path
from typing import Annotated
from uuid import UUID

import typer

from service import record
from service.tenancy import Tenant
from service.tenants import Office, at, note
from service.trouble import Trouble


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

    async def work(office: Office) -> bytes:
        return await record.read(office.log, await having(office, table, tenant), table)

    text = at(work)
    if to is None:
        sys.stdout.buffer.write(text)
    else:
        to.write_bytes(text)
        note(f"Wrote {to}.")


async def having(office: Office, table: UUID, tenant: str | None) -> Tenant:
    """The tenant that has the table. An imported table may be with several."""
    tenants = await office.tenancy.list()
    if tenant is not None:
        tenants = [await office.tenancy.by_name(tenant)]
    found = [each for each in tenants if await office.log.head(each.id, each.shard, table)]
    if not found:
        raise Trouble(f"there is no table {table}")
    if len(found) > 1:
        names = ", ".join(each.name for each in found)
        raise Trouble(f"several tenants have table {table}: say --tenant and one of {names}")
    return found[0]

"""What an operator does with tenants and their keys from the command line."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar
from uuid import UUID

import typer

from service import embedded, leaving
from service.auth import Auth, Issued
from service.caller import OF_PLAYERS, OF_TENANTS, Caller
from service.config import read
from service.errors import Problem
from service.identity import Identity
from service.limits import Limits
from service.policy import Quotas
from service.store import Log, migrate
from service.tenancy import Tenancy, Tenant
from service.trouble import Trouble

T = TypeVar("T")

tenant = typer.Typer(
    no_args_is_help=True, help="Create, list, change, suspend, export and erase tenants."
)
token = typer.Typer(
    no_args_is_help=True, help="Issue, rotate and revoke keys of tenants and players."
)

Name = Annotated[str, typer.Argument(help="the tenant's name", show_default=False)]
Hosts = Annotated[
    list[str] | None, typer.Option("--host", help="a host name that leads to it; repeatable")
]


class Office(NamedTuple):
    """Where an operator works."""

    tenancy: Tenancy
    auth: Auth
    log: Log


@tenant.command("create")
def create(
    name: Name,
    guests: Annotated[bool, typer.Option(help="let anyone play who gives a name")] = False,
    host: Hosts = None,
) -> None:
    """Create a tenant: a club, café, school or site that hosts play."""
    made = at(lambda office: office.tenancy.create(name, guests, host or ()))
    print(made.id)
    note(f'Created "{made.name}". Its first key: howdah token issue "{made.name}"')


@tenant.command("list")
def list_() -> None:
    """List the tenants: id, name, guests or not, open, suspended or erased, hosts."""
    for each in at(lambda office: office.tenancy.list()):
        guests = "guests" if each.policy.guests else "no guests"
        state = "erased" if each.erased else "suspended" if each.suspended else "open"
        print(each.id, each.name, guests, state, " ".join(each.hosts), sep="\t")


@tenant.command("change")
def change(
    name: Name,
    guests: Annotated[
        bool | None, typer.Option("--guests/--no-guests", help="let anyone play")
    ] = None,
    host: Hosts = None,
    quota: Annotated[
        list[str] | None,
        typer.Option(help=f"QUOTA=NUMBER; repeatable: {', '.join(Quotas.__struct_fields__)}"),
    ] = None,
) -> None:
    """Change whether guests may play, the hosts that lead to a tenant, or what it may use."""

    async def work(office: Office) -> Tenant:
        found = await office.tenancy.by_name(name)
        if quota:
            found = await office.tenancy.set_ceiling(found.id, dict(map(quota_of, quota)))
        if host is not None:
            found = await office.tenancy.set_hosts(found.id, host)
        return await office.tenancy.set_policy(found.id, guests=guests)

    note(f'Changed "{at(work).name}".')


@tenant.command("suspend")
def suspend(name: Name) -> None:
    """Refuse all keys and tokens of a tenant until it is resumed. Nothing is lost."""

    async def work(office: Office) -> Tenant:
        return await office.tenancy.suspend((await office.tenancy.by_name(name)).id)

    note(f'Suspended "{at(work).name}". Every process knows within seconds.')


@tenant.command("resume")
def resume(name: Name) -> None:
    """Let a suspended tenant go on."""

    async def work(office: Office) -> Tenant:
        return await office.tenancy.resume((await office.tenancy.by_name(name)).id)

    note(f'Resumed "{at(work).name}".')


@tenant.command("export")
def export(
    name: Name, directory: Annotated[Path, typer.Argument(help="a directory to make")]
) -> None:
    """Write all that is kept of a tenant: settings, players and the record of every table.

    `howdah verify` judges the records and `howdah import` takes them in elsewhere.
    """

    async def work(office: Office) -> leaving.Exported:
        owner = await office.tenancy.by_name(name)
        return await leaving.export(office.log, office.auth, operator(owner), directory)

    leaving.make(directory)
    exported = at(work)
    note(f"Wrote {exported.tables} tables and {exported.players} players to {directory}.")


@tenant.command("erase")
def erase(name: Name) -> None:
    """Forget the names of a suspended tenant and of all its players, and end its keys, for good.

    Its games stay in the log with ids that nobody can trace, so that no chain is broken.
    """

    async def work(office: Office) -> int:
        return await office.tenancy.erase((await office.tenancy.by_name(name)).id)

    note(f'Erased "{name}" and the names of {at(work)} players.')


@token.command("issue")
def issue(
    name: Name,
    player: Annotated[
        str | None, typer.Option(help="the id of a player, for a player's token")
    ] = None,
    new_player: Annotated[
        str | None, typer.Option(help="the name of a player to register first")
    ] = None,
    scope: Annotated[
        list[str] | None,
        typer.Option(
            help=f"{', '.join(OF_TENANTS)} for a key; {', '.join(OF_PLAYERS)} for a token"
        ),
    ] = None,
    days: Annotated[float | None, typer.Option(help="days until it expires")] = None,
) -> None:
    """Issue a key for a tenant, or a token for one of its players. It is shown this once."""

    async def work(office: Office) -> Issued:
        owner = await office.tenancy.by_name(name)
        lifetime = None if days is None else timedelta(days=days)
        if player is None and new_player is None:
            return await office.auth.issue_key(owner, scope or OF_TENANTS, lifetime)
        if new_player is not None:
            id_ = (await office.auth.register_player(operator(owner), new_player)).id
            note(f"player {id_}")
        else:
            id_ = uuid(player)
        return await office.auth.issue_token(operator(owner), id_, scope or OF_PLAYERS, lifetime)

    show(at(work))


@token.command("rotate")
def rotate(
    name: Name,
    key: Annotated[str, typer.Argument(help="the id of a key of the tenant")],
    hours: Annotated[float, typer.Option(help="how long the old key stays good")] = 1.0,
) -> None:
    """Issue a key like another one of the tenant, which ends a while later."""

    async def work(office: Office) -> Issued:
        owner = await office.tenancy.by_name(name)
        return await office.auth.rotate_key(operator(owner), uuid(key), timedelta(hours=hours))

    show(at(work))


@token.command("revoke")
def revoke(name: Name, key: Annotated[str, typer.Argument(help="the id of the key")]) -> None:
    """End a key or token. No process believes it any more within seconds."""

    async def work(office: Office) -> None:
        owner = await office.tenancy.by_name(name)
        await office.auth.revoke(operator(owner), uuid(key))

    at(work)
    note("Revoked.")


def show(issued: Issued) -> None:
    print(issued.token)
    note(f"id {issued.id}; it will not be shown again")


def at(work: Callable[[Office], Awaitable[T]]) -> T:
    """Do the work at the database of the service, started for this while if it does not run."""
    with embedded.reached(read(os.environ), note) as urls:
        migrate.upgrade(urls.database)

        async def working() -> T:
            async with Identity(urls.database) as identity, Log(urls.database) as log:
                tenancy = Tenancy(identity)
                return await work(Office(tenancy, Auth(identity, tenancy, Limits()), log))

        try:
            return asyncio.run(working())
        except Problem as problem:
            raise Trouble(problem.message) from problem


def operator(of: Tenant) -> Caller:
    """The operator stands in for any tenant, without a key."""
    return Caller(of, None, None, frozenset(OF_TENANTS), UUID(int=0), None)


def note(text: str) -> None:
    """Say what is not the answer itself, so that the answer alone can be piped on."""
    print(text, file=sys.stderr, flush=True)


def uuid(text: str | None) -> UUID:
    try:
        return UUID(text)
    except (TypeError, ValueError):
        raise Trouble(f"{text} is not an id: ids look like {UUID(int=0)}") from None


def quota_of(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    try:
        return name, int(number)
    except ValueError:
        raise Trouble(f"{text} is not of the form players=100") from None

"""`howdah import`: histories that were played elsewhere become histories here, to the byte."""

import hashlib
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated
from uuid import UUID

import msgspec
import typer
from rich.console import Console
from rich.progress import track

from domain import record, wire
from domain.record import Record
from domain.verify import Fault, by_command, opened_entries, verify
from domain.wire import Entry
from service.audit.files import Piece, pieces
from service.handle import KIND
from service.store import Commit, Conflict, KeyReused, Log, NewEvent, TooLarge
from service.tenancy import Tenant
from service.tenants import Office, at


class Unfit(Exception):
    """A record that cannot be taken in, and why."""


def import_(
    files: Annotated[list[Path], typer.Argument(help="records, or exports with many of them")],
    tenant: Annotated[str, typer.Option(help="the name of the tenant that gets the tables")],
) -> None:
    """Bring games that are over into a tenant. Each is verified first; repeating changes nothing.

    A table keeps its id, its history and its head. Ends with 1 if a record was not taken in.
    """
    console = Console()
    found = [piece for file in files for piece in pieces(file)]

    def say(piece: Piece, text: object) -> None:
        console.print(f"{piece}: {text}", highlight=False, markup=False, soft_wrap=True)

    async def work(office: Office) -> tuple[int, int]:
        owner = await office.tenancy.by_name(tenant)
        taken = new = 0
        # In the order in which the games ended, so that ratings come out as where they were played.
        order = sorted(found, key=ending)
        quiet = not console.is_terminal
        for piece in track(order, "Importing", console=console, transient=True, disable=quiet):
            try:
                new += await bring_in(office.log, owner, judged(piece.read())) > 0
                taken += 1
            except Unfit as unfit:
                say(piece, unfit)
        return taken, new

    taken, new = at(work)
    console.print(f"{taken} of {len(found)} records are in, {new} of them new.")
    raise typer.Exit(0 if taken == len(found) else 1)


def ending(piece: Piece) -> str:
    """When the last event of a record happened; what cannot be read comes first."""
    try:
        return wire.decode(record.read(piece.read()).lines[-1]).at
    except (ValueError, LookupError, TypeError):
        return ""


def judged(text: bytes) -> Record:
    """A record that holds, of a table that is over."""
    try:
        found = record.read(text)
        if not verify(found).complete:
            raise Unfit("the game is not over yet")
        check_words(opened_entries(found.lines, found.footer.secrets))
    except Fault as fault:
        raise Unfit(str(fault)) from None
    except ValueError as error:
        raise Unfit(f"this is not a record: {error}") from None
    return found


def check_words(entries: Sequence[Entry]) -> None:
    """Ids are UUIDs and moments are moments, as the read models expect; raises ValueError."""
    for entry in entries:
        datetime.fromisoformat(entry.at)
        event = entry.event
        named = [getattr(event, name, None) for name in ("table", "host", "player")]
        for id_ in (entry.command, entry.by, *named):
            if id_ is not None:
                UUID(id_)


async def bring_in(log: Log, tenant: Tenant, found: Record) -> int:
    """Append what the tenant has not got of a history; how many events that were."""
    table, hashes = UUID(found.header.table), found.footer.hashes
    head = await log.head(tenant.id, tenant.shard, table)
    done = 0 if head is None else head.version
    if head is not None and hashes[done - 1 : done] != (head.hash.hex(),):
        raise Unfit("the tenant has this table with another history")
    entries = opened_entries(found.lines, found.footer.secrets)
    for group in by_command(entries[done:]):
        try:
            await log.append(commit_of(tenant, table, found, group))
        except Conflict:
            raise Unfit("the tenant has this table with another history") from None
        except KeyReused:
            raise Unfit(
                f"the tenant has used command {group[0].command} for something else"
            ) from None
        except TooLarge as error:
            raise Unfit(str(error)) from None
    return len(entries) - done


def commit_of(tenant: Tenant, table: UUID, found: Record, group: Sequence[Entry]) -> Commit:
    """One command of the record, as the log takes it. What was asked for at the time is not known
    any more, only what came of it: that is its fingerprint."""
    first, last = group[0].version, group[-1].version
    heads = (wire.GENESIS.hex(), *found.footer.hashes)
    lines = found.lines[first - 1 : last]
    return Commit(
        tenant=tenant.id,
        shard=tenant.shard,
        stream=table,
        kind=KIND,
        expected=first - 1,
        prev=bytes.fromhex(heads[first - 1]),
        command=UUID(group[0].command),
        fingerprint=hashlib.sha256(b"\n".join(lines)).digest(),
        events=tuple(new_event(found, entry) for entry in group),
    )


def new_event(found: Record, entry: Entry) -> NewEvent:
    line, secret = found.lines[entry.version - 1], found.footer.secrets.get(entry.version)
    return NewEvent(
        type=wire.type_of(entry.event),
        schema=msgspec.json.decode(line)["schema"],
        line=line,
        secret=None if secret is None else bytes.fromhex(secret),
        hash=bytes.fromhex(found.footer.hashes[entry.version - 1]),
    )

"""The one path by which anything comes to have happened: decide, append, publish.

Deciding happens on the warm table without reading; the append compares version and hash, so a
decision on an old state never gets in. A refusal has no append to catch it: before one is given,
the log is asked whether the state was the latest, and whether the command was done long ago.
"""

import hashlib
import secrets
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from typing import get_args
from uuid import UUID, uuid5

import msgspec
import structlog
from msgspec.structs import replace

from domain import wire
from domain.kernel import Event, Refused, Value, snake
from domain.table.commands import Command, Opening
from domain.table.rules import decide
from domain.wire import Entry
from service import metrics, traces
from service.errors import (
    BadUserInput,
    IdempotencyKeyReused,
    NotFound,
    Problem,
    ServiceUnavailable,
)
from service.locks import Locks
from service.logs import TABLE_ID
from service.store import (
    Commit,
    Conflict,
    KeyReused,
    Log,
    Malformed,
    NewEvent,
    Overloaded,
    StoreError,
    TooLarge,
)
from service.tables import Table, Tables, advance
from service.tenancy import Tenant
from service.turns import Turns

KIND = "table"
TRIES = 50  # how often others may get in first; each time somebody's command has succeeded

log = structlog.get_logger()
_canonical = msgspec.json.Encoder(order="deterministic").encode


class Accepted(Value):
    """It happened, now or at the first try of the same command."""

    table: Table  # as it is now
    entries: tuple[Entry, ...]
    head: bytes  # of the last of these entries
    duplicate: bool = False

    @property
    def version(self) -> int:
        return self.entries[-1].version


class Refusal(Value):
    """It did not happen: the rules do not allow it."""

    table: Table
    refused: Refused


class Stale(Value):
    """It did not happen: the caller had another version in mind."""

    table: Table
    expected: int


Outcome = Accepted | Refusal | Stale


class Update(Value):
    """What the readers of a table need to know of what was just written."""

    tenant: Tenant
    id: UUID
    previous: int
    table: Table
    entries: tuple[Entry, ...]


class Handler:
    def __init__(
        self,
        log: Log,
        tables: Tables,
        publish: Callable[[Update], None],
        turns: Turns | None = None,
    ) -> None:
        self._log = log
        self._tables = tables
        self._publish = publish
        self._turns = turns or Turns()
        self._locks = Locks()

    async def handle(
        self,
        tenant: Tenant,
        table_id: UUID,
        command_id: UUID,
        command: Command,
        expected: int | None = None,
    ) -> Outcome:
        """Do what the command asks, once, however often it is sent."""
        deed = Deed(tenant, table_id, command_id, fingerprint_of(command), command.player)
        outcome = "failed"
        TABLE_ID.set(table_id)
        try:
            with traces.span("command", table_id):
                async with self._turns.of(tenant.id):
                    answer = await self._do(deed, command, expected)
            outcome = named(answer)
            return answer
        except StoreError as error:
            raise as_problem(error) from error
        finally:
            COUNTED[type(command), outcome].inc()

    async def _do(self, deed: "Deed", command: Command, expected: int | None) -> Outcome:
        async with self._locks.hold((deed.tenant.id, deed.id)):
            table = await self._tables.load(deed.tenant, deed.id)
            for attempts in range(TRIES):
                with traces.span("decide", deed.id):
                    outcome = attempt(table, command, expected)
                if isinstance(outcome, list):
                    with suppress(Conflict):
                        return await self._append(deed, table, outcome)
                elif attempts:  # decided on what the log said a moment ago
                    return await self._earlier(deed) or outcome
                table = await self._tables.refresh(deed.tenant, deed.id)
        raise ServiceUnavailable("Others are writing to this table too quickly.", retry_after=1)

    async def _append(self, deed: "Deed", table: Table, events: list[Event]) -> Accepted:
        entries, commit = written(deed, table, events)
        with traces.span("append", deed.id):
            appended = await self._log.append(commit)
        # The log repeats a write whose answer was lost. What it finds then, hash and all, is ours.
        if appended.duplicate and appended.head != commit.events[-1].hash:
            await self._tables.refresh(deed.tenant, deed.id)
            return await self._again(deed, appended.first, appended.version)
        after = advance(table, entries, appended.head)
        self._tables.put(deed.tenant, deed.id, after)
        self._publish(Update(deed.tenant, deed.id, table.version, after, entries))
        return Accepted(after, entries, appended.head)

    async def _earlier(self, deed: "Deed") -> Accepted | None:
        """The answer the same command was given before, if it was ever accepted."""
        found = await self._log.find(deed.tenant.id, deed.tenant.shard, deed.command)
        if found is None:
            return None
        if found.stream != deed.id or found.fingerprint != deed.fingerprint:
            raise IdempotencyKeyReused
        return await self._again(deed, found.first, found.last)

    async def _again(self, deed: "Deed", first: int, last: int) -> Accepted:
        stored = await self._log.read(
            deed.tenant.id, deed.tenant.shard, deed.id, after=first - 1, limit=last - first + 1
        )
        entries = tuple(wire.decode(each.line, each.secret) for each in stored)
        table = await self._tables.load(deed.tenant, deed.id)
        return Accepted(table, entries, stored[-1].hash, duplicate=True)


class Deed(Value):
    """A command on its way into the log."""

    tenant: Tenant
    id: UUID
    command: UUID
    fingerprint: bytes
    by: str | None


def named(outcome: Outcome) -> str:
    match outcome:
        case Accepted(duplicate=duplicate):
            return "duplicate" if duplicate else "accepted"
        case Refusal():
            return "refused"
        case Stale():
            return "stale"


# Looked up by type, since to look a counter up by its labels takes longer than to count.
COUNTED = {
    (kind, outcome): metrics.COMMANDS.labels(snake(kind.__name__), outcome)
    for kind in get_args(Command)
    for outcome in ("accepted", "duplicate", "refused", "stale", "failed")
}


def attempt(table: Table, command: Command, expected: int | None) -> list[Event] | Refusal | Stale:
    if expected is not None and expected != table.version:
        return Stale(table, expected)
    if table.version == 0 and not isinstance(command, Opening):
        raise NotFound("There is no such table.")
    try:
        return decide(table.state, command)
    except Refused as refused:
        return Refusal(table, refused.with_traceback(None))


def written(deed: Deed, table: Table, events: list[Event]) -> tuple[tuple[Entry, ...], Commit]:
    """The events as entries of the history, and as the log takes them."""
    at = max(now(), table.at)  # a clock that jumps back does not reorder a history
    entries: list[Entry] = []
    news: list[NewEvent] = []
    head = table.head
    for version, event in enumerate(events, table.version + 1):
        entry = Entry(version, at, deed.by, str(deed.command), event)
        salt = secrets.token_bytes(wire.SALT_BYTES) if event.hidden else b""
        line, secret = wire.encode(entry, salt)
        head = wire.chain(head, line)
        entries.append(entry)
        news.append(NewEvent(wire.type_of(event), event.schema, line, secret, head))
    commit = Commit(
        tenant=deed.tenant.id,
        shard=deed.tenant.shard,
        stream=deed.id,
        kind=KIND,
        expected=table.version,
        prev=table.head,
        command=deed.command,
        fingerprint=deed.fingerprint,
        events=tuple(news),
    )
    return tuple(entries), commit


def as_problem(error: StoreError) -> Problem:
    """What the log cannot do, as the caller is told."""
    match error:
        case KeyReused():
            return IdempotencyKeyReused()
        case TooLarge() | Malformed():
            return BadUserInput(str(error))
        case Overloaded(retry_after=seconds):
            return ServiceUnavailable("Too much is going on just now.", retry_after=seconds)
        case _:
            log.warning("log_unavailable", error=repr(error), cause=repr(error.__cause__))
            return ServiceUnavailable(
                "The log cannot be reached. The command may or may not have happened: "
                "repeat it with the same id.",
                retry_after=1,
            )


def new_table_id(tenant: Tenant, command_id: UUID) -> UUID:
    """The same command opens the same table, however often it is sent."""
    return uuid5(tenant.id, f"table {command_id}")


def with_secrets(command: Opening) -> Opening:
    """The command with its seed, salt and invitation drawn."""
    return replace(
        command,
        seed=secrets.token_hex(32),
        salt=secrets.token_hex(32),
        invite=secrets.token_urlsafe(12),
    )


def fingerprint_of(command: Command) -> bytes:
    """What tells two commands apart; what the service drew for one does not."""
    if isinstance(command, Opening):
        command = replace(command, seed="", salt="", invite="")
    return hashlib.sha256(_canonical(command)).digest()


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="microseconds").replace("+00:00", "Z")

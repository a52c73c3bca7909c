"""Whether a record holds: chain, commitments, draws, moves and result, from the file alone."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import groupby, zip_longest

import msgspec

from domain import wire
from domain.chance import SeedUnknown, commitment
from domain.games import GAMES
from domain.kernel import Event, Refused, Value
from domain.record import Record, header_of
from domain.table.causes import cause
from domain.table.events import Fork, GameForked, TableAbandoned, TableFinished, TableOpened
from domain.table.rules import decide
from domain.table.state import State, evolve
from domain.wire import Entry, Unknown

LAST = TableFinished | TableAbandoned


class Fault(Exception):
    """The first thing that is wrong, and at which version (0: before or after the events)."""

    def __init__(self, version: int, reason: str) -> None:
        super().__init__(f"version {version}: {reason}" if version else reason)
        self.version = version
        self.reason = reason


class Verdict(Value):
    """A record that holds. `complete` once the table is over and everything could be judged."""

    table: str
    version: int
    head: str
    complete: bool


class Receipt(Value):
    """What an accepted command told its sender, or a checkpoint says: the history had this head at
    this version."""

    version: int
    head: str
    kind: str = "receipt"


def verify(record: Record, receipts: Iterable[Receipt] = ()) -> Verdict:
    """Raises Fault at the first thing that is wrong."""
    check_chain(record)
    for receipt in receipts:
        if record.footer.hashes[receipt.version - 1 : receipt.version] != (receipt.head,):
            why = f"this is not the history that the {receipt.kind} was given for"
            raise Fault(receipt.version, why)
    entries = opened_entries(record.lines, record.footer.secrets)
    complete = isinstance(entries[-1].event, LAST)
    state = judge(entries, complete)
    check_ends(record, state)
    return Verdict(state.table, len(entries), record.footer.head, complete)


def judge(entries: Sequence[Entry], complete: bool) -> State:
    """Decide every command again. `complete` if nothing is hidden, so that nothing may be left
    unjudged."""
    if complete:
        check_seed(entries[0].event)
    state = State()
    seen: set[str] = set()
    for group in by_command(entries):
        if group[0].command in seen:
            raise Fault(group[0].version, "its command has ended before")
        seen.add(group[0].command)
        state = judged(state, group, complete)
        check_player(group)
    return state


def check_player(entries: Sequence[Entry]) -> None:
    """A command is one player's: the rules have judged the first event, the others are theirs."""
    for entry in entries:
        if entry.by != entries[0].by:
            raise Fault(entry.version, "it is by another player than its command")


def check_chain(record: Record) -> None:
    hashes = record.footer.hashes
    if not record.lines:
        raise Fault(0, "there are no events")
    head = wire.GENESIS
    for version, line in enumerate(record.lines, 1):
        head = wire.chain(head, line)
        if version > len(hashes) or hashes[version - 1] != head.hex():
            raise Fault(version, "the line does not have the hash that the file gives for it")
    if len(hashes) > len(record.lines):
        raise Fault(len(record.lines) + 1, "the line is missing")
    if record.footer.head != head.hex():
        raise Fault(len(record.lines), "the head is not the hash of the last line")


def opened_entries(lines: Sequence[bytes], secrets: Mapping[int, str]) -> list[Entry]:
    """The entries in order, with what the file opens of their secrets."""
    entries = []
    for version, line in enumerate(lines, 1):
        try:
            entries.append(opened(version, line, secrets.get(version)))
        except (msgspec.DecodeError, KeyError, TypeError, ValueError) as error:
            raise Fault(version, f"the line is not an event: {error}") from None
    return entries


def opened(version: int, line: bytes, text: str | None) -> Entry:
    secret = None if text is None else bytes.fromhex(text)
    promised = msgspec.json.decode(line).get("secret")
    if secret is not None and wire.commit(secret) != promised:
        raise Fault(version, "what is opened is not what the line committed to")
    entry = wire.decode(line, secret)
    if entry.version != version:
        raise Fault(version, f"the line says it is version {entry.version}")
    if isinstance(entry.event, Unknown):
        raise Fault(version, f"unknown event {entry.event.type}")
    return entry


def check_seed(first: Event) -> None:
    """What the game was drawn from is what its first event committed to."""
    if not isinstance(first, TableOpened):
        raise Fault(1, "the first event does not open a table")
    if first.seed is None or first.salt is None:
        raise Fault(1, "the seed is not opened")
    if commitment(bytes.fromhex(first.seed), bytes.fromhex(first.salt)) != first.commitment:
        raise Fault(1, "seed and salt do not open the commitment")


def by_command(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    for _, group in groupby(entries, key=lambda entry: entry.command):
        yield list(group)


def judged(state: State, entries: Sequence[Entry], complete: bool) -> State:
    """The table after one command, if the rules would have it so."""
    events = [entry.event for entry in entries]
    first = entries[0]
    if isinstance(first.event, TableOpened) and (first.event.game, first.event.rules) not in GAMES:
        raise Fault(1, f"rules {first.event.rules} of {first.event.game} are not known here")
    if isinstance(first.event, TableOpened):
        check_past(first.event.fork, events[1] if len(events) > 1 else None)
    command = cause(state, events, first.by)
    if command is None:
        if complete:
            raise Fault(first.version, "no command brings this about")
        return reduce(evolve, events, state)  # what is hidden cannot be judged yet
    try:
        compare(first.version, events, decide(state, command))
    except SeedUnknown:
        pass  # a draw of a table that still runs: judged once the seed is shown
    except Refused as refused:
        why = f"the rules refuse it: {refused.code} {refused.rule}"
        raise Fault(first.version, why) from None
    return reduce(evolve, events, state)


def check_past(fork: Fork | None, second: Event | None) -> None:
    """A fork brings the history that it goes on from, which is judged like any other."""
    forked = second if isinstance(second, GameForked) else None
    if fork is None or forked is None:
        if fork is not None or forked is not None:
            raise Fault(2, "a fork names the game that it goes on from, and brings its history")
        return
    lines = [line.encode() for line in forked.past.lines]
    if len(lines) != fork.version or reduce(wire.chain, lines, wire.GENESIS).hex() != fork.head:
        raise Fault(2, "this is not the history that the fork says it goes on from")
    try:
        secrets = {int(version): text for version, text in forked.past.secrets.items()}
        judge(opened_entries(lines, secrets), complete=True)
    except (Fault, ValueError) as fault:
        raise Fault(2, f"in the game that this one goes on from, {fault}") from None


def compare(version: int, events: Sequence[Event], expected: Sequence[Event]) -> None:
    for number, (found, right) in enumerate(zip_longest(events, expected)):
        if found != right:
            should = "nothing" if right is None else wire.type_of(right)
            did = "nothing" if found is None else wire.type_of(found)
            raise Fault(version + number, f"by the rules {should} follows, the file has {did}")


def check_ends(record: Record, state: State) -> None:
    """Header and footer say nothing that the events do not."""
    if record.header != header_of(record.lines[0]):
        raise Fault(0, "the header does not fit the first event")
    if record.footer.result != state.result:
        raise Fault(len(record.lines), "the result does not fit the last event")
    shown = wire.decode(record.lines[-1]).event
    seed, salt = (shown.seed, shown.salt) if isinstance(shown, LAST) else (None, None)
    if (record.footer.seed, record.footer.salt) != (seed, salt):
        raise Fault(
            len(record.lines), "seed and salt in the footer are not those of the last event"
        )

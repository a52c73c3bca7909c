"""The log against a model of it, for any sequence of commands, one by one and in batches."""

import asyncio
from collections import defaultdict
from hashlib import sha256
from uuid import UUID, uuid5

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.kernel import Value
from service.store import GENESIS, Appended, Conflict, Forked, KeyReused, Log
from service.store.batch import order
from service.store.writer import Writer
from tests.store.kit import OTHER, TENANT, commit


class Attempt(Value):
    """A command that someone tries, right or wrong."""

    tenant: UUID
    table: int
    command: int  # ids are few, so that they come again
    silk: str  # what it says: with the same id, the same or something else
    events: int
    behind: int  # how many versions too early it looks
    other_past: bool


ATTEMPTS = st.builds(
    Attempt,
    tenant=st.sampled_from([TENANT, OTHER]),
    table=st.integers(0, 2),
    command=st.integers(0, 9),
    silk=st.sampled_from(["yellow", "red"]),
    events=st.integers(1, 3),
    behind=st.sampled_from([0, 0, 0, 0, 1, -1, 5]),
    other_past=st.sampled_from([False, False, False, True]),
)


class Model:
    """What the log should say, in a few lines."""

    def __init__(self, run: int) -> None:
        self.run = run
        self.streams = defaultdict(list)  # (tenant, table) -> hashes
        self.commands = {}  # (tenant, command) -> (table, fingerprint, Appended)

    def name(self, *parts: object) -> UUID:
        """An id of this run's own."""
        return uuid5(TENANT, f"{self.run} {parts}")

    def commit(self, attempt: Attempt):
        hashes = self.streams[attempt.tenant, attempt.table]
        expected = max(0, len(hashes) - attempt.behind)
        prev = hashes[expected - 1] if 0 < expected <= len(hashes) else GENESIS
        lines = tuple(b"%s %d" % (attempt.silk.encode(), n) for n in range(attempt.events))
        return commit(
            self.name("table", attempt.table),
            expected,
            sha256(prev).digest() if attempt.other_past and expected else prev,
            lines,
            command=self.name("command", attempt.command),
            tenant=attempt.tenant,
        )

    def append(self, attempt: Attempt, new):
        """What is to come of it, but for the position."""
        stream = (attempt.tenant, attempt.table)
        known = self.commands.get((attempt.tenant, attempt.command))
        if known is not None:
            table, fingerprint, appended = known
            same = (table, fingerprint) == (attempt.table, new.fingerprint)
            return appended if same else KeyReused
        hashes = self.streams[stream]
        head = hashes[-1] if hashes else GENESIS
        if new.expected != len(hashes):
            return Conflict, len(hashes)
        if new.prev != head and new.expected:
            return Forked, len(hashes)
        hashes.extend(event.hash for event in new.events)
        first = new.expected + 1
        answer = (len(hashes), first, hashes[-1])
        self.commands[attempt.tenant, attempt.command] = (
            attempt.table,
            new.fingerprint,
            (*answer, True),
        )
        return (*answer, False)


def plain(outcome):
    """An outcome without what the model does not know."""
    if isinstance(outcome, Appended):
        return (outcome.version, outcome.first, outcome.head, outcome.duplicate)
    if isinstance(outcome, Conflict):
        return type(outcome), outcome.actual
    return type(outcome)


@pytest.fixture(scope="module")
def runs():
    return iter(range(1_000_000))


@pytest.mark.parametrize("alone", [True, False], ids=["lone", "in batches"])
@settings(max_examples=60, deadline=None)
@given(attempts=st.lists(ATTEMPTS, min_size=1, max_size=25))
def test_the_log_does_as_its_model(database, runs, alone, attempts):
    """Each attempt is written by the function for lone commands, or by that for batches."""

    async def play():
        model = Model(next(runs))
        writer = await Writer.connect(database, patience=10)
        for number, attempt in enumerate(attempts):
            new = model.commit(attempt)
            beside = [] if alone else [commit(model.name("beside", number), tenant=OTHER)]
            batch = sorted([new, *beside], key=order)
            outcomes = dict(zip(batch, await writer.write(batch, patience=10), strict=True))
            assert plain(outcomes[new]) == model.append(attempt, new)
        await writer.close()
        async with Log(database) as log:
            for (tenant, table), hashes in model.streams.items():
                stored = await log.read(tenant, 7, model.name("table", table))
                assert [event.hash for event in stored] == hashes
                assert chained(stored)

    asyncio.run(play())


def chained(stored) -> bool:
    head = GENESIS
    for event in stored:
        head = sha256(head + event.line).digest()
        if event.hash != head:
            return False
    return True

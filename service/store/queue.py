"""The commands that wait for the next commit."""

from asyncio import Future
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from uuid import UUID

from service.store.entries import Appended, Commit


@dataclass(slots=True, eq=False)
class Waiting:
    """A command, who waits for it, and until when."""

    commit: Commit
    size: int
    deadline: float
    future: Future[Appended]


class Queue:
    """First come, first served within a stream; tenants take turns, and so do their streams."""

    def __init__(self) -> None:
        self._tenants: dict[UUID, dict[UUID, deque[Waiting]]] = {}
        self._count = 0

    def __len__(self) -> int:
        return self._count

    def put(self, waiting: Waiting) -> None:
        commit = waiting.commit
        streams = self._tenants.setdefault(commit.tenant, {})
        streams.setdefault(commit.stream, deque()).append(waiting)
        self._count += 1

    def take(self, commands: int, size: int) -> list[Waiting]:
        """The next batch: at most one command of a stream, and no command id twice."""
        batch: list[Waiting] = []
        ids: set[tuple[UUID, UUID]] = set()
        for tenant, stream in self._turns():
            waiting = self._tenants[tenant][stream][0]
            command = (tenant, waiting.commit.command)
            if command in ids:
                continue
            size -= waiting.size
            if batch and size < 0:
                break
            ids.add(command)
            batch.append(waiting)
            if len(batch) == commands:
                break
        for waiting in batch:
            self._remove(waiting.commit)
        return batch

    def _turns(self) -> Iterator[tuple[UUID, UUID]]:
        """One stream of each tenant, then a second of each, and so on."""
        turns = deque((tenant, iter(streams)) for tenant, streams in self._tenants.items())
        while turns:
            tenant, streams = turns.popleft()
            for stream in streams:
                yield tenant, stream
                turns.append((tenant, streams))
                break

    def _remove(self, commit: Commit) -> None:
        """Take out the first command of a stream; its stream and tenant go to the end."""
        streams = self._tenants.pop(commit.tenant)
        line = streams.pop(commit.stream)
        line.popleft()
        if line:
            streams[commit.stream] = line
        if streams:
            self._tenants[commit.tenant] = streams
        self._count -= 1

"""The commands that wait for the next commit."""

from asyncio import Future
from collections import Counter, deque
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
        self._counts: Counter[UUID] = Counter()
        self._count = 0
        self.size = 0  # bytes

    def __len__(self) -> int:
        return self._count

    def of(self, tenant: UUID) -> int:
        """How many commands of a tenant wait."""
        return self._counts[tenant]

    def put(self, waiting: Waiting) -> None:
        commit = waiting.commit
        streams = self._tenants.setdefault(commit.tenant, {})
        streams.setdefault(commit.stream, deque()).append(waiting)
        self._counts[commit.tenant] += 1
        self._count += 1
        self.size += waiting.size

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
            self._remove(waiting)
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

    def _remove(self, waiting: Waiting) -> None:
        """Take out the first command of a stream; its stream and tenant go to the end."""
        commit = waiting.commit
        streams = self._tenants.pop(commit.tenant)
        line = streams.pop(commit.stream)
        line.popleft()
        if line:
            streams[commit.stream] = line
        if streams:
            self._tenants[commit.tenant] = streams
            self._counts[commit.tenant] -= 1
        else:
            del self._counts[commit.tenant]
        self._count -= 1
        self.size -= waiting.size

"""Who works now: tenants take turns, so that a busy one does not keep the others waiting.

What a process does at once it does on one thread: a command waits for all that were let in before
it. So a tenant that is not alone has few commands under way at a time, and the rest of them wait
in its own line. Alone it has as many as make for the largest commits.
"""

import asyncio
import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable
from uuid import UUID

from service.errors import ServiceUnavailable

ALONE = 256  # commands under way of a tenant that has the process to itself
TOGETHER = 4  # of each where there are others
LATELY = 5.0  # seconds for which a tenant that was here counts as being here
LINE = 2000  # commands that may wait in a tenant's line


class Turns:
    def __init__(
        self,
        alone: int = ALONE,
        together: int = TOGETHER,
        line: int = LINE,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._alone = alone
        self._together = together
        self._line = line
        self._clock = clock
        self._seen: OrderedDict[UUID, float] = OrderedDict()
        self._working: Counter[UUID] = Counter()
        self._lines: dict[UUID, deque[asyncio.Future[None]]] = {}

    def of(self, tenant: UUID) -> "Turn":
        """A turn of the tenant's, to be waited for and held by `async with`."""
        return Turn(self, tenant)

    async def take(self, tenant: UUID) -> None:
        self._see(tenant)
        if self._working[tenant] >= self.most or tenant in self._lines:
            await self._wait(tenant)
        else:
            self._working[tenant] += 1

    @property
    def most(self) -> int:
        """Commands of one tenant that may be under way now."""
        return self._alone if len(self._seen) == 1 else self._together

    def _see(self, tenant: UUID) -> None:
        now = self._clock()
        self._seen[tenant] = now
        self._seen.move_to_end(tenant)
        while next(iter(self._seen.values())) < now - LATELY:
            self._seen.popitem(last=False)

    async def _wait(self, tenant: UUID) -> None:
        line = self._lines.setdefault(tenant, deque())
        if len(line) >= self._line:
            raise ServiceUnavailable("Too many of the tenant's commands wait.", retry_after=1.0)
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave(tenant)  # the turn had come, and goes to the next
            raise

    def leave(self, tenant: UUID) -> None:
        self._working[tenant] -= 1
        line = self._lines.get(tenant)
        while line and self._working[tenant] < self.most:
            turn = line.popleft()
            if not turn.cancelled():
                self._working[tenant] += 1
                turn.set_result(None)
        if not line:
            self._lines.pop(tenant, None)
        if not self._working[tenant]:
            del self._working[tenant]


class Turn:
    __slots__ = ("_tenant", "_turns")

    def __init__(self, turns: Turns, tenant: UUID) -> None:
        self._turns = turns
        self._tenant = tenant

    async def __aenter__(self) -> None:
        await self._turns.take(self._tenant)

    async def __aexit__(self, *_: object) -> None:
        self._turns.leave(self._tenant)

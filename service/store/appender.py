"""Group commit: what arrives while a commit is under way goes into the next one."""

import asyncio
import struct
from collections.abc import Sequence
from contextlib import suppress
from contextvars import Context

import psycopg
import structlog
from psycopg import errors

from service import metrics
from service.store.batch import check, order
from service.store.entries import Appended, Commit
from service.store.errors import Malformed, Overloaded, StoreError, Unavailable
from service.store.queue import Queue, Waiting
from service.store.writer import Writer

BATCH_COMMANDS = 256
BATCH_BYTES = 1 << 20
QUEUE_BYTES = 64 << 20
MAX_RACES = 3
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.5  # seconds between attempts to reach the database

# The command itself is at fault, and will be next time: the server does not take its values, or
# they cannot even be put into an argument.
_POISON = (
    errors.DataError,
    errors.IntegrityError,
    errors.ProgramLimitExceeded,
    AttributeError,
    TypeError,
    ValueError,
    struct.error,
)

log = structlog.get_logger()


class Appender:
    """Writes for the whole process, over one connection.

    There is no timer: alone, a command is sent at once; under load, batches grow by themselves.
    """

    def __init__(self, url: str, limit: int = 2000, patience: float = 10.0) -> None:
        self._url = url
        self._limit = limit
        self._patience = patience
        self._queue = Queue()
        self._wake = asyncio.Event()
        self._closing = False
        self._writer: Writer | None = None
        self._task: asyncio.Task[None] | None = None
        self.failing = False  # whether the last try to commit found no database that would
        self.batches = 0
        self.commands = 0

    def __len__(self) -> int:
        """How many commands wait."""
        return len(self._queue)

    async def append(self, commit: Commit) -> Appended:
        """Write the commit, or raise a StoreError. To be cancelled here does not undo it."""
        size = check(commit)
        if self._closing:
            raise Unavailable("the log is closing")
        if (
            len(self._queue) >= self._limit
            or self._queue.of(commit.tenant) >= self._limit // 2  # leaves room for the others
            or self._queue.size >= QUEUE_BYTES
        ):
            raise Overloaded(retry_after=1.0)
        loop = asyncio.get_running_loop()
        if self._task is None:
            # In a context of its own: it does not belong to the request that happens to be first.
            self._task = loop.create_task(self._run(), name="appender", context=Context())
        future: asyncio.Future[Appended] = loop.create_future()
        self._queue.put(Waiting(commit, size, loop.time() + self._patience, future))
        self._wake.set()
        return await future

    async def close(self) -> None:
        """Take no more, write what waits, and let go of the connection."""
        self._closing = True
        self._wake.set()
        if self._task is not None:
            await self._task
        await self._disconnect()

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            while not self._queue:
                if self._closing:
                    return
                self._wake.clear()
                await self._wake.wait()
            batch = self._queue.take(BATCH_COMMANDS, BATCH_BYTES)
            fresh = [waiting for waiting in batch if waiting.deadline > loop.time()]
            if len(fresh) < len(batch):
                late = [waiting for waiting in batch if waiting.deadline <= loop.time()]
                _fail(late, Unavailable, "the database could not be reached in time")
            if fresh:
                fresh.sort(key=lambda waiting: order(waiting.commit))
                await self._settle(fresh)
            # Who was just answered may have more to say: if the next batch left without them,
            # they would wait for two commits from then on, and each would carry half as much.
            await asyncio.sleep(0)

    async def _settle(self, batch: list[Waiting]) -> None:
        """Write the batch and tell everyone; halve it as long as something in it is poisonous."""
        metrics.WAITING.set(len(self._queue))
        try:
            with metrics.APPEND.time():
                outcomes = await self._write([waiting.commit for waiting in batch])
        except _POISON as error:
            if len(batch) == 1:
                _fail(batch, Malformed, str(error))
            else:
                middle = len(batch) // 2
                await self._settle(batch[:middle])
                await self._settle(batch[middle:])
        except Unavailable as error:
            _fail(batch, Unavailable, str(error))
        except Exception:  # whatever it is, those who wait must not wait for ever
            log.exception("append_failed", table_ids=[str(each.commit.stream) for each in batch])
            await self._disconnect()
            _fail(batch, Unavailable, "the command may or may not have been written")
        else:
            self.batches += 1
            self.commands += len(batch)
            metrics.BATCH.observe(len(batch))
            for waiting, outcome in zip(batch, outcomes, strict=True):
                if waiting.future.done():
                    continue  # whoever asked has gone
                if isinstance(outcome, Appended):
                    waiting.future.set_result(outcome)
                else:
                    waiting.future.set_exception(outcome)

    async def _write(self, commits: Sequence[Commit]) -> list[Appended | StoreError]:
        """Try until there is an answer: the command ids make it safe to repeat what was sent."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._patience
        pause = FIRST_PAUSE
        races = 0
        while True:
            try:
                left = deadline - loop.time()
                if self._writer is None:
                    self._writer = await Writer.connect(self._url, patience=left)
                outcomes = await self._writer.write(commits, patience=left)
                self._note_failing(None)
                return outcomes
            except psycopg.Error as error:
                # Another process may have written the same command just now; then it will be
                # found next time. If not, something is wrong with the stream.
                raced = isinstance(error, errors.UniqueViolation) and races < MAX_RACES
                if isinstance(error, _POISON) and not raced:
                    raise
                races += raced
                if not raced:
                    self._note_failing(error)
                if self._writer is not None and self._writer.closed:
                    await self._disconnect()
                if loop.time() + pause >= deadline:
                    raise Unavailable(str(error)) from error
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    def _note_failing(self, error: psycopg.Error | None) -> None:
        """Tell when commits begin to fail and when they succeed again, not at each of them."""
        failing = error is not None
        if failing != self.failing:
            self.failing = failing
            metrics.FAILING.set(failing)
            log.warning("commits_fail" if failing else "commits_succeed_again", error=str(error))

    async def _disconnect(self) -> None:
        if self._writer is not None:
            writer, self._writer = self._writer, None
            with suppress(psycopg.Error):
                await writer.close()


def _fail(batch: Sequence[Waiting], kind: type[StoreError], text: str) -> None:
    for waiting in batch:
        if not waiting.future.done():
            waiting.future.set_exception(kind(text))

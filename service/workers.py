"""Several processes that serve one socket: the dead are replaced, and all by turns on SIGHUP."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from asyncio.subprocess import Process
from collections.abc import Callable, Iterator

import structlog

from service.config import Config, environment
from service.trouble import Trouble
from service.worker import GRACE

PATIENCE = 60.0  # seconds for a worker to come up
PAUSE = 0.5  # so that a worker that dies at once does not eat the machine

log = structlog.get_logger()


def run(config: Config, listener: socket.socket, started: Callable[[], None]) -> None:
    """Keep the workers running until SIGTERM or Ctrl-C, then let them finish."""
    asyncio.run(supervise(Crew(config, listener), started))


async def supervise(crew: "Crew", started: Callable[[], None]) -> None:
    working = asyncio.create_task(crew.work(started))

    def stop() -> None:
        if not working.cancel():
            crew.terminate()  # asked a second time: they are not to wait

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGTERM, stop)
    loop.add_signal_handler(signal.SIGINT, stop)
    loop.add_signal_handler(signal.SIGHUP, crew.renew.set)
    try:
        await asyncio.wait([working])
        if not working.cancelled():
            working.result()
    finally:
        await crew.end()


class Crew:
    """A place for each worker, and who is in it."""

    def __init__(self, config: Config, listener: socket.socket) -> None:
        self.config = config
        self.listener = listener
        self.renew = asyncio.Event()
        self.places: list[Process] = []
        self.alive: list[Process] = []  # in a place, coming or leaving
        self.changing = asyncio.Lock()

    async def work(self, started: Callable[[], None]) -> None:
        self.places = await asyncio.gather(*(self.spawn() for _ in range(self.config.workers)))
        started()
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(self.keep_renewing())
            for place in range(self.config.workers):
                tasks.create_task(self.keep(place))

    async def keep(self, place: int) -> None:
        """Fill the place again whenever its worker dies."""
        while True:
            worker = self.places[place]
            code = await worker.wait()
            async with self.changing:
                if self.places[place] is not worker:
                    continue  # it was renewed
                log.error("worker_died", pid=worker.pid, code=code)
                await asyncio.sleep(PAUSE)
                with reported("worker_failed"):
                    self.places[place] = await self.spawn()

    async def keep_renewing(self) -> None:
        """On SIGHUP put a new worker in each place by turns; the old one ends when it is done."""
        while True:
            await self.renew.wait()
            self.renew.clear()
            for place in range(self.config.workers):
                async with self.changing:
                    old = self.places[place]  # not before: a dead one may just be replaced
                    with reported("renewal_failed"):
                        self.places[place] = await self.spawn()
                        await self.dismiss(old)
            log.info("workers_renewed", pids=[worker.pid for worker in self.places])

    async def spawn(self) -> Process:
        """A new worker, once it serves: it says so through a pipe."""
        ours, theirs = os.pipe()
        descriptors = (self.listener.fileno(), theirs)
        worker = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "service.worker", *map(str, descriptors), str(os.getpid())),
            pass_fds=descriptors,
            env={**os.environ, **environment(self.config)},
            start_new_session=True,
        )
        os.close(theirs)
        self.alive = [other for other in self.alive if other.returncode is None] + [worker]
        said = await asyncio.wait_for(first_byte(ours), PATIENCE)
        if not said:
            raise Trouble("a worker did not start; the lines above say why")
        return worker

    async def dismiss(self, worker: Process) -> None:
        """Let it finish, but not for ever."""
        if worker.returncode is None:
            worker.terminate()
        try:
            await asyncio.wait_for(worker.wait(), 3 * GRACE)
        except TimeoutError:
            worker.kill()

    def terminate(self) -> None:
        for worker in self.alive:
            if worker.returncode is None:
                worker.terminate()

    async def end(self) -> None:
        await asyncio.gather(*map(self.dismiss, self.alive))


async def first_byte(pipe: int) -> bytes:
    """What comes through the pipe, or nothing if its other end is closed before."""
    reader = asyncio.StreamReader()
    transport, _ = await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(reader), os.fdopen(pipe, "rb")
    )
    try:
        return await reader.read(1)
    finally:
        transport.close()


@contextlib.contextmanager
def reported(event: str) -> Iterator[None]:
    try:
        yield
    except (Trouble, TimeoutError) as error:
        log.error(event, error=str(error))

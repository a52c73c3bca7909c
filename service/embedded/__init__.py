"""A real Postgres and a real Redis in the data directory, for when none is given."""

import fcntl
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import msgspec
import psycopg
import structlog

from service.config import Config
from service.embedded.servers import (
    POSTGRES_BIN,
    Postgres,
    Redis,
    Say,
    Server,
    socket_directory,
)
from service.trouble import Trouble

__all__ = ["POSTGRES_BIN", "InUse", "Postgres", "Redis", "Urls", "reached", "running", "urls"]

CONNECT_PATIENCE = 10

log = structlog.get_logger()


class InUse(Trouble):
    """Another service holds the directory."""


class Urls(msgspec.Struct, frozen=True):
    """Where the servers are, embedded or not."""

    database: str
    redis: str


@contextmanager
def running(config: Config, say: Say) -> Iterator[Urls]:
    """Start what is not given by a URL, keep it running, and stop it in the end."""
    given = {Postgres: config.database_url, Redis: config.redis_url}
    wanted: list[Callable[[Path], Server]] = [kind for kind, url in given.items() if not url]
    with ExitStack() as stack:
        if config.database_url:
            check(config.database_url)
        if wanted:
            stack.enter_context(claimed(config.directory))
            stack.callback(tidy, config.directory)
            servers = [kind(config.directory) for kind in wanted]
            for server in servers:
                stack.callback(server.stop)
                server.start(say)
            stack.enter_context(watched(servers))
        yield urls(config)


@contextmanager
def reached(config: Config, say: Say) -> Iterator[Urls]:
    """The servers of the running service; if it does not run, start them for this while."""
    with ExitStack() as stack:
        try:
            found = stack.enter_context(running(config, say))
        except InUse:
            found = urls(config)
            check(found.database)
        yield found


def check(database: str) -> None:
    try:
        psycopg.connect(database, connect_timeout=CONNECT_PATIENCE).close()
    except psycopg.OperationalError as error:
        raise Trouble(f"the database does not answer: {str(error).splitlines()[0]}") from None


def urls(config: Config) -> Urls:
    data = config.directory
    return Urls(
        config.database_url or Postgres(data, "self").url(),
        config.redis_url or Redis(data, "self").url(),
    )


@contextmanager
def claimed(data: Path) -> Iterator[None]:
    """Hold the directory against a second service. The kernel lets go when we end, however."""
    try:
        # Root gives the servers to nobody, who must be able to pass through.
        data.mkdir(parents=True, exist_ok=True, mode=0o700 if os.geteuid() else 0o711)
        lock = (data / "lock").open("a+")
    except OSError as error:
        raise Trouble(f"HOWDAH_DATA: cannot write in {data}: {error.strerror}") from None
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise InUse(
                f"{data} is in use by another Howdah (process {lock.read().strip()}): "
                "stop it, or set HOWDAH_DATA to another directory"
            ) from None
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
        yield


@contextmanager
def watched(servers: list[Server]) -> Iterator[None]:
    """Start again what dies. The log loses nothing by it, and callers retry."""
    stopping = threading.Event()

    def watch() -> None:
        while not stopping.wait(0.1):
            for server in servers:
                if server.process is None or server.process.poll() is None:
                    continue
                log.error("server_died", server=server.name, code=server.process.returncode)
                try:
                    server.start(lambda text: log.warning("server_restart", text=text))
                except (Trouble, OSError, psycopg.Error) as error:
                    log.error("server_restart_failed", server=server.name, error=str(error))
                    stopping.wait(1)

    thread = threading.Thread(target=watch, name="servers")
    thread.start()
    try:
        yield
    finally:
        stopping.set()
        thread.join()


def tidy(data: Path) -> None:
    """Leave nothing in /tmp behind."""
    with suppress(OSError):
        socket_directory(data).rmdir()

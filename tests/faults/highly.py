"""Postgres and Redis in high availability, by the scripts of deploy/: processes for machines."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import httpx
import psycopg
import redis

from service.embedded import POSTGRES_BIN, accounts
from tests.faults.nodes import free_port
from tests.packages import needed
from tests.running import wait_for

DEPLOY = Path(__file__).parents[2] / "deploy"
ADDRESS = "127.0.0.1"
PASSWORD = "only-for-the-test"


class Machine:
    """A process that stands for a machine, in a directory of its own."""

    def __init__(self, place: Path, name: str) -> None:
        self.name = name
        self.account = accounts.chosen(place / "none", Path(sys.executable).resolve())
        self.directory = place / name
        accounts.own(self.directory, self.account)
        self.log = (place / f"{name}.log").open("ab")
        self.process: subprocess.Popen[bytes] | None = None

    def run(self, *command: object, **environment: str) -> None:
        path = f"{Path(sys.executable).parent}:{POSTGRES_BIN}:/usr/sbin:/usr/bin:/bin"
        given = [f"{name}={value}" for name, value in {"PATH": path, **environment}.items()]
        words = ["/usr/bin/env", *given, *map(str, command)]
        self.process = accounts.launched(self.account, signal.SIGTERM, words, self.log)

    def kill(self) -> None:
        """Everything on it, at once."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.kill()
        self.log.close()


class Member(Machine):
    """A Postgres under Patroni."""

    def __init__(self, place: Path, name: str, etcd: str) -> None:
        super().__init__(place, name)
        self.port, self.rest, self.etcd = free_port(), free_port(), etcd

    def start(self) -> None:
        script = DEPLOY / "postgres" / "run.sh"
        words = (self.name, ADDRESS, self.port, self.rest, self.directory, self.etcd)
        self.run(script, *words, PASSWORD=PASSWORD)

    def kill(self) -> None:
        super().kill()
        with suppress(OSError, ValueError):
            postmaster = (self.directory / "data" / "postmaster.pid").read_text().split("\n")[0]
            os.kill(int(postmaster), signal.SIGKILL)

    def is_(self, role: str) -> bool:
        """Whether Patroni says so: primary, replica or synchronous."""
        try:
            return httpx.get(f"http://{ADDRESS}:{self.rest}/{role}").status_code == 200
        except httpx.TransportError:
            return False


class Cache(Machine):
    """A Redis of a pair."""

    def __init__(self, place: Path, name: str) -> None:
        super().__init__(place, name)
        self.port = free_port()

    def start(self, leader: int | None = None) -> None:
        following = () if leader is None else (ADDRESS, leader)
        script = DEPLOY / "redis" / "run.sh"
        self.run(script, ADDRESS, self.port, self.directory, *following)

    def leads(self) -> bool:
        try:
            with redis.Redis(ADDRESS, self.port) as client:
                return client.info("replication")["role"] == "master"
        except redis.RedisError:
            return False


class Databases:
    """Two members, of which one leads and the other has every commit."""

    def __init__(self, members: list[Member]) -> None:
        self.members = members

    @property
    def url(self) -> str:
        places = ",".join(f"{ADDRESS}:{member.port}" for member in self.members)
        options = "target_session_attrs=read-write&connect_timeout=3"
        return f"postgresql://postgres:{PASSWORD}@{places}/howdah?{options}"

    def leader(self) -> Member | None:
        return next((member for member in self.members if member.is_("primary")), None)

    def in_step(self) -> bool:
        return self.leader() is not None and any(m.is_("synchronous") for m in self.members)

    def listed(self) -> str:
        """What an operator sees who asks Patroni as the runbook says."""
        patronictl = Path(sys.executable).with_name("patronictl")
        return subprocess.run(
            [patronictl, "-c", DEPLOY / "postgres" / "patroni.yaml", "list"],
            env={**os.environ, "PATRONI_ETCD3_HOSTS": self.members[0].etcd},
            capture_output=True,
            text=True,
            check=True,
        ).stdout

    def switch_over(self) -> None:
        """Let the other one lead, as before work on a machine."""
        leader = self.leader()
        assert leader is not None
        place = f"http://{ADDRESS}:{leader.rest}/switchover"
        answer = httpx.post(place, json={"leader": leader.name}, timeout=60)
        assert answer.status_code == 200, answer.text


class Caches:
    """Two Redis and the Sentinels that choose between them."""

    def __init__(self, pair: list[Cache], sentinels: list[int]) -> None:
        self.pair = pair
        self.sentinels = sentinels

    @property
    def url(self) -> str:
        places = ",".join(f"{ADDRESS}:{port}" for port in self.sentinels)
        return f"redis+sentinel://{places}/howdah"

    def chosen(self) -> int:
        """The port of the one that leads, as a Sentinel says."""
        with redis.Redis(ADDRESS, self.sentinels[0]) as sentinel:
            _, port = sentinel.execute_command("SENTINEL", "GET-MASTER-ADDR-BY-NAME", "howdah")
            return int(port)


@contextmanager
def databases(place: Path) -> Iterator[Databases]:
    """A cluster that has a synchronous standby."""
    needed("etcd")
    port = free_port()
    with ExitStack() as stack:
        keeper = Machine(place, "etcd")
        stack.callback(keeper.close)
        script = DEPLOY / "postgres" / "etcd.sh"
        keeper.run(script, "keeper", ADDRESS, port, free_port(), keeper.directory)
        members = [Member(place, name, f"{ADDRESS}:{port}") for name in ("one", "two")]
        made = Databases(members)
        for member in members:
            stack.callback(member.close)
            member.start()
        wait_for(made.in_step, 120)
        anywhere = made.url.replace("/howdah?", "/postgres?")
        with psycopg.connect(anywhere, autocommit=True) as connection:
            connection.execute("create database howdah")
        yield made


@contextmanager
def caches(place: Path) -> Iterator[Caches]:
    """A pair that three Sentinels watch."""
    needed("redis-server", "redis-sentinel")
    with ExitStack() as stack:
        first, second = pair = [Cache(place, "first"), Cache(place, "second")]
        for cache in pair:
            stack.callback(cache.close)
        first.start()
        second.start(first.port)
        ports = [free_port() for _ in range(3)]
        for port in ports:
            watcher = Machine(place, f"sentinel-{port}")
            stack.callback(watcher.close)
            script = DEPLOY / "redis" / "sentinel.sh"
            watcher.run(script, ADDRESS, port, watcher.directory, ADDRESS, first.port)
        wait_for(lambda: all(aware(port) for port in ports))
        yield Caches(pair, ports)


def aware(port: int) -> bool:
    """Whether this Sentinel knows of the other two and of the one that follows."""
    try:
        with redis.Redis(ADDRESS, port, decode_responses=True) as sentinel:
            told = sentinel.info("sentinel")["master0"]
    except (redis.RedisError, KeyError):
        return False
    return bool(told["sentinels"] == 3 and told["slaves"] == 1)

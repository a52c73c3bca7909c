"""Service processes on one database and one Redis behind the proxy of deploy/, as on machines."""

import os
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.packages import needed
from tests.running import Running, howdah, wait_for

CONFIGURATION = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
TENANTS = ["Jaipur Club", "Hyderabad"]


class Spot(NamedTuple):
    """Where a node stands: its address, the proxy's as seen from there, and how to get there."""

    address: str
    proxy: str
    prefix: tuple[str, ...]


HERE = Spot("127.0.0.1", "127.0.0.1", ())


class Nodes:
    """Two services and the proxy before them. A dead one is started again at its old address."""

    def __init__(self, place: Path, database: str, redis: str, spots: tuple[Spot, Spot]) -> None:
        self.place = place
        self.spots = spots
        self.settings = {"database_url": database, "redis_url": redis}
        self.ports = [free_port(), free_port()]
        self.port = free_port()
        self.running: list[Running] = []
        self.proxy: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def address(self, number: int) -> str:
        return f"{self.spots[number].address}:{self.ports[number]}"

    def start(self, number: int) -> Running:
        address, proxy, prefix = self.spots[number]
        here = {"host": address, "port": self.ports[number], "proxies": proxy}
        running = Running(self.place / f"node{number}", {**self.settings, **here}, prefix)
        return running.wait_until_ready()

    def start_proxy(self) -> None:
        (haproxy,) = needed("haproxy")
        bind = {"HOWDAH_BIND": f"127.0.0.1:{self.port}"}
        places = {"HOWDAH_ONE": self.address(0), "HOWDAH_TWO": self.address(1)}
        command = [haproxy, "-db", "-f", CONFIGURATION]
        self.proxy = subprocess.Popen(command, env={**os.environ, **bind, **places})
        wait_for(lambda: answers(self.url))

    def kill_proxy(self) -> None:
        assert self.proxy is not None
        self.proxy.kill()
        self.proxy.wait()

    def report(self, number: int) -> dict[str, Any]:
        """What the node says of itself."""
        report: dict[str, Any] = httpx.get(f"http://{self.address(number)}/readyz").json()
        return report

    def restart(self, number: int) -> None:
        self.running[number] = self.start(number)


@contextmanager
def nodes(
    place: Path, database: str, redis: str, spots: tuple[Spot, Spot] = (HERE, HERE)
) -> Iterator[Nodes]:
    """Both nodes and the proxy, ready, with tenants that take guests."""
    needed("haproxy")
    made = Nodes(place, database, redis, spots)
    for tenant in TENANTS:
        create = ("tenant", "create", tenant, "--guests")
        answer = howdah(*create, data=place / "none", **made.settings)
        assert answer.returncode == 0, answer.stderr
        quotas = [f"--quota={name}=100000" for name in ("sockets_per_player", "players")]
        quotas += ["--quota=guests_per_minute_per_address=1000"]
        answer = howdah("tenant", "change", tenant, *quotas, data=place / "none", **made.settings)
        assert answer.returncode == 0, answer.stderr
    with ExitStack() as stack:
        for number in range(2):
            made.running.append(made.start(number))
            stack.callback(stop, made, number)
        made.start_proxy()
        stack.callback(made.kill_proxy)
        yield made


def stop(made: Nodes, number: int) -> None:
    process = made.running[number].process
    if process.poll() is None:
        process.send_signal(signal.SIGCONT)
        made.running[number].stop()


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/readyz").status_code == 200
    except httpx.TransportError:
        return False


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port

"""GraphQL beside raw Starlette and pgbench: views, commands, and updates to many.

python -m tests.bench.graphql [rounds] [seconds]
"""

import asyncio
import json
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any

import uvloop

from domain.bombay.pieces import ENTRY, NEIGHBOURS, SITES, START
from service.embedded import Postgres, Redis
from service.identity import Identity
from service.policy import GENEROUS
from service.tenancy import Tenancy
from tests.bench import append
from tests.bench.callers import PLAY, Http, Listener, Pair
from tests.bench.figures import Figure, table
from tests.conftest import scratch, silently
from tests.graphql.kit import VIEW, Caller, guest, play_on, started
from tests.running import environment, wait_for

CALLERS = (32, 128)
LISTENERS = 1_000
UPDATES = 20
VIEWED = (
    "query($id: ID!) { table(id: $id) { id game status version head onTurn "
    "seats { seat player { id name } bot resigned } view { ...Full } } }" + VIEW
)
FOLLOW = (
    "subscription($id: ID!) { table(id: $id) { version previous head "
    "entries { version type seat data } table { id status onTurn version } } }"
)
# How the service is started for each measure of views: an answer is remembered until its table
# changes; without that it is built anew every time, as it is when tables change; without compiled
# documents the ordinary executor builds it; without caches it reads the document every time, too.
WAYS = {
    "remembered": "",
    "compiled": "answers.NAMES_GOOD_FOR = 0",
    "executor": "answers.NAMES_GOOD_FOR = 0; documents.Operation.compiled = lambda *_: None",
    "defaults": "documents.Operation.compiled = lambda *_: None; "
    "documents.Lately.get = lambda *_: None",
}
SERVE = (
    "from service.graphql import answers, documents; {}; from service.serve import serve; serve()"
)


@contextmanager
def serving(server: Postgres, redis: Redis, directory: Path, way: str = "") -> Iterator[str]:
    """The whole service in a process of its own; gives its address."""
    output = directory / f"out-{time.monotonic_ns()}"
    settings = {"database_url": server.url("ours"), "redis_url": redis.url()}
    with output.open("w") as out:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE.format(way or "pass")],
            env=environment(directory / "data", **settings),
            stdout=out,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(lambda: "schema" in output.read_text() or process.poll() is not None)
        found = re.search(r"page +(http://\S+?)/?\s", output.read_text())
        assert found is not None, output.read_text()
        yield found[1]
    finally:
        process.terminate()
        process.wait(30)


@contextmanager
def reference(content: bytes, directory: Path) -> Iterator[str]:
    file = directory / f"content-{time.monotonic_ns()}"
    file.write_bytes(content)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, "-m", "tests.bench.references", str(port), str(file)]
    process = subprocess.Popen(command)
    try:
        wait_for(lambda: reachable(port))
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)


def reachable(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def wrk(url: str, directory: Path, seconds: float, body: str, token: str) -> float:
    """Answers per second to the same request from 16 connections."""
    script = directory / f"wrk-{time.monotonic_ns()}.lua"
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    lines = [
        f"wrk.headers[{json.dumps(name)}] = {json.dumps(text)}" for name, text in headers.items()
    ]
    script.write_text("\n".join(['wrk.method = "POST"', *lines, f"wrk.body = {json.dumps(body)}"]))
    command = ["wrk", "-t1", "-c16", f"-d{seconds:.0f}s", "-s", str(script), url]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Non-2xx" not in done.stdout, done.stdout
    found = re.search(r"Requests/sec: +([\d.]+)", done.stdout)
    assert found is not None
    return float(found[1])


def views(
    server: Postgres, redis: Redis, directory: Path, rounds: int, seconds: float
) -> list[Figure]:
    """Rows 5 and 6: the full typed view, built anew and remembered."""
    figures = []
    with ExitStack() as stack:
        urls = {
            way: stack.enter_context(serving(server, redis, directory, patch))
            for way, patch in WAYS.items()
        }
        asha = stack.enter_context(guest(urls["remembered"], "Asha"))
        bram = stack.enter_context(guest(urls["remembered"], "Bram"))
        for game in ("BOMBAY", "BAZAR"):
            id_ = started([asha, bram], game)
            play_on([asha, bram], id_, Random(1), 20)
            body = json.dumps({"query": VIEWED, "variables": {"id": id_}})
            content = asha.http.post("/graphql", content=body, headers=JSON).content
            with reference(content, directory) as theirs:
                runs: dict[str, list[float]] = {way: [] for way in [*WAYS, "reference"]}
                for _ in range(rounds):
                    for way, url in [*urls.items(), ("reference", "")]:
                        address = f"{url}/graphql" if url else f"{theirs}/bytes"
                        runs[way].append(wrk(address, directory, seconds, body, asha.token))
            bounds = {"remembered": (0.60, 0.85), "compiled": (0.40, 0.75)}
            raw = tuple(runs["reference"])
            for way in WAYS:
                floor, goal = bounds.get(way, (None, None))
                name = f"{game.title()} view of {len(content)} bytes, {way}"
                figures.append(Figure(name, tuple(runs[way]), raw, "/s", floor, goal))
    return figures


JSON = {"content-type": "application/json"}


def commands(
    server: Postgres, redis: Redis, directory: Path, rounds: int, seconds: float
) -> list[Figure]:
    """Rows 1 and 2: moves through GraphQL beside pgbench writing the same rows."""
    figures = []
    with serving(server, redis, directory) as url:
        for callers in CALLERS:
            ours, theirs = [], []
            for _ in range(rounds):
                ours.append(moved(url, callers, directory, seconds))
                times = sorted(append.reference(server, 32, seconds))
                theirs.append((len(times) / seconds, 1e3 * times[int(0.99 * len(times))]))
            name = f"durable moves through GraphQL, {callers} callers"
            rates, waits = zip(*ours, strict=True), zip(*theirs, strict=True)
            (rate, wait), (raw_rate, raw_wait) = rates, waits
            bounds = (2.0, 1.5) if callers == 32 else (None, None)
            figures += [
                Figure(name, rate, raw_rate, "/s", 0.40, 0.60),
                Figure(f"{name}, p99", wait, raw_wait, "ms", *bounds, less_is_better=True),
            ]
    return figures


def moved(url: str, callers: int, directory: Path, seconds: float) -> tuple[float, float]:
    """Moves per second and their p99 in ms; every caller plays one game after the other."""
    with ThreadPoolExecutor(8) as workers:
        pairs = list(workers.map(lambda _: prepared(url, int(4 + 160 / callers)), range(callers)))
    script = directory / f"moves-{time.monotonic_ns()}.lua"
    near = {
        site.id: [SITES[other].id for other in NEIGHBOURS[number] if ENTRY[other] == 1]
        for number, site in enumerate(SITES)
    }
    values = {
        "TOKENS": [tokens for tokens, _ in pairs],
        "GAMES": [games for _, games in pairs],
        "NEAR": near,
        "START": SITES[START].id,
        "PLAY": PLAY.decode(),
    }
    lines = [f"{name} = {lua(value)}" for name, value in values.items()]
    script.write_text("\n".join([*lines, MOVES.read_text()]))
    command = ["wrk", f"-t{callers}", f"-c{callers}", f"-d{seconds:.0f}s", "-s", str(script), url]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"moves (\d+) in (\d+) us, p99 (\d+) us", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert "refused" not in done.stderr, done.stderr
    moves, took, p99 = map(int, found.groups())
    return 1e6 * moves / took, p99 / 1e3


MOVES = Path(__file__).with_name("moves.lua")


def prepared(url: str, games: int) -> tuple[list[str], list[list[Any]]]:
    """Two people, and the tables at which they are ready to play, with the seat that starts."""
    with guest(url, "Asha") as asha, guest(url, "Bram") as bram:
        tables = [started([asha, bram]) for _ in range(games)]
        turns = [asha.ask(ON_TURN, id=each)["table"]["onTurn"][0] for each in tables]
        return [asha.token, bram.token], [list(each) for each in zip(tables, turns, strict=True)]


def lua(value: Any) -> str:
    match value:
        case dict():
            pairs = [f"[{lua(key)}] = {lua(each)}" for key, each in value.items()]
            return "{" + ", ".join(pairs) + "}"
        case list():
            return "{" + ", ".join(map(lua, value)) + "}"
        case _:
            return json.dumps(value)


ON_TURN = "query($id: ID!) { table(id: $id) { onTurn } }"


def fan_out(server: Postgres, redis: Redis, directory: Path, rounds: int) -> list[Figure]:
    """Rows 7 and 8: one update to a thousand listeners."""
    with (
        serving(server, redis, directory) as url,
        guest(url, "Asha") as asha,
        guest(url, "Bram") as bram,
    ):
        hello = [
            json.dumps(
                {
                    "type": "connection_init",
                    "payload": {"authorization": f"Bearer {asha.token}"},
                }
            ).encode(),
            b"",
        ]
        ours, theirs, waits, raw_waits = [], [], [], []
        for _ in range(rounds):
            id_ = started([asha, bram])
            payload = {"query": FOLLOW, "variables": {"id": id_}}
            hello[1] = json.dumps({"id": "1", "type": "subscribe", "payload": payload}).encode()
            rate, wait, size = uvloop.run(told(url, "/graphql", hello, id_, (asha, bram)))
            ours.append(rate)
            waits.append(wait)
            with reference(b"x" * size, directory) as raw:
                rate, wait, _ = uvloop.run(told(raw, "/updates", [], "", None))
            theirs.append(rate)
            raw_waits.append(wait)
    name = f"one update to {LISTENERS} listeners"
    return [
        Figure(f"{name}, delivered", tuple(ours), tuple(theirs), "/s", 0.8, 1.0),
        Figure(
            f"{name}, commit to delivery p99", tuple(waits), tuple(raw_waits), "ms", 2.0, 1.0,
            less_is_better=True,
        ),
    ]  # fmt: skip


async def told(
    url: str, path: str, hello: list[bytes], id_: str, pair: tuple[Caller, Caller] | None
) -> tuple[float, float, int]:
    """Deliveries per second, the p99 in ms from the answer's commit on, and the size of one."""
    loop = asyncio.get_running_loop()
    host, port = url.removeprefix("http://").split(":")
    protocol = "graphql-transport-ws" if hello else ""
    listeners = []
    for _ in range(LISTENERS):
        made = lambda: Listener(path, protocol, hello)  # noqa: E731
        listeners.append((await loop.create_connection(made, host, int(port)))[1])
    await quiet(listeners, bool(hello))
    _, http = await loop.create_connection(Http, host, int(port))
    took, waits, size = 0.0, [], 0
    if pair is not None:
        first = await asyncio.to_thread(pair[0].ask, ON_TURN, id=id_)
        mover = Pair(http, (pair[0].token, pair[1].token), id_, first["table"]["onTurn"][0])
    for _ in range(UPDATES):
        before = [listener.received for listener in listeners]
        if pair is None:
            await http.post("/publish", "", b"")
        else:
            await mover.move()
        answered = time.perf_counter()  # right after the commit, or after the publication
        await arrived(listeners, before)
        began = min(answered, *(listener.last for listener in listeners))
        took += max(listener.last for listener in listeners) - began
        waits += [listener.last - began for listener in listeners]
        size = listeners[0].received - before[0]
    for listener in listeners:
        listener.transport.close()  # type: ignore[attr-defined]
    header = 2 if size < 128 else 4
    return LISTENERS * UPDATES / took, 1e3 * sorted(waits)[int(0.99 * len(waits))], size - header


async def quiet(listeners: list[Listener], greeted: bool) -> None:
    """Wait until everyone is connected and has had what comes first."""
    while not all(  # noqa: ASYNC110 - a protocol tells nobody
        listener.open and (listener.received or not greeted) for listener in listeners
    ):
        await asyncio.sleep(0.02)
    total = -1
    while total != (total := sum(each.received for each in listeners)):  # noqa: ASYNC110
        await asyncio.sleep(0.3)


async def arrived(listeners: list[Listener], before: list[int]) -> None:
    """Wait until everyone has had one more update, all of the same size."""
    while True:
        sizes = {
            listener.received - known for listener, known in zip(listeners, before, strict=True)
        }
        if len(sizes) == 1 and sizes != {0}:
            return
        await asyncio.sleep(0.001)


async def let_guests_in(database_url: str) -> None:
    """One tenant for all, which is allowed more than can be done."""
    async with Identity(database_url) as identity:
        await Tenancy(identity).ensure("bench", guests=True, quotas=GENEROUS)


def measure(rounds: int = 3, seconds: float = 3) -> list[Figure]:
    with scratch() as directory:
        server, redis = Postgres(directory), Redis(directory)
        server.start(silently)
        redis.start(silently)
        try:
            append.prepare(server)
            asyncio.run(let_guests_in(server.url("ours")))
            return [
                *views(server, redis, directory, rounds, seconds),
                *commands(server, redis, directory, rounds, seconds),
                *fan_out(server, redis, directory, rounds),
            ]
        finally:
            redis.kill()
            server.kill()


if __name__ == "__main__":
    arguments = [float(argument) for argument in sys.argv[1:]]
    print(table(measure(*map(int, arguments[:1]), *arguments[1:])))

"""GraphQL beside raw Starlette and pgbench: views, commands, and updates to many.

python -m tests.bench.graphql [rounds] [seconds]
"""

import asyncio
import json
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import uvloop

from domain.bombay.pieces import ENTRY, NEIGHBOURS, SITES, START
from service.cache import plain
from service.embedded import Postgres, Redis
from tests.bench import append, hosts
from tests.bench.callers import PLAY, Http, Listener, Pair, connected, following, listening
from tests.bench.figures import Figure, attempted, program, show
from tests.graphql.kit import VIEW, Caller, guest, play_on, started

CALLERS = (32, 128)
LISTENERS = 1_000
UPDATES = 20
VIEWED = (
    "query($id: ID!) { table(id: $id) { id game status version head onTurn "
    "seats { seat player { id name } bot resigned } view { ...Full } } }" + VIEW
)
# How the service is started for each measure of views: an answer is remembered until its table
# changes; without that it is built anew every time, as it is when tables change; without compiled
# documents the ordinary executor builds it.
WAYS = {
    "remembered": "",
    "compiled": "answers.NAMES_GOOD_FOR = 0",
    "executor": "answers.NAMES_GOOD_FOR = 0; documents.Operation.compiled = lambda *_: None",
}


def wrk(url: str, directory: Path, seconds: float, token: str, body: str | None = None) -> float:
    """Answers per second to the same request from 16 connections."""
    script = directory / f"wrk-{time.monotonic_ns()}.lua"
    headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
    lines = [
        f"wrk.headers[{json.dumps(name)}] = {json.dumps(text)}" for name, text in headers.items()
    ]
    if body is not None:
        lines += ['wrk.method = "POST"', f"wrk.body = {json.dumps(body)}"]
    script.write_text("\n".join(lines))
    command = [program("wrk"), "-t1", "-c16", f"-d{seconds:.0f}s", "-s", str(script), url]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Non-2xx" not in done.stdout, done.stdout
    found = re.search(r"Requests/sec: +([\d.]+)", done.stdout)
    assert found is not None
    return float(found[1])


def redis_gets(redis: Redis, content: bytes) -> float:
    """Answers per second of a bare Redis to 16 connections that ask for the same bytes."""
    with plain(redis.url(), 5.0) as client:
        client.set("view", content)
    command = [program("redis-benchmark"), "-s", redis.socket, "-c", "16", "-n", "50000", "--csv"]
    done = subprocess.run(
        [*command, "get", "view"], capture_output=True, text=True, check=True, timeout=60
    )
    return float(done.stdout.splitlines()[-1].split(",")[1].strip('"'))


def views(
    server: Postgres, redis: Redis, directory: Path, rounds: int, seconds: float
) -> list[Figure]:
    """Rows 5 and 6: the full typed view, built anew and remembered."""
    figures = []
    with ExitStack() as stack:
        urls = {
            way: stack.enter_context(hosts.serving(server, redis, directory, patch))
            for way, patch in WAYS.items()
        }
        asha = stack.enter_context(guest(urls["remembered"], "Asha"))
        bram = stack.enter_context(guest(urls["remembered"], "Bram"))
        for game in ("BOMBAY", "BAZAR"):
            id_ = started([asha, bram], game)
            play_on([asha, bram], id_, Random(1), 20)
            body = json.dumps({"query": VIEWED, "variables": {"id": id_}})
            content = asha.http.post("/graphql", content=body, headers=JSON).content
            with (
                hosts.starlette(content, directory) as raw,
                hosts.strawberry(VIEWED, content, directory) as stock,
                hosts.mercurius(content, directory) as jit,
            ):
                addresses = {way: f"{url}/graphql" for way, url in urls.items()}
                addresses |= {"Starlette": f"{raw}/bytes", "mercurius": f"{jit}/graphql"}
                addresses |= {"strawberry": f"{stock}/graphql"}
                for way in ("mercurius", "strawberry"):
                    same(addresses[way], body, content)
                runs: dict[str, list[float]] = {way: [] for way in (*addresses, "Redis")}
                for _ in range(rounds):
                    for way, address in addresses.items():
                        runs[way].append(wrk(address, directory, seconds, asha.token, body))
                    runs["Redis"].append(redis_gets(redis, content))
            figures += compared(f"{game.title()} view of {len(content)} bytes", runs)
            path = f"/v1/tables/{id_}"
            figures.append(rest(game, asha, path, directory, rounds, seconds))
    return figures


def rest(
    game: str, caller: Caller, path: str, directory: Path, rounds: int, seconds: float
) -> Figure:
    """The same table by REST, unchanged since the last read."""
    content = caller.http.get(path).content
    ours, theirs = [], []
    with hosts.starlette(content, directory) as raw:
        for _ in range(rounds):
            ours.append(wrk(f"{caller.http.base_url}{path}", directory, seconds, caller.token))
            theirs.append(wrk(f"{raw}/bytes", directory, seconds, caller.token))
    name = f"{game.title()} view of {len(content)} bytes by REST, remembered"
    bounds = BOUNDS["remembered"][1:]
    return Figure(name, tuple(ours), tuple(theirs), "/s", *bounds, row=6, beside="Starlette")


JSON = {"content-type": "application/json"}
BOUNDS: dict[str, tuple[int, float | None, float | None]] = {
    "remembered": (6, 0.60, 0.85),
    "compiled": (5, 0.40, 0.75),
}


def same(address: str, body: str, content: bytes) -> None:
    """Whoever is compared with answers the same."""
    answered = httpx.post(address, content=body, headers=JSON)
    assert answered.json() == json.loads(content), (address, answered.text[:300])


def compared(name: str, runs: dict[str, list[float]]) -> list[Figure]:
    raw = tuple(runs["Starlette"])
    figures = []
    for way in (*WAYS, "mercurius", "strawberry"):
        row, floor, goal = BOUNDS.get(way, (5, None, None))
        whose = f"{name}, {way}" if way in WAYS else f"{name}, {OTHERS[way]} instead of ours"
        figures.append(
            Figure(whose, tuple(runs[way]), raw, "/s", floor, goal, row=row, beside="Starlette")
        )
    ours, theirs = tuple(runs["compiled"]), tuple(runs["mercurius"])
    whose = f"{name}, compiled"
    figures.append(Figure(whose, ours, theirs, "/s", goal=1.0, row=5, beside="mercurius + jit"))
    remembered, gets = tuple(runs["remembered"]), tuple(runs["Redis"])
    whose = f"{name}, remembered"
    figures.append(Figure(whose, remembered, gets, "/s", row=6, beside="redis-benchmark GET"))
    return figures


OTHERS = {"mercurius": "mercurius + graphql-jit", "strawberry": "plain strawberry"}


def commands(
    server: Postgres, redis: Redis, directory: Path, rounds: int, seconds: float
) -> list[Figure]:
    """Rows 1 and 2: moves through GraphQL beside pgbench writing the same rows."""
    figures = []
    with hosts.serving(server, redis, directory) as url:
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
                Figure(name, rate, raw_rate, "/s", 0.40, 0.60, row=1, beside="pgbench"),
                Figure(
                    f"{name}, p99", wait, raw_wait, "ms", *bounds, less_is_better=True,
                    row=2, beside="pgbench",
                ),
            ]  # fmt: skip
    return figures


def moved(url: str, callers: int, directory: Path, seconds: float) -> tuple[float, float]:
    """Moves per second and their p99 in ms; every caller plays one game after the other."""
    with ThreadPoolExecutor(8) as workers:
        pairs = list(workers.map(lambda _: prepared(url, int(4 + 160 / callers)), range(callers)))
    script = directory / f"moves-{time.monotonic_ns()}.lua"
    values = {
        "TOKENS": [tokens for tokens, _ in pairs],
        "GAMES": [games for _, games in pairs],
        "NEAR": near(),
        "START": SITES[START].id,
        "PLAY": PLAY.decode(),
    }
    lines = [f"{name} = {lua(value)}" for name, value in values.items()]
    script.write_text("\n".join([*lines, MOVES.read_text()]))
    command = [
        program("wrk"),
        f"-t{callers}",
        f"-c{callers}",
        f"-d{seconds:.0f}s",
        "-s",
        str(script),
        url,
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    found = re.search(r"moves (\d+) in (\d+) us, p99 (\d+) us", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert "refused" not in done.stderr, done.stderr
    moves, took, p99 = map(int, found.groups())
    return 1e6 * moves / took, p99 / 1e3


MOVES = Path(__file__).with_name("moves.lua")


def near() -> dict[str, list[str]]:
    """Where a single action leads from each site, whatever has happened."""
    return {
        site.id: [SITES[other].id for other in NEIGHBOURS[number] if ENTRY[other] == 1]
        for number, site in enumerate(SITES)
    }


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
        hosts.serving(server, redis, directory) as url,
        guest(url, "Asha") as asha,
        guest(url, "Bram") as bram,
    ):
        ours, theirs, waits, raw_waits = [], [], [], []
        for _ in range(rounds):
            id_ = started([asha, bram])
            hello = following(asha.token, id_)
            rate, wait, size = uvloop.run(told(url, "/graphql", hello, id_, (asha, bram)))
            ours.append(rate)
            waits.append(wait)
            with hosts.starlette(b"x" * size, directory) as raw:
                rate, wait, _ = uvloop.run(told(raw, "/updates", [], "", None))
            theirs.append(rate)
            raw_waits.append(wait)
    name = f"one update to {LISTENERS} listeners"
    return [
        Figure(
            f"{name}, delivered", tuple(ours), tuple(theirs), "/s", 0.8, 1.0,
            row=7, beside="Starlette",
        ),
        Figure(
            f"{name}, commit to delivery p99", tuple(waits), tuple(raw_waits), "ms", 2.0, 1.0,
            less_is_better=True, row=8, beside="Starlette",
        ),
    ]  # fmt: skip


async def told(
    url: str, path: str, hello: list[bytes], id_: str, pair: tuple[Caller, Caller] | None
) -> tuple[float, float, int]:
    """Deliveries per second, the p99 in ms from the answer's commit on, and the size of one."""
    listeners = await listening(url, path, hello, LISTENERS)
    http = await connected(url, Http)
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


async def arrived(listeners: list[Listener], before: list[int]) -> None:
    """Wait until everyone has had one more update, all of the same size."""
    while True:
        sizes = {
            listener.received - known for listener, known in zip(listeners, before, strict=True)
        }
        if len(sizes) == 1 and sizes != {0}:
            return
        await asyncio.sleep(0.001)


def measure(rounds: int = 3, seconds: float = 3) -> list[Figure]:
    with hosts.servers() as (server, redis, directory):
        given = (server, redis, directory, rounds)
        return [
            *attempted(1, lambda: commands(*given, seconds)),
            *attempted(5, lambda: views(*given, min(seconds, 2))),
            *fan_out(*given),
        ]


if __name__ == "__main__":
    show(measure)

"""Open-loop load: turns of real games come when they come, whether those before are done or not.

python -m tests.bench.load [--rate TURNS] [--seconds S] [--tables N] [--soak] [--url URL --tenant T]

A turn belongs to one of the tables by Zipf's law, so some are played in a hurry and most now and
then. Whoever is on turn there looks at the table and its legal moves by GraphQL and then makes one
of them at random, by GraphQL at one table and by REST at the next. Someone follows every table over
a WebSocket, and where a game ends a new one begins. All times are taken from when the turn was due,
so that a service that stalls is not spared those who would have come meanwhile.
"""

import argparse
import asyncio
import json
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import accumulate
from random import Random
from statistics import linear_regression, mean, median
from typing import Any
from uuid import uuid4

import httpx
import uvloop

from service.identity import Identity
from service.policy import GENEROUS
from service.tenancy import Tenancy
from service.top import look
from tests.bench import hosts
from tests.bench.callers import Http, Listener, connected, following, masked

TENANTS = ("Agra", "Delhi", "Jaipur", "Mysore")
GAMES = ("BOMBAY", "BAZAR")
PEOPLE = 25  # pairs of them in each tenant
CONNECTIONS = 256
EXPONENT = 1.0  # of Zipf's law
SOAK = 600.0  # seconds
STALL = 1.0  # seconds; the machine was not ours
GROWTH = 0.05  # in ten minutes; less is flat
FILLING = 1_500  # tables: more than a soaked process keeps
# Full caches are not a leak, but it takes hours to fill them. In a soak they are small, so that
# whatever else grows has nothing to hide behind.
SMALL = """
from service import read, tables
from service.feed import hub, notices
from service.graphql import compiled, http, players
from service.projectors import fold
hub.KEPT = fold.KEPT = notices.KEPT = players.KEPT = read.ONCE = http.KNOWN_BODIES = 200
compiled.REMEMBERED = 2_000
tables.Tables.__init__.__defaults__ = (200,)
"""
LOOK = (
    "query($id: ID!) { table(id: $id) { version status onTurn view { __typename "
    "... on BombayView { turn actions markets { market bales } players { seat site bales } } "
    "... on BazarView { cells { cell tile rotation } trunks { seat length } } } "
    "legalMoves { input text } } }"
)
DEED = "{ __typename ... on Accepted { version table { id status onTurn } } }"
OPEN = f"mutation($c: ID!, $i: OpenTableInput!) {{ openTable(commandId: $c, input: $i) {DEED} }}"
SIT = f"mutation($c: ID!, $t: ID!) {{ takeSeat(commandId: $c, tableId: $t) {DEED} }}"
START = f"mutation($c: ID!, $t: ID!) {{ startGame(commandId: $c, tableId: $t) {DEED} }}"
PLAY = (
    "mutation($c: ID!, $t: ID!, $m: MoveInput!) "
    f"{{ play(commandId: $c, tableId: $t, move: $m) {DEED} }}"
)


class Failed(Exception):
    """An answer that is not what was asked for."""


class Calls:
    """Connections to the service, made when there are too few."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._free: list[Http] = []
        self._room = asyncio.Semaphore(CONNECTIONS)

    async def post(self, path: str, token: str, body: Any, more: bytes = b"") -> Any:
        async with self._room:
            http = self._at_hand() or await connected(self.url, Http)
            answer = await http.post(path, token, json.dumps(body).encode(), more)
            self._free.append(http)
        if http.status >= 400:
            raise Failed(f"{http.status} {path.rpartition('/')[2]}")
        return json.loads(answer)

    def _at_hand(self) -> Http | None:
        """A connection that nobody uses; those the service has closed meanwhile are let go."""
        while self._free:
            http = self._free.pop()
            if not http.transport.is_closing():  # type: ignore[attr-defined]
                return http
        return None

    async def ask(self, token: str, query: str, **variables: Any) -> Any:
        """What the one field of a query or mutation comes to."""
        answer = await self.post("/graphql", token, {"query": query, "variables": variables})
        if "errors" in answer:
            raise Failed(answer["errors"][0]["extensions"]["code"])
        (found,) = answer["data"].values()
        if found.get("__typename", "Accepted") != "Accepted":
            raise Failed(found["__typename"])
        return found


class Follower(Listener):
    """A listener who says that it is still there."""

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if b'"type":"ping"' in data:
            self.transport.write(masked(b'{"type":"pong"}'))  # type: ignore[attr-defined]


class Table:
    """A place where two people play one game after the other."""

    def __init__(self, calls: Calls, number: int, people: tuple[str, str]) -> None:
        self.calls = calls
        self.game = GAMES[number % len(GAMES)]
        self.by_rest = number // len(GAMES) % 2 == 1
        self.people = people
        self.random = Random(number)
        self.id: str | None = None
        self.turn = 0
        self.queue = asyncio.Lock()
        self.follower: Follower | None = None

    async def sit_down(self) -> None:
        asha, balu = self.people
        wanted = {"game": self.game, "seats": 2}
        opened = await self.calls.ask(asha, OPEN, c=str(uuid4()), i=wanted)
        id_ = opened["table"]["id"]
        await self.calls.ask(balu, SIT, c=str(uuid4()), t=id_)
        begun = await self.calls.ask(asha, START, c=str(uuid4()), t=id_)
        self.id, self.turn = id_, begun["table"]["onTurn"][0]

    async def follow(self) -> None:
        assert self.id is not None
        hello = following(self.people[0], self.id)
        self.follower = await connected(
            self.calls.url, lambda: Follower("/graphql", "graphql-transport-ws", hello)
        )

    async def look(self) -> list[Any]:
        shown = await self.calls.ask(self.people[self.turn], LOOK, id=self.id)
        moves: list[Any] = shown["legalMoves"]
        return moves

    async def move(self, moves: list[Any]) -> None:
        chosen, token, command = self.random.choice(moves), self.people[self.turn], str(uuid4())
        if self.by_rest:
            path, more = f"/v1/tables/{self.id}/moves", b"idempotency-key: %s\r\n"
            given = more % command.encode()
            table = (await self.calls.post(path, token, chosen["input"], given))["table"]
        else:
            played = await self.calls.ask(token, PLAY, c=command, t=self.id, m=chosen["input"])
            table = played["table"]
        if table["status"] == "PLAYING":
            self.turn = table["onTurn"][0]
        else:
            self.leave()

    def leave(self) -> None:
        self.id = None
        if self.follower is not None:
            self.follower.transport.close()  # type: ignore[attr-defined]
            self.follower = None


class Load:
    """Turns that are due at a steady mean rate, and how long after that they were done."""

    def __init__(self, tables: list[Table], rate: float) -> None:
        self.tables = tables
        self.rate = rate
        self.times: dict[str, list[float]] = {"look": [], "turn": [], "new table": []}
        self.errors: Counter[str] = Counter()
        self.stalls: list[float] = []  # seconds in which this program did not run
        self._weights = list(accumulate((n + 1) ** -EXPONENT for n in range(len(tables))))
        self._random = Random("howdah")

    async def run(self, seconds: float) -> float:
        """Gives the seconds until everything that was due in this time was done."""
        begun = due = time.perf_counter()
        turns = set()
        while (due := due + self._random.expovariate(self.rate)) < begun + seconds:
            await asyncio.sleep(due - time.perf_counter())
            late = time.perf_counter() - due
            if late > STALL:  # it is we who were held up: nobody came meanwhile
                self.stalls.append(late)
                due, begun = due + late, begun + late
            (table,) = self._random.choices(self.tables, cum_weights=self._weights)
            turn = asyncio.create_task(self.turn(table, due))
            turns.add(turn)
            turn.add_done_callback(turns.discard)
        await asyncio.gather(*turns)
        return time.perf_counter() - begun

    async def turn(self, table: Table, due: float) -> None:
        try:
            async with table.queue:  # people at one table wait for each other, as they do
                if table.id is None:
                    await table.sit_down()
                    await table.follow()
                    self.times["new table"].append(time.perf_counter() - due)
                    due = time.perf_counter()
                moves = await table.look()
                self.times["look"].append(time.perf_counter() - due)
                await table.move(moves)
                self.times["turn"].append(time.perf_counter() - due)
        except (Failed, OSError) as error:
            self.errors[str(error) or type(error).__name__] += 1
            table.leave()


class Memory:
    """What the service holds, looked at every second."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.samples: list[tuple[float, float]] = []  # seconds, MB

    @asynccontextmanager
    async def watched(self) -> AsyncIterator[None]:
        begun = time.monotonic()

        async def sample() -> None:
            while True:
                found = await asyncio.to_thread(look, f"{self.url}/metrics")
                if found is not None:
                    held = found.sum("process_resident_memory_bytes") / 1e6
                    self.samples.append((time.monotonic() - begun, held))
                await asyncio.sleep(1)

        task = asyncio.create_task(sample())
        try:
            yield
        finally:
            task.cancel()

    def growth(self) -> tuple[float, float]:
        """MB per minute by a line through the last two thirds, and the mean MB there."""
        late = self.samples[len(self.samples) // 3 :]
        slope, _ = linear_regression(*zip(*late, strict=True))
        return 60 * slope, mean(held for _, held in late)

    def is_flat(self) -> bool:
        slope, held = self.growth()
        return 10 * slope < GROWTH * held

    def told(self) -> str:
        slope, held = self.growth()
        first, last = (
            median(each for _, each in part) for part in (self.samples[:5], self.samples[-5:])
        )
        return (
            f"memory     {first:.0f} MB at first, {last:.0f} MB in the end; in the last two thirds "
            f"{slope:+.2f} MB/min, {100 * 10 * slope / held:+.1f} % in ten minutes"
        )


async def people(url: str, tenants: list[str]) -> list[tuple[str, str]]:
    """The tokens of those who play, by turns of each tenant."""
    async with httpx.AsyncClient(base_url=url, timeout=30) as client:

        async def guest(tenant: str, name: str) -> str:
            given = {"howdah-tenant": tenant}
            answer = await client.post("/v1/guests", json={"name": name}, headers=given)
            assert answer.status_code == 201, answer.text
            token: str = answer.json()["token"]
            return token

        return [
            (await guest(tenant, "Asha"), await guest(tenant, "Balu"))
            for _ in range(PEOPLE)
            for tenant in tenants
        ]


async def fill(calls: Calls, pairs: list[tuple[str, str]]) -> None:
    """Open and look at more tables than the service keeps."""

    async def some(first: int) -> None:
        for number in range(first, FILLING, 64):
            table = Table(calls, number, pairs[number % len(pairs)])
            await table.sit_down()
            await table.look()

    await asyncio.gather(*(some(first) for first in range(64)))


async def main(url: str, tenants: list[str], wanted: argparse.Namespace) -> int:
    calls = Calls(url)
    pairs = await people(url, tenants)
    if wanted.soak:
        print(f"Filling the service's memory with {FILLING:,} tables ...", flush=True)
        await fill(calls, pairs)
    tables = [Table(calls, n, pairs[n % len(pairs)]) for n in range(wanted.tables)]
    load, memory = Load(tables, wanted.rate), Memory(url)
    print(
        f"{wanted.rate:g} turns/s for {wanted.seconds:g} s at {wanted.tables} tables of "
        f"{len(tenants)} tenants ...",
        flush=True,
    )
    async with memory.watched():
        took = await load.run(wanted.seconds)
    for table in tables:
        table.leave()
    told(load, took)
    print(memory.told())
    if wanted.soak:
        print(f"verdict    memory {'is flat' if memory.is_flat() else 'GROWS'}")
    return 1 if load.errors or (wanted.soak and not memory.is_flat()) else 0


def told(load: Load, took: float) -> None:
    done = len(load.times["turn"])
    print(f"\nthroughput {done / took:,.1f} turns/s of {load.rate:g} that were due")
    print(f"{'ms from due':<12}{'count':>9}{'p50':>9}{'p95':>9}{'p99':>9}{'p99.9':>9}{'most':>9}")
    for name, times in load.times.items():
        if times:
            times.sort()
            parts = [times[int(share * (len(times) - 1))] for share in (0.5, 0.95, 0.99, 0.999, 1)]
            print(f"{name:<12}{len(times):>9,}" + "".join(f"{1e3 * each:>9.1f}" for each in parts))
    print(f"errors     {sum(load.errors.values())} {dict(load.errors) or ''}")
    if load.stalls:
        print(f"stalls     {len(load.stalls)} of this program, {sum(load.stalls):.0f} s, left out")


@contextmanager
def place(wanted: argparse.Namespace) -> Iterator[tuple[str, list[str]]]:
    """Where to play: at the address that is given, or at a service of our own."""
    if wanted.url:
        yield wanted.url.rstrip("/"), wanted.tenant or ["demo"]
        return
    with hosts.servers() as (server, redis, directory):
        asyncio.run(found(server.url("ours")))
        with hosts.serving(server, redis, directory, SMALL if wanted.soak else "") as url:
            yield url, list(TENANTS)


async def found(database: str) -> None:
    async with Identity(database) as identity:
        for name in TENANTS:
            await Tenancy(identity).ensure(name, guests=True, quotas=GENEROUS)


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.load", description=__doc__)
    parser.add_argument("--rate", type=float, default=100, help="turns per second, on the average")
    parser.add_argument("--seconds", type=float, help="how long; 30, or 600 with --soak")
    parser.add_argument("--tables", type=int, help="played at once; 200, or 50 with --soak")
    parser.add_argument("--soak", action="store_true", help="fail if memory grows")
    parser.add_argument("--url", help="a service that runs on this machine")
    parser.add_argument("--tenant", action="append", help="a tenant there that lets guests play")
    wanted = parser.parse_args()
    wanted.tables = wanted.tables or (50 if wanted.soak else 200)
    wanted.seconds = wanted.seconds or (SOAK if wanted.soak else 30.0)
    return wanted


if __name__ == "__main__":
    asked = arguments()
    with place(asked) as (address, whose):
        sys.exit(uvloop.run(main(address, whose, asked)))

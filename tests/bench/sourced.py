"""The same walk with the library `eventsourcing` on Postgres: what row 3 compares with.

python -m tests.bench.sourced SOCKETS DATABASE THREADS SECONDS
"""

import json
import sys
import threading
import time
from random import Random

from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from domain.bombay.pieces import ENTRY, NEIGHBOURS, START

STEPS = 3  # in a turn
GAME = 60  # moves at one table


class Walk(Aggregate):
    """Two people who walk by turns."""

    def __init__(self) -> None:
        self.sites = [START, START]
        self.steps = 0

    @property
    def seat(self) -> int:
        return self.steps // STEPS % 2

    def step(self, site: int) -> None:
        if site not in NEIGHBOURS[self.sites[self.seat]]:
            raise ValueError(site)
        self._step(self.seat, site)

    @event("Stepped")
    def _step(self, seat: int, site: int) -> None:
        self.sites[seat] = site
        self.steps += 1


class Tables(Application):
    def open(self) -> Walk:
        walk = Walk()
        self.save(walk)
        return walk

    def step(self, table: object, site: int) -> Walk:
        walk: Walk = self.repository.get(table)  # type: ignore[arg-type]
        walk.step(site)
        self.save(walk)
        return walk


def play(app: Tables, number: int, until: float, times: list[float]) -> None:
    random = Random(number)
    while time.perf_counter() < until:
        walk = app.open()
        for _ in range(GAME):
            begun = time.perf_counter()
            if begun > until:
                break
            near = [site for site in NEIGHBOURS[walk.sites[walk.seat]] if ENTRY[site] == 1]
            walk = app.step(walk.id, random.choice(near))
            times.append(time.perf_counter() - begun)


def main(sockets: str, database: str, threads: int, seconds: float) -> None:
    app = Tables(
        env={
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_HOST": sockets,
            "POSTGRES_PORT": "5432",
            "POSTGRES_DBNAME": database,
            "POSTGRES_USER": "postgres",
            "POSTGRES_PASSWORD": "",
            "POSTGRES_POOL_SIZE": str(threads),
            "AGGREGATE_CACHE_MAXSIZE": "1000",  # as ours has warm tables, too
        }
    )
    times: list[float] = []
    until = time.perf_counter() + seconds
    players = [
        threading.Thread(target=play, args=(app, number, until, times)) for number in range(threads)
    ]
    for player in players:
        player.start()
    for player in players:
        player.join()
    p99 = 1e3 * sorted(times)[int(0.99 * len(times))]
    print(json.dumps({"rate": len(times) / seconds, "p99": p99}))
    app.close()


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]), float(sys.argv[4]))

"""What the whole service keeps in memory for everyone who only listens.

python -m tests.bench.memory [rounds]
"""

import asyncio

import uvloop

from service.top import look
from tests.bench import hosts
from tests.bench.callers import following, listening
from tests.bench.figures import Figure, show
from tests.graphql.kit import guest, started

BEFORE, MORE = 500, 2_000  # the first ones pay for what is needed once


async def each(url: str, hello: list[bytes]) -> float:
    """Kilobytes of one more follower of a table."""
    await listening(url, "/graphql", hello, BEFORE)
    before = await asyncio.to_thread(resident, url)
    await listening(url, "/graphql", hello, MORE)
    return (await asyncio.to_thread(resident, url) - before) / MORE / 1e3


def resident(url: str) -> float:
    found = look(f"{url}/metrics")
    assert found is not None
    return found.sum("process_resident_memory_bytes")


def measure(rounds: int = 3) -> list[Figure]:
    found = []
    with hosts.servers() as (server, redis, directory):
        for _ in range(rounds):
            with (
                hosts.serving(server, redis, directory) as url,
                guest(url, "Asha") as asha,
                guest(url, "Bram") as bram,
            ):
                hello = following(asha.token, started([asha, bram]))
                found.append(uvloop.run(each(url, hello)))
    name = "memory of the whole service per idle subscriber"
    return [Figure(name, tuple(found), (), "kB", 60, 30, less_is_better=True, row=14)]


if __name__ == "__main__":
    show(measure)

"""A process that writes to the log as fast as it can, and says what was acknowledged.

    python -m tests.faults.writer URL CALLERS

Each line of its output is one command: its id, shard, stream and versions, written after the log
said that it stands. It is meant to be killed.
"""

import asyncio
import os
import sys
from uuid import UUID, uuid4

import uvloop

from service import logs
from service.store import GENESIS, Log, Unavailable
from tests.store.kit import commit

TENANTS = [UUID(int=0x7E0000000000700080000000000000F0 + number) for number in range(8)]
MOVES = 50  # to a table; then the next one


async def play(log: Log, number: int) -> None:
    """One table after the other, each command repeated with its id until there is an answer."""
    tenant, shard = TENANTS[number % len(TENANTS)], number % len(TENANTS)
    while True:
        table, version, head = uuid4(), 0, GENESIS
        while version < 2 * MOVES:
            move = commit(table, version, head, tenant=tenant, shard=shard)
            while True:
                try:
                    appended = await log.append(move)
                    break
                except Unavailable:
                    continue
            line = f"{move.command} {shard} {table} {appended.first} {appended.version}\n"
            os.write(1, line.encode())
            version, head = appended.version, appended.head


async def main(url: str, callers: int) -> None:
    logs.configure("warning")  # to standard error: what is said here is only what was acknowledged
    async with Log(url, patience=5.0) as log:
        await asyncio.gather(*(play(log, number) for number in range(callers)))


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2])))

"""Many sockets in a process of their own, which note when each message arrived.

python -m tests.bench.listeners SOCKET HOW_MANY HOW_MANY_MESSAGES
"""

import asyncio
import sys
import time
from functools import partial

import msgspec
import uvloop


class Listener(asyncio.Protocol):
    """Messages are preceded by their length in four bytes."""

    def __init__(self, arrivals: list[float], messages: int) -> None:
        self.arrivals = arrivals
        self.messages = messages
        self.done = asyncio.Event()
        self.left = b""

    def connection_lost(self, error: Exception | None) -> None:
        self.done.set()

    def data_received(self, data: bytes) -> None:
        now = time.monotonic()
        self.left += data
        while len(self.left) >= 4:
            end = 4 + int.from_bytes(self.left[:4], "big")
            if len(self.left) < end:
                break
            self.left = self.left[end:]
            self.arrivals.append(now)
        if len(self.arrivals) == self.messages:
            self.done.set()


def same(listener: Listener) -> Listener:
    return listener


async def main(path: str, count: int, messages: int) -> None:
    """Connect, say so, and when all has arrived write down when, listener by listener."""
    loop = asyncio.get_running_loop()
    all_arrivals: list[list[float]] = [[] for _ in range(count)]
    listeners = [Listener(arrivals, messages) for arrivals in all_arrivals]
    for listener in listeners:
        await loop.create_unix_connection(partial(same, listener), path)
    print("ready", flush=True)
    await asyncio.gather(*(listener.done.wait() for listener in listeners))
    sys.stdout.buffer.write(msgspec.msgpack.encode(all_arrivals))


if __name__ == "__main__":
    uvloop.run(main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))

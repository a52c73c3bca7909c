"""One process that serves: uvicorn on a socket that is already open."""

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
import time
from collections.abc import Callable

import uvicorn
import uvloop
from starlette.applications import Starlette
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from service import logs
from service.config import Config, read
from service.drain import Drain
from service.embedded import launch
from service.protocol import Protocol, SocketProtocol

MESSAGE_LIMIT = 64 * 1024
GRACE = 10.0  # seconds for what is in flight, and again for what does not end by itself
KEEP_ALIVE = 65  # longer than the minute of most proxies, so that it is they who hang up
WELCOME = 0.5  # seconds for whoever has just connected to say what they want
TICK = 0.02


class Server(uvicorn.Server):
    """uvicorn's server, except that WebSockets are closed last, when their work is done."""

    def __init__(self, config: uvicorn.Config, drain: Drain, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.drain = drain
        self.announce = announce

    def stop(self) -> None:
        """Finish what is in flight and end; asked again, end without finishing."""
        if self.should_exit:
            for connection in self.server_state.connections:
                connection.transport.abort()
            for task in self.server_state.tasks:
                task.cancel()
        self.should_exit = True

    def capture_signals(self) -> contextlib.AbstractContextManager[None]:  # type: ignore[override]
        return contextlib.nullcontext()  # signals are handled in `serve`

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # what is here now stays: later collections need not look at it
        # Values hold no cycles, and what does is small and dies young. To look through all tables
        # for more of it, as often as Python would, takes up to a tenth of a second each time.
        gc.set_threshold(10_000, 20, 100)
        self.announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for listener in sockets or []:
            listener.close()
        self.drain.started.set()
        await self._quiet(self._newcomers, WELCOME)
        for connection in self._requests():
            connection.shutdown()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.drain.finished(), GRACE)
        await self._quiet(self._requests, GRACE)
        await super().shutdown(sockets)

    def _requests(self) -> list[HttpToolsProtocol]:
        return [one for one in self.server_state.connections if isinstance(one, HttpToolsProtocol)]

    def _newcomers(self) -> list[HttpToolsProtocol]:
        """Those that we let in and that have not asked for anything yet."""
        return [one for one in self._requests() if one.cycle is None]

    async def _quiet(self, busy: Callable[[], list[HttpToolsProtocol]], patience: float) -> None:
        """Wait until none is left, but no longer than this."""
        deadline = time.monotonic() + patience
        while busy() and time.monotonic() < deadline:  # noqa: ASYNC110 - uvicorn tells nobody
            await asyncio.sleep(TICK)


def run(config: Config, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl-C."""
    from service.app import (
        create_app,
    )  # half a second, only where it is used

    uvloop.run(serve(server(create_app(config), config, started), listener))


def server(app: Starlette, config: Config, started: Callable[[], None]) -> Server:
    return Server(
        uvicorn.Config(
            app,
            http=Protocol,
            ws=SocketProtocol,
            ws_max_size=MESSAGE_LIMIT,
            ws_max_queue=32,
            ws_per_message_deflate=False,
            server_header=False,
            access_log=False,
            log_config=None,
            lifespan="on",
            proxy_headers=bool(config.proxies),
            forwarded_allow_ips=config.proxies,
            timeout_keep_alive=KEEP_ALIVE,
            timeout_graceful_shutdown=int(GRACE),
        ),
        app.state.drain,
        started,
    )


async def serve(server: Server, listener: socket.socket) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, server.stop)
    await server.serve([listener])


def main(descriptor: str, ready: str, parent: str) -> None:
    """Entry of a worker process: an inherited socket, and a pipe to say "ready" on."""
    launch.follow(int(parent), signal.SIGKILL)
    config = read(os.environ)
    logs.configure(config.log_level)
    with socket.socket(fileno=int(descriptor)) as listener:
        run(config, listener, lambda: announce(int(ready)))


def announce(ready: int) -> None:
    os.write(ready, b"1")
    os.close(ready)


if __name__ == "__main__":
    main(*sys.argv[1:])

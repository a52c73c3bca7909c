"""One process that serves: uvicorn on a socket that is already open."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import Callable

import uvicorn
import uvloop
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from service import launch, logs
from service.app import create_app
from service.config import Config, read
from service.drain import Drain

MESSAGE_LIMIT = 64 * 1024
GRACE = 10.0  # seconds for what is in flight, and again for what does not end by itself
TICK = 0.02


class Server(uvicorn.Server):
    """uvicorn's server, except that WebSockets are closed last, when their work is done."""

    def __init__(self, config: uvicorn.Config, drain: Drain, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self.drain = drain
        self.announce = announce

    def capture_signals(self) -> contextlib.AbstractContextManager[None]:  # type: ignore[override]
        return contextlib.nullcontext()  # signals are handled in `serve`

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for listener in sockets or []:
            listener.close()
        self.drain.started.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GRACE):
                await self.drain.finished()
                await self._requests_finished()
        await super().shutdown(sockets)

    async def _requests_finished(self) -> None:
        def requests() -> list[asyncio.Protocol]:
            kept = self.server_state.connections
            return [one for one in kept if not isinstance(one, WebSocketsSansIOProtocol)]

        for connection in requests():
            connection.shutdown()  # type: ignore[attr-defined]
        while requests():  # noqa: ASYNC110 - uvicorn has no event for it
            await asyncio.sleep(TICK)


def run(config: Config, listener: socket.socket, started: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl-C; a second Ctrl-C does not wait for what is in flight."""
    uvloop.run(serve(config, listener, started))


async def serve(config: Config, listener: socket.socket, started: Callable[[], None]) -> None:
    app = create_app(config)
    server = Server(
        uvicorn.Config(
            app,
            http="httptools",
            ws="websockets-sansio",
            ws_max_size=MESSAGE_LIMIT,
            ws_max_queue=32,
            ws_per_message_deflate=False,
            server_header=False,
            access_log=False,
            log_config=None,
            lifespan="on",
            proxy_headers=bool(config.proxies),
            forwarded_allow_ips=config.proxies,
            timeout_graceful_shutdown=int(GRACE),
        ),
        app.state.drain,
        started,
    )

    def stop() -> None:
        server.force_exit = server.should_exit
        server.should_exit = True

    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        loop.add_signal_handler(number, stop)
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

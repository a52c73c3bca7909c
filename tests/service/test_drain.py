"""A stop: what is in flight is finished, and then sockets are closed with 1012."""

import asyncio
import socket

import httpx
import pytest
import websockets
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute

from service.config import Config
from service.drain import Drain
from service.worker import Server, server

pytestmark = pytest.mark.anyio


class House:
    """A small application whose work takes until `finish` is set."""

    def __init__(self) -> None:
        self.begun, self.finish = asyncio.Event(), asyncio.Event()
        routes = [Route("/", self.request), WebSocketRoute("/", self.socket)]
        self.app = Starlette(routes=routes)
        self.app.state.drain = Drain()

    async def request(self, request):
        self.begun.set()
        await self.finish.wait()
        return PlainTextResponse("done")

    async def socket(self, connection):
        await connection.accept()
        await connection.receive_text()
        with self.app.state.drain:
            self.begun.set()
            await self.finish.wait()
            await connection.send_text("done")
        await connection.receive()

    async def serve(self) -> tuple[Server, "asyncio.Task[None]", str]:
        started = asyncio.Event()
        running = server(self.app, Config(), started.set)
        listener = socket.create_server(("127.0.0.1", 0))
        task = asyncio.create_task(running.serve([listener]))
        await started.wait()
        return running, task, f"127.0.0.1:{listener.getsockname()[1]}"


async def test_a_request_in_flight_is_answered():
    house = House()
    running, task, address = await house.serve()
    async with httpx.AsyncClient() as client:
        asking = asyncio.create_task(client.get(f"http://{address}/"))
        await house.begun.wait()
        running.stop()
        await house.app.state.drain.started.wait()
        house.finish.set()
        assert (await asking).text == "done"
    await task


async def test_work_on_a_socket_is_finished_before_it_closes():
    house = House()
    running, task, address = await house.serve()
    async with websockets.connect(f"ws://{address}/") as client:
        await client.send("play")
        await house.begun.wait()
        running.stop()
        await house.app.state.drain.started.wait()
        house.finish.set()
        assert await client.recv() == "done"
        with pytest.raises(websockets.ConnectionClosed):
            await client.recv()
        assert client.close_code == 1012
    await task


async def test_a_socket_without_work_closes_at_once():
    running, task, address = await House().serve()
    async with websockets.connect(f"ws://{address}/") as client:
        running.stop()
        with pytest.raises(websockets.ConnectionClosed):
            await client.recv()
        assert client.close_code == 1012
    await task


async def test_asked_twice_it_does_not_wait():
    house = House()
    running, task, address = await house.serve()
    async with httpx.AsyncClient() as client:
        asking = asyncio.create_task(client.get(f"http://{address}/"))
        await house.begun.wait()
        running.stop()
        await house.app.state.drain.started.wait()
        running.stop()
        with pytest.raises(httpx.RemoteProtocolError):
            await asking
    async with asyncio.timeout(5):
        await task


async def test_a_message_over_64_kb_closes_the_socket():
    running, task, address = await House().serve()
    async with websockets.connect(f"ws://{address}/") as client:
        await client.send("e" * (64 * 1024 + 1))
        with pytest.raises(websockets.ConnectionClosed):
            await client.recv()
        assert client.close_code == 1009
    running.stop()
    await task

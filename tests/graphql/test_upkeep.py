"""What sockets do by themselves: give up, beat, let go. Inside the process, with quicker clocks."""

import asyncio
import json
import socket
from random import Random
from uuid import uuid4

import httpx
import pytest

from service import protocol
from service.graphql import sockets, streams
from tests.graphql.kit import VIEW
from tests.graphql.wire import UPDATES, connected
from tests.graphql.world import served

QUICK = 0.2


async def until(condition):
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


def live(world, table):
    return world.parts.hub.at_hand(world.tenant.id, table)


def test_a_lost_connection_leaves_nothing_behind(world):
    async def scenario():
        table = world.tables[1]
        async with served(world.parts) as (api, url):
            async with connected(url) as socket:
                await socket.init(world.tokens["Asha"])
                await socket.follow("1", str(table))
                await socket.follow("2", str(table), after=1)
                await socket.update()
                await socket.update()
                assert len(live(world, table).subscriptions) == 2
                socket.connection.transport.abort()
            await until(lambda: not live(world, table).subscriptions)
            await until(lambda: not api.sockets.open)

    world.run(scenario)


@pytest.mark.parametrize("say_init", [False, True])
def test_who_says_nothing_is_sent_away(world, monkeypatch, say_init):
    monkeypatch.setattr(sockets, "INIT_PATIENCE", QUICK)
    monkeypatch.setattr(sockets, "HEARTBEAT", QUICK)

    async def scenario():
        async with served(world.parts) as (_, url), connected(url) as socket:
            if say_init:
                await socket.init(world.tokens["Asha"])
            return await socket.closed()  # hears pings and answers none

    assert world.run(scenario) == (4499 if say_init else 4408)


def test_who_answers_pings_stays(world, monkeypatch):
    monkeypatch.setattr(sockets, "HEARTBEAT", QUICK)

    async def scenario():
        async with served(world.parts) as (_, url), connected(url) as socket:
            await socket.init(world.tokens["Asha"])
            for _ in range(3):
                assert '"ping"' in await asyncio.wait_for(socket.connection.recv(), 5)
                await socket.say(type="pong")
            await socket.subscribe("1", "{ me { name } }")
            assert (await socket.hear())["type"] == "next"

    world.run(scenario)


def test_a_revoked_token_ends_the_socket(world, monkeypatch):
    monkeypatch.setattr(sockets, "HEARTBEAT", QUICK)

    async def scenario():
        caller = await world.guest(world.tenant, "Eve")
        async with served(world.parts) as (_, url), connected(url) as socket:
            await socket.init(world.tokens["Eve"])
            await world.parts.auth.revoke(caller, caller.key)
            return await socket.closed()

    assert world.run(scenario) == 4403


def test_updates_are_encoded_once_for_all_who_see_the_same(world):
    async def scenario():
        table = await world.table("bombay", None)
        async with served(world.parts) as (_, url), connected(url) as one, connected(url) as two:
            for socket, name in ((one, "Asha"), (two, "Asha")):
                await socket.init(world.tokens[name])
                await socket.follow("x", str(table))
                await socket.update()
            await world.parts.desk.take_seat(world.bram, uuid4(), table)
            assert await one.update() == await two.update()
            change = live(world, table).change(0, 2)
            assert len(change.memo) == 1

    world.run(scenario)


def test_a_stream_is_kept_open_by_comments_and_ends_with_the_service(world, monkeypatch):
    monkeypatch.setattr(streams, "HEARTBEAT", QUICK)

    async def scenario():
        table = await world.table("bazar", None)
        async with served(world.parts) as (_, url), httpx.AsyncClient(base_url=url) as http:
            body = {"query": UPDATES, "variables": {"id": str(table), "after": 1}}
            headers = {
                "accept": "text/event-stream",
                "authorization": f"Bearer {world.tokens['Asha']}",
            }
            async with http.stream("POST", "/graphql", json=body, headers=headers) as answer:
                assert answer.headers["content-type"].startswith("text/event-stream")
                lines = answer.aiter_lines()
                assert await anext(lines) == "event: next"
                update = json.loads((await anext(lines)).removeprefix("data: "))
                assert update["data"]["table"]["previous"] == 1
                while await anext(lines) != ":":
                    pass
                world.parts.drain.started.set()
                rest = [line async for line in lines]
            world.parts.drain.started.clear()
            assert "event: complete" in rest
            await until(lambda: not live(world, table).subscriptions)

    world.run(scenario)


class Deaf(asyncio.Protocol):
    """A client that asks for every update many times over and then reads nothing."""

    def __init__(self, *messages):
        self.messages = messages

    def connection_made(self, transport):
        self.transport = transport
        transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        transport.write(
            b"GET /graphql HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: upgrade\r\n"
            b"sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
            b"sec-websocket-protocol: graphql-transport-ws\r\n\r\n"
        )

    def data_received(self, data):
        self.transport.pause_reading()
        for message in self.messages:
            self.transport.write(masked(json.dumps(message).encode()))


def masked(text):
    """A frame of a client, under a mask of zeroes."""
    return b"\x81\xfe" + len(text).to_bytes(2, "big") + bytes(4) + text


def test_who_does_not_read_harms_nobody_and_is_cut_off(world, monkeypatch):
    monkeypatch.setattr(protocol, "PATIENCE", 1.0)
    updates = "subscription($id: ID!) { table(id: $id) { version table { view { ...Full } } } }"

    async def scenario():
        table = await world.table("bazar", 1)
        subscribe = {"query": updates + VIEW, "variables": {"id": str(table)}}
        bearer = {"authorization": f"Bearer {world.tokens['Asha']}", "padding": "x" * 200}
        messages = [
            {"type": "connection_init", "payload": bearer},
            *(
                {"id": str(number), "type": "subscribe", "payload": subscribe}
                for number in range(sockets.OPERATIONS)
            ),
        ]
        async with served(world.parts) as (api, url), connected(url) as well:
            host, port = url.removeprefix("http://").split(":")
            transport, _ = await asyncio.get_running_loop().create_connection(
                lambda: Deaf(*messages), host, int(port)
            )
            await until(lambda: len(live(world, table).subscriptions) == sockets.OPERATIONS)
            (deaf,) = api.sockets.open - {each for each in api.sockets.open if not each._operations}
            await well.init(world.tokens["Bram"])
            await well.follow("x", str(table))
            versions, held = [(await well.update())["version"]], []
            chance = Random(1)
            while await world.move(table, chance):
                versions.append((await well.update())["version"])
                held.append(deaf._send.__self__.transport.get_write_buffer_size())
            # Some tables' worth of messages, not every update that it did not read.
            assert 0 < max(held) < 1_000_000
            assert versions == sorted(set(versions))
            assert versions[-1] == live(world, table).version
            await until(lambda: deaf not in api.sockets.open)
            assert len(live(world, table).subscriptions) == 1
            transport.abort()

    world.run(scenario)

"""A client of graphql-transport-ws that says exactly what a test wants said."""

import asyncio
import json
from contextlib import asynccontextmanager

import websockets

PATIENCE = 10.0
UPDATES = """subscription($id: ID!, $after: Int) { table(id: $id, after: $after) {
    version previous head reset entries { version type text } table { version status onTurn } } }"""


class Socket:
    def __init__(self, connection):
        self.connection = connection

    async def say(self, **message):
        await self.connection.send(json.dumps(message))

    async def hear(self):
        """The next message that is not a ping."""
        while True:
            message = json.loads(await asyncio.wait_for(self.connection.recv(), PATIENCE))
            if message["type"] != "ping":
                return message
            await self.say(type="pong")

    async def init(self, token=None):
        payload = {} if token is None else {"authorization": f"Bearer {token}"}
        await self.say(type="connection_init", payload=payload)
        assert await self.hear() == {"type": "connection_ack"}
        return self

    async def subscribe(self, id_, query, **variables):
        payload = {"query": query, "variables": variables}
        await self.say(id=id_, type="subscribe", payload=payload)

    async def follow(self, id_, table, after=None):
        await self.subscribe(id_, UPDATES, id=table, after=after)

    async def update(self):
        message = await self.hear()
        assert message["type"] == "next", message
        return message["payload"]["data"]["table"]

    async def closed(self):
        """The code with which the other side ends the connection."""
        try:
            while True:
                await asyncio.wait_for(self.connection.recv(), PATIENCE)
        except websockets.ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


@asynccontextmanager
async def connected(url, protocol="graphql-transport-ws", origin=None):
    address = url.replace("http://", "ws://") + "/graphql"
    protocols = [protocol] if protocol else None
    async with websockets.connect(address, subprotocols=protocols, origin=origin) as connection:
        yield Socket(connection)

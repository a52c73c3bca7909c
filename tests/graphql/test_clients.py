"""Clients that others wrote play whole games and find what their specifications promise."""

import asyncio
import json
import os
import subprocess
from pathlib import Path
from random import Random
from uuid import uuid4

import pytest
from gql import Client, GraphQLRequest, gql
from gql.transport.aiohttp import AIOHTTPTransport
from gql.transport.websockets import WebsocketsTransport

from tests.graphql.kit import started
from tests.npm import BIN, installed

PROJECT = Path(__file__).parents[1] / "clients"
LIMIT = 120


def node(*arguments, **settings):
    """Run a script with the Node that the development requirements bring along."""
    given = {f"HOWDAH_{name.upper()}": value for name, value in settings.items()}
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["node", *arguments],
        cwd=PROJECT,
        env={**os.environ, "PATH": path, **given},
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:] + done.stdout[-1000:]
    return json.loads(done.stdout.splitlines()[-1])


@pytest.fixture(scope="session", autouse=True)
def packages():
    return installed(PROJECT)


@pytest.mark.parametrize("game", ["BOMBAY", "BAZAR"])
@pytest.mark.parametrize("client", ["graphql-ws", "apollo", "urql", "graphql-sse"])
def test_a_whole_game_is_played_by(service, asha, bram, client, game):
    table = started([asha, bram], game)
    tokens = f"{asha.token} {bram.token}"
    seen = node("play.mjs", client, url=service.url, tokens=tokens, table=table)
    state = asha.ask("query($id: ID!) { table(id: $id) { version status } }", id=table)["table"]
    assert state["status"] == "FINISHED"
    for player in seen:
        assert player["versions"] == list(range(1, state["version"] + 1))
    assert sum(player["moves"] for player in seen) > 10


def test_every_audit_of_graphql_over_http_is_passed(service):
    results = node("audit.mjs", url=service.url)
    assert len(results) > 50
    assert [result for result in results if result["status"] != "ok"] == []


TABLE = "query($id: ID!) { table(id: $id) { version status legalMoves { input } } }"
UPDATES = """subscription($id: ID!) { table(id: $id, after: 0) {
    previous entries { version } table { status } } }"""
PLAY = """mutation($command: ID!, $id: ID!, $move: MoveInput!) {
    play(commandId: $command, tableId: $id, move: $move) { __typename } }"""


async def play(url, token, table):
    """One player with Python's gql: HTTP for queries and moves, a WebSocket for updates."""
    bearer = {"authorization": f"Bearer {token}"}
    http = AIOHTTPTransport(f"{url}/graphql", headers=bearer)
    address = f"{url.replace('http', 'ws')}/graphql"
    socket = WebsocketsTransport(
        address, init_payload=bearer, subprotocols=["graphql-transport-ws"]
    )
    chance, versions = Random(token), []
    async with (
        Client(transport=http, fetch_schema_from_transport=True) as asking,
        Client(transport=socket) as following,
    ):
        async for update in following.subscribe(request(UPDATES, id=table)):
            versions += [entry["version"] for entry in update["table"]["entries"]]
            if update["table"]["table"]["status"] == "FINISHED":
                return versions
            moves = (await asking.execute(request(TABLE, id=table)))["table"]["legalMoves"]
            if moves:
                move = chance.choice(moves)["input"]
                given = {"command": str(uuid4()), "id": table, "move": move}
                await asking.execute(request(PLAY, **given))
    raise AssertionError("the updates ended before the game")


def request(text, **variables):
    return GraphQLRequest(gql(text), variable_values=variables)


@pytest.mark.anyio
@pytest.mark.parametrize("game", ["BOMBAY", "BAZAR"])
async def test_a_whole_game_is_played_by_gql(service, asha, bram, game):
    table = await asyncio.to_thread(started, [asha, bram], game)
    async with asyncio.timeout(LIMIT):
        one, two = await asyncio.gather(
            *(play(service.url, caller.token, table) for caller in (asha, bram))
        )
    assert one == two == list(range(1, one[-1] + 1))

"""The protocol graphql-transport-ws, message by message."""

import asyncio

import pytest

from service.graphql import sockets
from tests.graphql.kit import started, tenant_of
from tests.graphql.wire import UPDATES, connected

pytestmark = pytest.mark.anyio
ME = "{ me { name } }"


async def test_a_query_is_answered_and_completed(service, asha):
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.subscribe("1", ME)
        answer = {"data": {"me": {"name": "Asha"}}}
        assert await socket.hear() == {"id": "1", "type": "next", "payload": answer}
        assert await socket.hear() == {"id": "1", "type": "complete"}


async def test_a_page_of_another_site_is_let_in_where_the_tenant_allows_it(service):
    site = "https://club.example"
    with tenant_of(service, "Origins") as tenant:
        token = tenant.player_token("Asha")
        async with connected(service.url, origin=site) as socket:
            await socket.say(type="connection_init", payload={"authorization": token})
            assert await socket.closed() == 4403
        async with connected(service.url, origin=service.url) as socket:
            await socket.init(token)
        assert tenant.http.patch("/v1/tenant", json={"origins": [site]}).is_success
        async with connected(service.url, origin=site) as socket:
            await socket.init(token)


async def test_a_mutation_is_carried_out(service, asha):
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.subscribe(
            "m",
            """mutation { openTable(commandId: "2f4c1d34-0f8b-4a0c-9f5e-000000000001",
            input: {game: BAZAR, seats: 1}) { __typename } }""",
        )
        message = await socket.hear()
        assert message["payload"] == {"data": {"openTable": {"__typename": "Accepted"}}}


async def test_a_table_is_followed_from_where_the_client_stands(service, asha, bram):
    table = asha.open("BOMBAY", 3)["table"]["id"]
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.follow("all", table, after=0)
        update = await socket.update()
        assert (update["previous"], update["version"]) == (0, 2)
        assert [entry["version"] for entry in update["entries"]] == [1, 2]
        await asyncio.to_thread(bram.do, "takeSeat", "", table=table)
        update = await socket.update()
        assert (update["previous"], update["version"]) == (2, 3)
        assert [entry["text"] for entry in update["entries"]] == ["Bram sits down."]
        assert update["table"]["version"] == 3


async def test_without_after_the_table_as_it_is_comes_first(service, asha):
    table = asha.open("BOMBAY", 3)["table"]["id"]
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.follow("now", table)
        update = await socket.update()
        assert (update["previous"], update["version"], update["entries"]) == (2, 2, [])
        assert update["reset"] is False


async def test_a_client_from_the_future_is_told_to_start_anew(service, asha):
    table = asha.open("BOMBAY", 3)["table"]["id"]
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.follow("x", table, after=99)
        update = await socket.update()
        assert update["reset"] is True
        assert update["version"] == 2


async def test_after_complete_nothing_more_is_told(service, asha, bram):
    table = asha.open("BOMBAY", 3)["table"]["id"]
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.follow("x", table)
        await socket.update()
        await socket.say(id="x", type="complete")
        await socket.subscribe("1", ME)
        assert (await socket.hear())["id"] == "1"
        assert (await socket.hear())["type"] == "complete"
        await asyncio.to_thread(bram.do, "takeSeat", "", table=table)
        await socket.subscribe("2", ME)
        assert (await socket.hear())["id"] == "2"


async def test_the_lobby_tells_of_tables_that_open_and_close(service, asha, bram):
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.subscribe("l", "subscription { lobby(game: BAZAR) { listed table { id } } }")
        await socket.subscribe("1", ME)  # answered after the lobby is followed
        await socket.hear()
        await socket.hear()
        opened = await asyncio.to_thread(bram.open, "BAZAR", 2)
        table = opened["table"]["id"]
        seen = []
        while {"listed": True, "table": {"id": table}} not in seen:
            seen.append((await socket.hear())["payload"]["data"]["lobby"])
        await asyncio.to_thread(bram.do, "abandon", "", table=table)
        while {"listed": False, "table": {"id": table}} not in seen:
            seen.append((await socket.hear())["payload"]["data"]["lobby"])


async def test_turns_tell_whose_turn_it_is_and_only_them(service, asha, bram):
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        query = "subscription { turns { kind seat version table { id status } } }"
        await socket.subscribe("t", query)
        await socket.subscribe("1", ME)
        await socket.hear()
        await socket.hear()
        table = await asyncio.to_thread(started, [asha, bram], "BAZAR")
        kinds = set()
        while kinds != {"STARTED", "YOUR_TURN"}:
            notice = (await socket.hear())["payload"]["data"]["turns"]
            assert notice["table"]["id"] == table
            assert notice["seat"] == 0
            kinds.add(notice["kind"])


@pytest.mark.parametrize(
    ("query", "variables", "code"),
    [
        ("{ nonsense }", {}, "GRAPHQL_VALIDATION_FAILED"),
        ("{", {}, "GRAPHQL_PARSE_FAILED"),
        (UPDATES, {}, "BAD_USER_INPUT"),
        (UPDATES, {"id": "x"}, "NOT_FOUND"),
        (UPDATES, {"id": "2f4c1d34-0f8b-4a0c-9f5e-000000000009"}, "NOT_FOUND"),
        (UPDATES, {"id": "2f4c1d34-0f8b-4a0c-9f5e-000000000009", "after": -1}, "BAD_USER_INPUT"),
        ("{ a: " + "games { name } " * 40 + "}", {}, "OPERATION_TOO_COMPLEX"),
    ],
)
async def test_what_cannot_be_run_ends_the_operation_and_not_the_socket(
    service, asha, query, variables, code
):
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.subscribe("bad", query, **variables)
        message = await socket.hear()
        assert (message["id"], message["type"]) == ("bad", "error")
        assert message["payload"][0]["extensions"]["code"] == code
        await socket.subscribe("bad", ME)  # the id is free again
        assert (await socket.hear())["type"] == "next"


async def test_without_a_token_only_what_is_public_is_answered(service, asha):
    table = asha.open("BOMBAY", 2)["table"]["id"]
    async with connected(service.url) as socket:
        await socket.init()
        await socket.subscribe("1", "{ games { name } }")
        assert (await socket.hear())["type"] == "next"
        await socket.hear()
        await socket.follow("2", table)
        message = await socket.hear()
        assert message["payload"][0]["extensions"]["code"] == "UNAUTHENTICATED"


async def test_a_ping_is_answered(service):
    async with connected(service.url) as socket:
        await socket.say(type="ping")
        assert await socket.hear() == {"type": "pong"}
        await socket.init()
        await socket.say(type="ping", payload={"x": 1})
        assert await socket.hear() == {"type": "pong"}


@pytest.mark.parametrize("protocol", [None, "graphql-ws", "nonsense"])
async def test_another_protocol_is_not_acceptable(service, protocol):
    async with connected(service.url, protocol) as socket:
        assert await socket.closed() == 4406


async def test_who_subscribes_before_the_init_is_sent_away(service):
    async with connected(service.url) as socket:
        await socket.subscribe("1", ME)
        assert await socket.closed() == 4401


async def test_a_token_that_is_no_good_is_sent_away(service):
    async with connected(service.url) as socket:
        await socket.say(type="connection_init", payload={"authorization": "Bearer nonsense"})
        assert await socket.closed() == 4403


async def test_a_second_init_is_one_too_many(service):
    async with connected(service.url) as socket:
        await socket.init()
        await socket.say(type="connection_init")
        assert await socket.closed() == 4429


async def test_an_id_that_is_in_use_cannot_be_used_again(service, asha):
    table = asha.open("BOMBAY", 2)["table"]["id"]
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.follow("x", table)
        await socket.follow("x", table)
        assert await socket.closed() == 4409


@pytest.mark.parametrize(
    "text",
    ["", "{", "1", "[]", "{}", '{"type": 1}', '{"type": "nonsense"}', '{"type": "subscribe"}',
     '{"type": "subscribe", "id": "1"}', '{"type": "subscribe", "id": "1", "payload": []}'],
)  # fmt: skip
async def test_what_is_no_message_ends_the_socket(service, asha, text):
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        await socket.connection.send(text)
        assert await socket.closed() == 4400


async def test_binary_messages_end_the_socket(service):
    async with connected(service.url) as socket:
        await socket.connection.send(b'{"type": "connection_init"}')
        assert await socket.closed() == 4400


async def test_only_so_many_operations_run_at_a_time(service, asha):
    table = asha.open("BOMBAY", 2)["table"]["id"]
    async with connected(service.url) as socket:
        await socket.init(asha.token)
        for number in range(sockets.OPERATIONS + 1):
            await socket.follow(str(number), table)
        assert await socket.closed() == 4429


async def test_a_token_that_expires_ends_the_socket(service):
    with tenant_of(service, "Expiring") as tenant:
        token = tenant.player_token("Asha", seconds=2)
    async with connected(service.url) as socket:
        await socket.init(token)
        assert await socket.closed() == 4403

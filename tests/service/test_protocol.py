"""Answers in one piece are, byte for byte, the answers that uvicorn gives."""

import asyncio
from contextlib import contextmanager

import pytest
import uvicorn
from anyio.from_thread import start_blocking_portal
from hypothesis import given
from hypothesis import strategies as st

from service.protocol import Protocol

NAMES = st.sampled_from(
    [b"content-type", b"X-Request-Id", b"connection", b"transfer-encoding", b"date", b"bad name"]
)
VALUES = st.sampled_from([b"text/plain", b"close", b"keep-alive", b"chunked", b"", b"a\r\nb: c"])
BODIES = st.lists(st.binary(max_size=40), min_size=1, max_size=3)


class Script:
    """An application that answers what a test wants answered."""

    def __init__(self):
        self.messages = []

    async def __call__(self, scope, receive, send):
        for message in self.messages:
            await send(message.copy())


@contextmanager
def served(kind):
    """Ask the script over this protocol: gives a function from a request to the answer's bytes."""

    async def live(script, started, ending):
        config = uvicorn.Config(
            script, http=kind, port=0, lifespan="off", log_config=None, date_header=False
        )
        server = uvicorn.Server(config)
        server.capture_signals = lambda: contextmanager(lambda: iter([None]))()
        serving = asyncio.create_task(server.serve())
        while not server.started:  # noqa: ASYNC110 - uvicorn tells nobody
            await asyncio.sleep(0.01)
        started.append(server.servers[0].sockets[0].getsockname()[1])
        await ending.wait()
        server.should_exit = True
        await serving

    async def ask(script, port, method, messages):
        script.messages = messages
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(method + b" / HTTP/1.1\r\nhost: x\r\n\r\n")
        writer.write(b"GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")
        answer = await asyncio.wait_for(reader.read(), 10)
        writer.close()
        return answer

    with start_blocking_portal() as portal:
        script, started = Script(), []
        ending = portal.call(asyncio.Event)
        living = portal.start_task_soon(live, script, started, ending)
        while not started:
            portal.call(asyncio.sleep, 0.01)
        yield lambda method, messages: portal.call(ask, script, started[0], method, messages)
        portal.call(ending.set)
        living.result()


@pytest.fixture(scope="module")
def both():
    with served("httptools") as theirs, served(Protocol) as ours:
        yield theirs, ours


@given(
    method=st.sampled_from([b"GET", b"HEAD", b"POST"]),
    status=st.sampled_from([200, 201, 204, 304, 404, 500]),
    headers=st.lists(st.tuples(NAMES, VALUES), max_size=4),
    bodies=BODIES,
    sized=st.booleans(),
)
def test_an_answer_is_what_uvicorn_answers(both, method, status, headers, bodies, sized):
    theirs, ours = both
    if sized:
        headers = [*headers, (b"content-length", b"%d" % sum(map(len, bodies)))]
    start = {"type": "http.response.start", "status": status, "headers": headers}
    messages = [start]
    for number, body in enumerate(bodies, 1):
        more = number < len(bodies)
        messages.append({"type": "http.response.body", "body": body, "more_body": more})
    assert ours(method, messages) == theirs(method, messages)

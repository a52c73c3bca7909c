"""The protocol graphql-transport-ws: queries, mutations and subscriptions over one WebSocket.

A socket has one task, which reads. News of a table calls `notify`, and only then a task is made
that writes; while a slow reader keeps it waiting, news gathers in the table, not in the socket.
"""

import asyncio
from datetime import UTC, datetime
from typing import Any

import msgspec
import structlog
from starlette.types import Receive, Scope, Send

from service.caller import Caller
from service.errors import Problem, QuotaExceeded, Unauthenticated
from service.graphql.answers import answer, encode, failed, problem_of
from service.graphql.context import Context
from service.graphql.documents import Documents
from service.graphql.following import Follower, Following, Listening, follow
from service.graphql.http import Body, Wrong, prepare
from service.parts import Parts
from service.rest import cors

PROTOCOL = "graphql-transport-ws"
INIT_PATIENCE = 10.0  # seconds for connection_init
HEARTBEAT = 20.0  # seconds between our pings; no pong in that time ends the socket
OPERATIONS = 32  # at a time
MESSAGE_COST = 0.02  # of a command, for any message

BAD_REQUEST, UNAUTHORIZED, FORBIDDEN, NOT_ACCEPTABLE = 4400, 4401, 4403, 4406
INIT_TIMEOUT, DUPLICATE, TOO_MANY, GONE = 4408, 4409, 4429, 4499

log = structlog.get_logger()


class Message(msgspec.Struct):
    type: str
    id: str | None = None
    payload: msgspec.Raw = msgspec.Raw(b"null")


_message = msgspec.json.Decoder(Message)
_body = msgspec.json.Decoder(Body)
_payload = msgspec.json.Decoder(dict[str, Any] | None)


class Closed(Exception):
    """We end the connection, and say why."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
        self.reason = reason


class Sockets:
    def __init__(self, services: Parts, documents: Documents) -> None:
        self.services = services
        self.documents = documents
        self.open: set[Socket] = set()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        if PROTOCOL not in scope["subprotocols"]:
            await send({"type": "websocket.accept"})
            await send(closing(NOT_ACCEPTABLE, "Subprotocol not acceptable"))
            return
        socket = Socket(self, scope, receive, send)
        await send({"type": "websocket.accept", "subprotocol": PROTOCOL})
        self.open.add(socket)
        try:
            await socket.serve()
        except Closed as closed:
            await socket.close(closed.code, closed.reason)
        finally:
            self.open.discard(socket)
            socket.end()


class Socket:
    def __init__(self, sockets: Sockets, scope: Scope, receive: Receive, send: Send) -> None:
        self._services = sockets.services
        self._documents = sockets.documents
        self._receive = receive
        self._send = send
        self._loop = asyncio.get_running_loop()
        self._request_id = scope.get("request_id", "")
        client = scope.get("client")
        self._address = client[0] if client else "unknown"
        heads = dict(scope["headers"])
        self._from = {
            name: heads[name.encode()].decode("latin-1")
            for name in ("origin", "host")
            if name.encode() in heads
        }
        self._bearer: str | None = None
        self._caller: Caller | None = None
        self._ready = False
        self._timer: asyncio.TimerHandle | None = None
        self._expiry: asyncio.TimerHandle | None = None
        self._operations: dict[str, asyncio.Task[None] | Follower] = {}
        self._news: dict[str, None] = {}  # operations that were told of news, in order
        self._writer: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self._heard = True

    async def serve(self) -> None:
        self._timer = self._loop.call_later(
            INIT_PATIENCE, self._stop, INIT_TIMEOUT, "Connection initialisation timeout"
        )
        try:
            with self._services.limits.socket(self._address):
                message = await self._next()
                while message is not None and message.type != "connection_init":
                    await self._before(message)
                    message = await self._next()
                if message is None:
                    return
                await self._authenticate(message)
            # From here on the socket counts for the player, not for the address.
            with self._services.limits.socket(self._caller or self._address):
                await self._begin()
        except QuotaExceeded as exceeded:
            raise Closed(TOO_MANY, exceeded.message) from None

    async def _before(self, message: Message) -> None:
        if message.type == "ping":
            await self.write(b'{"type":"pong"}')
        elif message.type != "pong":
            raise Closed(UNAUTHORIZED, "Unauthorized")

    async def _authenticate(self, message: Message) -> None:
        try:
            payload = _payload.decode(message.payload) or {}
        except msgspec.DecodeError:
            raise Closed(BAD_REQUEST, "The payload of connection_init is an object") from None
        given = {name.lower(): value for name, value in payload.items()}.get("authorization")
        if given is None:
            return
        self._bearer = given if isinstance(given, str) else ""
        await self._check_token()

    async def _check_token(self) -> None:
        try:
            self._caller = await self._services.auth.authenticate(self._bearer)
            cors.checked(self._from, self._caller.tenant.policy.origins)
        except Problem as problem:
            raise Closed(FORBIDDEN, problem.message) from None

    async def _begin(self) -> None:
        self._ready = True
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._loop.call_later(HEARTBEAT, self._beat)
        if self._caller is not None and self._caller.expires is not None:
            left = (self._caller.expires - datetime.now(UTC)).total_seconds()
            self._expiry = self._loop.call_later(
                max(0.0, min(left, 2e6)), self._stop, FORBIDDEN, "The token has expired"
            )
        await self.write(b'{"type":"connection_ack"}')
        while (message := await self._next()) is not None:
            await self._take(message)

    async def _next(self) -> Message | None:
        received = await self._receive()
        if received["type"] != "websocket.receive":
            return None
        self._heard = True
        text = received.get("text")
        if text is None:
            raise Closed(BAD_REQUEST, "Messages are text")
        try:
            message = _message.decode(text)
            self._services.limits.charge(self._caller or self._address, MESSAGE_COST)
        except (msgspec.DecodeError, UnicodeEncodeError, RecursionError):
            raise Closed(BAD_REQUEST, "Invalid message") from None
        except Problem as problem:
            raise Closed(TOO_MANY, problem.message) from None
        return message

    async def _take(self, message: Message) -> None:
        match message.type:
            case "subscribe":
                await self._subscribe(message)
            case "complete":
                if message.id is not None:
                    self._end_operation(message.id)
            case "ping":
                await self.write(b'{"type":"pong"}')
            case "pong":
                pass
            case "connection_init":
                raise Closed(TOO_MANY, "Too many initialisation requests")
            case _:
                raise Closed(BAD_REQUEST, "Invalid message")

    async def _subscribe(self, message: Message) -> None:
        id_ = message.id
        if not id_:
            raise Closed(BAD_REQUEST, "A subscribe message has an id")
        if id_ in self._operations:
            raise Closed(DUPLICATE, f"Subscriber for {id_} already exists")
        if len(self._operations) >= OPERATIONS:
            raise Closed(TOO_MANY, "Too many operations at a time")
        try:
            request = _body.decode(message.payload)
        except (msgspec.DecodeError, RecursionError):
            raise Closed(BAD_REQUEST, "Invalid message") from None
        task = asyncio.create_task(self._run(id_, request))
        self._operations[id_] = task
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _run(self, id_: str, request: Body) -> None:
        context = Context(self._services, self._caller, self._request_id)
        try:
            prepared = prepare(self._documents, request)
            await self._services.limits.admit(
                self._caller or self._address, prepared.operation.price
            )
            if prepared.operation.is_subscription:
                following = await follow(prepared, context, lambda: self._notify(id_))
                if self._operations.get(id_) is not asyncio.current_task():
                    following.leave()  # completed, or closed, while we were starting
                    return
                self._operations[id_] = following
                self._notify(id_)
                return
            with self._services.drain:
                answered = await answer(prepared, context)
            if answered.problem is not None and b'"data"' not in answered.body:
                raise answered.problem
            await self.write(framed(id_, b"next", answered.body))
            await self.write(encode({"id": id_, "type": "complete"}))
        except Wrong as wrong:
            await self._stop_operation(id_, encode([{"message": wrong.message}]))
            return
        except Exception as error:
            content = failed(problem_of(error), context).body
            await self._stop_operation(id_, content[len(b'{"errors":') : -1])
            return
        self._operations.pop(id_, None)

    async def _stop_operation(self, id_: str, errors: bytes) -> None:
        self._end_operation(id_)
        await self.write(framed(id_, b"error", errors))

    def _end_operation(self, id_: str) -> None:
        """Stop telling. A command that is being written is finished, only its answer is not."""
        operation = self._operations.pop(id_, None)
        self._news.pop(id_, None)
        if isinstance(operation, (Following, Listening)):
            operation.leave()

    def _notify(self, id_: str) -> None:
        self._news[id_] = None
        if self._writer is None:
            self._writer = self._loop.create_task(self._write_news())

    async def _write_news(self) -> None:
        try:
            while self._news:
                id_ = next(iter(self._news))
                del self._news[id_]
                following = self._operations.get(id_)
                if isinstance(following, (Following, Listening)):
                    await self._tell(id_, following)
        except Exception as error:
            log.debug("socket_lost", error=type(error).__name__)
        finally:
            self._writer = None

    async def _tell(self, id_: str, following: Follower) -> None:
        payload = await following.payload()
        while payload is not None:
            if self._operations.get(id_) is not following:
                return
            await self.write(framed(id_, b"next", payload))
            payload = await following.payload()

    async def write(self, text: bytes) -> None:
        await self._send({"type": "websocket.send", "text": text.decode()})

    def _beat(self) -> None:
        if not self._heard:
            self._stop(GONE, "No answer to a ping")
            return
        self._heard = False
        self._timer = self._loop.call_later(HEARTBEAT, self._beat)
        self._spawn(self._ping())

    async def _ping(self) -> None:
        if self._bearer is not None:
            try:
                await self._services.auth.authenticate(self._bearer)
            except Unauthenticated:
                await self.close(FORBIDDEN, "The token is no longer good")
                return
        await self.write(b'{"type":"ping"}')

    def _stop(self, code: int, reason: str) -> None:
        self._spawn(self.close(code, reason))

    def _spawn(self, work: Any) -> None:
        async def quietly() -> None:
            try:
                await work
            except Exception as error:
                log.debug("socket_lost", error=type(error).__name__)

        task = self._loop.create_task(quietly())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self, code: int, reason: str) -> None:
        try:
            await self._send(closing(code, reason))
        except Exception as error:
            log.debug("socket_lost", error=type(error).__name__)

    def end(self) -> None:
        """Let go of everything, however the connection ended."""
        for timer in (self._timer, self._expiry):
            if timer is not None:
                timer.cancel()
        for id_ in list(self._operations):
            self._end_operation(id_)
        if self._writer is not None:
            self._writer.cancel()


def framed(id_: str, kind: bytes, payload: bytes) -> bytes:
    return b'{"id":%s,"type":"%s","payload":%s}' % (encode(id_), kind, payload)


def closing(code: int, reason: str) -> dict[str, Any]:
    return {
        "type": "websocket.close",
        "code": code,
        "reason": reason.encode()[:120].decode("utf-8", "ignore"),
    }

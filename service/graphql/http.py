"""GraphQL over HTTP, by its specification: POST, GET for queries, media types and status codes.

Plain ASGI: Starlette's request and response would cost as much as a known query itself.
"""

import json
import time
from functools import lru_cache
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID

import msgspec
from starlette.types import Receive, Scope, Send

from service.caller import Caller
from service.errors import (
    BadUserInput,
    GraphqlParseFailed,
    GraphqlValidationFailed,
    OperationTooComplex,
    Problem,
)
from service.graphql import limits
from service.graphql.answers import Answer, Prepared, answer, encode, failed, problem_of
from service.graphql.context import Context
from service.graphql.documents import Documents, Lately
from service.graphql.streams import stream
from service.parts import Parts
from service.rest import cors

BODY_LIMIT = 64 * 1024
CALLERS = 20_000  # whose tokens are believed
BELIEVED = 1.0  # seconds; a token's hash need not be computed for every request
KNOWN_BODIES = 10_000
KNOWN_BODY = 8_192  # bytes; larger ones are read anew every time

MODERN = b"application/graphql-response+json"
JSON = b"application/json"
STREAM = b"text/event-stream"
ALLOW = b"GET, HEAD, POST, OPTIONS"

Headers = list[tuple[bytes, bytes]]

# What is wrong with the document or the variables. Clients of the older media type expect 200.
OF_GRAPHQL = (GraphqlParseFailed, GraphqlValidationFailed, OperationTooComplex, BadUserInput)


class Wrong(Exception):
    """The request is not one of GraphQL over HTTP."""

    def __init__(self, status: int, message: str, *headers: tuple[bytes, bytes]) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.headers = list(headers)

    def content(self, request_id: str) -> bytes:
        if self.status == 204:
            return b""
        extensions = {"code": BadUserInput.code, "requestId": request_id}
        return encode({"errors": [{"message": self.message, "extensions": extensions}]})


class Body(msgspec.Struct):
    """A request as clients write it; what else they add is passed over."""

    query: str | None = None
    variables: dict[str, Any] | None = None
    operation_name: str | None = msgspec.field(default=None, name="operationName")
    extensions: dict[str, Any] | None = None
    document_id: str | None = msgspec.field(default=None, name="documentId")


_body = msgspec.json.Decoder(Body)


class Heads:
    """The headers that matter."""

    __slots__ = ("accept", "authorization", "content_type", "host", "origin")

    def __init__(self, scope: Scope) -> None:
        self.accept = b""
        self.authorization: str | None = None
        self.content_type = b""
        self.host = self.origin = ""
        for name, value in scope["headers"]:
            if name == b"authorization":
                self.authorization = value.decode("latin-1")
            elif name == b"content-type":
                self.content_type = value
            elif name == b"host":
                self.host = value.decode("latin-1")
            elif name == b"origin":
                self.origin = value.decode("latin-1")
            elif name == b"accept":
                self.accept = self.accept + b"," + value if self.accept else value


class Http:
    def __init__(self, services: Parts, documents: Documents) -> None:
        self._services = services
        self._documents = documents
        self._callers: dict[str, tuple[float, Caller]] = {}
        self._allowances: dict[UUID | str, tuple[float, Headers]] = {}
        self._bodies: Lately[bytes, Prepared] = Lately(KNOWN_BODIES)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        heads = Heads(scope)
        request_id = scope.get("request_id", "")
        media = JSON
        headers: Headers = []
        try:
            media = chosen(heads.accept)
            prepared, caller = await self._asked(scope, receive, heads)
            if heads.origin:
                headers += readable(heads, caller)
            context = Context(self._services, caller, request_id)
            who = caller or address(scope)
            headers += self._allowance(who)
            await self._services.limits.admit(who, prepared.operation.price)
            if media == STREAM:
                await stream(prepared, context, receive, send, headers)
                return
            if prepared.operation.is_subscription:
                raise Wrong(406, "Subscribe over a WebSocket or accept text/event-stream.")
            answered = await answer(prepared, context)
        except Wrong as wrong:
            body = wrong.content(request_id)
            await respond(send, wrong.status, media, body, [*headers, *wrong.headers])
            return
        except Exception as error:
            answered = failed(problem_of(error), request_id=request_id)
        if answered.problem is not None:
            headers = [*headers, *extra(answered.problem)]
        await respond(send, status(answered, media), media, answered.body, headers)

    async def _asked(
        self, scope: Scope, receive: Receive, heads: Heads
    ) -> tuple[Prepared, Caller | None]:
        match scope["method"]:
            case "POST":
                body = await read_body(receive, heads)
                caller = await self._caller(heads)
                return self._bodies.get(body) or self._prepare(body), caller
            case "GET" | "HEAD":
                caller = await self._caller(heads)
                return self._queried(scope["query_string"]), caller
            case "OPTIONS":
                given = {"origin": heads.origin} if heads.origin else {}
                raise Wrong(204, "", *latin(cors.preflight(given, ALLOW.decode())))
            case _:
                raise Wrong(405, "POST it, or GET a query.", (b"allow", ALLOW))

    async def _caller(self, heads: Heads) -> Caller | None:
        bearer = heads.authorization
        if bearer is None:
            return None
        known = self._callers.get(bearer)
        now = time.monotonic()
        if known is not None and now < known[0]:
            return known[1]
        caller = await self._services.auth.authenticate(bearer)
        if len(self._callers) > CALLERS:
            self._callers.clear()
        until = now + BELIEVED
        if caller.expires is not None:
            until = min(until, now + caller.expires.timestamp() - time.time())
        self._callers[bearer] = (until, caller)
        return caller

    def _allowance(self, who: Caller | str) -> Headers:
        """What the caller may still ask for. Written out anew ten times a second at most."""
        key = who if isinstance(who, str) else who.key
        known = self._allowances.get(key)
        now = time.monotonic()
        if known is None or now > known[0]:
            if len(self._allowances) > CALLERS:
                self._allowances.clear()
            written = latin(tuple(self._services.limits.headers(who).items()))
            known = self._allowances[key] = (now + 0.1, written)
        return known[1]

    def _prepare(self, body: bytes) -> Prepared:
        try:
            request = _body.decode(body)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Wrong(400, f"The body is not a GraphQL request: {shortened(error)}") from None
        prepared = prepare(self._documents, request)
        if len(body) <= KNOWN_BODY and prepared.operation.is_query:
            self._bodies.put(body, prepared)
        return prepared

    def _queried(self, query: bytes) -> Prepared:
        try:
            given = dict(parse_qsl(query.decode("ascii"), max_num_fields=10, strict_parsing=True))
            request = Body(
                given.get("query"),
                json_object(given, "variables"),
                given.get("operationName") or None,
                json_object(given, "extensions"),
                given.get("documentId"),
            )
        except ValueError:
            raise Wrong(400, "The query string is not a GraphQL request.") from None
        prepared = prepare(self._documents, request)
        if prepared.operation.is_mutation:
            raise Wrong(405, "Only queries can be got: POST this one.", (b"allow", b"POST"))
        return prepared


def prepare(documents: Documents, request: Body) -> Prepared:
    """The operation that a request asks for, with its variables."""
    text = request.query
    digest = request.document_id or persisted(request.extensions)
    if text is None and digest is not None:
        text = documents.by_hash(digest.removeprefix("sha256:"))
        if text is None:
            raise BadUserInput("PersistedQueryNotFound", reason="PERSISTED_QUERY_NOT_FOUND")
    if text is None:
        raise Wrong(400, "There is no query.")
    variables = request.variables or {}
    limits.check_variables(variables)
    document = documents.get(text)
    if digest is not None and request.query is not None:
        documents.keep(digest, text)
    return Prepared(document.operation(request.operation_name), variables)


def persisted(extensions: dict[str, Any] | None) -> str | None:
    asked = (extensions or {}).get("persistedQuery")
    digest = asked.get("sha256Hash") if isinstance(asked, dict) else None
    return digest if isinstance(digest, str) else None


def json_object(given: dict[str, str], name: str) -> dict[str, Any] | None:
    if not given.get(name):
        return None
    try:
        value = json.loads(given[name])
    except RecursionError:
        raise ValueError from None
    if not isinstance(value, dict):
        raise ValueError(name)
    return value


def address(scope: Scope) -> str:
    client = scope.get("client")
    return client[0] if client else "unknown"


async def read_body(receive: Receive, heads: Heads) -> bytes:
    if not is_json(heads.content_type):
        raise Wrong(415, "Send application/json.")
    message = await receive()
    body: bytes = message.get("body", b"")
    while message.get("more_body"):
        if len(body) > BODY_LIMIT:
            break
        message = await receive()
        body += message.get("body", b"")
    if len(body) > BODY_LIMIT:
        raise Wrong(413, f"A request has at most {BODY_LIMIT} bytes.")
    return body


@lru_cache(maxsize=256)
def is_json(content_type: bytes) -> bool:
    kind, *parameters = (part.strip().lower() for part in content_type.split(b";"))
    charsets = [part[8:].strip(b'"') for part in parameters if part.startswith(b"charset=")]
    return kind == JSON and all(charset in (b"utf-8", b"utf8") for charset in charsets)


@lru_cache(maxsize=1024)
def chosen(accept: bytes) -> bytes:
    """The media type of the answer: the best of those we have; JSON if anything will do."""
    best, weight = b"", 0.0
    for part in accept.lower().split(b",") if accept.strip() else [b"*/*"]:
        kind, *parameters = (each.strip() for each in part.split(b";"))
        found = ACCEPTED.get(kind)
        if found is None:
            continue
        given = next((each[2:] for each in parameters if each.startswith(b"q=")), b"1")
        try:
            asked = float(given)
        except ValueError:
            asked = 0.0
        if asked > weight:
            best, weight = found, asked
    if not best:
        raise Wrong(406, "Accept application/graphql-response+json or application/json.")
    return best


ACCEPTED = {
    MODERN: MODERN,
    JSON: JSON,
    STREAM: STREAM,
    b"application/*": MODERN,
    b"*/*": JSON,
}


def status(answered: Answer, media: bytes) -> int:
    problem = answered.problem
    if problem is None:
        return 200
    if media == JSON and isinstance(problem, OF_GRAPHQL):
        return 200
    return problem.status


def extra(problem: Problem) -> Headers:
    headers = []
    if problem.status == 401:
        headers.append((b"www-authenticate", b'Bearer realm="howdah"'))
    if problem.retry_after is not None:
        headers.append((b"retry-after", str(max(1, round(problem.retry_after))).encode()))
    return headers


def readable(heads: Heads, caller: Caller | None) -> Headers:
    """What lets a page of another site read the answer, if the caller's tenant wants it to."""
    given = {"origin": heads.origin, "host": heads.host}
    if caller is None:
        return latin(cors.anyone(given))
    return latin(cors.checked(given, caller.tenant.policy.origins))


def latin(headers: cors.Headers) -> Headers:
    return [(name.lower().encode(), value.encode()) for name, value in headers]


def shortened(error: Exception) -> str:
    return str(error)[:200] or "nested too deeply"


async def respond(send: Send, status: int, media: bytes, body: bytes, headers: Headers) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [
                (b"content-type", MEDIA[media]),
                (b"content-length", b"%d" % len(body)),
                (b"cache-control", b"no-store"),
                *headers,
            ],
        }
    )
    await send({"type": "http.response.body", "body": body})


MEDIA = {
    MODERN: MODERN + b"; charset=utf-8",
    JSON: JSON + b"; charset=utf-8",
    STREAM: JSON + b"; charset=utf-8",
}

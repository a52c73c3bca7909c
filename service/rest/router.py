"""From a request to a handler and back: reading, checking, encoding, and what HTTP asks of us."""

import math
import time
from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import parse_qsl
from uuid import UUID

import msgspec
import structlog
from starlette.routing import Route as Path
from starlette.types import Receive, Scope, Send

from service.caller import Caller
from service.errors import BadUserInput, InternalServerError, NotFound, Problem, RateLimited
from service.limits import Limits
from service.parts import Parts
from service.rest import cors
from service.rest.negotiate import JSON, language, must_be_json, preferred
from service.rest.pouring import pour
from service.rest.problems import (
    PROBLEM,
    ContentTooLarge,
    MethodNotAllowed,
    ProblemDetails,
    of_problem,
)
from service.rest.route import Answer, Call, Nothing, Route, Stream, Who

BODY_LIMIT = 64 * 1024
UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
AnyRoute = Route[Any, Any]
Pairs = list[tuple[bytes, bytes]]

log = structlog.get_logger()
_encode = msgspec.json.Encoder().encode


def paths(routes: Iterable[AnyRoute]) -> list[Path]:
    """A resource for each path, and one for all the paths that there are not."""
    resources: dict[str, dict[str, AnyRoute]] = {}
    for route in routes:
        resources.setdefault(route.path, {})[route.method] = route
    known = [Path(path, Resource(methods)) for path, methods in resources.items()]
    return [*known, Path("/v1/{rest:path}", Resource({}))]


class Resource:
    """What answers at one path, by method. An ASGI application of its own, for speed."""

    def __init__(self, methods: dict[str, AnyRoute]) -> None:
        self._methods = methods
        if "GET" in methods and JSON in methods["GET"].media:
            methods = methods | {"HEAD": methods["GET"]}
        self._by_method = methods
        self._allow = ", ".join([*methods, "OPTIONS"])
        self._defaults = {name: defaults(route.query) for name, route in methods.items()}
        self._decoders = {
            name: msgspec.json.Decoder(route.body, strict=True) for name, route in methods.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = {
            name.decode("latin-1"): text.decode("latin-1") for name, text in scope["headers"]
        }
        extra: list[tuple[str, str]] = []
        try:
            answer = await self._answer(scope, receive, headers, extra)
        except Problem as problem:
            answer = failed(of_problem(problem, scope.get("request_id")))
            extra += hints(problem, self._allow)
        except Exception:
            log.exception("request failed", path=scope["path"])
            answer = failed(of_problem(InternalServerError(), scope.get("request_id")))
        if isinstance(answer, Stream):
            try:
                await pour(send, receive, answer.chunks, head_of(answer, extra))
            finally:
                if answer.close is not None:
                    await answer.close()
        else:
            await respond(send, answer, extra, scope["method"] == "HEAD")

    def _route(self, method: str) -> AnyRoute:
        if not self._methods:
            raise NotFound
        route = self._by_method.get(method)
        if route is None:
            raise MethodNotAllowed(f"Here you can {self._allow}.", reason="METHOD_NOT_ALLOWED")
        return route

    async def _answer(
        self,
        scope: Scope,
        receive: Receive,
        headers: dict[str, str],
        extra: list[tuple[str, str]],
    ) -> Answer | Stream:
        if scope["method"] == "OPTIONS" and self._methods:
            return Answer(None, 204, cors.preflight(headers, self._allow))
        route = self._route(scope["method"])
        parts: Parts = scope["app"].state.parts
        address = scope["client"][0] if scope.get("client") else ""
        caller = await identified(parts, route, headers, address, extra)
        media = preferred(headers.get("accept"), route.media)
        text = scope["query_string"]
        query = None if text else self._defaults[route.method]
        if query is None:
            query = parameters(route, text)
        body: Any = None
        if route.body is not Nothing:
            must_be_json(headers.get("content-type"))
            body = self._read(route, await content(receive, headers))
        call = Call(
            parts=parts,
            known=caller,
            path=scope["path_params"],
            query=query,
            body=body,
            headers=headers,
            language=language(headers.get("accept-language")),
            media=media,
            address=address,
            target=scope["path"],
            request_id=scope.get("request_id"),
            extra=extra,
        )
        return await route.handler(call)

    def _read(self, route: AnyRoute, body: bytes) -> Any:
        try:
            return self._decoders[route.method].decode(body)
        except msgspec.ValidationError:
            pass  # perhaps for a 2.0, which is a whole number in JSON
        except UNREADABLE as error:
            raise BadUserInput(f"The body is no JSON: {error}", reason="BODY") from None
        try:
            return msgspec.convert(whole(msgspec.json.decode(body)), route.body)
        except UNREADABLE as error:
            raise BadUserInput(f"The body does not fit: {error}", reason="BODY") from None


def whole(value: Any) -> Any:
    """The same JSON with every whole number as an int."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [whole(each) for each in value]
        case dict():
            return {name: whole(each) for name, each in value.items()}
        case _:
            return value


async def identified(
    parts: Parts,
    route: AnyRoute,
    headers: dict[str, str],
    address: str,
    extra: list[tuple[str, str]],
) -> Caller | None:
    """Who calls, charged for it, and allowed to from where it calls."""
    if route.who is Who.ANYONE:
        await parts.limits.admit(address, route.cost)
        return None
    caller = await parts.auth.authenticate(headers.get("authorization"))
    extra += cors.checked(headers, caller.tenant.policy.origins)
    try:
        await parts.limits.admit(caller, route.cost)
    except RateLimited:
        extra += parts.limits.headers(caller).items()
        raise
    extra += allowance(parts.limits, caller)
    return caller


def allowance(limits: Limits, caller: Caller) -> Iterable[tuple[str, str]]:
    """What is left of the limits. For who asks often, as it was a moment ago: that costs less."""
    now = time.monotonic()
    known = ALLOWANCES.get(caller.key)
    if known is None or known[0] < now:
        if len(ALLOWANCES) >= MOST_ALLOWANCES:
            ALLOWANCES.clear()
        known = ALLOWANCES[caller.key] = (now + MOMENT, tuple(limits.headers(caller).items()))
    return known[1]


ALLOWANCES: dict[UUID, tuple[float, tuple[tuple[str, str], ...]]] = {}
MOST_ALLOWANCES = 10_000
MOMENT = 0.1  # seconds


def parameters(route: AnyRoute, text: bytes) -> Any:
    try:
        pairs = parse_qsl(text.decode(), keep_blank_values=True, errors="strict")
        given = dict(pairs)
        if len(given) != len(pairs):
            raise BadUserInput("Each parameter is given once.", reason="PARAMETERS")
        return msgspec.convert(given, route.query, strict=False)
    except ValueError as error:
        raise BadUserInput(f"The parameters do not fit: {error}", reason="PARAMETERS") from None


def defaults(query: Any) -> Any:
    """The parameters where none are given, or None if some must be."""
    try:
        return query()
    except TypeError:
        return None


async def content(receive: Receive, headers: dict[str, str]) -> bytes:
    """The body, as long as it is not too long."""
    length = headers.get("content-length", "0")
    if length.isdigit() and int(length) > BODY_LIMIT:
        raise ContentTooLarge(f"A body has at most {BODY_LIMIT} bytes.", most=BODY_LIMIT)
    chunks: list[bytes] = []
    size, more = 0, True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise BadUserInput("The body was cut off.")
        chunk = message.get("body", b"")
        size += len(chunk)
        if size > BODY_LIMIT:
            raise ContentTooLarge(f"A body has at most {BODY_LIMIT} bytes.", most=BODY_LIMIT)
        chunks.append(chunk)
        more = message.get("more_body", False)
    return b"".join(chunks)


def hints(problem: Problem, allow: str) -> Iterator[tuple[str, str]]:
    """What the caller can do about a problem, as headers say it."""
    if isinstance(problem, MethodNotAllowed):
        yield "allow", allow
    if problem.retry_after is not None:
        yield "retry-after", str(math.ceil(problem.retry_after) or 1)
    if problem.status == 401:
        yield "www-authenticate", 'Bearer realm="howdah"'


def failed(details: ProblemDetails) -> Answer:
    return Answer(details, details.status, (("cache-control", "no-store"),), PROBLEM)


async def respond(
    send: Send, answer: Answer, extra: Iterable[tuple[str, str]] = (), head: bool = False
) -> None:
    body = answer.body
    encoded = b"" if body is None else body if type(body) is bytes else _encode(body)
    pairs = lines(answer.headers, extra)
    if answer.status not in (204, 304):
        pairs.append((b"content-length", str(len(encoded)).encode()))
        if body is not None:
            pairs.append((b"content-type", answer.media.encode()))
    await send({"type": "http.response.start", "status": answer.status, "headers": pairs})
    await send({"type": "http.response.body", "body": b"" if head else encoded})


def head_of(stream: Stream, extra: Iterable[tuple[str, str]]) -> Pairs:
    return lines(stream.headers, extra, (("content-type", stream.media),))


def lines(*groups: Iterable[tuple[str, str]]) -> Pairs:
    return [
        (name.encode("latin-1"), text.encode("latin-1")) for group in groups for name, text in group
    ]

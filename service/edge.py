"""The outermost layer: an id for every request, protective headers for every answer."""

import itertools
import re
import secrets
import time

import structlog
from starlette.types import ASGIApp, Message, Receive, Scope, Send

PROTECTION = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        b"form-action 'self'; frame-ancestors 'none'",
    ),
]
SAFE_ID = re.compile(rb"[A-Za-z0-9._-]{1,64}").fullmatch
SLOW = 1.0  # seconds

log = structlog.get_logger()


class Edge:
    """Pure ASGI, since it is on the path of every request."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._prefix = secrets.token_hex(6)
        self._count = itertools.count(1)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        asked = next((text for name, text in scope["headers"] if name == b"x-request-id"), b"")
        request_id = (
            asked if SAFE_ID(asked) else b"%s-%x" % (self._prefix.encode(), next(self._count))
        )
        scope["request_id"] = request_id.decode()
        structlog.contextvars.bind_contextvars(request_id=scope["request_id"])
        began, status = time.perf_counter(), 0

        async def protected(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                headers = list(message.get("headers", ()))
                given = {name for name, _ in headers}
                headers += [header for header in PROTECTION if header[0] not in given]
                headers.append((b"x-request-id", request_id))
                message["headers"] = headers
            await send(message)

        try:
            await self.app(scope, receive, protected)
        finally:
            took = time.perf_counter() - began
            if scope["type"] == "http":
                note(scope, status, took)
            structlog.contextvars.unbind_contextvars("request_id")


def note(scope: Scope, status: int, took: float) -> None:
    """Every request when debugging; otherwise only what went wrong or took long."""
    write = log.error if status >= 500 else log.warning if took > SLOW else log.debug
    write(
        "request",
        method=scope["method"],
        path=scope["path"],
        status=status,
        ms=round(took * 1000, 2),
    )

"""The description of REST as it is served: the OpenAPI document, and a page to read it on."""

from collections.abc import Callable
from functools import cache
from pathlib import Path

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from service.rest import openapi

HERE = Path(__file__).parent / "reference"
A_DAY = {"cache-control": "public, max-age=86400"}
OPEN = {"access-control-allow-origin": "*", "cache-control": "public, max-age=60"}

# The page's package writes styles where it draws; nothing else is allowed that is not ours.
POLICY = "; ".join(
    [
        "default-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)


def document(request: Request) -> Response:
    return Response(encoded(), media_type="application/json", headers=OPEN)


@cache
def encoded() -> bytes:
    return openapi.text()


def file(name: str, media_type: str, headers: dict[str, str]) -> Callable[[Request], Response]:
    def serve(request: Request) -> Response:
        return Response((HERE / name).read_bytes(), media_type=media_type, headers=headers)

    return serve


ROUTES = [
    Route("/openapi.json", document),
    Route(
        "/reference",
        file("index.html", "text/html", {"content-security-policy": POLICY, **A_DAY}),
    ),
    Route("/reference/rapidoc.js", file("rapidoc-9.3.8.js", "text/javascript", A_DAY)),
]

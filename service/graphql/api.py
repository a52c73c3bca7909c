"""The API as one ASGI application, for HTTP and for sockets on the same path."""

from functools import cache

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from service.graphql.compiled import Compiler
from service.graphql.documents import Documents
from service.graphql.http import Http
from service.graphql.schema import build, core, sdl
from service.graphql.sockets import Sockets
from service.parts import Parts

PATH = "/graphql"


class Api:
    def __init__(self, parts: Parts) -> None:
        schema, sources = build()
        documents = Documents(Compiler(core(schema), sources))
        self._http = Http(parts, documents)
        self.sockets = Sockets(parts, documents)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self.sockets(scope, receive, send)
            return
        await self._http(scope, receive, send)


class Shortcut:
    """The way to the API, past everything that is there to find other routes: the busiest path.

    The API itself is made when the service starts.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "lifespan" and scope["path"] == PATH:
            await scope["app"].state.graphql(scope, receive, send)
        else:
            await self.app(scope, receive, send)


async def schema(request: Request) -> Response:
    """The schema as text."""
    return PlainTextResponse(text())


text = cache(sdl)

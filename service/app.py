"""The composition root: every part is made here and every route is listed here."""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute, Route

from service import health, metrics, tools, traces, web
from service.cache import impatient
from service.config import Config
from service.drain import Drain
from service.edge import Edge
from service.graphql import playground
from service.graphql.api import Api, Shortcut, schema
from service.parts import opened
from service.rest import described
from service.rest.router import paths
from service.rest.routes import ROUTES

REDIS_TIMEOUT = 0.1  # seconds: whoever asks Redis can do without it


def create_app(config: Config) -> Starlette:
    """The application over servers that run: both URLs of the configuration are given."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with AsyncExitStack() as stack:
            stack.enter_context(metrics.served(config.metrics_port, config.host))
            stack.enter_context(traces.sent(os.environ))
            redis = await stack.enter_async_context(
                impatient(config.redis_url or "", REDIS_TIMEOUT)
            )
            app.state.redis = redis
            drain = app.state.drain
            parts = await stack.enter_async_context(opened(config, redis, drain))
            app.state.parts = parts
            app.state.readiness = health.Readiness(
                config.database_url or "", redis, drain, parts.log.appender
            )
            app.state.graphql = Api(parts)
            yield

    app = Starlette(
        routes=[*routes(), *playground.routes(config)],
        lifespan=lifespan,
        middleware=[
            Middleware(Edge, verbose=config.log_level == "debug"),
            Middleware(Shortcut),  # /graphql, HTTP and WebSocket
        ],
    )
    app.state.config = config
    app.state.drain = Drain()
    return app


def routes() -> list[BaseRoute]:
    """In the order in which they are tried, so the busiest come first."""
    return [
        Route("/schema.graphql", schema),
        *paths(ROUTES),
        *described.ROUTES,
        *web.ROUTES,
        *tools.ROUTES,
        Route("/livez", health.livez),
        Route("/readyz", health.readyz),
        Route("/metrics", metrics.metrics),
    ]

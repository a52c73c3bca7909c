"""The composition root: every part is made here and every route is listed here."""

import os
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from starlette.applications import Starlette
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

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


class App(Starlette):
    """With the edge around all of it, and within that a way to /graphql past all the rest."""

    def build_middleware_stack(self) -> ASGIApp:
        verbose = self.state.config.log_level == "debug"
        return Edge(Shortcut(super().build_middleware_stack()), verbose)


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

    app = App(routes=[*routes(), *playground.routes(config)], lifespan=lifespan)
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

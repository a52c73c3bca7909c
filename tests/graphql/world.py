"""The parts of the service inside the test process, with tables of both games in them."""

import asyncio
from contextlib import asynccontextmanager, contextmanager, nullcontext
from random import Random
from uuid import UUID, uuid4

import uvicorn
from anyio.from_thread import start_blocking_portal
from starlette.applications import Starlette
from starlette.middleware import Middleware

from service.cache import impatient
from service.config import Config
from service.drain import Drain
from service.graphql.answers import Prepared, ordinary
from service.graphql.api import Api, Shortcut
from service.graphql.compiled import Compiler
from service.graphql.context import Context, Scope
from service.graphql.documents import Documents
from service.graphql.schema import build, core
from service.handle import Accepted
from service.parts import opened
from service.policy import GENEROUS
from service.protocol import SocketProtocol


class World:
    """Two tenants; in the first, Asha and Bram sit at tables of every game and stage."""

    def __init__(self, portal, parts):
        schema, sources = build()
        self.portal = portal
        self.parts = parts
        self.tokens = {}
        self.schema = core(schema)
        self.documents = Documents(Compiler(self.schema, sources))

    def run(self, work, *arguments):
        return self.portal.call(work, *arguments)

    def context(self, caller):
        return Context(self.parts, caller, "request")

    def prepare(self, text, variables=None, name=None):
        return Prepared(self.documents.get(text).operation(name), variables or {})

    def both(self, text, caller, variables=None):
        """The answers of the compiled document and of the ordinary executor."""
        return self.run(self._both, self.prepare(text, variables), caller)

    async def _both(self, prepared, caller):
        assert prepared.run is not None, "the document was not compiled"
        quick = await prepared.run(None, Scope(self.context(caller)), prepared.variables)
        slow = await ordinary(prepared, self.context(caller))
        return quick, slow

    async def settle(self):
        """People, and tables at every stage of every game."""
        tenancy, auth = self.parts.tenancy, self.parts.auth
        self.tenant = await tenancy.create("Silk Road", guests=True, quotas=GENEROUS)
        self.other = await tenancy.create("Salt Road", guests=True, quotas=GENEROUS)
        self.asha = await self.guest(self.tenant, "Asha")
        self.bram = await self.guest(self.tenant, "Bram")
        self.watcher = await self.guest(self.tenant, "Carla")
        self.stranger = await self.guest(self.other, "Dora")
        key = await auth.issue_key(self.tenant)
        self.key = await auth.authenticate(key.token)
        self.tables = []
        for game in ("bombay", "bazar"):
            for moves in (None, 0, 1, 12, 10_000):
                self.tables.append(await self.table(game, moves))
        return self

    async def guest(self, tenant, name):
        _, issued = await self.parts.auth.guest(tenant, name, "127.0.0.1")
        self.tokens[name] = issued.token
        return await self.parts.auth.authenticate(issued.token)

    async def table(self, game, moves, **options):
        """A table of two; None leaves it open, a number plays so many random moves."""
        desk, chance = self.parts.desk, Random(f"{game} {moves}")
        made = await desk.open_table(self.asha, uuid4(), game=game, seats=2, **options)
        id_ = UUID(made.table.state.table)
        if moves is None:
            return id_
        await desk.take_seat(self.bram, uuid4(), id_, entropy="monsoon")
        await desk.start_game(self.asha, uuid4(), id_)
        for _ in range(moves):
            if not await self.move(id_, chance):
                break
        return id_

    async def move(self, table, chance):
        """One random legal move; False if the game is over."""
        state = (await self.parts.reader.state(self.asha, table))[0].state
        if not (waiting := state.on_turn()):
            return False
        rules = state.rules_of_play
        move = chance.choice(rules.legal(state.play, waiting[0]))
        caller = (self.asha, self.bram)[waiting[0]]
        written = {rules.name: rules.write(move.command)}
        outcome = await self.parts.desk.play(caller, uuid4(), table, move=written)
        assert isinstance(outcome, Accepted)
        return True


@asynccontextmanager
async def served(parts):
    """The API over these parts on a port of its own; gives the API and its address."""
    api = Api(parts)
    app = Starlette(middleware=[Middleware(Shortcut)])
    app.state.graphql = api
    async with listening(app) as url:
        yield api, url


@asynccontextmanager
async def listening(app):
    """An application on a port of its own in this process; gives its address."""
    config = uvicorn.Config(app, port=0, log_config=None, ws=SocketProtocol)
    server = uvicorn.Server(config)
    server.capture_signals = nullcontext
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110 - uvicorn tells nobody
        await asyncio.sleep(0.01)
    [listener] = server.servers[0].sockets
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        await serving


@contextmanager
def inside(database_url, redis_url):
    """A loop in a thread of its own, so that tests and generated examples can stay plain."""

    async def live(started, ending):
        config = Config(database_url=database_url, redis_url=redis_url)
        async with impatient(redis_url) as redis, opened(config, redis, Drain()) as parts:
            started.append(parts)
            await ending.wait()

    with start_blocking_portal() as portal:
        started = []
        ending = portal.call(asyncio.Event)
        living = portal.start_task_soon(live, started, ending)
        while not started and not living.done():
            portal.call(asyncio.sleep, 0.01)
        if living.done():
            living.result()
        world = World(portal, started[0])
        portal.call(world.settle)
        yield world
        portal.call(ending.set)
        living.result()

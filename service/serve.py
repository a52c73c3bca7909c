"""`howdah serve`: start what is needed, serve, and put everything away in the end."""

import asyncio
import contextlib
import os
import resource
import signal
import socket

import msgspec
import psycopg
from sqlalchemy.exc import DBAPIError

from service import embedded, logs, worker, workers
from service.audit import signing
from service.config import Config, read
from service.identity import Identity
from service.policy import GENEROUS
from service.store import migrate
from service.tenancy import Tenancy
from service.trouble import Trouble

BACKLOG = 2048


DEMO = "demo"  # the tenant that lets anyone play, in the embedded default only


def serve() -> None:
    """Start the service: page, API and, unless URLs are given, its own Postgres and Redis.

    The settings are the variables HOWDAH_..., listed in the README and by `howdah doctor`.
    """
    config = read(os.environ)
    logs.configure(config.log_level)
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # until we serve
    allow_many_sockets()
    try:
        with listening(config) as listener, embedded.running(config, say) as urls:
            try:
                prepare(config, urls.database)
                run(with_urls(config, urls), listener)
            finally:
                put_away()
    except KeyboardInterrupt:
        pass  # asked to stop before we served: as good as after


def allow_many_sockets() -> None:
    """A thousand open files, the usual start, is fewer than there may be players watching."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def prepare(config: Config, database: str) -> None:
    signing.signer(config)  # now, so that what is wrong with the key is said at the start
    upgrade(database)
    if config.database_url is None:
        asyncio.run(make_demo(database))


def upgrade(database: str) -> None:
    say("Bringing the database up to date ...")
    try:
        migrate.upgrade(database)
    except (psycopg.Error, DBAPIError) as error:
        reason = str(getattr(error, "orig", error)).splitlines()[0]
        raise Trouble(f"the database could not be brought up to date: {reason}") from None


async def make_demo(database: str) -> None:
    async with Identity(database) as identity:
        await Tenancy(identity).ensure(DEMO, guests=True, quotas=GENEROUS)


def run(config: Config, listener: socket.socket) -> None:
    serving = worker.run if config.workers == 1 else workers.run
    serving(config, listener, lambda: announce(listener))


def put_away() -> None:
    """From here on nothing interrupts: the servers are stopped in order, and soon."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    say("Stopping ...")


def with_urls(config: Config, urls: embedded.Urls) -> Config:
    return msgspec.structs.replace(config, database_url=urls.database, redis_url=urls.redis)


def say(text: str) -> None:
    print(text, flush=True)


def announce(listener: socket.socket) -> None:
    address = url(listener)
    say(f"\nHowdah is ready. Ctrl-C stops it.\n  page    {address}/")
    say(f"  API     {address}/graphql and {address}/v1")
    say(f"  schema  {address}/schema.graphql and {address}/openapi.json")


def url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def listening(config: Config) -> socket.socket:
    """The socket that all workers share. Whoever calls while we prepare waits in its queue."""
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            config.host, config.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
    except socket.gaierror as error:
        raise Trouble(f"HOWDAH_HOST: {config.host} is no address here: {error.strerror}") from None
    listener = socket.socket(family, kind)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind(address)
        listener.listen(BACKLOG)
    except OSError as error:
        listener.close()
        raise Trouble(
            f"cannot listen on {config.host} port {config.port}: {error.strerror}; "
            "stop what holds it, or set HOWDAH_PORT to another"
        ) from None
    return listener

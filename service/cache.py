"""Clients of Redis: by its address, or by Sentinels that say which one leads at the moment.

    redis://host:6379/0                                  one Redis
    redis+sentinel://:password@one:26379,two:26379/name  whichever the Sentinels call by this name

All of them fail at once when Redis is gone rather than keep a player waiting: redis-py's own
defaults wait for seconds.
"""

from typing import Any, NamedTuple
from urllib.parse import unquote, urlsplit

import redis
import redis.sentinel
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.asyncio.sentinel import Sentinel
from redis.backoff import NoBackoff

SENTINEL = "redis+sentinel"
SENTINEL_PORT = 26379


class Watched(NamedTuple):
    """A Redis that Sentinels watch."""

    sentinels: list[tuple[str, int]]
    name: str
    password: str | None


def impatient(url: str, patience: float = 0.5) -> Redis:
    """A client for the event loop."""
    options: dict[str, Any] = {"socket_timeout": patience, "socket_connect_timeout": patience}
    options |= {"retry": Retry(NoBackoff(), 0), "protocol": 2}
    if not url.startswith(SENTINEL):
        return Redis.from_url(url, **options)
    watched = parsed(url)
    sentinel = Sentinel(watched.sentinels, sentinel_kwargs=options)  # type: ignore[no-untyped-call]
    client: Redis = sentinel.master_for(watched.name, password=watched.password, **options)
    return client


def plain(url: str, patience: float) -> "redis.Redis":
    """A client for where nothing else is to be done meanwhile."""
    options: dict[str, Any] = {"socket_timeout": patience, "socket_connect_timeout": patience}
    if not url.startswith(SENTINEL):
        return redis.Redis.from_url(url, **options)
    watched = parsed(url)
    sentinel: Any = redis.sentinel.Sentinel(  # type: ignore[no-untyped-call]
        watched.sentinels, sentinel_kwargs=options
    )
    client: redis.Redis = sentinel.master_for(watched.name, password=watched.password, **options)
    return client


def parsed(url: str) -> Watched:
    parts = urlsplit(url)
    account, _, places = parts.netloc.rpartition("@")
    _, _, password = account.partition(":")
    sentinels = []
    for place in places.split(","):
        host, _, port = place.partition(":")
        sentinels.append((host, int(port or SENTINEL_PORT)))
    return Watched(sentinels, parts.path.strip("/"), unquote(password) or None)

"""One Redis connection per process that hears what other processes announce.

Messages are only hints that there is something newer: what they are about is read from the log.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import structlog
from redis.asyncio.client import PubSub
from redis.exceptions import RedisError

from service.cache import impatient
from service.feed.shelf import HINTS

SILENCE = 0.4  # seconds without a word before we ask whether Redis is there
RETRY = 0.25

log = structlog.get_logger()


class Ears:
    """Listens on the channels that are wanted, and says whether it hears anything at all."""

    def __init__(
        self, url: str, heard: Callable[[str, bytes], None], changed: Callable[[bool], None]
    ) -> None:
        self.up = False
        self._url = url
        self._heard = heard
        self._changed = changed
        self._wanted: set[str] = set()
        self._confirming: dict[str, asyncio.Future[None]] = {}
        self._pubsub: PubSub | None = None

    async def listen(self, channel: str) -> None:
        """Return when nothing on this channel will be missed, or when Redis is away."""
        self._wanted.add(channel)
        if self._pubsub is None or not self.up:
            return
        confirmed = self._confirming.setdefault(channel, asyncio.get_running_loop().create_future())
        with suppress(RedisError, OSError, TimeoutError):
            await self._pubsub.subscribe(channel)
            async with asyncio.timeout(SILENCE):
                await asyncio.shield(confirmed)

    async def unlisten(self, channel: str) -> None:
        self._wanted.discard(channel)
        if self._pubsub is not None and self.up:
            with suppress(RedisError, OSError):
                await self._pubsub.unsubscribe(channel)

    async def run(self) -> None:
        """Hear for ever; come back by itself after every loss."""
        while True:
            try:
                await self._hear()
            except (RedisError, OSError) as error:
                if self.up:
                    log.warning("redis_lost", error=str(error))
            finally:
                self._turn(up=False)
                self._pubsub = None
            await asyncio.sleep(RETRY)

    async def _hear(self) -> None:
        client = impatient(self._url)
        async with client, client.pubsub() as pubsub:
            asked: set[str] = {HINTS}
            confirmed: set[str] = set()
            await pubsub.subscribe(HINTS)
            self._pubsub = pubsub
            while True:
                message = await self._next(pubsub)
                if message["type"] == "message":
                    self._heard(message["channel"].decode(), message["data"])
                elif message["type"] == "subscribe":
                    channel = message["channel"].decode()
                    confirmed.add(channel)
                    self._confirm(channel)
                if not self.up:
                    if missing := self._wanted - asked:
                        asked |= missing
                        await pubsub.subscribe(*missing)
                    elif self._wanted <= confirmed:
                        self._turn(up=True)

    async def _next(self, pubsub: PubSub) -> dict[str, Any]:
        """The next message, be it the answer to whether anybody is there."""
        message: dict[str, Any] | None = await pubsub.get_message(timeout=SILENCE)
        if message is None:
            await pubsub.ping()
            message = await pubsub.get_message(timeout=SILENCE)
        if message is None:
            raise TimeoutError("Redis does not answer")
        return message

    def _confirm(self, channel: str) -> None:
        waiting = self._confirming.pop(channel, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(None)

    def _turn(self, up: bool) -> None:
        if up != self.up:
            self.up = up
            self._changed(up)

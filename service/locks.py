"""Locks by key, for as long as somebody holds or wants them."""

from asyncio import CancelledError, Future, get_running_loop
from collections import deque
from collections.abc import Hashable


class Locks:
    def __init__(self) -> None:
        self.waiting: dict[Hashable, deque[Future[None]]] = {}  # for each key that is held

    def hold(self, key: Hashable) -> "Hold":
        return Hold(self.waiting, key)


class Hold:
    """A key of one's own within `async with`. Whoever finds it free waits for nothing."""

    __slots__ = ("_key", "_waiting")

    def __init__(self, waiting: dict[Hashable, deque[Future[None]]], key: Hashable) -> None:
        self._waiting = waiting
        self._key = key

    async def __aenter__(self) -> None:
        line = self._waiting.get(self._key)
        if line is None:
            self._waiting[self._key] = deque()
            return
        turn: Future[None] = get_running_loop().create_future()
        line.append(turn)
        try:
            await turn
        except CancelledError:
            if not turn.cancelled():
                self._pass_on()  # the turn had come
            raise

    async def __aexit__(self, *_: object) -> None:
        self._pass_on()

    def _pass_on(self) -> None:
        line = self._waiting[self._key]
        while line:
            turn = line.popleft()
            if not turn.cancelled():
                turn.set_result(None)
                return
        del self._waiting[self._key]

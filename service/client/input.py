"""Waiting for whichever comes first: what the person types, or what happens at the table."""

import os
import queue
import selectors
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any


class Ears:
    """Lines from the keyboard and updates from a stream, in the order they come."""

    def __init__(self, updates: Callable[[], Iterator[dict[str, Any]]]) -> None:
        self._updates = updates
        self._news: queue.SimpleQueue[dict[str, Any] | Exception] = queue.SimpleQueue()
        self._read, self._wake = os.pipe()
        self._typed = b""
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._read, selectors.EVENT_READ)
        self._selector.register(sys.stdin, selectors.EVENT_READ)
        threading.Thread(target=self._listen, daemon=True).start()

    def next(self) -> str | dict[str, Any]:
        """A line that was typed, or an update of the table. EOFError if nobody types any more."""
        while True:
            line, found, rest = self._typed.partition(b"\n")
            if found:
                self._typed = rest
                return line.decode(errors="replace").strip()
            for key, _ in self._selector.select():
                if key.fd == self._read:
                    os.read(self._read, 1)
                    news = self._news.get()
                    if isinstance(news, Exception):
                        raise news
                    return news
                typed = os.read(key.fd, 4096)
                if not typed:
                    raise EOFError
                self._typed += typed

    def _listen(self) -> None:
        try:
            for update in self._updates():
                self._tell(update)
        except Exception as error:
            self._tell(error)

    def _tell(self, news: dict[str, Any] | Exception) -> None:
        self._news.put(news)
        os.write(self._wake, b"!")

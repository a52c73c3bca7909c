"""The committed draw: seed, purpose and counter give an outcome that anyone can recompute later.

Draw k of purpose p is HMAC-SHA256(seed, table || entropy of each seat || p || k), where every part
but k is preceded by its length in four bytes and k is eight bytes, big-endian throughout. It is
read as a number of 256 bits; see `below` for how it becomes a smaller one without bias.
"""

import hashlib
import hmac
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")

SPAN = 1 << 256  # as many numbers as a draw can give


class Chance(Protocol):
    """Where a game's luck comes from. The same purpose always gives the same answer."""

    def shuffle(self, purpose: str, items: Sequence[T]) -> list[T]: ...

    def below(self, purpose: str, bound: int) -> int: ...


class Committed:
    """The luck of one table, fixed by the seed before anybody sits down."""

    def __init__(self, seed: bytes, table: bytes, entropy: Sequence[str]) -> None:
        parts = [table, *(text.encode() for text in entropy)]
        self._seed = seed
        self._prefix = b"".join(map(_framed, parts))

    def draw(self, purpose: str, counter: int) -> int:
        return self._draw(self._text(purpose), counter)

    def below(self, purpose: str, bound: int) -> int:
        """A number from 0 to bound - 1."""
        return self._below(self._text(purpose), bound, 0)[0]

    def shuffle(self, purpose: str, items: Sequence[T]) -> list[T]:
        """Fisher and Yates, from the last place down; every draw is used once."""
        text = self._text(purpose)
        shuffled, counter = list(items), 0
        for last in range(len(shuffled) - 1, 0, -1):
            chosen, counter = self._below(text, last + 1, counter)
            shuffled[last], shuffled[chosen] = shuffled[chosen], shuffled[last]
        return shuffled

    def _text(self, purpose: str) -> bytes:
        """All that is hashed but the counter."""
        return self._prefix + _framed(purpose.encode())

    def _draw(self, text: bytes, counter: int) -> int:
        digest = hmac.digest(self._seed, text + counter.to_bytes(8, "big"), "sha256")
        return int.from_bytes(digest, "big")

    def _below(self, text: bytes, bound: int, counter: int) -> tuple[int, int]:
        """Draw until the number falls below the largest multiple of the bound: no bias."""
        limit = SPAN // bound * bound
        while (number := self._draw(text, counter)) >= limit:
            counter += 1
        return number % bound, counter + 1


class SeedUnknown(Exception):
    """A draw was asked of a table whose seed is not shown yet."""


class Sealed:
    """The luck of a table to those who do not know its seed."""

    def shuffle(self, purpose: str, items: Sequence[T]) -> list[T]:
        raise SeedUnknown

    def below(self, purpose: str, bound: int) -> int:
        raise SeedUnknown


def commitment(seed: bytes, salt: bytes) -> str:
    """What is published before the game and opened after it."""
    return hashlib.sha256(seed + salt).hexdigest()


def _framed(part: bytes) -> bytes:
    return len(part).to_bytes(4, "big") + part

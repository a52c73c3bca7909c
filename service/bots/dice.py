"""Luck for games that are only imagined: any random source, in place of a table's committed one."""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Dice:
    def __init__(self, random: Random) -> None:
        self._random = random

    def shuffle(self, purpose: str, items: Sequence[T]) -> list[T]:
        return self._random.sample(items, len(items))

    def below(self, purpose: str, bound: int) -> int:
        return self._random.randrange(bound)

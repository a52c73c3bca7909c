"""How bots choose: from what their seat sees and what it may do, and from nothing else."""

from collections.abc import Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, Protocol, cast

from domain.table.events import BotLevel
from service.bots.clock import Budget


class Choose(Protocol):
    """One of the legal moves, within a budget."""

    def __call__(self, view: Any, moves: Sequence[Any], budget: Budget, random: Random) -> Any: ...


class Weigh(Protocol):
    """What each of the legal moves is worth, from 0 to 1, or None where there was no time."""

    def __call__(
        self, view: Any, moves: Sequence[Any], budget: Budget, random: Random
    ) -> list[float | None]: ...


def at_random(view: Any, moves: Sequence[Any], budget: Budget, random: Random) -> Any:
    return random.choice(moves)


@cache
def chooser(game: str, level: BotLevel) -> Choose:
    """The bot of a level: `choose` in the module of that name. Only what plays is imported."""
    if level is BotLevel.RANDOM:
        return at_random
    return cast(Choose, import_module(f"service.bots.{game}.{level}").choose)


@cache
def weigher(game: str) -> Weigh:
    return cast(Weigh, import_module(f"service.bots.{game}.{BotLevel.STRONG}").weigh)

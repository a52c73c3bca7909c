"""How bots choose: from what their seat sees and what it may do, and from nothing else."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from domain.table.events import BotLevel


class Choose(Protocol):
    """One of the legal moves, within a budget of seconds."""

    def __call__(self, view: Any, moves: Sequence[Any], budget: float, random: Random) -> Any: ...


def at_random(view: Any, moves: Sequence[Any], budget: float, random: Random) -> Any:
    return random.choice(moves)


LEVELS: dict[tuple[str, BotLevel], Choose] = {
    (game, level): at_random for game in ("bombay", "bazar") for level in BotLevel
}

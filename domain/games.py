"""The games by name and rules version: the only file that knows every game."""

from typing import Any

from domain.bazar import bazar
from domain.bombay import bombay
from domain.kernel import Game

AnyGame = Game[Any, Any, Any, Any, Any, Any]

# A rules version stays here for as long as a game that started with it may be read or played on.
GAMES: dict[tuple[str, int], AnyGame] = {(game.name, game.rules): game for game in (bombay, bazar)}


def game(name: str, rules: int) -> AnyGame:
    """The game as it was when the table started."""
    return GAMES[name, rules]


def latest(name: str) -> AnyGame:
    """The game as new tables play it."""
    return GAMES[name, max(rules for known, rules in GAMES if known == name)]


def names() -> list[str]:
    """The games there are, in a fixed order."""
    return list(dict.fromkeys(name for name, _ in GAMES))

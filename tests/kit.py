"""What the tests of every game share: clauses to cite, luck by seed, and random play."""

import importlib
from collections.abc import Iterator
from random import Random
from types import ModuleType
from typing import Any, NamedTuple

import pytest

from domain.chance import Committed
from domain.games import GAMES, AnyGame
from domain.kernel import Seat

rule = pytest.mark.rule

TABLES = [
    pytest.param(game, seats, id=f"{game.name}-{game.rules}-{seats}")
    for game in GAMES.values()
    for seats in game.seats
]


class Step(NamedTuple):
    """One move of a game: where it was made, by whom, and what came of it."""

    state: Any
    seat: Seat
    move: Any
    events: list[Any]


def luck(seed: object) -> Committed:
    """The draws of a table whose seed is this text."""
    return Committed(str(seed).encode(), b"table", ())


def walk(game: AnyGame, seats: int, seed: object, options: Any = None) -> Iterator[Step]:
    """Play random legal moves to the end, rare kinds more often, and give each on the way."""
    random, chance, weight = Random(str(seed)), luck(seed), material(game).weight
    state = game.replay(game.set_up(seats, options or game.options(), chance))
    while waiting := game.on_turn(state):
        seat = random.choice(waiting)
        moves = game.legal(state, seat)
        [move] = random.choices(moves, [weight(move) for move in moves])
        events = game.decide(state, move.command, chance)
        yield Step(state, seat, move, events)
        for event in events:
            state = game.evolve(state, event)


def played(game: AnyGame, seats: int, seed: object, options: Any = None) -> list[Any]:
    """The log of a random game, from set-up to the end."""
    steps = walk(game, seats, seed, options)
    log = game.set_up(seats, options or game.options(), luck(seed))
    return [*log, *(event for step in steps for event in step.events)]


def positions(game: AnyGame, seats: int, seed: object, options: Any = None) -> Iterator[Any]:
    """Every position of a random game, the last one too."""
    yield (state := game.replay(game.set_up(seats, options or game.options(), luck(seed))))
    for step in walk(game, seats, seed, options):
        for event in step.events:
            state = game.evolve(state, event)
        yield state


def material(game: AnyGame) -> ModuleType:
    """What the properties must know of one game; tests/properties/README.md says what that is."""
    return importlib.import_module(f"tests.properties.{game.name}")

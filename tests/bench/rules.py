"""How fast the games are judged, beside random playouts of python-chess in the same run.

python -m tests.bench.rules [rounds] [seconds]
"""

from collections.abc import Iterator
from functools import reduce
from itertools import count, cycle
from random import Random
from time import perf_counter
from typing import Any, NamedTuple
from uuid import uuid4

import chess

from domain import wire
from domain.games import AnyGame, latest, names
from tests.bench.figures import Figure, show
from tests.kit import luck, played

Work = Iterator[int]  # does some work at each step, and says how much it was

MOVES = {"bombay": (2, 5), "bazar": (0.7, 2)}  # floor and goal
ROWS = {"bombay": 9, "bazar": 10}  # of the table of goals
FOLDS = (10, 20)
PLIES = 200  # of a random chess game at most


def chess_boards() -> Iterator[chess.Board]:
    """Legal list and push, as everybody plays random chess: the end of each game."""
    random = Random(1)
    while True:
        board = chess.Board()
        while (moves := list(board.legal_moves)) and len(board.move_stack) < PLIES:
            board.push(random.choice(moves))
        yield board


def chess_playouts() -> Work:
    """Plies of each random game."""
    return (len(board.move_stack) for board in chess_boards())


def playouts(game: AnyGame) -> Work:
    """Legal list, decide and evolve, for every number of players in turn: moves of each game."""
    random = Random(1)
    for seed, seats in zip(count(), cycle(game.seats), strict=False):
        chance, moves = luck(seed), 0
        state = game.replay(game.set_up(seats, game.options(), chance))
        while waiting := game.on_turn(state):
            move = random.choice(game.legal(state, waiting[0]))
            for event in game.decide(state, move.command, chance):
                state = game.evolve(state, event)
            moves += 1
        yield moves


def positions(game: AnyGame) -> list[tuple[Any, Any, Any]]:
    """Positions of some random games, each with a move and the table's luck."""
    found = []
    for seats in game.seats:
        random, chance = Random(seats), luck(seats)
        state = game.replay(game.set_up(seats, game.options(), chance))
        while waiting := game.on_turn(state):
            command = random.choice(game.legal(state, waiting[0])).command
            found.append((state, command, chance))
            state = reduce(game.evolve, game.decide(state, command, chance), state)
    return found


def lists(game: AnyGame) -> Work:
    several = positions(game)
    while True:
        for state, command, _ in several:
            game.legal(state, command.seat)
        yield len(several)


def deeds(game: AnyGame) -> Work:
    """Decide and evolve, for moves that are given."""
    several = positions(game)
    while True:
        for state, command, chance in several:
            for event in game.decide(state, command, chance):
                state = game.evolve(state, event)
        yield len(several)


def logs(game: AnyGame) -> list[list[Any]]:
    return [played(game, seats, seed) for seats in game.seats for seed in range(5)]


def folds(game: AnyGame) -> Work:
    for log in cycle(logs(game)):
        game.replay(log)
        yield len(log)


def readings(game: AnyGame) -> Work:
    """Decode stored lines and fold what they say."""
    at, by, command = "2026-11-18T12:00:00.123456Z", str(uuid4()), str(uuid4())
    stored = [
        [
            wire.encode(wire.Entry(version, at, by, command, event), bytes(wire.SALT_BYTES))
            for version, event in enumerate(log, 1)
        ]
        for log in logs(game)
    ]
    for lines in cycle(stored):
        game.replay(wire.decode(line, secret).event for line, secret in lines)
        yield len(lines)


class Measure(NamedTuple):
    name: str
    ours: Work
    reference: Work
    bounds: tuple[float, float] | None = None
    row: int | None = None


def measures() -> list[Measure]:
    plies, games = chess_playouts(), (1 for _ in chess_playouts())
    found = []
    for name in names():
        game = latest(name)
        whole = (1 for _ in playouts(game))
        found += [
            Measure(
                f"{name}: list, decide, evolve", playouts(game), plies, MOVES[name], ROWS[name]
            ),
            Measure(f"{name}: legal lists", lists(game), plies),
            Measure(f"{name}: decide, evolve", deeds(game), plies),
            Measure(f"{name}: whole random games", whole, games),
            Measure(f"{name}: fold of events", folds(game), plies, FOLDS, 11),
            Measure(f"{name}: decode and fold of lines", readings(game), plies),
        ]
    return found


def rate(work: Work, seconds: float) -> float:
    """How much is done per second; the work goes on where it stopped the last time."""
    done, started = 0, perf_counter()
    while (spent := perf_counter() - started) < seconds:
        done += next(work)
    return done / spent


def measure(rounds: int = 5, seconds: float = 0.25) -> list[Figure]:
    """Each measure beside its reference, round by round, so that both meet the same machine."""
    taken = []
    for each in measures():
        pairs = [(rate(each.ours, seconds), rate(each.reference, seconds)) for _ in range(rounds)]
        ours, reference = zip(*pairs, strict=True)
        floor, goal = each.bounds or (None, None)
        beside = "python-chess"
        taken.append(
            Figure(each.name, ours, reference, "/s", floor, goal, row=each.row, beside=beside)
        )
    return taken


if __name__ == "__main__":
    show(measure)

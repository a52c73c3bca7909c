"""A game alone is a puzzle: whole lines of play, in beams that grow wider while there is time."""

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import count
from math import inf
from random import Random
from typing import NamedTuple, cast

from domain.bazar import bazar
from domain.bazar.commands import MayLay
from domain.bazar.pieces import CELLS
from domain.bazar.scoring import result
from domain.bazar.state import State
from service.bots.bazar.greedy import plans
from service.bots.bazar.worth import alone
from service.bots.clock import Clock
from service.bots.dice import Dice

NOISE = 0.5  # by how much positions are misjudged, so that no two beams are the same


class Line(NamedTuple):
    worth: float
    state: State
    start: MayLay


def best_start(state: State, clock: Clock, random: Random) -> MayLay:
    """The first move of the best line found, or the greedy one if no line came to its end."""
    moves = cast(Sequence[MayLay], bazar.legal(state, 0))
    start = max(plans(state, moves, clock, Dice(random)), key=lambda plan: plan.worth).move
    best = Line(-inf, state, start)
    for doublings in count():
        if clock.over:
            break
        for line in beam(best.start, state, 2**doublings, clock, random):
            best = max(best, line, key=lambda line: line.worth)
    return best.start


def scores(
    state: State, moves: Sequence[MayLay], clock: Clock, random: Random
) -> list[float | None]:
    """How the game ends after each move if it is played on quickly, between worst and best."""
    found: list[float | None] = []
    for move in moves:
        after = reduce(bazar.evolve, bazar.decide(state, move.command, Dice(random)), state)
        lines = [] if after.ended else [line.worth for line in beam(move, after, 1, clock, random)]
        outcome = result(after)
        if outcome:
            lines.append(float(outcome.scores[0]))
        found.append((max(lines) + len(CELLS)) / (2 * len(CELLS)) if lines else None)
    return found


def beam(start: MayLay, state: State, width: int, clock: Clock, random: Random) -> Iterator[Line]:
    """Lines to the end of the game, played side by side, the worst dropped at each tile."""
    dice = Dice(random)
    lines = [Line(0.0, state, start)]
    while lines:
        longer: dict[bytes, Line] = {}
        for line in lines:
            for move in cast(Sequence[MayLay], bazar.legal(line.state, 0)):
                start = move if line.state is state else line.start
                after = reduce(
                    bazar.evolve, bazar.decide(line.state, move.command, dice), line.state
                )
                outcome = result(after)
                if outcome:
                    yield Line(float(outcome.scores[0]), after, start)
                elif after.board not in longer:
                    worth = alone(after) + NOISE * random.random()
                    longer[after.board] = Line(worth, after, start)
            if clock.over:
                return
        lines = sorted(longer.values(), key=lambda line: -line.worth)[:width]

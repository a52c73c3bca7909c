"""Looks one tile ahead: how far the trunk gets, and how much room it and the others then have."""

from collections.abc import Iterator, Sequence
from functools import reduce
from random import Random
from typing import NamedTuple, cast

from domain.bazar import bazar
from domain.bazar.commands import MayKeepMedals, MayLay, Move
from domain.bazar.pieces import CELLS
from domain.bazar.state import State
from domain.bazar.views import View
from domain.kernel import Seat
from service.bots.bazar.medals import keep
from service.bots.bazar.position import imagined
from service.bots.bazar.worth import alone, lengths
from service.bots.clock import Budget, Clock
from service.bots.dice import Dice

ENVY = 0.7  # how much the longest other trunk counts against the own one
DECIDED = 20.0  # a won game, in segments ahead
NEXT = 0.5  # how much the best next gain counts, which the others may yet spoil


class Plan(NamedTuple):
    worth: float
    move: MayLay


def choose(view: View, moves: Sequence[Move], budget: Budget, random: Random) -> Move:
    if isinstance(moves[0], MayKeepMedals):
        return keep(view, cast(Sequence[MayKeepMedals], moves), random)
    if len(moves) == 1:
        return moves[0]
    state = imagined(view, random)
    found = plans(state, cast(Sequence[MayLay], moves), Clock(budget), Dice(random))
    best = max(plan.worth for plan in found)
    return random.choice([plan.move for plan in found if plan.worth == best])


def plans(state: State, moves: Sequence[MayLay], clock: Clock, dice: Dice) -> list[Plan]:
    """Each move with its worth; after the time, the moves that have been looked at."""
    found = []
    for move in moves:
        found.append(Plan(judged(state, move, dice), move))
        if clock.over:
            break
    return found


def judged(state: State, move: MayLay, dice: Dice) -> float:
    """What the position after the move is worth to who made it."""
    seat = move.command.seat
    after = reduce(bazar.evolve, bazar.decide(state, move.command, dice), state)
    if len(after.trunks) == 1:
        outcome = bazar.result(after)
        return float(outcome.scores[0]) if outcome else alone(after)
    own = advantage(after, seat) + NEXT * next_gain(after, seat)
    return min([own, *(advantage(cut, seat) for cut in cuts(after, seat, dice))])


def cuts(state: State, seat: Seat, dice: Dice) -> Iterator[State]:
    """What is left when who plays next runs into the seat's tip, if that one is better off so."""
    rival, tip = state.turn, CELLS[state.trunks[seat].cell]
    if rival is None or rival == seat or state.ended:
        return
    before = advantage(state, rival)
    for move in bazar.legal(state, rival):
        if isinstance(move, MayLay) and move.tip.cell == tip:
            cut = reduce(bazar.evolve, bazar.decide(state, move.command, dice), state)
            if advantage(cut, rival) > before:
                yield cut
            return


def advantage(state: State, seat: Seat) -> float:
    """How much longer than the others the seat's trunk may become, or has become."""
    outcome = bazar.result(state)
    if outcome is not None:
        return DECIDED * (1 if outcome.ranks[seat] == 1 else -1)
    expected = lengths(state)
    own = expected.pop(seat)
    return own - ENVY * max(expected)


def next_gain(state: State, seat: Seat) -> int:
    """The most that one tile could add to the trunk if it were the seat's turn now."""
    if state.ended or state.trunks[seat].out:
        return 0
    moves = bazar.legal(
        State(state.board, state.stock, state.trunks, seat, state.shared_cells), seat
    )
    return max((move.gain for move in moves if isinstance(move, MayLay)), default=0)

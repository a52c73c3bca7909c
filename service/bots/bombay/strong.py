"""Information-set Monte-Carlo: plays the best plans on, in many worlds that the view allows."""

from collections.abc import Sequence
from functools import reduce
from math import exp
from random import Random

from domain.bombay import bombay
from domain.bombay.commands import Move
from domain.bombay.state import State
from domain.bombay.views import View
from service.bots.bombay.greedy import Plan, best_plans, plans
from service.bots.bombay.habit import turn_played
from service.bots.bombay.position import imagined
from service.bots.bombay.worth import turns_left, worth
from service.bots.clock import Budget, Clock
from service.bots.dice import Dice

ARMS = 8  # plans that are tried
ROUNDS = 1  # that are played on before a position is judged: more worlds beat longer looks
SURENESS = 1.5  # rupees ahead that make a win likely in the end,
LATER = 0.25  # and how much more for each turn to come


class Arm:
    """A plan, and how it has done."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.tries = 0
        self.sum = 0.0

    @property
    def share(self) -> float:
        """Of the games, that were won."""
        return self.sum / self.tries if self.tries else 0.0


def choose(view: View, moves: Sequence[Move], budget: Budget, random: Random) -> Move:
    if len(moves) == 1:
        return moves[0]
    clock = Clock(budget)
    found = plans(imagined(view, random), random)
    return best(view, [Arm(plan) for plan in found[:ARMS]], clock, random).plan.moves[0]


def weigh(view: View, moves: Sequence[Move], budget: Budget, random: Random) -> list[float | None]:
    """The chance to win after each move."""
    clock = Clock(budget)
    found = best_plans(imagined(view, random), moves, random)
    arms = [Arm(plan) for plan in found]
    while not clock.over:
        try_each(view, arms, clock, random.random())
    return [arm.share if arm.tries else None for arm in arms]


def best(view: View, arms: list[Arm], clock: Clock, random: Random) -> Arm:
    """Try all plans in the same worlds, and drop the worse half again and again, until one is left
    when the time is over."""
    halvings = (len(arms) - 1).bit_length()
    for number in range(1, halvings + 1):
        while clock.spent < number / halvings:
            try_each(view, arms, clock, random.random())
        arms = sorted(arms, key=lambda arm: -arm.share)[: (len(arms) + 1) // 2]
    return arms[0]


def try_each(view: View, arms: list[Arm], clock: Clock, seed: float) -> None:
    """One world, and what each plan comes to in it."""
    seat = view.on_turn
    assert seat is not None
    world = imagined(view, Random(seed))
    for arm in arms:
        if clock.over:
            return
        arm.sum += winning(played_on(world, arm.plan, Random(seed)))[seat]
        arm.tries += 1


def played_on(state: State, plan: Plan, random: Random) -> State:
    """The position some rounds after the plan, if the others play by habit and the seat plans."""
    seat, dice = state.on_turn, Dice(random)
    state = carried_out(state, plan, dice)
    for _ in range(ROUNDS * len(state.players)):
        if state.on_turn is None:
            break
        if state.on_turn == seat:
            state = carried_out(state, plans(state, random)[0], dice)
        else:
            state = turn_played(state, dice, random)
    return state


def carried_out(state: State, plan: Plan, dice: Dice) -> State:
    for move in plan.moves:
        state = reduce(bombay.evolve, bombay.decide(state, move.command, dice), state)
    return state


def winning(state: State) -> list[float]:
    """How likely each seat is to win."""
    outcome = bombay.result(state)
    seats = range(len(state.players))
    if outcome is not None:
        return [(seat in outcome.winners) / len(outcome.winners) for seat in seats]
    turns = [turns_left(state, seat) for seat in seats]
    expected = [worth(state, seat, turns[seat]) for seat in seats]
    sureness = SURENESS + LATER * max(turns)
    weights = [exp((each - max(expected)) / sureness) for each in expected]
    return [weight / sum(weights) for weight in weights]

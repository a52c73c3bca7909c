"""Plans the own turn to its end, for the position that is worth most then."""

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from domain.bombay import bombay
from domain.bombay.commands import Move
from domain.bombay.events import TurnEnded
from domain.bombay.state import State
from domain.bombay.views import View
from domain.kernel import Seat
from service.bots.bombay.position import imagined
from service.bots.bombay.worth import turns_left, worth
from service.bots.clock import Clock
from service.bots.dice import Dice

GIFT = 1.0  # a rupee for one rival is a rupee less, shared by all of them


class Plan(NamedTuple):
    """A first move, and the best that the rest of the turn can make of it."""

    worth: float
    move: Move


def choose(view: View, moves: Sequence[Move], budget: float, random: Random) -> Move:
    if len(moves) == 1:
        return moves[0]
    found = plans(imagined(view, random), moves, Clock(budget), random)
    return max(found, key=lambda plan: plan.worth).move


def plans(state: State, moves: Sequence[Move], clock: Clock, random: Random) -> list[Plan]:
    """Each move with what it may lead to by the end of the turn; after the time, what is known."""
    planning = Planning(state, clock, random)
    return [Plan(planning.after(state, move), move) for move in moves]


class Planning:
    """One look through all that can be done in a turn; positions reached twice are judged once."""

    def __init__(self, state: State, clock: Clock, random: Random) -> None:
        assert state.on_turn is not None
        self._seat: Seat = state.on_turn
        self._turns = turns_left(state, self._seat)
        self._others = self._purses(state)
        self._clock = clock
        self._dice = Dice(random)
        self._known: dict[object, float] = {}

    def after(self, state: State, move: Move) -> float:
        """The best worth at the end of the turn if this move is made now."""
        for event in bombay.decide(state, move.command, self._dice):
            if isinstance(event, TurnEnded):  # what comes after it is chance
                return self._worth(state)
            state = bombay.evolve(state, event)
        key = state.players, state.actions, state.bought, state.demands, state.stock
        known = self._known.get(key)
        if known is None:
            moves = bombay.legal(state, self._seat)
            if self._clock.over:
                moves = moves[-1:]  # to end the turn, which may always be done
            known = self._known[key] = max(self.after(state, move) for move in moves)
        return known

    def _worth(self, state: State) -> float:
        given = self._purses(state) - self._others
        return worth(state, self._seat, self._turns) - GIFT * given / (len(state.players) - 1)

    def _purses(self, state: State) -> int:
        """What the rivals hold together."""
        return sum(player.rupees for seat, player in enumerate(state.players) if seat != self._seat)

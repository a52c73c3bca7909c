"""Plans the own turn to its end, for the position that is worth most then."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from domain.bombay import bombay
from domain.bombay.commands import Move
from domain.bombay.events import ElephantMoved, TurnEnded
from domain.bombay.state import State
from domain.bombay.views import View
from domain.kernel import Seat
from service.bots.bombay.position import imagined
from service.bots.bombay.worth import Prospects, turns_left
from service.bots.clock import Budget
from service.bots.dice import Dice

GIFT = 1.0  # a rupee for one rival is a rupee less, shared by all of them


class Plan(NamedTuple):
    """The moves of a turn, and what the position after them is worth."""

    worth: float
    moves: tuple[Move, ...]


def choose(view: View, moves: Sequence[Move], budget: Budget, random: Random) -> Move:
    if len(moves) == 1:
        return moves[0]
    return plans(imagined(view, random), random)[0].moves[0]


def plans(state: State, random: Random) -> list[Plan]:
    """All that can be made of a turn, the best first; a matter of milliseconds."""
    return sorted(Planning(state, random), key=lambda plan: -plan.worth)


def best_plans(state: State, moves: Sequence[Move], random: Random) -> list[Plan]:
    """For each move the best plan that begins with it."""
    return [
        max(Planning(state, random).beginning_with(move), key=lambda plan: plan.worth)
        for move in moves
    ]


class Planning:
    """One look through all that can be done in a turn; positions reached twice are judged once."""

    def __init__(self, state: State, random: Random) -> None:
        assert state.on_turn is not None
        self._state = state
        self._seat: Seat = state.on_turn
        self._turns = turns_left(state, self._seat)
        self._others = self._purses(state)
        self._dice = Dice(random)
        self._known: set[object] = set()

    def __iter__(self) -> Iterator[Plan]:
        return self._from(self._state, (), self._prospects(self._state))

    def beginning_with(self, move: Move) -> Iterator[Plan]:
        return self._after(self._state, move, (move,), self._prospects(self._state))

    def _from(self, state: State, before: tuple[Move, ...], prospects: Prospects) -> Iterator[Plan]:
        for move in reversed(bombay.legal(state, self._seat)):
            yield from self._after(state, move, (*before, move), prospects)

    def _after(
        self, state: State, move: Move, made: tuple[Move, ...], prospects: Prospects
    ) -> Iterator[Plan]:
        for event in bombay.decide(state, move.command, self._dice):
            if isinstance(event, TurnEnded):  # what comes after it is chance
                yield Plan(self._worth(state, prospects), made)
                return
            state = bombay.evolve(state, event)
            if not isinstance(event, ElephantMoved):
                prospects = self._prospects(state)
        key = state.players, state.actions, state.bought, state.demands, state.stock
        if key not in self._known:
            self._known.add(key)
            yield from self._from(state, made, prospects)

    def _prospects(self, state: State) -> Prospects:
        return Prospects(state, self._seat, self._turns)

    def _worth(self, state: State, prospects: Prospects) -> float:
        given = self._purses(state) - self._others
        own = prospects.worth(state.players[self._seat])
        return own - GIFT * given / (len(state.players) - 1)

    def _purses(self, state: State) -> int:
        """What the rivals hold together."""
        return sum(player.rupees for seat, player in enumerate(state.players) if seat != self._seat)

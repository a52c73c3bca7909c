"""Monte-Carlo tree search, its leaves judged by territory."""

from collections.abc import Sequence
from functools import reduce
from math import exp, log, sqrt
from random import Random
from typing import cast

from domain.bazar import bazar
from domain.bazar.commands import MayKeepMedals, MayLay, Move
from domain.bazar.pieces import EMPTY, NEIGHBOURS, POSITIONS
from domain.bazar.state import State
from domain.bazar.views import View
from service.bots.bazar.alone import best_start, scores
from service.bots.bazar.medals import keep
from service.bots.bazar.position import imagined
from service.bots.bazar.worth import lengths
from service.bots.clock import Budget, Clock
from service.bots.dice import Dice

CURIOSITY = 0.5  # how much a move gains by having been tried little
WIDTH = 2.0  # moves that are tried at all grow with the root of the visits, so many times
SURENESS = 4.0  # segments ahead that make a win likely
CUT = 5.0  # how soon a move is tried that puts somebody out, and how late one that leads nowhere
LEAST = 20  # visits, whatever the budget
GROWTH = 0.96  # share of the time in which the tree grows: to clear it away takes the rest


class Node:
    """A position, who is on turn in it, the moves not tried yet, and what came of the others."""

    __slots__ = ("children", "moves", "seat", "state", "sums", "visits")

    def __init__(self, state: State, random: Random) -> None:
        self.state = state
        self.seat = state.turn or 0
        self.children: list[tuple[MayLay, Node]] = []
        self.visits = 0
        self.sums = [0.0] * len(state.trunks)
        self.moves: list[MayLay] = [] if state.ended else promising(state, self.seat, random)

    def grow(self, dice: Dice, random: Random) -> "Node":
        """Try the most promising move that was not tried yet."""
        move = self.moves.pop()
        events = bazar.decide(self.state, move.command, dice)
        child = Node(reduce(bazar.evolve, events, self.state), random)
        self.children.append((move, child))
        return child


def choose(view: View, moves: Sequence[Move], budget: Budget, random: Random) -> Move:
    if isinstance(moves[0], MayKeepMedals):
        return keep(view, cast(Sequence[MayKeepMedals], moves), random)
    if len(moves) == 1:
        return moves[0]
    state, clock = imagined(view, random), Clock(budget, GROWTH)
    if len(state.trunks) == 1:
        return best_start(state, clock, random)
    root = search(state, clock, random)
    return max(root.children, key=lambda child: child[1].visits)[0]


def weigh(view: View, moves: Sequence[Move], budget: Budget, random: Random) -> list[float | None]:
    """The chance to win after each move; alone, where its score lies between worst and best."""
    if isinstance(moves[0], MayKeepMedals):
        return [None] * len(moves)
    state, clock = imagined(view, random), Clock(budget, GROWTH)
    if len(state.trunks) == 1:
        return scores(state, cast(Sequence[MayLay], moves), clock, random)
    root, dice = Node(state, random), Dice(random)
    while root.moves and not clock.over:
        told([root, root.grow(dice, random)])
    while not clock.over:
        visit(root, dice, random)
    found = {move.command: child.sums[root.seat] / child.visits for move, child in root.children}
    return [found.get(cast(MayLay, move).command) for move in moves]


def search(state: State, clock: Clock, random: Random) -> Node:
    root, dice = Node(state, random), Dice(random)
    while root.visits < LEAST or not clock.over:
        visit(root, dice, random)
    return root


def visit(root: Node, dice: Dice, random: Random) -> None:
    """Walk down to a position not seen yet, judge it, and tell all on the way."""
    node, way = root, [root]
    while not node.state.ended:
        if node.moves and len(node.children) < WIDTH * sqrt(node.visits + 1):
            way.append(node.grow(dice, random))
            break
        node = most_promising(node)
        way.append(node)
    told(way)


def told(way: list[Node]) -> None:
    """What is found at the end of a way, told to all on it."""
    chances = winning(way[-1].state)
    for node in way:
        node.visits += 1
        for seat, chance in enumerate(chances):
            node.sums[seat] += chance


def most_promising(node: Node) -> Node:
    seat, curiosity = node.seat, CURIOSITY * sqrt(log(node.visits + 1))
    return max(
        (child for _, child in node.children),
        key=lambda child: child.sums[seat] / child.visits + curiosity / sqrt(child.visits),
    )


def winning(state: State) -> list[float]:
    """How likely each seat is to win."""
    outcome = bazar.result(state)
    if outcome is not None:
        winners = outcome.winners
        return [(seat in winners) / len(winners) for seat in range(len(state.trunks))]
    expected = lengths(state)
    best = max(expected)
    weights = [exp((length - best) / SURENESS) for length in expected]
    whole = sum(weights)
    return [weight / whole for weight in weights]


def promising(state: State, seat: int, random: Random) -> list[MayLay]:
    """The seat's moves, the most promising last: long ones that lead into the open, and those that
    run into a shorter trunk, which ends both."""
    board, length = state.board, state.trunks[seat].length
    others = {trunk.cell: trunk.length for trunk in state.trunks if not trunk.out}

    def promise(move: MayLay) -> float:
        cell = POSITIONS[move.tip.cell]
        if cell in others:
            return CUT if length + move.gain > others[cell] else -CUT
        if board[cell] != EMPTY:
            return move.gain - CUT
        room = sum(board[near] == EMPTY for near in NEIGHBOURS[cell])
        return move.gain + min(room, 3) + random.random()

    return sorted(cast(Sequence[MayLay], bazar.legal(state, seat)), key=promise)

"""How anybody might play a turn, decided quickly: straight on towards the best journey."""

from functools import reduce
from random import Random

from domain.bombay import bombay
from domain.bombay.commands import (
    BuildPalace,
    BuySilk,
    Command,
    Consolidate,
    EndTurn,
    MoveElephant,
    SellSilk,
)
from domain.bombay.events import Event
from domain.bombay.pieces import ACTIONS, ENTRY, SITES, Token
from domain.bombay.rules import offered
from domain.bombay.state import State
from domain.kernel import Refused
from service.bots.bombay.trails import WAYS
from service.bots.bombay.worth import IDLE, Goal, outlook, turns_left
from service.bots.dice import Dice


def turn_played(state: State, dice: Dice, random: Random) -> State:
    """The position after the turn of whoever is on turn."""
    seat, goal = state.on_turn, IDLE
    assert seat is not None
    now = state.set, state.turn
    while state.on_turn == seat and (state.set, state.turn) == now:
        if goal is IDLE:
            goal = aim(state, random)
        command = step(state, goal, random)
        if not isinstance(command, MoveElephant):
            goal = IDLE
        state = reduce(bombay.evolve, decided(state, command, dice), state)
    return state


def aim(state: State, random: Random) -> Goal:
    seat = state.on_turn
    assert seat is not None
    player, turns = state.players[seat], turns_left(state, seat)
    view = outlook(state, seat, turns, now=True)
    left = state.actions + ACTIONS * turns
    return view.best(player.site, player.bales, player.rupees, left, not state.bought)


def step(state: State, goal: Goal, random: Random) -> Command:
    """What to do now for the goal."""
    seat = state.on_turn
    assert seat is not None
    player = state.players[seat]
    here = player.site
    if goal.colour is None:
        return Consolidate(seat) if state.actions == ACTIONS else EndTurn(seat)
    if here != goal.site:
        ways = WAYS[here][goal.site]
        to = ways[0] if len(ways) == 1 else random.choice(ways)
        return MoveElephant(seat, SITES[to].id) if ENTRY[to] <= state.actions else EndTurn(seat)
    match goal.kind:
        case "buy":
            return BuySilk(seat, goal.colour)
        case "sell":
            return SellSilk(seat, goal.colour)
        case _:
            takes = offered(state) if state.tokens[here] is Token.BALE else ()
            return BuildPalace(seat, goal.colour, takes[0] if takes else None)


def decided(state: State, command: Command, dice: Dice) -> list[Event]:
    """What comes of it; what is not possible, for lack of actions mostly, ends the turn."""
    try:
        return bombay.decide(state, command, dice)
    except Refused:
        return bombay.decide(state, EndTurn(command.seat), dice)

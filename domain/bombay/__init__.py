"""Bombay: silk, elephants and palaces, for two to five players."""

from typing import get_args

from domain.bombay.causes import cause
from domain.bombay.commands import Command, EndTurn, Move
from domain.bombay.events import Event, Options
from domain.bombay.inputs import read, write
from domain.bombay.pieces import FORMATS
from domain.bombay.preparation import set_up
from domain.bombay.rules import decide, legal
from domain.bombay.scoring import result
from domain.bombay.state import State, evolve
from domain.bombay.texts import clauses, explain, tell, tell_move
from domain.bombay.views import View, view
from domain.kernel import Game, Seat


def on_turn(state: State) -> tuple[Seat, ...]:
    return () if state.on_turn is None else (state.on_turn,)


def passing(state: State, seat: Seat) -> Command:
    return EndTurn(seat)


bombay: Game[State, Command, Event, Options, Move, View] = Game(
    name="bombay",
    title="Bombay",
    credits="A game by Cyril Demaegd, 2009",
    rules=1,
    seats=range(min(FORMATS), max(FORMATS) + 1),
    initial=State(),
    options=Options,
    events=get_args(Event),
    set_up=set_up,
    decide=decide,
    evolve=evolve,
    legal=legal,
    view=view,
    on_turn=on_turn,
    result=result,
    passing=passing,
    read=read,
    write=write,
    cause=cause,
    tell=tell,
    tell_move=tell_move,
    explain=explain,
    clauses=clauses,
)

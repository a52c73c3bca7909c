"""Bombay Bazar: the game as the rest of the system sees it."""

from domain.bazar.causes import cause
from domain.bazar.commands import Command, Move, Options
from domain.bazar.events import EVENTS, Event
from domain.bazar.inputs import read, write
from domain.bazar.pieces import SEATS
from domain.bazar.preparation import set_up
from domain.bazar.rules import decide, legal, on_turn, passing
from domain.bazar.scoring import result
from domain.bazar.state import State, evolve
from domain.bazar.texts import clauses, explain, tell, tell_move
from domain.bazar.views import View, view
from domain.kernel import Game

bazar: Game[State, Command, Event, Options, Move, View] = Game(
    name="bazar",
    title="Bombay Bazar",
    credits="Sylvie Barc and Juan Rodriguez, 2001; the board is rebuilt",
    rules=1,
    seats=SEATS,
    initial=State(),
    options=Options,
    events=EVENTS,
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

"""From what happened at a table it can be told what was asked, and that decides the same again."""

from functools import reduce
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games import AnyGame
from domain.kernel import Event
from domain.table.causes import cause
from domain.table.commands import (
    AddBot,
    Command,
    LeaveSeat,
    OpenTable,
    Play,
    RemoveBot,
    Resign,
    StartGame,
    TakeSeat,
)
from domain.table.events import BotLevel
from domain.table.rules import decide
from domain.table.state import State, Status, evolve
from tests.kit import TABLES

PEOPLE = [f"00000000-0000-4000-8000-00000000000{n}" for n in range(5)]


def commands(game: AnyGame, seats: int, random: Random):
    """A whole life of a table; each command is made for the state that is sent back."""
    state = yield OpenTable(
        table="7ab1e000-0000-8000-8000-000000000000",
        player=PEOPLE[0],
        game=game.name,
        seats=seats,
        seed=random.randbytes(32).hex(),
        salt=random.randbytes(32).hex(),
        invite="come in",
        public=random.random() < 0.5,
        substitute=random.choice((None, BotLevel.RANDOM)),
        entropy="tea",
    )
    if seats > 1:
        yield TakeSeat(PEOPLE[1], None, "come in", "milk")
        yield LeaveSeat(PEOPLE[1])
        yield AddBot(PEOPLE[0], BotLevel.GREEDY)
        yield RemoveBot(PEOPLE[0], 1)
        yield TakeSeat(PEOPLE[1], None, "come in", "sugar")
    if seats > 2:
        yield AddBot(PEOPLE[0], BotLevel.RANDOM)
    for player in PEOPLE[3 : max(3, seats)]:
        yield TakeSeat(player, None, "come in", "")
    state = yield StartGame(PEOPLE[0])
    while state.status is Status.PLAYING:
        seat = random.choice(state.on_turn())
        place = state.places[seat]
        if seats > 2 and place.player == PEOPLE[1] and not place.resigned and random.random() < 0.1:
            state = yield Resign(PEOPLE[1])
            continue
        move = random.choice(game.legal(state.play, seat)).command
        sent = {game.name: game.write(move)}
        state = yield Play(sent, bot=seat) if place.bot else Play(sent, player=place.player)


@pytest.mark.parametrize(("game", "seats"), TABLES)
@given(seed=st.integers(0, 2**32))
def test_every_command_can_be_told_from_its_events_and_decides_the_same_again(game, seats, seed):
    life = commands(game, seats, Random(seed))
    command: Command | None = next(life)
    state = State()
    while command is not None:
        events: list[Event] = decide(state, command)
        told = cause(state, events, command.player)
        assert told is not None
        assert decide(state, told) == events
        state = reduce(evolve, events, state)
        command = next_command(life, state)
    assert state.status in {Status.FINISHED, Status.ABANDONED}


def next_command(life, state: State) -> Command | None:
    try:
        return life.send(state)
    except StopIteration:
        return None

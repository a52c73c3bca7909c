"""Bots know what their seat knows: no more, and all of it."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.table.events import BotLevel
from service.bots.bazar import position as bazar_position
from service.bots.bombay import position as bombay_position
from service.bots.choose import chooser
from service.bots.clock import Steps
from tests.kit import TABLES, material, positions

IMAGINED = {"bombay": bombay_position.imagined, "bazar": bazar_position.imagined}
SEEDS = st.integers(0, 2**32)
THOUGHT = Steps(60)


def some_turns(game, seats, seed, number):
    """Positions of a random game that are still to be played on, each with who is on turn."""
    *running, _ = positions(game, seats, seed)
    chosen = Random(seed).sample(running, min(number, len(running)))
    return [(state, game.on_turn(state)[0]) for state in chosen]


@pytest.mark.parametrize(("game", "seats"), TABLES)
@settings(max_examples=5, deadline=None)
@given(seed=SEEDS)
def test_what_a_bot_imagines_looks_to_its_seat_as_the_game_does(game, seats, seed):
    for state, seat in some_turns(game, seats, seed, 10):
        world = IMAGINED[game.name](game.view(state, seat), Random(seed))
        assert game.view(world, seat) == game.view(state, seat)
        assert game.legal(world, seat) == game.legal(state, seat)


@pytest.mark.parametrize("level", BotLevel)
@pytest.mark.parametrize(("game", "seats"), TABLES)
@settings(max_examples=2, deadline=None)
@given(seed=SEEDS)
def test_the_choice_is_the_same_in_two_worlds_that_the_seat_cannot_tell_apart(
    game, seats, level, seed
):
    for state, seat in some_turns(game, seats, seed, 3):
        other = material(game).disguised(state, seat, Random(seed))
        choose = chooser(game.name, level)
        here, there = (
            choose(game.view(world, seat), game.legal(world, seat), THOUGHT, Random(seed))
            for world in (state, other)
        )
        assert here == there


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_hidden_holdings_are_imagined_differently_each_time(game, seats):
    state, seat = hidden(game, seats)
    view = game.view(state, seat)
    worlds = {msgspec.json.encode(IMAGINED[game.name](view, Random(seed))) for seed in range(20)}
    assert (len(worlds) > 1) == (seats > 1)


def hidden(game, seats):
    """A position in which somebody has something to hide."""
    *running, _ = positions(game, seats, "hidden")
    if game.name == "bombay":
        return running[-1], game.on_turn(running[-1])[0]
    return running[1], game.on_turn(running[1])[0]

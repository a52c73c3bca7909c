"""Rules, play and log agree, in every position of random games."""

from itertools import islice

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games import GAMES
from domain.kernel import Refused
from tests.kit import TABLES, luck, material, played, positions, walk

SEEDS = st.integers(0, 2**32)
games = settings(max_examples=10, deadline=None)


def accepted(game, state, command, seed):
    try:
        return bool(game.decide(state, command, luck(seed)))
    except Refused:
        return False


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS, data=st.data())
def test_a_move_is_accepted_if_and_only_if_it_is_listed(game, seats, seed, data):
    options = data.draw(st.sampled_from(material(game).options(seats)))
    for state in positions(game, seats, seed, options):
        for seat in range(seats):
            listed = [move.command for move in game.legal(state, seat)]
            tried = material(game).commands(seat)
            assert [command for command in listed if command not in tried] == []
            assert {command for command in tried if accepted(game, state, command, seed)} == {
                *listed
            }


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_the_seats_on_turn_are_those_with_a_move(game, seats, seed):
    for state in positions(game, seats, seed):
        able = tuple(seat for seat in range(seats) if game.legal(state, seat))
        assert able == tuple(sorted(game.on_turn(state)))


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS, data=st.data())
def test_everything_is_accounted_for(game, seats, seed, data):
    options = data.draw(st.sampled_from(material(game).options(seats)))
    log = game.set_up(seats, options, luck(seed))
    state = game.replay(log)
    material(game).check(state, log)
    for step in walk(game, seats, seed, options):
        for event in step.events:
            state = game.evolve(state, event)
            log.append(event)
        material(game).check(state, log)


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_every_game_ends(game, seats, seed):
    limit = material(game).longest(seats)
    assert len(list(islice(walk(game, seats, seed), limit + 1))) <= limit
    *_, last = positions(game, seats, seed)
    result = game.result(last)
    assert len(result.scores) == len(result.ranks) == seats
    assert 1 in result.ranks


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_only_the_last_position_has_a_result(game, seats, seed):
    *running, _ = positions(game, seats, seed)
    assert {game.result(state) for state in running} == {None}


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_replay_equals_play(game, seats, seed):
    *_, last = positions(game, seats, seed)
    assert game.replay(played(game, seats, seed)) == last


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_deciding_changes_no_position(game, seats, seed):
    for state in positions(game, seats, seed):
        before = msgspec.json.encode(state)
        for seat in range(seats):
            for command in material(game).commands(seat):
                accepted(game, state, command, seed)
            game.view(state, seat)
        assert msgspec.json.encode(state) == before


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_a_seat_that_nobody_plays_can_always_pass(game, seats, seed):
    chance = luck(seed)
    state = game.replay(game.set_up(seats, game.options(), chance))
    for _ in range(material(game).longest(seats)):
        for seat in game.on_turn(state)[:1]:
            for event in game.decide(state, game.passing(state, seat), chance):
                state = game.evolve(state, event)
    assert game.result(state) is not None


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("stranger", GAMES.values(), ids=lambda game: game.name)
def test_moves_of_no_game_or_another_are_refused_before_during_and_after(game, seats, stranger):
    *_, last = positions(game, seats, "strangers")
    during = next(positions(game, seats, "strangers"))
    foreign = material(stranger).commands(0) if stranger is not game else []
    own = material(game).commands(0)
    for state, commands in ((game.initial, own), (last, own), (during, [])):
        for command in [*commands, *foreign, None, "sell", 7, {}]:
            with pytest.raises(Refused):
                game.decide(state, command, luck("strangers"))

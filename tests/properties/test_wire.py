"""What is written can be read again: events, positions and moves."""

from typing import Union

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games import GAMES
from tests.kit import TABLES, played, positions, walk

SEEDS = st.integers(0, 2**32)
games = settings(max_examples=10, deadline=None)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_events_survive_the_wire(game, seats, seed):
    kinds = msgspec.json.Decoder(Union[game.events])  # noqa: UP007 - made from a tuple
    for event in played(game, seats, seed):
        assert kinds.decode(msgspec.json.encode(event)) == event


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_positions_survive_the_wire(game, seats, seed):
    decoder = msgspec.json.Decoder(type(game.initial))
    for state in positions(game, seats, seed):
        assert decoder.decode(msgspec.json.encode(state)) == state


@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_a_move_can_be_sent_back_as_it_was_listed(game, seats, seed):
    for step in walk(game, seats, seed):
        for move in game.legal(step.state, step.seat):
            sent = msgspec.json.decode(msgspec.json.encode(game.write(move.command)))
            assert game.read(step.seat, sent) == move.command


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
@given(data=st.data())
def test_what_is_no_move_is_a_decoding_error(game, data):
    kinds = ["move", "sell", "build", "endTurn", "consolidate", "buy", "lay", "medals"]
    move = data.draw(JSON | st.dictionaries(st.sampled_from(kinds), JSON, max_size=2))
    try:
        command = game.read(0, move)
    except msgspec.ValidationError:
        return
    assert game.read(0, game.write(command)) == command


def test_event_names_are_the_stored_ones():
    names = [cls.__struct_config__.tag for game in GAMES.values() for cls in game.events]
    assert len(names) == len(set(names))
    for game in GAMES.values():
        assert all(cls.__struct_config__.tag.startswith(f"{game.name}.") for cls in game.events)

"""The one property that catches every leak: a view does not depend on what it hides."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit import TABLES, material, positions

SEEDS = st.integers(0, 2**32)


@pytest.mark.parametrize(("game", "seats"), TABLES)
@settings(max_examples=10, deadline=None)
@given(seed=SEEDS)
def test_a_view_does_not_depend_on_what_it_hides(game, seats, seed):
    *running, _ = positions(game, seats, seed)
    for number, state in enumerate(running):
        for viewer in (None, *range(seats)):
            other = material(game).disguised(state, viewer, Random(f"{seed} {number} {viewer}"))
            assert seen(game, other, viewer) == seen(game, state, viewer)
            if viewer is not None:
                assert game.legal(other, viewer) == game.legal(state, viewer)


def seen(game, state, viewer):
    return msgspec.json.encode(game.view(state, viewer))

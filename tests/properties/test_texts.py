"""Everything that can happen has its line in every language."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games import GAMES
from domain.kernel import Language, Refused, seen
from tests.kit import TABLES, luck, material, played, positions, walk

SEEDS = st.integers(0, 2**32)
NAMES = ["Ada", "Bao", "Cleo", "Dev", "Eve"]
games = settings(max_examples=5, deadline=None)


def is_one_line(text):
    return text == text.strip() and text and "\n" not in text and "{" not in text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_every_event_is_told_in_one_line(game, seats, language, seed):
    for event in played(game, seats, seed):
        for viewer in (None, 0):
            assert is_one_line(game.tell(seen(event, viewer), viewer, language, NAMES))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("game", "seats"), TABLES)
@games
@given(seed=SEEDS)
def test_moves_that_differ_are_told_differently(game, seats, language, seed):
    for step in walk(game, seats, seed):
        lines = [game.tell_move(move, language) for move in game.legal(step.state, step.seat)]
        assert all(map(is_one_line, lines))
        assert len(set(lines)) == len(lines)


def refusals(game, seats):
    """Every refusal that the first seat meets when it tries everything, everywhere."""
    for state in (game.initial, *positions(game, seats, "refusals")):
        for command in material(game).commands(0):
            try:
                game.decide(state, command, luck("refusals"))
            except Refused as refused:
                yield refused


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_every_refusal_is_explained(game, seats, language):
    for refused in refusals(game, seats):
        assert is_one_line(game.explain(refused, language))
        assert refused.rule in game.clauses(language)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_every_clause_is_there_in_every_language(game, language):
    assert list(game.clauses(language)) == list(game.clauses(Language.EN))
    assert all(map(is_one_line, game.clauses(language).values()))

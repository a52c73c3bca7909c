"""How many ways there are to play on from fixed positions, counted and kept beside the records."""

from functools import reduce
from itertools import islice
from pathlib import Path

import pytest

from domain.games import GAMES
from tests.kit import luck, material, positions


def perft(rules, state, chance, depth):
    """How many ways there are to play on for so many moves."""
    if depth == 0:
        return 1
    return sum(
        perft(
            rules,
            reduce(rules.evolve, rules.decide(state, move.command, chance), state),
            chance,
            depth - 1,
        )
        for seat in rules.on_turn(state)[:1]
        for move in rules.legal(state, seat)
    )


def lines():
    """Each line of perft.txt: players, number of the options, seed, moves already played; then the
    counts by depth."""
    for rules in GAMES.values():
        for line in Path(f"tests/records/{rules.name}/perft.txt").read_text().splitlines():
            position, _, counts = line.partition(":")
            yield pytest.param(
                rules, position.split(), counts.split(), id=f"{rules.name} {position}"
            )


@pytest.mark.parametrize(("rules", "position", "counts"), [*lines()])
def test_perft(rules, position, counts):
    seats, number, seed, played = int(position[0]), int(position[1]), position[2], int(position[3])
    options = material(rules).options(seats)[number]
    state = next(islice(positions(rules, seats, seed, options), played, None))
    found = [perft(rules, state, luck(seed), depth) for depth in range(1, len(counts) + 1)]
    assert found == [int(count) for count in counts]

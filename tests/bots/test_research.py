"""The environments hold what PettingZoo asks of one, and are the games that are played."""

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

from service.research import ACTIONS, Environment
from tests.kit import TABLES


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_environment_passes_the_test_of_its_interface(game, seats):
    api_test(Environment(game.name, seats), num_cycles=300)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_same_seed_gives_the_same_game(game, seats):
    seed_test(lambda: Environment(game.name, seats), num_cycles=100)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_the_mask_lists_the_legal_moves_of_who_is_on_turn(game, seats):
    environment = Environment(game.name, seats)
    environment.reset(seed=7)
    chance = np.random.default_rng(7)
    while environment.agents and not environment.terminations[environment.agent_selection]:
        agent = environment.agent_selection
        seat = environment.possible_agents.index(agent)
        mask = environment.infos[agent]["action_mask"]
        legal = environment.game.legal(environment.state_of_play, seat)
        asked = [environment.game.write(move.command) for move in legal]
        assert [move for move, may in zip(ACTIONS[game.name], mask, strict=True) if may] == sorted(
            asked, key=ACTIONS[game.name].index
        )
        environment.step(int(chance.choice(np.flatnonzero(mask))))
    assert sum(environment.rewards.values()) == pytest.approx(1) or seats == 1


def test_what_an_agent_may_not_know_is_not_in_its_observation():
    environment = Environment("bombay", 2)
    environment.reset(seed=3)
    numbers = environment.observe("player_0")
    assert (numbers == -1).sum() > 10

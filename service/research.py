"""Both games as PettingZoo environments, for those who train players on the very rules.

Needs the extra `research`. An observation is the agent's view in numbers, itself first and the
others in turn order after it, with -1 for what it may not know; an action is the number of a move
in ACTIONS, and the mask of those that are legal is in the agent's info. Rewards come at the end:
each agent's share of the win, or alone the score per cell.
"""

from collections.abc import Iterator
from functools import cache, reduce
from random import Random
from typing import Any

import msgspec
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]

from domain.bazar.commands import KeepMedals, Lay
from domain.bazar.pieces import CELLS, MEDALS, PIECES, PLACEMENTS, POSITIONS, Parity
from domain.bazar.views import Content
from domain.bazar.views import View as BazarView
from domain.bombay.commands import (
    BuildPalace,
    BuySilk,
    Consolidate,
    EndTurn,
    MoveElephant,
    SellSilk,
)
from domain.bombay.pieces import CITIES, COLOURS, NUMBER, ORDER, SITES, Token
from domain.bombay.views import View as BombayView
from domain.games import latest
from domain.kernel import Seat
from service.bots.dice import Dice

UNKNOWN = -1.0
TOKENS = tuple(Token)
CONTENTS = tuple(Content)

# Every move there is, as seat 0 would ask for it; what may be done now is in the mask.
COMMANDS: dict[str, tuple[Any, ...]] = {
    "bombay": (
        Consolidate(0),
        *(MoveElephant(0, site.id) for site in SITES),
        *(BuySilk(0, colour) for colour in COLOURS),
        *(SellSilk(0, colour) for colour in COLOURS),
        *(BuildPalace(0, spend, take) for spend in COLOURS for take in (None, *COLOURS)),
        EndTurn(0),
    ),
    "bazar": (
        *(KeepMedals(0, keep, parity) for keep in MEDALS for parity in Parity),
        *(Lay(0, placement.tile, placement.rotation) for placement in PLACEMENTS),
    ),
}
ACTIONS = {name: [latest(name).write(each) for each in some] for name, some in COMMANDS.items()}


def bombay(view: BombayView, seat: Seat) -> Iterator[float]:
    """A view of Bombay in numbers."""
    seats = len(view.players)
    yield from (view.set, view.turn, view.actions, view.bought)
    yield _from(view.on_turn, seat, seats)
    yield from map(view.bag.count, COLOURS)
    for market in view.markets:
        yield from map(market.bales.count, COLOURS)
    for city in view.cities:
        yield city.tokens
        yield from (ORDER[demand.colour] for demand in city.demands)
    for site in view.sites:
        yield UNKNOWN if site.post is None else ORDER[site.post]
        yield _from(site.palace, seat, seats)
        yield UNKNOWN if site.token is None else TOKENS.index(site.token)
    for player in view.players[seat:] + view.players[:seat]:
        yield from (NUMBER[player.site], player.palaces)
        yield from map(player.bales.count, COLOURS)
        held = player.holdings
        if held is None:
            yield from [UNKNOWN] * (2 + len(CITIES) + len(TOKENS))
        else:
            yield from (held.rupees, held.clients)
            yield from (city in held.cities for city in CITIES)
            yield from map(held.kept.count, TOKENS)


def bazar(view: BazarView, seat: Seat) -> Iterator[float]:
    """A view of Bombay Bazar in numbers."""
    seats = len(view.trunks)
    yield _from(view.turn, seat, seats)
    yield view.shared_cells
    for cell in view.cells:
        yield CONTENTS.index(cell.content)
        yield PIECES[cell.tile, cell.rotation or 0] if cell.tile else 0
    yield from (pile.left for pile in view.stock)
    medals = view.medals
    for trunk in view.trunks[seat:] + view.trunks[:seat]:
        yield from (POSITIONS[trunk.tip.cell], trunk.tip.edge, trunk.length, trunk.out)
        yield medals is not None and trunk.seat in medals.contenders
        yield medals is not None and trunk.seat in medals.chosen


VIEWS: dict[str, Any] = {"bombay": bombay, "bazar": bazar}


def _from(other: Seat | None, seat: Seat, seats: int) -> float:
    """How many seats on from this one another sits."""
    return UNKNOWN if other is None else (other - seat) % seats


class Environment(AECEnv):  # type: ignore[misc]
    """One table. `options` are those of the game, such as domain.bombay.Options."""

    def __init__(self, game: str, seats: int, options: Any = None) -> None:
        super().__init__()
        self.game = latest(game)
        self.metadata = {
            "name": f"{game}_v{self.game.rules}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = "ansi"
        self.possible_agents = [f"player_{seat}" for seat in range(seats)]
        self._options = options or self.game.options()
        self._random = Random()
        self._begin()
        size = len(self._numbers(0))
        actions = len(ACTIONS[game])
        self._observed = {
            agent: spaces.Box(UNKNOWN, 255, (size,), np.float32) for agent in self.possible_agents
        }
        self._acting = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self._observed[agent]

    def action_space(self, agent: str) -> Any:
        return self._acting[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random = Random(seed)
        self._begin()

    def _begin(self) -> None:
        self._chance = Dice(self._random)
        self.state_of_play = self.game.replay(
            self.game.set_up(len(self.possible_agents), self._options, self._chance)
        )
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turn()

    def observe(self, agent: str) -> Any:
        return self._numbers(self.possible_agents.index(agent))

    def _numbers(self, seat: Seat) -> Any:
        view = self.game.view(self.state_of_play, seat)
        return np.array([*VIEWS[self.game.name](view, seat)], np.float32)

    def _mask(self, seat: Seat) -> Any:
        mask = np.zeros(len(ACTIONS[self.game.name]), np.int8)
        for move in self.game.legal(self.state_of_play, seat):
            mask[_number(self.game.name, self.game.write(move.command))] = 1
        return mask

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        command = self.game.read(seat, ACTIONS[self.game.name][int(action or 0)])
        events = self.game.decide(self.state_of_play, command, self._chance)
        self.state_of_play = reduce(self.game.evolve, events, self.state_of_play)
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        result = self.game.result(self.state_of_play)
        if result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = {
                agent: result.scores[0] / len(CELLS)
                if len(self.agents) == 1
                else (seat in result.winners) / len(result.winners)
                for seat, agent in enumerate(self.agents)
            }
        else:
            self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        seat = self.game.on_turn(self.state_of_play)[0]
        self.agent_selection = self.possible_agents[seat]
        self.infos[self.agent_selection] = {"action_mask": self._mask(seat)}

    def render(self) -> str:
        """What somebody watching sees, as JSON."""
        return msgspec.json.encode(self.game.view(self.state_of_play, None)).decode()

    def close(self) -> None:
        """There is nothing to put away."""


@cache
def _numbers_of(game: str) -> dict[str, int]:
    return {repr(move): number for number, move in enumerate(ACTIONS[game])}


def _number(game: str, move: dict[str, Any]) -> int:
    return _numbers_of(game)[repr(move)]

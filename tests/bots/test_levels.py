"""What bots make of simple positions, how the levels compare, and that games come to an end."""

import gc
from functools import reduce
from random import Random
from time import thread_time

import pytest
from msgspec.structs import replace

from domain.bombay import bombay
from domain.bombay.commands import MayConsolidate, MaySell
from domain.bombay.pieces import NUMBER, ORDER, START
from domain.games import latest
from domain.table.events import BotLevel
from service.bots.arena import Match, play
from service.bots.choose import chooser, weigher
from service.bots.clock import Steps
from tests.bots import thousand
from tests.kit import TABLES, luck, positions

RANDOM, GREEDY, STRONG = BotLevel
PLANNERS = (GREEDY, STRONG)


def last_turn(actions, site, *bales):
    """The last turn of a game of Bombay for two, which seat 0 plays."""
    state = bombay.replay(bombay.set_up(2, bombay.options(first=0), luck("last turn")))
    player = replace(state.players[0], site=site, bales=bales)
    players = player, state.players[1]
    return replace(state, set=4, turn=4, first=1, actions=actions, players=players)


def chosen(state, level):
    seat = state.on_turn
    choose = chooser("bombay", level)
    return choose(bombay.view(state, seat), bombay.legal(state, seat), Steps(200), Random(1))


@pytest.mark.parametrize("level", PLANNERS)
def test_the_last_action_sells_what_the_city_wants(level):
    state = last_turn(1, NUMBER["Bombay"])
    wanted = state.demands[NUMBER["Bombay"]][0]
    assert isinstance(chosen(last_turn(1, NUMBER["Bombay"], wanted), level), MaySell)


@pytest.mark.parametrize("level", PLANNERS)
def test_silk_is_sold_at_the_top_of_the_ladder_first(level):
    state = last_turn(1, NUMBER["Bombay"])
    top, _, bottom = state.demands[NUMBER["Bombay"]]
    bales = sorted((top, bottom), key=ORDER.__getitem__)
    move = chosen(last_turn(1, NUMBER["Bombay"], *bales), level)
    assert move.command.colour == top


@pytest.mark.parametrize("level", PLANNERS)
def test_in_the_last_turn_a_rupee_is_better_than_a_walk(level):
    assert isinstance(chosen(last_turn(3, START), level), MayConsolidate)


@pytest.mark.parametrize("level", BotLevel)
@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_bots_play_games_to_their_end(game, seats, level):
    bots = (level, *(RANDOM for _ in range(seats - 1)))
    played = play(Match(game.name, bots, Steps(3), "set-up", "choices"))
    assert len(played.result.ranks) == seats


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_bots_of_all_levels_play_together_without_a_refusal_or_a_stall(game, seats):
    """A sample of the thousand games that tests.bots.thousand plays."""
    for number in range(4):
        assert thousand.game(game.name, seats, number).result.winners


@pytest.fixture
def no_collection():
    """What other tests left lying about is not cleared away on a bot's time."""
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collection")
@pytest.mark.parametrize("level", PLANNERS)
@pytest.mark.parametrize("name", ["bombay", "bazar"])
def test_a_bot_keeps_to_its_budget(name, level):
    game = latest(name)
    for number, state in enumerate(positions(game, 3, "budget")):
        if number % 20 == 12:
            seat = game.on_turn(state)[0]
            view, moves = game.view(state, seat), game.legal(state, seat)
            started = thread_time()
            chooser(name, level)(view, moves, 0.05, Random(1))
            assert thread_time() - started < 0.075


@pytest.mark.parametrize(
    ("name", "seats"), [("bombay", 2), ("bombay", 5), ("bazar", 2), ("bazar", 4)]
)
def test_greedy_beats_random(name, seats):
    wins = 0.0
    for number in range(12):
        bots = [RANDOM] * seats
        bots[number % seats] = GREEDY
        result = play(Match(name, tuple(bots), Steps(10_000), f"{number}", f"{number}")).result
        wins += (number % seats in result.winners) / len(result.winners)
    assert wins > 12 / seats


@pytest.mark.parametrize(("name", "thought"), [("bombay", Steps(25)), ("bazar", Steps(150))])
def test_strong_beats_greedy(name, thought):
    wins = 0.0
    for number in range(8):
        bots = (STRONG, GREEDY) if number % 2 else (GREEDY, STRONG)
        result = play(Match(name, bots, thought, f"{number}", f"{number}")).result
        wins += (bots.index(STRONG) in result.winners) / len(result.winners)
    assert wins > 4


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_each_move_is_weighed_between_loss_and_win(game, seats):
    state = reduce(lambda _, state: state, list(positions(game, seats, "weigh"))[:-1])
    seat = game.on_turn(state)[0]
    moves = game.legal(state, seat)
    values = weigher(game.name)(game.view(state, seat), moves, Steps(500), Random(1))
    assert len(values) == len(moves)
    assert all(0 <= value <= 1 for value in values)

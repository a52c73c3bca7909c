"""A thousand games of bots for each title and number of players: no refusal, no fault, no stall.

python -m tests.bots.thousand [games] [processes]

Most seats play at random, so that games go everywhere; the others plan and search, with next to no
time, so that thoughts are cut off at every point. A refusal or a fault ends the run.
"""

import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random
from time import perf_counter

from domain.games import latest, names
from domain.table.events import BotLevel
from service.bots.arena import Match, Played, play
from service.bots.clock import Steps

WEIGHTS = (6, 3, 1)  # of random, greedy and strong
MOST_STEPS = 12


def game(name: str, seats: int, number: int) -> Played:
    random = Random(f"{name} {seats} {number}")
    bots = tuple(random.choices([*BotLevel], WEIGHTS, k=seats))
    budget = Steps(random.randint(1, MOST_STEPS))
    return play(Match(name, bots, budget, f"{number}", f"{number}"))


def main(games: int, processes: int) -> None:
    with ProcessPoolExecutor(processes) as pool:
        for name in names():
            for seats in latest(name).seats:
                started, moves, bots = perf_counter(), 0, Counter[str]()
                for played in pool.map(partial(game, name, seats), range(games), chunksize=10):
                    moves += sum(played.moves)
                    bots.update(played.match.bots)
                seated = ", ".join(f"{count} {bot}" for bot, count in bots.most_common())
                spent = perf_counter() - started
                print(f"{name} {seats}: {games} games, {moves} moves by {seated} in {spent:.0f} s")


if __name__ == "__main__":
    given = [int(text) for text in sys.argv[1:]]
    main(*[*given, *(1000, 2)[len(given) :]])

"""Bots against bots: how strong each level is, in figures."""

import multiprocessing
import os
from collections import defaultdict
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import reduce
from itertools import combinations
from math import exp, log, sqrt
from random import Random
from statistics import fmean, stdev
from time import thread_time
from typing import Annotated, NamedTuple

import typer
from rich.console import Console
from rich.progress import track
from rich.table import Table

from domain.games import latest, names
from domain.kernel import Result
from domain.table.events import BotLevel
from service.bots.choose import chooser
from service.bots.clock import Budget, Busy
from service.bots.dice import Dice
from service.bots.thinking import settle_down
from service.trouble import Trouble

SURE = 1.96  # standard deviations: what is given lies in the interval 19 times out of 20
ELO = 400 / log(10)
MIDDLE = 1500.0  # the mean rating
DRAWS = 1.0  # each pair is taken to have drawn so often before it met, so that ratings are finite
ROUNDS = 500  # of the fit


class Match(NamedTuple):
    game: str
    bots: tuple[BotLevel, ...]  # by seat
    budget: Budget
    seed: str  # of the table's luck
    choices: str  # of what the bots draw


class Played(NamedTuple):
    match: Match
    result: Result
    seconds: tuple[float, ...]  # of work that went into each seat's moves
    moves: tuple[int, ...]
    longest: tuple[float, ...]  # a move took, by seat


class Line(NamedTuple):
    """What one level came to. A shared win counts as a share."""

    bot: BotLevel
    rating: float
    seats: int
    wins: float
    share: tuple[float, float, float]  # of the wins: least, as found, most
    score: tuple[float, float]  # mean, and how far off it may be
    move: float  # seconds, on average
    longest: float


def arena(
    game: Annotated[str, typer.Option(help="bombay or bazar")],
    players: Annotated[int, typer.Option(help="how many sit at each table")] = 4,
    bots: Annotated[str, typer.Option(help="levels, with commas between")] = "strong,greedy,random",
    games: Annotated[int, typer.Option(min=1, help="how many games to play")] = 100,
    seconds: Annotated[float, typer.Option(min=0.01, help="a bot may think about a move")] = 0.2,
    seed: Annotated[int, typer.Option(help="the same seed gives the same luck")] = 0,
    processes: Annotated[int, typer.Option(min=0, help="at work; 0: one for each core")] = 0,
) -> None:
    """Let bots play each other, in every seat, and rate them.

    If there are more bots than seats, all selections of them play. Each set-up is played once in
    every seating, so that luck and the order of play favour nobody. Time is processor time: a
    busy machine plays slower, but no worse.
    """
    entrants = [level(name) for name in bots.split(",")]
    if game not in names():
        raise Trouble(f"there is no game {game!r}: choose from {', '.join(names())}")
    if players not in latest(game).seats:
        raise Trouble(f"{latest(game).title} is not for {players} players")
    if len(entrants) < players:
        raise Trouble(f"{players} players need as many bots, not {len(entrants)}")
    console = Console()
    matches = list(pairings(game, players, entrants, games, seconds, seed))
    played = at_work(matches, processes or os.cpu_count() or 1)
    done = [*track(played, latest(game).title, games, console=console, transient=True)]
    console.print(table(lines(done)))
    console.print(f"{games} games of {players}, {seconds:g} s for a move, seed {seed}")


def level(name: str) -> BotLevel:
    try:
        return BotLevel(name.strip())
    except ValueError:
        raise Trouble(f"there is no bot {name!r}: choose from {', '.join(BotLevel)}") from None


def pairings(
    game: str, players: int, entrants: list[BotLevel], games: int, seconds: float, seed: int
) -> Iterator[Match]:
    line_ups = list(combinations(entrants, players))
    for number in range(games):
        round_, seating = divmod(number, len(line_ups) * players)
        turn, line_up = divmod(seating, len(line_ups))
        bots = line_ups[line_up][turn:] + line_ups[line_up][:turn]
        yield Match(game, bots, Busy(seconds), f"{seed} {round_}", f"{seed} {number}")


def at_work(matches: list[Match], processes: int) -> Iterator[Played]:
    spawning = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, spawning, initializer=settle_down) as pool:
        yield from pool.map(play, matches)


def play(match: Match) -> Played:
    """One game, from set-up to the end."""
    game, chance, random = latest(match.game), Dice(Random(match.seed)), Random(match.choices)
    seats = len(match.bots)
    seconds, longest, moves = [0.0] * seats, [0.0] * seats, [0] * seats
    state = game.replay(game.set_up(seats, game.options(), chance))
    while waiting := game.on_turn(state):
        seat = waiting[0]
        view, legal = game.view(state, seat), game.legal(state, seat)
        choose = chooser(game.name, match.bots[seat])
        started = thread_time()
        move = choose(view, legal, match.budget, random)
        spent = thread_time() - started
        seconds[seat] += spent
        longest[seat] = max(longest[seat], spent)
        moves[seat] += 1
        state = reduce(game.evolve, game.decide(state, move.command, chance), state)
    result = game.result(state)
    assert result is not None
    return Played(match, result, tuple(seconds), tuple(moves), tuple(longest))


def lines(games: list[Played]) -> list[Line]:
    """Each level's figures, the best rated first."""
    seats = defaultdict(list)
    for played in games:
        for seat, bot in enumerate(played.match.bots):
            seats[bot].append((played, seat))
    strengths = ratings(games)
    found = []
    for bot, taken in seats.items():
        wins = sum(
            1 / len(played.result.winners)
            for played, seat in taken
            if seat in played.result.winners
        )
        moves = sum(played.moves[seat] for played, seat in taken)
        found.append(
            Line(
                bot=bot,
                rating=strengths[bot],
                seats=len(taken),
                wins=wins,
                share=share(wins, len(taken)),
                score=mean([played.result.scores[seat] for played, seat in taken]),
                move=sum(played.seconds[seat] for played, seat in taken) / moves,
                longest=max(played.longest[seat] for played, seat in taken),
            )
        )
    return sorted(found, key=lambda line: -line.rating)


def share(wins: float, of: int) -> tuple[float, float, float]:
    """Wilson's interval, with the share as found in the middle."""
    found, square = wins / of, SURE * SURE
    centre = (found + square / (2 * of)) / (1 + square / of)
    reach = SURE * sqrt(found * (1 - found) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, centre - reach), found, min(1.0, centre + reach)


def mean(scores: list[int]) -> tuple[float, float]:
    spread = stdev(scores) if len(scores) > 1 else 0.0
    return fmean(scores), SURE * spread / sqrt(len(scores))


def ratings(games: Iterable[Played]) -> dict[BotLevel, float]:
    """Elo numbers by Bradley and Terry, from who came before whom at each table."""
    beaten: dict[tuple[BotLevel, BotLevel], float] = defaultdict(float)
    for match, result, *_ in games:
        for one, other in combinations(range(len(match.bots)), 2):
            here, there = match.bots[one], match.bots[other]
            if here is not there:
                better = result.ranks[one] - result.ranks[other]
                beaten[here, there] += 1.0 if better < 0 else 0.5 if not better else 0.0
                beaten[there, here] += 1.0 if better > 0 else 0.5 if not better else 0.0
    bots = [bot for bot in BotLevel if any(bot in match.bots for match, *_ in games)]
    strength = dict.fromkeys(bots, 0.0)
    for _ in range(ROUNDS):
        for bot in bots:
            rivals = [other for other in bots if (bot, other) in beaten]
            won = sum(beaten[bot, other] + DRAWS / 2 for other in rivals)
            met = sum(
                (beaten[bot, other] + beaten[other, bot] + DRAWS)
                / (exp(strength[bot]) + exp(strength[other]))
                for other in rivals
            )
            strength[bot] = log(won / met) if rivals else 0.0
    centre = fmean(strength.values())
    return {bot: MIDDLE + ELO * (value - centre) for bot, value in strength.items()}


def table(found: list[Line]) -> Table:
    shown = Table("bot", "rating", "seats", "win share", "19 in 20", "score", "s/move", "longest")
    for line in found:
        least, middle, most = line.share
        shown.add_row(
            line.bot,
            f"{line.rating:.0f}",
            str(line.seats),
            f"{middle:.1%}",
            f"{least:.1%} to {most:.1%}",
            f"{line.score[0]:.1f} ± {line.score[1]:.1f}",
            f"{line.move:.3f}",
            f"{line.longest:.3f}",
        )
    return shown

"""How fast bots think, whether they keep to their time, and what requests notice of it.

python -m tests.bench.bots [rounds]

Playouts stand beside random games of python-chess, moves beside their budget, and requests to a
service in which a bot thinks beside the same requests while it does not.
"""

from collections.abc import Iterator
from itertools import cycle
from random import Random
from time import perf_counter, sleep

from domain.games import latest
from domain.table.events import BotLevel
from service.bots.bazar import strong as bazar
from service.bots.bombay import strong as bombay
from service.bots.bombay.greedy import plans
from service.bots.choose import chooser
from service.bots.dice import Dice
from tests.bench.figures import Figure, show
from tests.bench.rules import Work, chess_playouts, rate
from tests.conftest import scratch
from tests.kit import positions
from tests.rest.kit import Caller, accepted, guest, opened
from tests.running import started

SEATS = 4
BUDGET = 0.2  # seconds for a move
THOUGHT = 10.0  # seconds that a bot thinks while requests are made
REQUESTS = 2000


def turns(name: str) -> list[tuple[object, object]]:
    """What a seat sees, and what it may do, at some turns of a random game."""
    game = latest(name)
    found = []
    for state in [*positions(game, SEATS, "bench")][12:-1:5]:
        seat = game.on_turn(state)[0]
        if len(moves := game.legal(state, seat)) > 1:
            found.append((game.view(state, seat), moves))
    return found


def bombay_playouts() -> Work:
    """A plan played on for a round and judged, in a world of its own."""
    random = Random(1)
    for view, _ in cycle(turns("bombay")):
        world = bombay.imagined(view, random)
        plan = plans(world, random)[0]
        started = perf_counter()
        while perf_counter() - started < 0.02:
            bombay.winning(bombay.played_on(bombay.imagined(view, random), plan, random))
            yield 1


def bazar_visits() -> Work:
    """Visits of a search tree that starts anew now and then."""
    random = Random(1)
    for view, _ in cycle(turns("bazar")):
        root = bazar.Node(bazar.imagined(view, random), random)
        for _ in range(200):
            bazar.visit(root, Dice(random), random)
            yield 1


def thinking_times(name: str) -> Iterator[float]:
    """Seconds that moves of the strong bot take."""
    choose = chooser(name, BotLevel.STRONG)
    for number, (view, moves) in enumerate(cycle(turns(name))):
        started = perf_counter()
        choose(view, moves, BUDGET, Random(number))
        yield perf_counter() - started


def slow_answer(caller: Caller, path: str) -> float:
    """Milliseconds within which 99 of 100 requests were answered."""
    times = []
    for _ in range(REQUESTS):
        started = perf_counter()
        accepted(caller.get(path))
        times.append(1000 * (perf_counter() - started))
    return sorted(times)[REQUESTS * 99 // 100]


def against_a_thinker(rounds: int) -> tuple[list[float], list[float]]:
    """Slow answers while a strong bot thinks, and while none does."""
    busy, idle = [], []
    with (
        scratch() as directory,
        started(directory / "data", bot_seconds=THOUGHT) as service,
        guest(service.url) as host,
    ):
        watched = opened(host)
        slow_answer(host, watched)
        for _ in range(rounds):
            idle.append(slow_answer(host, watched))
            table_of_bot = opened(host, bombay={"first": 1})
            accepted(host.do(f"{table_of_bot}/bots", {"level": "STRONG"}))
            accepted(host.do(f"{table_of_bot}/start"))
            sleep(2)  # until the thinking process has started
            busy.append(slow_answer(host, watched))
            accepted(host.do(f"{table_of_bot}/resign"))
            sleep(THOUGHT)  # until the thought is over
    return busy, idle


def measure(rounds: int = 3) -> list[Figure]:
    chess = (1 for _ in chess_playouts())
    found = []
    for name, work in (("bombay", bombay_playouts()), ("bazar", bazar_visits())):
        pairs = [(rate(work, 1.0), rate(chess, 0.5)) for _ in range(rounds)]
        ours, reference = zip(*pairs, strict=True)
        found.append(Figure(f"{name}: playouts of the strong bot", ours, reference, "/s"))
    for name in ("bombay", "bazar"):
        times = thinking_times(name)
        longest = tuple(max(next(times) for _ in range(5)) for _ in range(rounds))
        found.append(
            Figure(
                measure=f"{name}: longest of 5 moves, beside the budget",
                ours=longest,
                reference=(BUDGET,) * rounds,
                unit="s",
                floor=1.1,
                goal=1.0,
                less_is_better=True,
            )
        )
    busy, idle = against_a_thinker(rounds)
    found.append(
        Figure(
            measure="p99 of requests beside a thinking bot, and without",
            ours=tuple(busy),
            reference=tuple(idle),
            unit="ms",
            floor=2.0,
            goal=1.2,
            less_is_better=True,
        )
    )
    return found


if __name__ == "__main__":
    show(measure)

"""How far it is from site to site, which way to take, and where elephants mostly pass."""

from collections.abc import Iterable
from functools import lru_cache

from domain.bombay.pieces import CITIES, ENTRY, NEIGHBOURS, NUMBER, SITES, SiteNumber

ALL = range(len(SITES))
CITY_NUMBERS = tuple(NUMBER[city] for city in CITIES)
STEPS_A_TURN = 1.6  # that an elephant takes, on average


def _distances() -> tuple[tuple[int, ...], ...]:
    """Actions from one site to another, by Floyd and Warshall."""
    far = 99
    table = [[0 if a == b else ENTRY[b] if b in NEIGHBOURS[a] else far for b in ALL] for a in ALL]
    for between in ALL:
        for a in ALL:
            for b in ALL:
                table[a][b] = min(table[a][b], table[a][between] + table[between][b])
    return tuple(map(tuple, table))


DISTANCES = _distances()

# By site and goal: the neighbours that lie on a shortest way.
WAYS = tuple(
    tuple(
        tuple(
            step
            for step in NEIGHBOURS[a]
            if a != b and ENTRY[step] + DISTANCES[step][b] == DISTANCES[a][b]
        )
        for b in ALL
    )
    for a in ALL
)


@lru_cache(maxsize=64)
def traffic(posts: tuple[SiteNumber, ...]) -> tuple[float, ...]:
    """By site: how often an elephant enters it in a turn, if all walk from post to city and back.

    Where several ways are equally short, each step takes either of them equally often.
    """
    entered = [0.0] * len(SITES)
    for city in CITY_NUMBERS:
        for post in posts:
            _walk(post, city, 1.0, entered)
            _walk(city, post, 1.0, entered)
    whole = sum(entered) or 1.0
    return tuple(STEPS_A_TURN * often / whole for often in entered)


def _walk(here: SiteNumber, goal: SiteNumber, weight: float, entered: list[float]) -> None:
    ways: Iterable[SiteNumber] = WAYS[here][goal]
    share = weight / (len(WAYS[here][goal]) or 1)
    for step in ways:
        entered[step] += share
        _walk(step, goal, share, entered)

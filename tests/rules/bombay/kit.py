"""Positions of Bombay to start a test from, and a short way to play them."""

from typing import Any

from msgspec.structs import replace

from domain.bombay import bombay
from domain.bombay.commands import Command
from domain.bombay.events import BoardSetUp, Event, MarketsRestocked, Options
from domain.bombay.pieces import CITIES, INTRODUCTION, NUMBER, Colour
from domain.bombay.state import Player, State
from domain.kernel import Seat
from tests.kit import luck

YELLOW, PURPLE, BLUE, ORANGE = Colour

# The first printed example of a restock: 3 yellow, 3 blue, 2 purple, 1 orange.
STOCKED = MarketsRestocked(
    set=1,
    first=0,
    left=(YELLOW,) * 3 + (BLUE,) * 3,
    centre=(PURPLE,) * 2,
    right=(ORANGE,),
    actions=3,
)


def table(seats: int = 4, stocked: MarketsRestocked = STOCKED, **options: Any) -> State:
    """The introductory board, seat 0 on turn; with 2 or 3 players only the posts on E."""
    posts = {
        site: colour
        for site, colour in INTRODUCTION.posts.items()
        if seats > 3 or site.startswith("E")
    }
    board = BoardSetUp(
        options=Options(**options),
        first=0,
        demands=INTRODUCTION.demands,
        posts=posts,
        tokens=INTRODUCTION.tokens,
        city_tokens=seats - 1,
        start="A",
        rupees=(2,) * seats,
        palaces=5,
    )
    return bombay.replay([board, stocked])


def with_player(state: State, seat: Seat, **changes: Any) -> State:
    """The same position, but for this player; bales given here come out of the bag."""
    if site := changes.get("site"):
        changes["site"] = NUMBER[site]
    bag = list(state.bag)
    for colour in changes.get("bales", ()):
        bag[list(Colour).index(colour)] -= 1
    players = list(state.players)
    players[seat] = replace(players[seat], **changes)
    return replace(state, players=tuple(players), bag=tuple(bag))


def at(site: str, *bales: Colour, seats: int = 4, **changes: Any) -> State:
    """Seat 0 is on turn at this site, with these bales."""
    state = with_player(table(seats), 0, site=site, bales=bales)
    return replace(with_player(state, 0, **changes), actions=3)


def decide(state: State, command: Command) -> list[Event]:
    return bombay.decide(state, command, luck("rules"))


def play(state: State, *commands: Command) -> State:
    """The position after these moves."""
    for command in commands:
        for event in decide(state, command):
            state = bombay.evolve(state, event)
    return state


def holding(state: State, seat: Seat) -> Player:
    return state.players[seat]


def site(state: State, name: str) -> Any:
    """What a spectator sees of a site."""
    return next(site for site in bombay.view(state, None).sites if site.id == name)


def city(state: State, name: str) -> Any:
    """What a spectator sees of a city."""
    return bombay.view(state, None).cities[CITIES.index(name)]

"""What the properties must know of Bombay."""

from itertools import product
from random import Random
from typing import Any

from msgspec.structs import replace

from domain.bombay.commands import (
    BuildPalace,
    BuySilk,
    Command,
    Consolidate,
    EndTurn,
    MayBuild,
    MayBuy,
    MayMove,
    MaySell,
    Move,
    MoveElephant,
    SellSilk,
)
from domain.bombay.events import (
    BoardSetUp,
    ElephantMoved,
    FortuneConsolidated,
    Options,
    PalaceBuilt,
    SilkBought,
    SilkSold,
    TurnEnded,
)
from domain.bombay.pieces import BALES, CITIES, COLOURS, FORMATS, NUMBER, PALACES, SITES, Token
from domain.bombay.state import Player, State
from domain.kernel import Seat, Viewer


def options(seats: int) -> list[Options]:
    choices = [Options(), Options(open_holdings=True), Options(first=seats - 1)]
    return choices + ([Options(introductory=True)] if seats == 4 else [])


def commands(seat: Seat) -> list[Command]:
    return [
        Consolidate(seat),
        *(MoveElephant(seat, site.id) for site in SITES),
        MoveElephant(seat, "Delhi"),
        *(BuySilk(seat, colour) for colour in COLOURS),
        *(SellSilk(seat, colour) for colour in COLOURS),
        *(BuildPalace(seat, *bales) for bales in product(COLOURS, (None, *COLOURS))),
        EndTurn(seat),
    ]


def weight(move: Move) -> int:
    """Elephants that wander at random hardly ever come to a city with silk."""
    return {MayMove: 4, MayBuy: 12, MaySell: 40, MayBuild: 4}.get(type(move), 1)


def check(state: State, log: list[Any]) -> None:
    bales_are_accounted_for(state)
    rupees_are_accounted_for(state, log)
    palaces_and_tokens_are_accounted_for(state)
    if state.scores:
        everyone_had_every_turn(state, log)


def bales_are_accounted_for(state: State) -> None:
    carried = [bale for player in state.players for bale in player.bales]
    assert all(len(player.bales) <= 2 for player in state.players)
    assert (
        tuple(
            bag + stock + carried.count(colour)
            for colour, bag, stock in zip(COLOURS, state.bag, state.stock, strict=True)
        )
        == BALES
    )


def rupees_are_accounted_for(state: State, log: list[Any]) -> None:
    """The bank has paid, less what it was paid, what the players hold."""
    paid = 0
    for event in log:
        match event:
            case BoardSetUp(rupees=purses):
                paid += sum(purses)
            case ElephantMoved(toll=rupees):
                paid += rupees
            case FortuneConsolidated(rupees=rupees) | SilkSold(rupees=rupees):
                paid += rupees
            case PalaceBuilt(rupees=rupees):
                paid += rupees
            case SilkBought(rupees=rupees):
                paid -= rupees
    assert sum(player.rupees for player in state.players) == paid
    assert all(player.rupees >= 0 for player in state.players)


def palaces_and_tokens_are_accounted_for(state: State) -> None:
    for seat, player in enumerate(state.players):
        assert player.palaces + state.palaces.count(seat) == PALACES
    for city in map(NUMBER.__getitem__, CITIES):
        taken = sum(city in player.cities for player in state.players)
        assert state.city_tokens[city] + taken == FORMATS[len(state.players)].city_tokens


def everyone_had_every_turn(state: State, log: list[Any]) -> None:
    form = FORMATS[len(state.players)]
    ended = [event.seat for event in log if isinstance(event, TurnEnded)]
    for seat in range(len(state.players)):
        assert ended.count(seat) == form.sets * form.turns


def disguised(state: State, viewer: Viewer, random: Random) -> State:
    """Other holdings behind every screen but the viewer's."""
    return replace(
        state,
        players=tuple(
            player if seat == viewer else other_holdings(player, random)
            for seat, player in enumerate(state.players)
        ),
    )


def other_holdings(player: Player, random: Random) -> Player:
    return replace(
        player,
        rupees=random.randrange(50),
        clients=random.randrange(9),
        cities=tuple(NUMBER[city] for city in CITIES if random.random() < 0.5),
        kept=tuple(token for token in (Token.CLIENT, Token.CITY) if random.random() < 0.5),
    )


def longest(seats: int) -> int:
    """Three moves in each turn of each player."""
    return 3 * seats * FORMATS[seats].sets * FORMATS[seats].turns

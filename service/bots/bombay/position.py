"""Positions that a seat may be in, as far as it can tell: its view, with the screens filled in."""

from collections.abc import Sequence
from random import Random

from domain.bombay.events import Options
from domain.bombay.pieces import (
    CITIES,
    COLOURS,
    FORMATS,
    KEPT,
    NUMBER,
    PALACE_SITES,
    PALACE_TOKENS,
    PALACES,
    SITES,
    Token,
)
from domain.bombay.state import Player, State, by_site, counted
from domain.bombay.views import Holdings, PlayerView, View
from domain.kernel import Seat

# What people and bots come to hold, from games of greedy bots: rupees when nothing was earned yet
# and for each turn, how far they spread, and clients for each turn.
PURSE = 2.0
INCOME = 1.0
SPREAD = 2.5
CLIENTS = 0.15


def imagined(view: View, random: Random) -> State:
    """A position with this view, its hidden holdings drawn at random."""
    return rebuilt(view, drawn(view, random))


def rebuilt(view: View, holdings: Sequence[Holdings]) -> State:
    """The position with this view in which the seats hold this."""
    stock = counted(tuple(bale for market in view.markets for bale in market.bales))
    market_of = {bale: market.market for market in view.markets for bale in market.bales}
    return State(
        options=Options(open_holdings=view.open_holdings),
        players=tuple(map(_player, view.players, holdings)),
        posts=tuple(site.post for site in view.sites),
        tokens=tuple(site.token for site in view.sites),
        palaces=tuple(site.palace for site in view.sites),
        demands=by_site(
            {
                city.id: (first.colour, second.colour, third.colour)
                for city in view.cities
                for first, second, third in [city.demands]
            }
        ),
        city_tokens=tuple(
            next((city.tokens for city in view.cities if city.id == site.id), 0) for site in SITES
        ),
        bag=counted(view.bag),
        stock=stock,
        markets=tuple(map(market_of.get, COLOURS)),
        first=view.first,
        set=view.set,
        turn=view.turn,
        on_turn=view.on_turn,
        actions=view.actions,
        bought=view.bought,
        scores=view.scores,
    )


def _player(player: PlayerView, held: Holdings) -> Player:
    return Player(
        site=NUMBER[player.site],
        rupees=held.rupees,
        palaces=player.palaces,
        bales=player.bales,
        clients=held.clients,
        cities=tuple(NUMBER[city] for city in held.cities),
        kept=held.kept,
    )


def drawn(view: View, random: Random) -> list[Holdings]:
    """Holdings for every seat: what the view shows, and something plausible behind the screens."""
    hidden = [player.seat for player in view.players if player.holdings is None]
    cities = _cities(view, hidden, random)
    kept = _kept(view, random)
    turns = (view.set - 1) * view.turns + view.turn - 1
    return [
        player.holdings
        or Holdings(
            rupees=max(0, round(random.gauss(_purse(player, turns), SPREAD * min(1, turns / 4)))),
            clients=sum(random.random() < CLIENTS for _ in range(turns)),
            cities=tuple(city for city in CITIES if player.seat in cities[city]),
            kept=kept[player.seat],
        )
        for player in view.players
    ]


def _purse(player: PlayerView, turns: int) -> float:
    """What silk on the elephant and palaces have cost is not in the purse."""
    spent = len(player.bales) + 2.0 * (PALACES - player.palaces)
    return max(1.0, PURSE + INCOME * turns - spent)


def _cities(view: View, hidden: list[Seat], random: Random) -> dict[str, set[Seat]]:
    """Who may hold the tokens that each city has given out: at most one each (B22)."""
    each = FORMATS[len(view.players)].city_tokens
    shown = [player.holdings for player in view.players if player.holdings is not None]
    holders = {}
    for city in view.cities:
        others = each - city.tokens - sum(city.id in held.cities for held in shown)
        holders[city.id] = set(random.sample(hidden, min(others, len(hidden))))
    return holders


def _kept(view: View, random: Random) -> dict[Seat, tuple[Token, ...]]:
    """Which palace tokens lie behind which screen: those gone from the board went to builders."""
    gone = list(PALACE_TOKENS[FORMATS[len(view.players)].face])
    for site in view.sites:
        if site.token is not None:
            gone.remove(site.token)
    builders = [
        site.palace for site in view.sites if site.palace is not None and site.id in PALACE_SITES
    ]
    for player in view.players:
        if player.holdings is not None:
            for token in player.holdings.kept:
                gone.remove(token)
                builders.remove(player.seat)
    # Who shows all and kept no more took tokens of the other kinds.
    shown = [player.seat for player in view.players if player.holdings is not None]
    hidden = [seat for seat in builders if seat not in shown]
    gone.sort(key=KEPT.__contains__)
    gone = gone[len(builders) - len(hidden) :]
    random.shuffle(gone)
    return {
        player.seat: tuple(
            token
            for seat, token in zip(hidden, gone, strict=True)
            if seat == player.seat and token in KEPT
        )
        for player in view.players
    }

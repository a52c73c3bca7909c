"""What a viewer may see. A view is built up from nothing, never cut down from the state.

What never changes in a game, such as the names and places of sites, is in pieces.py and not here.
"""

from functools import cache

from domain.bombay.events import Score
from domain.bombay.pieces import (
    CITIES,
    COLOURS,
    ELEPHANTS,
    FORMATS,
    MARKETS,
    NUMBER,
    ORDER,
    PLACES,
    PRICES,
    SITES,
    UNKNOWN,
    Colour,
    Elephant,
    Market,
    Place,
    SiteId,
    Token,
)
from domain.bombay.preparation import listed
from domain.bombay.rules import SALES
from domain.bombay.state import Player, State
from domain.kernel import Seat, Value, Viewer


class SiteView(Value):
    id: SiteId
    post: Colour | None
    open: bool  # whether there is a post and it sells
    palace: Seat | None
    token: Token | None


class MarketView(Value):
    market: Market
    rupees: int
    actions: int
    bales: tuple[Colour, ...]


class DemandView(Value):
    place: Place
    colour: Colour
    rupees: int
    clients: int


class CityView(Value):
    id: SiteId
    tokens: int
    demands: tuple[DemandView, ...]


class Holdings(Value):
    """What lies behind a screen (B29)."""

    rupees: int
    clients: int
    cities: tuple[SiteId, ...]
    kept: tuple[Token, ...]


class PlayerView(Value):
    seat: Seat
    elephant: Elephant
    site: SiteId
    bales: tuple[Colour, ...]
    palaces: int  # not built yet
    holdings: Holdings | None  # None when they are not the viewer's to see


class View(Value):
    set: int
    sets: int
    turn: int
    turns: int
    first: Seat
    on_turn: Seat | None
    actions: int
    bought: bool
    open_holdings: bool
    bag: tuple[Colour, ...]  # as it follows from all that lies open; it has no order
    sites: tuple[SiteView, ...]
    markets: tuple[MarketView, ...]
    cities: tuple[CityView, ...]
    players: tuple[PlayerView, ...]
    scores: tuple[Score, ...]  # when the game is over


def view(state: State, viewer: Viewer) -> View:
    form = FORMATS.get(len(state.players), UNKNOWN)
    shown = state.options.open_holdings or bool(state.scores)
    return View(
        set=state.set,
        sets=form.sets,
        turn=state.turn,
        turns=form.turns,
        first=state.first,
        on_turn=state.on_turn,
        actions=state.actions,
        bought=state.bought,
        open_holdings=state.options.open_holdings,
        bag=listed(state.bag),
        sites=tuple(site_view(state, number) for number in range(len(SITES))),
        markets=tuple(market_view(state, market) for market in MARKETS),
        cities=tuple(city_view(state, city) for city in CITIES),
        players=tuple(
            player_view(player, seat, shown or seat == viewer)
            for seat, player in enumerate(state.players)
        ),
        scores=state.scores,
    )


def site_view(state: State, number: int) -> SiteView:
    post = state.posts[number]
    opened = post is not None and state.stock[ORDER[post]] > 0
    return _site(number, post, opened, state.palaces[number], state.tokens[number])


@cache  # a few thousand are possible: equal sites are one value, which encoders can remember
def _site(
    number: int, post: Colour | None, opened: bool, palace: Seat | None, token: Token | None
) -> SiteView:
    return SiteView(SITES[number].id, post, opened, palace, token)


def market_view(state: State, market: Market) -> MarketView:
    held = zip(COLOURS, state.stock, state.markets, strict=True)
    bales = tuple(colour for colour, count, place in held if place is market for _ in range(count))
    return MarketView(market, PRICES[market].rupees, PRICES[market].actions, bales)


def city_view(state: State, city: SiteId) -> CityView:
    number = NUMBER[city]
    demands = tuple(
        DemandView(place, colour, sales[colour].rupees, sales[colour].clients)
        for place, colour, sales in zip(PLACES, state.demands[number] or (), SALES, strict=False)
    )
    return CityView(city, state.city_tokens[number], demands)


def player_view(player: Player, seat: Seat, shown: bool) -> PlayerView:
    return PlayerView(
        seat=seat,
        elephant=ELEPHANTS[seat],
        site=SITES[player.site].id,
        bales=player.bales,
        palaces=player.palaces,
        holdings=holdings(player) if shown else None,
    )


def holdings(player: Player) -> Holdings:
    return Holdings(
        rupees=player.rupees,
        clients=player.clients,
        cities=tuple(SITES[city].id for city in player.cities),
        kept=player.kept,
    )

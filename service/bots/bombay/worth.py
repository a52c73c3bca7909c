"""What a position is worth to a seat, in rupees at the end of the game.

Time is money here: an action is worth RATE, so a journey is worth what it brings less RATE for each
action it takes, and the best journey from where an elephant stands is part of its owner's worth.
"""

from functools import cached_property, lru_cache
from math import exp, sqrt
from typing import NamedTuple

from domain.bombay.pieces import (
    ACTIONS,
    BASKETS,
    CITY_PRIZES,
    COLOURS,
    FORMATS,
    ORDER,
    PALACES,
    PRICES,
    TOKEN_RUPEES,
    Colour,
    Cost,
    SiteNumber,
    Token,
)
from domain.bombay.rules import SALES
from domain.bombay.scoring import cities, clients
from domain.bombay.state import Player, State, unloaded
from domain.kernel import Seat
from service.bots.bombay.trails import CITY_NUMBERS, DISTANCES, traffic

RATE = 0.55  # rupees for an action
FAR = 3 * ACTIONS  # actions ahead beyond which it does not matter how many are left
USUAL_PRICE = Cost(1, 2)  # of a bale in a set that is not drawn yet
CITY_HOPES = (0.0, 1.2, 2.6, 2.2, 0.0)  # by city tokens: what they may still lead to
EMPIRE_SPREAD = 0.6  # how sure ranks of empires are at the end, in points
BUILDS = 6  # sites for a palace that are considered, the best ones
FREE_BALE = 2.0  # what a bale from the market saves


class Outlet(NamedTuple):
    """What one bale brings at a site: sold there, or built with."""

    gain: float
    site: SiteNumber
    kind: str  # "sell" or "build"


class Post(NamedTuple):
    site: SiteNumber
    colour: Colour
    rupees: int
    actions: int


class Goal(NamedTuple):
    """What to do next, where, and what the whole journey is worth from here."""

    worth: float
    site: SiteNumber
    kind: str  # "buy", "sell", "build", or "" for nothing worth doing
    colour: Colour | None = None


IDLE = Goal(0.0, -1, "")


class Outlook:
    """What a seat can do with silk as things are: where to buy it, and what becomes of it where.

    The outlets of each colour are listed from the best one down, so that most need no look.
    """

    def __init__(
        self, outlets: dict[Colour, list[Outlet]], again: float, posts: tuple[Post, ...]
    ) -> None:
        self._outlets = outlets
        self._again = again  # what a second bale of the same colour brings in the same city
        self._posts = posts
        self._hope = max(best[0].gain for best in outlets.values()) - RATE
        self._known: dict[tuple[SiteNumber, tuple[Colour, ...], int], Goal] = {}

    def best(
        self, site: SiteNumber, bales: tuple[Colour, ...], rupees: int, left: int, may_buy: bool
    ) -> Goal:
        """The best thing to do with so many actions left, from a site, with these bales."""
        left = min(left, FAR)
        goal = self.outlet(site, bales, left)
        if may_buy and len(bales) < BASKETS:
            way, hope = DISTANCES[site], self._hope * (len(bales) + 1)
            for post in self._posts:
                actions = way[post.site] + post.actions
                worth = -post.rupees - RATE * actions
                if worth + hope > goal.worth and post.rupees <= rupees and actions < left:
                    carried = _loaded(bales, post.colour)
                    worth += self.outlet(post.site, carried, _less(left, actions)).worth
                    if worth > goal.worth:
                        goal = Goal(worth, post.site, "buy", post.colour)
        return goal

    def outlet(self, site: SiteNumber, bales: tuple[Colour, ...], left: int) -> Goal:
        """The best use of the bales, one after the other."""
        if not bales or left <= 0:
            return IDLE
        key = site, bales, left
        known = self._known.get(key)
        if known is None:
            known = self._known[key] = self._outlet(site, bales, left)
        return known

    def _outlet(self, site: SiteNumber, bales: tuple[Colour, ...], left: int) -> Goal:
        goal, way = IDLE, DISTANCES[site]
        for colour in dict.fromkeys(bales):
            rest = unloaded(bales, colour)
            # What follows brings no more than this.
            hope = self._outlets[rest[0]][0].gain - RATE if rest else 0.0
            for gain, at, kind in self._outlets[colour]:
                if gain - RATE + hope <= goal.worth:
                    break
                actions = way[at] + 1
                worth = gain - RATE * actions
                if worth + hope <= goal.worth or actions > left:
                    continue
                if rest:
                    onward = self.outlet(at, rest, _less(left, actions)).worth
                    if kind == "sell" and rest[0] is colour and actions < left:
                        onward = max(onward, self._again - RATE)
                    worth += onward
                if worth > goal.worth:
                    goal = Goal(worth, at, kind, colour)
        return goal


def _less(left: int, actions: int) -> int:
    """The actions left after some: as long as there are many, it does not matter how many."""
    return left if left == FAR else left - actions


def _loaded(bales: tuple[Colour, ...], colour: Colour) -> tuple[Colour, ...]:
    if bales and ORDER[bales[0]] <= ORDER[colour]:
        return bales[0], colour
    return colour, *bales


class Prospects:
    """What a seat may expect while nobody buys, sells or builds, wherever it goes meanwhile.

    Worked out when first asked for, and once for all ways to walk: that makes planning a turn
    three times as fast.
    """

    def __init__(self, state: State, seat: Seat, turns: int) -> None:
        self._state = state
        self._seat = seat
        self._turns = turns

    def worth(self, player: Player) -> float:
        """What the seat may expect to have in the end if this is how it stands now."""
        if not self._turns:
            return player.rupees + self._prizes
        journey = self._outlook.best(
            player.site, player.bales, player.rupees, ACTIONS * self._turns, True
        )
        return player.rupees + self._prizes + journey.worth

    @cached_property
    def _prizes(self) -> float:
        """For empire and cities, and tolls."""
        state, seat = self._state, self._seat
        tolls = sum(
            often
            for often, owner in zip(toll_chances(state.posts), state.palaces, strict=True)
            if owner == seat
        )
        return (
            empire_prize(state, seat, 0)
            + city_prize(cities(state.players[seat]), self._turns)
            + tolls * (len(state.players) - 1) * self._turns
        )

    @cached_property
    def _outlook(self) -> Outlook:
        return outlook(self._state, self._seat, self._turns)


def worth(state: State, seat: Seat, turns: int) -> float:
    """What a seat may expect to have in the end, with so many turns of its own to come."""
    return Prospects(state, seat, turns).worth(state.players[seat])


def turns_left(state: State, seat: Seat) -> int:
    """Turns that a seat has still to begin."""
    seats = len(state.players)
    form = FORMATS[seats]
    rounds = (form.sets - state.set) * form.turns + form.turns - state.turn
    if state.on_turn is None:
        return rounds
    return rounds + ((seat - state.first) % seats > (state.on_turn - state.first) % seats)


def outlook(state: State, seat: Seat, turns: int, now: bool = False) -> Outlook:
    """How things look to a seat that has so many turns to begin, or that plays one now."""
    player = state.players[seat]
    point = empire_prize(state, seat, 1) - empire_prize(state, seat, 0)
    tokens = cities(player)
    token = city_prize(tokens + 1, turns) - city_prize(tokens, turns)
    builds = _builds(state, seat, turns, point, token) if player.palaces else []
    outlets = {colour: builds.copy() for colour in COLOURS}
    for city in CITY_NUMBERS:
        extra = token if state.city_tokens[city] and city not in player.cities else 0.0
        for sales, colour in zip(SALES, state.demands[city] or (), strict=True):
            gain = sales[colour]
            brings = gain.rupees + gain.clients * point + extra
            outlets[colour].append(Outlet(brings, city, "sell"))
    for each in outlets.values():
        each.sort(reverse=True)
    return Outlook(outlets, 1 + point, _posts(state, now or _plays_again(state, seat)))


def _posts(state: State, known: bool) -> tuple[Post, ...]:
    """Where one may buy next; what the next set brings nobody knows, so anything may be."""
    posts = enumerate(state.posts)
    if known:
        return tuple(
            Post(site, colour, PRICES[market].rupees, PRICES[market].actions)
            for site, colour in posts
            if colour and state.stock[ORDER[colour]] and (market := state.markets[ORDER[colour]])
        )
    rupees, actions = USUAL_PRICE.rupees, USUAL_PRICE.actions
    return tuple(Post(site, colour, rupees, actions) for site, colour in posts if colour)


def _plays_again(state: State, seat: Seat) -> bool:
    """Whether the seat has a turn before the markets are emptied."""
    seats = len(state.players)
    if state.on_turn is None or state.turn < FORMATS[seats].turns:
        return state.on_turn is not None
    return (seat - state.first) % seats > (state.on_turn - state.first) % seats


def _builds(state: State, seat: Seat, turns: int, point: float, token: float) -> list[Outlet]:
    visits = (len(state.players) - 1) * turns
    gains = {
        None: 0.0,
        Token.CLIENT: point,
        Token.CITY: token,
        Token.RUPEES: float(TOKEN_RUPEES),
        Token.BALE: FREE_BALE,
    }
    chances = toll_chances(state.posts)
    palaces, tokens = state.palaces, state.tokens
    found = [
        Outlet(point + visits * chances[site] + gains[tokens[site]], site, "build")
        for site in building_sites(state.posts)
        if palaces[site] is None
    ]
    return sorted(found, reverse=True)[:BUILDS]


@lru_cache(maxsize=64)
def building_sites(posts: tuple[Colour | None, ...]) -> tuple[SiteNumber, ...]:
    """Where there may ever be a palace (B23)."""
    return tuple(
        site for site, post in enumerate(posts) if post is None and site not in CITY_NUMBERS
    )


@lru_cache(maxsize=64)
def toll_chances(posts: tuple[Colour | None, ...]) -> tuple[float, ...]:
    """By site: how often an elephant comes by in a turn."""
    return traffic(tuple(site for site, post in enumerate(posts) if post is not None))


def city_prize(tokens: int, turns: int) -> float:
    """The prize so far, and what these tokens may still lead to."""
    tokens = min(tokens, len(CITY_PRIZES) - 1)
    return CITY_PRIZES[tokens] + CITY_HOPES[tokens] * min(1.0, turns / 8)


def empire_prize(state: State, seat: Seat, more: int) -> float:
    """The prize to expect, with so many points more than now: the later, the surer."""
    players = state.players
    points = [PALACES - player.palaces + clients(player) for player in players]
    own = points[seat] + more
    spread = EMPIRE_SPREAD + 0.4 * sqrt(turns_left(state, seat))
    rank = sum(
        1 / (1 + exp((own - other) / spread)) for rival, other in enumerate(points) if rival != seat
    )
    prizes = FORMATS[len(players)].prizes
    place = int(rank)
    if place + 1 == len(prizes):
        return float(prizes[place])
    return prizes[place] + (rank - place) * (prizes[place + 1] - prizes[place])

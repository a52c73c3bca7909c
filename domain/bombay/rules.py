"""What is allowed and what comes of it. A rule is a guard, a fact, and what it brings about.

Each kind of move has one function that says what it would cost and bring, or refuses; `decide` and
`legal` both ask it, so what is listed is what is accepted.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from domain.bombay.commands import (
    BuildPalace,
    BuySilk,
    Command,
    Consolidate,
    EndTurn,
    MayBuild,
    MayBuy,
    MayConsolidate,
    MayEnd,
    MayMove,
    MaySell,
    Move,
    MoveElephant,
    SellSilk,
)
from domain.bombay.events import (
    ElephantMoved,
    Event,
    FortuneConsolidated,
    GameEnded,
    PalaceBuilt,
    SetEnded,
    SilkBought,
    SilkSold,
    TurnEnded,
)
from domain.bombay.pieces import (
    ACTIONS,
    BASKETS,
    BONUSES,
    BUILDING_ACTIONS,
    COLOURS,
    CONSOLIDATION_RUPEES,
    DEMANDS,
    ELEPHANTS,
    ENTRY,
    FORMATS,
    KEPT,
    MARKETS,
    NEIGHBOURS,
    ORDER,
    PLACES,
    PRICES,
    SALE_ACTIONS,
    SITES,
    TOKEN_RUPEES,
    TOLL,
    Colour,
    Gain,
    Place,
    SiteId,
    SiteNumber,
    Token,
)
from domain.bombay.preparation import listed, restock
from domain.bombay.scoring import scores
from domain.bombay.state import State, evolve
from domain.chance import Chance
from domain.kernel import Refused, Seat

M = TypeVar("M", bound=Move)


class NotOfThisGame(Refused):
    rule = "B15"


class NotSetUp(Refused):
    rule = "B8"


class GameOver(Refused):
    rule = "B25"


class NotYourTurn(Refused):
    rule = "B14"


class TooFewActions(Refused):
    rule = "B15"


class NoSuchSite(Refused):
    rule = "B2"


class NotAdjacent(Refused):
    rule = "B17"


class NoPostHere(Refused):
    rule = "B19"


class PostOfOtherColour(Refused):
    rule = "B19"


class PostClosed(Refused):
    rule = "B19"


class BasketsFull(Refused):
    rule = "B19"


class AlreadyBought(Refused):
    rule = "B19"


class TooFewRupees(Refused):
    rule = "B19"


class NotInACity(Refused):
    rule = "B20"


class NoDemand(Refused):
    rule = "B20"


class NoSuchBale(Refused):
    rule = "B3"


class SiteBuilt(Refused):
    rule = "B23"


class NoPalaceLeft(Refused):
    rule = "B23"


class BaleNotChosen(Refused):
    rule = "B24"


class BaleNotOffered(Refused):
    rule = "B24"


def decide(state: State, command: Command, chance: Chance) -> list[Event]:
    act = ACTS.get(type(command))
    if act is None:
        raise NotOfThisGame
    seat = state.on_turn
    if seat is None:
        raise GameOver if state.scores else NotSetUp
    if command.seat != seat:
        raise NotYourTurn(seat=seat)
    event = act(state, seat, command)
    if event is None:
        return closing(state, seat, [], state.actions, chance)
    if event.actions < state.actions:
        return [event]
    return closing(state, seat, [event], 0, chance)


def legal(state: State, seat: Seat) -> list[Move]:
    """Every move open to the seat, in a fixed order."""
    if state.on_turn is None or seat != state.on_turn:
        return []
    player, actions, palaces = state.players[seat], state.actions, state.palaces
    here, bales = player.site, player.bales
    moves: list[Move] = [CONSOLIDATIONS[seat]] if actions == ACTIONS else []
    for way in WAYS[seat][here]:
        if way.actions <= actions:
            moves.append(way.moves[palaces[way.site]])
    post = state.posts[here]
    if post is not None:
        add_granted(moves, buying(state, seat, post))
    elif bales and state.demands[here] is not None:
        for colour in dict.fromkeys(bales):
            add_granted(moves, selling(state, seat, colour))
    elif bales and palaces[here] is None:
        takes = offered(state) if state.tokens[here] is Token.BALE else ()
        for spend in dict.fromkeys(bales):
            for take in takes or (None,):
                add_granted(moves, building(state, seat, spend, take))
    moves.append(ENDINGS[seat][actions])
    return moves


def add_granted(moves: list[Move], verdict: Move | Refused) -> None:
    if not isinstance(verdict, Refused):
        moves.append(verdict)


def granted(verdict: M | Refused) -> M:
    if isinstance(verdict, Refused):
        raise verdict
    return verdict


def consolidate(state: State, seat: Seat, command: Consolidate) -> FortuneConsolidated:
    if state.actions < ACTIONS:
        raise TooFewActions(needed=ACTIONS, had=state.actions)
    return FortuneConsolidated(seat, ACTIONS, CONSOLIDATION_RUPEES)


def moving(state: State, seat: Seat, to: SiteId) -> MayMove | Refused:
    here = state.players[seat].site
    for way in WAYS[seat][here]:
        if way.to == to:
            if way.actions > state.actions:
                return TooFewActions(needed=way.actions, had=state.actions)
            return way.moves[state.palaces[way.site]]
    if any(site.id == to for site in SITES):
        return NotAdjacent(origin=SITES[here].id, to=to)
    return NoSuchSite(site=str(to))


def move(state: State, seat: Seat, command: MoveElephant) -> ElephantMoved:
    may = granted(moving(state, seat, command.to))
    origin = SITES[state.players[seat].site].id
    return ElephantMoved(seat, origin, may.command.to, may.actions, may.toll, may.owner)


def buying(state: State, seat: Seat, colour: Colour) -> MayBuy | Refused:
    player = state.players[seat]
    post = state.posts[player.site]
    if post is None:
        return NoPostHere(site=SITES[player.site].id)
    if post != colour:
        return PostOfOtherColour(post=post)
    if state.bought:
        return AlreadyBought()
    if len(player.bales) >= BASKETS:
        return BasketsFull(room=BASKETS)
    market = state.markets[ORDER[post]]
    if market is None or not state.stock[ORDER[post]]:
        return PostClosed(colour=post)
    price = PRICES[market]
    if price.actions > state.actions:
        return TooFewActions(needed=price.actions, had=state.actions)
    if price.rupees > player.rupees:
        return TooFewRupees(needed=price.rupees, had=player.rupees)
    return MayBuy(BuySilk(seat, post), market, price.rupees, price.actions)


def buy(state: State, seat: Seat, command: BuySilk) -> SilkBought:
    may = granted(buying(state, seat, command.colour))
    site = SITES[state.players[seat].site].id
    return SilkBought(seat, site, may.command.colour, may.market, may.actions, may.rupees)


def selling(state: State, seat: Seat, colour: Colour) -> MaySell | Refused:
    player = state.players[seat]
    here = player.site
    ladder = state.demands[here]
    if ladder is None:
        return NotInACity(site=SITES[here].id)
    if colour not in player.bales:
        return NoSuchBale(colour=str(colour))
    if colour not in ladder:
        return NoDemand(city=SITES[here].id, colour=colour)
    place = ladder.index(colour)
    colour, gain = ladder[place], SALES[place][ladder[place]]
    token = state.city_tokens[here] > 0 and here not in player.cities
    command = SellSilk(seat, colour)
    return MaySell(
        command, SITES[here].id, PLACES[place], SALE_ACTIONS, gain.rupees, gain.clients, token
    )


def sell(state: State, seat: Seat, command: SellSilk) -> SilkSold:
    may = granted(selling(state, seat, command.colour))
    ladder = state.demands[state.players[seat].site]
    assert ladder is not None
    colour = may.command.colour
    first, second = (other for other in ladder if other is not colour)
    return SilkSold(
        seat=seat,
        city=may.city,
        colour=colour,
        place=may.place,
        actions=may.actions,
        rupees=may.rupees,
        clients=may.clients,
        city_token=may.city_token,
        demands=(first, second, colour),
    )


def building(state: State, seat: Seat, spend: Colour, take: Colour | None) -> MayBuild | Refused:
    player = state.players[seat]
    here = player.site
    if (state.demands[here] or state.posts[here]) or state.palaces[here] is not None:
        return SiteBuilt(site=SITES[here].id)
    if not player.palaces:
        return NoPalaceLeft(had=0)
    if spend not in player.bales:
        return NoSuchBale(colour=str(spend))
    token = state.tokens[here]
    takes = offered(state) if token is Token.BALE else ()
    if takes and take is None:
        return BaleNotChosen(offered=takes)
    if take is not None and take not in takes:
        return BaleNotOffered(colour=str(take), offered=takes)
    spend = player.bales[player.bales.index(spend)]
    command = BuildPalace(seat, spend, None if take is None else takes[takes.index(take)])
    rupees = TOKEN_RUPEES if token is Token.RUPEES else 0
    return MayBuild(command, SITES[here].id, BUILDING_ACTIONS, token, rupees)


def build(state: State, seat: Seat, command: BuildPalace) -> PalaceBuilt:
    may = granted(building(state, seat, command.spend, command.take))
    return PalaceBuilt(
        seat=seat,
        site=may.site,
        spent=may.command.spend,
        actions=may.actions,
        token=may.token,
        kept=may.token in KEPT,
        rupees=may.rupees,
        taken=may.command.take,
    )


def offered(state: State) -> tuple[Colour, ...]:
    """The colours in the leftmost market that is not empty (B24)."""
    for market in MARKETS:
        colours = tuple(
            colour
            for colour in COLOURS
            if state.markets[ORDER[colour]] is market and state.stock[ORDER[colour]]
        )
        if colours:
            return colours
    return ()


def end(state: State, seat: Seat, command: EndTurn) -> None:
    """Nothing of its own happens: the turn closes with the actions that are left."""


def closing(
    state: State, seat: Seat, events: list[Event], lost: int, chance: Chance
) -> list[Event]:
    """The events, and what the end of the seat's turn brings about (B14, B15)."""
    seats = len(state.players)
    form = FORMATS[seats]
    following = (seat + 1) % seats
    if following != state.first:
        return [*events, TurnEnded(seat, lost, following, state.turn, ACTIONS)]
    if state.turn < form.turns:
        return [*events, TurnEnded(seat, lost, following, state.turn + 1, ACTIONS)]
    events.append(TurnEnded(seat, lost, None, state.turn, 0))
    for event in events:
        state = evolve(state, event)
    events.append(over := SetEnded(state.set, listed(state.stock)))
    state = evolve(state, over)
    if state.set == form.sets:
        return [*events, GameEnded(scores(state))]
    return [*events, restock(state.set + 1, (state.first + 1) % seats, state.bag, chance)]


ACTS: dict[type[Command], Callable[[State, Seat, Any], Any]] = {
    Consolidate: consolidate,
    MoveElephant: move,
    BuySilk: buy,
    SellSilk: sell,
    BuildPalace: build,
    EndTurn: end,
}


class Way(NamedTuple):
    """One trail from a site, and the move along it by who owns a palace at its end."""

    to: SiteId
    site: SiteNumber
    actions: int
    moves: dict[Seat | None, MayMove]


def way(seat: Seat, site: SiteNumber) -> Way:
    to, actions = SITES[site].id, ENTRY[site]
    command = MoveElephant(seat, to)
    free = MayMove(command, actions, 0, None)
    moves: dict[Seat | None, MayMove] = {
        owner: MayMove(command, actions, TOLL, owner) for owner in SEATS
    }
    return Way(to, site, actions, {**moves, None: free, seat: free})


def sale(place: Place, colour: Colour) -> Gain:
    gain, bonus = DEMANDS[place], BONUSES.get(colour, Gain(0, 0))
    return Gain(gain.rupees + bonus.rupees, gain.clients + bonus.clients)


# Moves that are known before any game starts; made anew each time, `legal` took 1.6 times as long.
SEATS = range(len(ELEPHANTS))
CONSOLIDATIONS = [
    MayConsolidate(Consolidate(seat), ACTIONS, CONSOLIDATION_RUPEES) for seat in SEATS
]
ENDINGS = [[MayEnd(EndTurn(seat), lost) for lost in range(ACTIONS + 1)] for seat in SEATS]
WAYS = [[[way(seat, to) for to in near] for near in NEIGHBOURS] for seat in SEATS]
SALES = [{colour: sale(place, colour) for colour in COLOURS} for place in PLACES]

"""Before anyone plays: how the board is set up, and how the markets are stocked for a set."""

from collections.abc import Iterable

from domain.bombay.events import BoardSetUp, Event, MarketsRestocked, Options
from domain.bombay.pieces import (
    ACTIONS,
    BALES,
    CITIES,
    COLOURS,
    DEMAND_COLUMNS,
    DRAWN,
    FIFTH_RUPEES,
    FORMATS,
    INTRODUCTION,
    PALACE_SITES,
    PALACE_TOKENS,
    PALACES,
    RUPEES,
    SITES,
    START,
    Colour,
    Format,
    SetUp,
    sites_of,
)
from domain.bombay.state import Counts
from domain.chance import Chance
from domain.kernel import Refused, Seat


class WrongNumberOfPlayers(Refused):
    rule = "B6"


class IntroductionNeedsFour(Refused):
    rule = "B8"


class FirstNotSeated(Refused):
    rule = "B9"


def set_up(seats: int, options: Options, chance: Chance) -> list[Event]:
    form = FORMATS.get(seats)
    if form is None:
        raise WrongNumberOfPlayers(had=seats)
    if options.introductory and seats != INTRODUCTION_PLAYERS:
        raise IntroductionNeedsFour(had=seats)
    first = chance.below("first player", seats) if options.first is None else options.first
    if first not in range(seats):
        raise FirstNotSeated(seat=first)
    board = INTRODUCTION if options.introductory else drawn(form, chance)
    laid = BoardSetUp(
        options=options,
        first=first,
        demands=board.demands,
        posts=board.posts,
        tokens=board.tokens,
        city_tokens=form.city_tokens,
        start=SITES[START].id,
        rupees=purses(seats, first),
        palaces=PALACES,
    )
    return [laid, restock(1, first, BALES, chance)]


INTRODUCTION_PLAYERS = 4


def drawn(form: Format, chance: Chance) -> SetUp:
    """A board by chance (B8): every post colour is used equally often."""
    post_sites = sites_of(*form.post_kinds)
    posts = COLOURS * (len(post_sites) // len(COLOURS))
    return SetUp(
        demands=dict(zip(CITIES, chance.shuffle("demands", DEMAND_COLUMNS), strict=True)),
        posts=dict(zip(post_sites, chance.shuffle("posts", posts), strict=True)),
        tokens=dict(
            zip(
                PALACE_SITES,
                chance.shuffle("palace tokens", PALACE_TOKENS[form.face]),
                strict=True,
            )
        ),
    )


def purses(seats: int, first: Seat) -> tuple[int, ...]:
    """The rupees to start with; who plays fifth has more (B7)."""
    return tuple(FIFTH_RUPEES if (seat - first) % seats == 4 else RUPEES for seat in range(seats))


def restock(number: int, first: Seat, bag: Counts, chance: Chance) -> MarketsRestocked:
    """The draw for a set. It depends on what is in the bag and on the seed alone (B10, B30)."""
    bales = chance.shuffle(f"restock {number}", listed(bag))[:DRAWN]
    left, centre, right = shelves(bales)
    return MarketsRestocked(number, first, left, centre, right, ACTIONS)


def shelves(bales: list[Colour]) -> list[tuple[Colour, ...]]:
    """Sort bales into left, centre and right market: colours drawn equally often go together."""
    counts = [bales.count(colour) for colour in COLOURS]
    most, second = [*sorted({count for count in counts if count}, reverse=True), 0, 0][:2]
    wanted = ((most, most), (second, second), (1, second - 1))
    return [
        listed(count if low <= count <= high else 0 for count in counts) for low, high in wanted
    ]


def listed(counts: Iterable[int]) -> tuple[Colour, ...]:
    """Each bale by its colour, in the order of colours."""
    return tuple(
        colour for colour, count in zip(COLOURS, counts, strict=True) for _ in range(count)
    )

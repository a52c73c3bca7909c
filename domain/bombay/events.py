"""What can have happened. These names and fields are stored: only ever add to them.

Events hold outcomes: what was drawn, what was paid, whose turn it is. Folding them asks no rule, so
a game that was played stays as it was played. All of them are public (B29).
"""

from domain import kernel
from domain.bombay.pieces import Colour, Ladder, Market, Place, SiteId, Token
from domain.kernel import Seat, Value, tagged


class Options(Value, forbid_unknown_fields=True):
    """What the host may choose when the table opens."""

    open_holdings: bool = False  # nothing behind the screens (B29)
    introductory: bool = False  # the printed first set-up, four players (B8)
    first: Seat | None = None  # who starts; drawn if nobody is named (B9)


class Score(Value):
    """What one seat has in the end, line by line (B26 to B28)."""

    seat: Seat
    held: int  # rupees behind the screen
    palaces: int
    clients: int
    empire_prize: int
    cities: int
    city_prize: int
    rupees: int  # all in all
    rank: int


class _Event(kernel.Event, tag_field="type", tag=tagged("bombay")):
    pass


class BoardSetUp(_Event):
    options: Options
    first: Seat
    demands: dict[SiteId, Ladder]
    posts: dict[SiteId, Colour]
    tokens: dict[SiteId, Token]
    city_tokens: int  # in each city
    start: SiteId
    rupees: tuple[int, ...]  # by seat
    palaces: int  # of each player


class MarketsRestocked(_Event):
    """A set begins, and the first player's turn with it."""

    set: int
    first: Seat
    left: tuple[Colour, ...]
    centre: tuple[Colour, ...]
    right: tuple[Colour, ...]
    actions: int


class FortuneConsolidated(_Event):
    seat: Seat
    actions: int
    rupees: int


class ElephantMoved(_Event):
    seat: Seat
    origin: SiteId
    to: SiteId
    actions: int
    toll: int = 0  # paid by the bank
    owner: Seat | None = None  # of the palace: who takes the toll


class SilkBought(_Event):
    seat: Seat
    site: SiteId
    colour: Colour
    market: Market
    actions: int
    rupees: int


class SilkSold(_Event):
    seat: Seat
    city: SiteId
    colour: Colour
    place: Place
    actions: int
    rupees: int
    clients: int
    city_token: bool  # whether the seller took one
    demands: Ladder  # after the sale


class PalaceBuilt(_Event):
    seat: Seat
    site: SiteId
    spent: Colour
    actions: int
    token: Token | None = None  # what lay there
    kept: bool = False  # whether the token stays behind the screen
    rupees: int = 0
    taken: Colour | None = None  # the bale that came from the market


class TurnEnded(_Event):
    seat: Seat
    lost: int  # actions
    to: Seat | None  # who plays next; None if the set ends
    turn: int  # of the set, the one that is played now
    actions: int  # that the next one has


class SetEnded(_Event):
    set: int
    returned: tuple[Colour, ...]  # from the markets to the bag


class GameEnded(_Event):
    scores: tuple[Score, ...]  # by seat


Event = (
    BoardSetUp
    | MarketsRestocked
    | FortuneConsolidated
    | ElephantMoved
    | SilkBought
    | SilkSold
    | PalaceBuilt
    | TurnEnded
    | SetEnded
    | GameEnded
)

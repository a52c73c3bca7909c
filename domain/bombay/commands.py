"""What a seat can ask for, and what it may ask for now with its cost and its gain."""

from domain.bombay.pieces import Colour, Market, Place, SiteId, Token
from domain.kernel import Seat, Value, tagged


class _Command(Value, tag_field="type", tag=tagged("bombay"), forbid_unknown_fields=True):
    seat: Seat


class Consolidate(_Command):
    pass


class MoveElephant(_Command):
    to: SiteId


class BuySilk(_Command):
    colour: Colour


class SellSilk(_Command):
    colour: Colour


class BuildPalace(_Command):
    spend: Colour
    take: Colour | None = None  # with a bale token: the bale to take from the market


class EndTurn(_Command):
    pass


Command = Consolidate | MoveElephant | BuySilk | SellSilk | BuildPalace | EndTurn


class _Move(Value, tag_field="kind", tag=tagged("bombay")):
    pass


class MayConsolidate(_Move):
    command: Consolidate
    actions: int
    rupees: int


class MayMove(_Move):
    command: MoveElephant
    actions: int
    toll: int  # paid by the bank
    owner: Seat | None  # who takes the toll


class MayBuy(_Move):
    command: BuySilk
    market: Market
    rupees: int
    actions: int


class MaySell(_Move):
    command: SellSilk
    city: SiteId
    place: Place
    actions: int
    rupees: int
    clients: int
    city_token: bool


class MayBuild(_Move):
    command: BuildPalace
    site: SiteId
    actions: int
    token: Token | None
    rupees: int


class MayEnd(_Move):
    command: EndTurn
    lost: int  # actions


Move = MayConsolidate | MayMove | MayBuy | MaySell | MayBuild | MayEnd

"""The types of Bombay: what a viewer sees, what may be done, what may be chosen."""

import strawberry

from domain.bombay import commands, views
from domain.bombay.pieces import (
    NEIGHBOURS,
    NUMBER,
    SITES,
    Colour,
    Elephant,
    Kind,
    Market,
    Place,
    Token,
)
from service.graphql.fields import field, made_of
from service.graphql.moves import LegalMove, made_of_move

Site_ = strawberry.Parent[views.SiteView]


def name_of(root: Site_) -> str:
    return SITES[NUMBER[root.id]].name


def kind_of(root: Site_) -> Kind:
    return SITES[NUMBER[root.id]].kind


def x_of(root: Site_) -> int:
    return SITES[NUMBER[root.id]].x


def y_of(root: Site_) -> int:
    return SITES[NUMBER[root.id]].y


def neighbours_of(root: Site_) -> list[str]:
    return NEIGHBOUR_IDS[NUMBER[root.id]]


NEIGHBOUR_IDS = [[SITES[number].id for number in numbers] for numbers in NEIGHBOURS]


@strawberry.type(name="BombaySite", description="A place on the board where elephants can stand.")
class Site:
    id: strawberry.ID = field("Its short name, as moves use it.")
    name: str = field("Its name on the map.", name_of)
    kind: Kind = field("What can be done there.", kind_of)
    x: int = field("Where it lies, from 0 at the left to 100.", x_of)
    y: int = field("Where it lies, from 0 at the top to 100.", y_of)
    neighbours: list[strawberry.ID] = field("The sites one trail away.", neighbours_of)
    post: Colour | None = field("The silk that the trading post there sells.")
    open: bool = field("Whether there is a post and its silk is in a market.")
    palace: int | None = field("The seat whose palace stands there.")
    token: Token | None = field("The palace token that lies there.")


@strawberry.type(name="BombayMarket", description="A market: one price for the bales in it.")
class MarketView:
    market: Market = field("Which of the three.")
    rupees: int = field("What a bale costs here in rupees.")
    actions: int = field("What a bale costs here in actions.")
    bales: list[Colour] = field("The bales in it, by colour.")


@strawberry.type(name="BombayDemand", description="What a city pays for silk of one colour.")
class Demand:
    place: Place = field("Its place on the ladder.")
    colour: Colour = field("The silk that is asked for.")
    rupees: int = field("The rupees a bale brings, with the bonus of its colour.")
    clients: int = field("The clients a bale brings, with the bonus of its colour.")


@strawberry.type(name="BombayCity", description="A city that buys silk.")
class City:
    id: strawberry.ID = field("The site that the city is.")
    tokens: int = field("The city tokens left for those who sell here for the first time.")
    demands: list[Demand] = field("Its demands from top to bottom.")


@strawberry.type(name="BombayHoldings", description="What a player keeps behind the screen.")
class Holdings:
    rupees: int = field("Rupees.")
    clients: int = field("Clients.")
    cities: list[strawberry.ID] = field("The cities whose tokens the player has.")
    kept: list[Token] = field("Palace tokens that stay with the player.")


@strawberry.type(name="BombayPlayer", description="A player of Bombay, as far as one may see.")
class Player:
    seat: int = field("The seat.")
    elephant: Elephant = field("The player's colour.")
    site: strawberry.ID = field("Where the elephant stands.")
    bales: list[Colour] = field("The bales on the elephant.")
    palaces: int = field("Palaces not built yet.")
    holdings: Holdings | None = field("What lies behind the screen; null where it is not yours.")


@strawberry.type(name="BombayScore", description="What one seat has in the end, line by line.")
class Score:
    seat: int = field("The seat.")
    held: int = field("Rupees behind the screen.")
    palaces: int = field("Palaces built.")
    clients: int = field("Clients of the empire.")
    empire_prize: int = field("Rupees for the rank of the empire.")
    cities: int = field("Cities traded with.")
    city_prize: int = field("Rupees for the cities.")
    rupees: int = field("All in all.")
    rank: int = field("The place; 1 has won, equal ranks share it.")


@strawberry.type(name="BombayView", description="A game of Bombay as one viewer sees it.")
class View:
    is_type_of = made_of(views.View)

    set: int = field("The set that is played, from 1; 0 before the start.")
    sets: int = field("How many sets there are.")
    turn: int = field("The turn of the set, from 1.")
    turns: int = field("How many turns a set has.")
    first: int = field("The seat that begins the set.")
    on_turn: int | None = field("The seat that plays; null before the start and after the end.")
    actions: int = field("Actions left in this turn.")
    bought: bool = field("Whether silk was bought this turn.")
    open_holdings: bool = field("Whether the table plays without screens.")
    bag: list[Colour] = field("The bales in the bag, by colour.")
    sites: list[Site] = field("Every site of the board.", lasting=True)
    markets: list[MarketView] = field("The three markets, cheapest first.")
    cities: list[City] = field("The four cities.")
    players: list[Player] = field("The players by seat.")
    scores: list[Score] = field("The scores by seat, once the game is over.")


@strawberry.type(name="BombayLegalConsolidate", description="Use the rest of the turn for money.")
class LegalConsolidate(LegalMove):
    is_type_of = made_of_move(commands.MayConsolidate)

    actions: int = field("Actions it takes.")
    rupees: int = field("Rupees it brings.")


@strawberry.type(name="BombayLegalMove", description="Move the elephant along a trail.")
class LegalElephant(LegalMove):
    is_type_of = made_of_move(commands.MayMove)

    to: strawberry.ID = field("The site it goes to.", path="command.to")
    actions: int = field("Actions it takes.")
    toll: int = field("Rupees that the bank pays to the owner of the palace there.")
    owner: int | None = field("The seat that takes the toll.")


@strawberry.type(name="BombayLegalBuy", description="Buy a bale of silk.")
class LegalBuy(LegalMove):
    is_type_of = made_of_move(commands.MayBuy)

    colour: Colour = field("The silk.", path="command.colour")
    market: Market = field("The market it comes from.")
    rupees: int = field("Rupees it costs.")
    actions: int = field("Actions it takes.")


@strawberry.type(name="BombayLegalSell", description="Sell a bale of silk.")
class LegalSell(LegalMove):
    is_type_of = made_of_move(commands.MaySell)

    colour: Colour = field("The silk.", path="command.colour")
    city: strawberry.ID = field("The city that buys.")
    place: Place = field("The demand it meets.")
    actions: int = field("Actions it takes.")
    rupees: int = field("Rupees it brings.")
    clients: int = field("Clients it brings.")
    city_token: bool = field("Whether a city token comes with it.")


@strawberry.type(name="BombayLegalBuild", description="Build a palace.")
class LegalBuild(LegalMove):
    is_type_of = made_of_move(commands.MayBuild)

    spend: Colour = field("The bale it takes.", path="command.spend")
    take: Colour | None = field("The bale that the token brings.", path="command.take")
    site: strawberry.ID = field("Where it is built.")
    actions: int = field("Actions it takes.")
    token: Token | None = field("The palace token that comes with it.")
    rupees: int = field("Rupees that the token brings.")


@strawberry.type(name="BombayLegalEnd", description="End the turn.")
class LegalEnd(LegalMove):
    is_type_of = made_of_move(commands.MayEnd)

    lost: int = field("Actions that are given up.")


MOVES = [LegalConsolidate, LegalElephant, LegalBuy, LegalSell, LegalBuild, LegalEnd]


@strawberry.type(name="BombayOptions", description="What the host of a table of Bombay chose.")
class Options:
    open_holdings: bool = field("Nothing is hidden behind screens.")
    introductory: bool = field("The fixed first set-up for four players.")
    first: int | None = field("The seat that starts; drawn if null.")


@strawberry.input(name="BombayOptionsInput", description="What the host may choose.")
class OptionsInput:
    open_holdings: bool | None = field("Nothing is hidden behind screens.")
    introductory: bool | None = field("The fixed first set-up for four players.")
    first: int | None = field("The seat that starts; drawn if not given.")


@strawberry.input(name="BombayMoveTo", description="Where the elephant goes.")
class MoveTo:
    to: strawberry.ID = field("The site, one trail away.")


@strawberry.input(name="BombayBuild", description="How a palace is built.")
class Build:
    spend: Colour = field("The bale that it takes.")
    take: Colour | None = field("With a bale token: the bale to take from the market.")


@strawberry.input(name="BombayMove", one_of=True, description="A move of Bombay: exactly one.")
class Move:
    consolidate: bool | None = field("Use the rest of the turn for money: true.")
    move: MoveTo | None = field("Move the elephant.")
    buy: Colour | None = field("Buy a bale of silk at the post of its colour.")
    sell: Colour | None = field("Sell a bale of silk in the city.")
    build: Build | None = field("Build a palace.")
    end_turn: bool | None = field("End the turn: true.")

"""The types of Bombay Bazar: what a viewer sees, what may be done, what may be chosen."""

import strawberry

from domain.bazar import commands, views
from domain.bazar.commands import Start
from domain.bazar.pieces import Corner, Parity
from domain.bazar.views import Content
from service.graphql.fields import field, made_of
from service.graphql.moves import LegalMove, made_of_move


@strawberry.type(name="BazarTip", description="Where a trunk leads.")
class Tip:
    cell: strawberry.ID = field("Into this cell.")
    edge: int = field("Through this edge of it, clockwise from 0 at the north-east.")


@strawberry.type(name="BazarSegment", description="A piece of trunk on a tile.")
class Segment:
    edges: list[int] = field("The two edges that it joins.")
    seat: int | None = field("The seat whose trunk passes it.")
    place: int | None = field("As which of its segments, from 1 at the head.")


@strawberry.type(name="BazarCell", description="A place on the board.")
class Cell:
    cell: strawberry.ID = field("Its name: row A to I, then the place in the row from 1.")
    row: int = field("The row, from 0 at the top. Odd rows lie half a cell to the right.")
    column: int = field("The place in the row, from 0 at the left.")
    content: Content = field("What lies there.")
    tile: strawberry.ID | None = field("The pattern of the tile there.")
    rotation: int | None = field("How many edges the tile is turned clockwise.")
    segments: list[Segment] = field("The pieces of trunk on the tile.")
    elephants: list[Corner] = field("Whose head stands here, or whose end pieces lie here.")


@strawberry.type(name="BazarPassage", description="One segment of a trunk on its way.")
class Passage:
    cell: strawberry.ID = field("The cell it lies on.")
    entry: int = field("The edge by which it comes in.")
    exit: int = field("The edge by which it leaves.")


@strawberry.type(name="BazarTrunk", description="A player's elephant and its trunk.")
class Trunk:
    seat: int = field("The seat.")
    corner: Corner = field("The corner where the elephant stands.")
    head: strawberry.ID = field("The cell of its head.")
    length: int = field("Segments of the trunk so far.")
    tip: Tip = field("Where the trunk leads; the end piece lies there once the seat is out.")
    out: bool = field("Whether the trunk has ended.")
    passages: list[Passage] = field("The way of the trunk from its head.")


@strawberry.type(name="BazarStock", description="Tiles of one pattern that are left.")
class Stock:
    tile: strawberry.ID = field("The pattern.")
    segments: list[list[int]] = field("The edges it joins, before it is turned.")
    left: int = field("How many are left.")


@strawberry.type(name="BazarChoice", description="What one player chose in the medal game.")
class Choice:
    keep: int | None = field("The medals kept in the hand.")
    parity: Parity | None = field("The guess.")


@strawberry.type(name="BazarMedalRound", description="A round of the medal game, when shown.")
class MedalRound:
    choices: list[Choice | None] = field("By seat; null for who was out.")
    total: int = field("The sum of the medals.")
    contenders: list[int] = field("The seats left in after it.")


@strawberry.type(name="BazarMedalGame", description="The game for the first turn.")
class MedalGame:
    contenders: list[int] = field("The seats that are in.")
    chosen: list[int] = field("Those of them that have chosen.")
    own: Choice | None = field("What the viewer chose.")
    rounds: list[MedalRound] = field("The rounds that were shown.")


@strawberry.type(name="BazarAlone", description="The score of a game alone, line by line.")
class Alone:
    tiles: int = field("Tiles laid.")
    empty_cells: int = field("Cells left empty.")
    unused_openings: int = field("Openings that lead nowhere.")
    score: int = field("All in all.")


@strawberry.type(name="BazarResult", description="How a game of Bombay Bazar ended.")
class Result:
    ranks: list[int] = field("By seat; 1 has won, equal ranks share it.")
    scores: list[int] = field("By seat: the length of the trunk.")
    winners: list[int] = field("The seats that won.")
    alone: Alone | None = field("The score of who played alone.")


@strawberry.type(name="BazarView", description="A game of Bombay Bazar as one viewer sees it.")
class View:
    is_type_of = made_of(views.View)

    on_turn: int | None = field(
        "The seat that lays; null while medals decide and after the end.", path="turn"
    )
    shared_cells: bool = field("Whether one tile may lengthen several trunks.")
    cells: list[Cell] = field("Every cell of the board.", lasting=True)
    trunks: list[Trunk] = field("The trunks by seat.")
    stock: list[Stock] = field("The tiles that are left.")
    medals: MedalGame | None = field("The game for the first turn, while it is played.")
    result: Result | None = field("The result, once the game is over.")


@strawberry.type(name="BazarGrowth", description="How a tile makes another trunk longer.")
class Growth:
    seat: int = field("The seat whose trunk it is.")
    gain: int = field("Segments it gains.")
    tip: Tip = field("Where its tip is then.")


@strawberry.type(name="BazarLegalMedals", description="Keep medals and guess their sum.")
class LegalMedals(LegalMove):
    is_type_of = made_of_move(commands.MayKeepMedals)

    keep: int = field("The medals to keep in the hand.", path="command.keep")
    parity: Parity = field("The guess.", path="command.parity")


@strawberry.type(name="BazarLegalLay", description="Lay a tile where the trunk leads.")
class LegalLay(LegalMove):
    is_type_of = made_of_move(commands.MayLay)

    tile: strawberry.ID = field("The pattern.", path="command.tile")
    rotation: int = field("How many edges it is turned clockwise.", path="command.rotation")
    cell: strawberry.ID = field("Where it is laid.")
    gain: int = field("Segments that the own trunk gains.")
    tip: Tip = field("Where the own tip is then.")
    others: list[Growth] = field("Whose trunks grow through the tile as well.")


MOVES = [LegalMedals, LegalLay]


@strawberry.type(name="BazarOptions", description="What the host of a table of Bazar chose.")
class Options:
    start: Start = field("How the first player is found.")
    first: int | None = field("Who plays first, if named.")
    shared_cells: bool = field("One tile may lengthen several trunks.")
    empty_corner: Corner | None = field("With three players: the elephant that nobody takes.")


@strawberry.input(name="BazarOptionsInput", description="What the host may choose.")
class OptionsInput:
    start: Start | None = field("How the first player is found.")
    first: int | None = field("Who plays first, if named.")
    shared_cells: bool | None = field("One tile may lengthen several trunks.")
    empty_corner: Corner | None = field("With three players: the elephant that nobody takes.")


@strawberry.input(name="BazarMedals", description="A choice in the medal game.")
class Medals:
    keep: int = field("The medals to keep in the hand: 1, 2 or 3.")
    parity: Parity = field("The guess.")


@strawberry.input(name="BazarLay", description="A tile to lay where the trunk leads.")
class Lay:
    tile: strawberry.ID = field("The pattern, T01 to T17.")
    rotation: int = field("How many edges it is turned clockwise: 0 to 5.")


@strawberry.input(name="BazarMove", one_of=True, description="A move of Bazar: exactly one.")
class Move:
    medals: Medals | None = field("Keep medals and guess their sum.")
    lay: Lay | None = field("Lay a tile.")

"""The closed sets of words and the scalars of the schema."""

from enum import StrEnum
from typing import Any, NewType

import strawberry

from domain.bazar.commands import Start
from domain.bazar.pieces import Corner, Parity
from domain.bazar.views import Content
from domain.bombay.pieces import Colour, Elephant, Kind, Market, Place, Token
from domain.kernel import Language
from domain.table.events import BotLevel, Pace
from domain.table.state import Status
from projections.changes import Kind as ChangeKind
from projections.turns import Kind as TurnKind


class GameName(StrEnum):
    BOMBAY = "bombay"
    BAZAR = "bazar"


strawberry.enum(GameName, description="The games that can be played.")
strawberry.enum(Status, name="TableStatus", description="How far a table has come.")
strawberry.enum(Language, description="The languages that texts come in.")
strawberry.enum(BotLevel, description="How well a bot plays.")
strawberry.enum(Pace, description="How quickly bots answer.")
strawberry.enum(TurnKind, name="TurnKind", description="Why a player is told about a table.")
strawberry.enum(ChangeKind, name="ChangeKind", description="How a place of a view changed.")
strawberry.enum(Colour, description="The colours of silk.")
strawberry.enum(Elephant, description="The colours of the players of Bombay, by seat.")
strawberry.enum(Kind, name="BombaySiteKind", description="What a site on the board is.")
strawberry.enum(Token, name="BombayToken", description="What a palace token brings.")
strawberry.enum(Market, name="BombayMarketName", description="The three markets, cheapest first.")
strawberry.enum(Place, name="BombayPlace", description="A place on a city's ladder of demands.")
strawberry.enum(Corner, name="BazarCorner", description="Where the four elephants stand.")
strawberry.enum(Parity, description="What a player guesses the sum of the medals to be.")
strawberry.enum(Start, name="BazarStart", description="How the first player is found.")
strawberry.enum(Content, name="BazarContent", description="What lies on a cell.")

DateTime = NewType("DateTime", str)
JSON = NewType("JSON", object)


def text(value: Any) -> Any:
    if not isinstance(value, str):
        raise ValueError("A moment is text of the form 2026-11-18T12:00:00.123456Z.")
    return value


SCALARS: dict[Any, Any] = {
    DateTime: strawberry.scalar(
        name="DateTime",
        description="A moment in UTC, by RFC 3339: 2026-11-18T12:00:00.123456Z.",
        serialize=text,
        parse_value=text,
    ),
    JSON: strawberry.scalar(
        name="JSON",
        description="Any JSON value.",
        specified_by_url="https://www.rfc-editor.org/rfc/rfc8259",
        serialize=lambda value: value,
        parse_value=lambda value: value,
    ),
}

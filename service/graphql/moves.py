"""Legal moves: what all kinds have in common. The kinds are with their games."""

from typing import Any, get_args

import strawberry

from domain import bazar, bombay
from domain.bazar.commands import Move as BazarMove
from domain.bombay.commands import Move as BombayMove
from domain.kernel import Language
from service.graphql.fields import field
from service.graphql.words import JSON

GAMES: dict[type, Any] = dict.fromkeys(get_args(BombayMove), bombay.bombay) | dict.fromkeys(
    get_args(BazarMove), bazar.bazar
)


def input_of(root: strawberry.Parent[Any]) -> Any:
    game = GAMES[type(root)]
    return {game.name: game.write(root.command)}


def text_of(root: strawberry.Parent[Any], language: Language | None = Language.EN) -> str:
    text: str = GAMES[type(root)].tell_move(root, language or Language.EN)
    return text


@strawberry.interface(
    description="Something that my seat may do now. Each kind adds what it costs and brings."
)
class LegalMove:
    input: JSON = field("The move as it is sent back, unchanged, as the `move` of play.", input_of)
    text: str = field("The move in words, with its cost and gain.", text_of)

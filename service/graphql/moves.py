"""Legal moves: what all kinds have in common. The kinds are with their games."""

from typing import Any, get_args

import msgspec
import strawberry

from domain import bazar, bombay
from domain.bazar.commands import Move as BazarMove
from domain.bombay.commands import Move as BombayMove
from domain.kernel import Language
from service.graphql.fields import field, made_of
from service.graphql.words import JSON

GAMES: dict[type, Any] = dict.fromkeys(get_args(BombayMove), bombay.bombay) | dict.fromkeys(
    get_args(BazarMove), bazar.bazar
)


# By kind of move: the same with what the strong bot thinks of it.
HINTED: dict[type, Any] = {
    kind: msgspec.defstruct(
        kind.__name__, [("hint", float | None, None)], bases=(kind,), frozen=True
    )
    for kind in GAMES
}
GAMES |= {hinted: GAMES[kind] for kind, hinted in HINTED.items()}


def hinted(move: Any, hint: float | None) -> Any:
    return HINTED[type(move)](**msgspec.structs.asdict(move), hint=hint)


def made_of_move(kind: type) -> Any:
    return made_of(kind, HINTED[kind])


def hint_of(root: strawberry.Parent[Any]) -> float | None:
    return getattr(root, "hint", None)


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
    hint: float | None = field(
        "If asked for: from 0 for a sure loss to 1 for a sure win, as the strong bot sees it.",
        hint_of,
    )

"""Moves as they are sent, and legal moves as they are offered, with their cost and their gain."""

from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    get_args,
    get_type_hints,
)

import msgspec
from msgspec import UNSET, Meta, UnsetType

from domain.bazar.pieces import TILES, Parity
from domain.bombay.pieces import SITES, Colour
from domain.games import AnyGame
from domain.kernel import Language
from service.rest.mirror import fields_of, mirror, shown
from service.rest.types import Given, Sent

SiteName = Annotated[
    str, Meta(max_length=20, extra_json_schema={"enum": [site.id for site in SITES]})
]
TileName = Annotated[str, Meta(max_length=20, extra_json_schema={"enum": list(TILES)})]
if TYPE_CHECKING:
    BombayColour = Colour
    BazarParity = Parity
else:
    BombayColour = mirror(Colour, "Bombay")
    BazarParity = mirror(Parity, "Bazar")


class OneOf(Sent):
    """Exactly one of the fields is sent."""

    one_of: ClassVar[bool] = True

    def __post_init__(self) -> None:
        given = [name for name in self.__struct_fields__ if getattr(self, name) is not UNSET]
        if len(given) != 1:
            raise ValueError(f"Expected exactly one of {', '.join(self.__struct_encode_fields__)}")


class BombayMoveTo(Sent):
    to: SiteName


class BombayBuild(Sent):
    spend: BombayColour
    take: BombayColour | UnsetType = UNSET


class BombayMove(OneOf):
    consolidate: Literal[True] | UnsetType = UNSET
    move: BombayMoveTo | UnsetType = UNSET
    buy: BombayColour | UnsetType = UNSET
    sell: BombayColour | UnsetType = UNSET
    build: BombayBuild | UnsetType = UNSET
    end_turn: Literal[True] | UnsetType = UNSET


class BazarMedals(Sent):
    keep: Annotated[int, Meta(ge=1, le=3)]
    parity: BazarParity


class BazarLay(Sent):
    tile: TileName
    rotation: Annotated[int, Meta(ge=0, le=5)]


class BazarMove(OneOf):
    medals: BazarMedals | UnsetType = UNSET
    lay: BazarLay | UnsetType = UNSET


class MoveInput(OneOf):
    bombay: BombayMove | UnsetType = UNSET
    bazar: BazarMove | UnsetType = UNSET


class LegalMove(Given):
    """`input` goes back unchanged as the body of a move."""

    input: MoveInput
    text: str
    hint: float | None = None  # if asked for: from 0, a sure loss, to 1, a sure win


class Shape(NamedTuple):
    """The types that show a kind of legal move: what it costs and brings, and all of it."""

    details: Any
    whole: Any


@cache
def kinds(game: AnyGame) -> dict[type, Shape]:
    """By the type of a legal move, the types that show it."""
    [union] = get_args(get_type_hints(game.legal)["return"])
    return {kind: _shape(kind, game.name.title()) for kind in get_args(union)}


def _shape(kind: type[msgspec.Struct], name: str) -> Shape:
    details = [field for field in fields_of(kind, name, False) if field[0] != "command"]
    whole = [("input", MoveInput), ("text", str), *details, ("hint", float | None, None)]
    return Shape(
        *(
            msgspec.defstruct(name + kind.__name__, fields, rename="camel", frozen=True)
            for fields in (details, whole)
        )
    )


def offered(game: AnyGame, move: Any, language: Language, hint: float | None = None) -> Any:
    """A legal move as it is shown."""
    shape = kinds(game)[type(move)]
    return shape.whole(
        input={game.name: game.write(move.command)},
        text=game.tell_move(move, language),
        **msgspec.structs.asdict(shown(move, shape.details)),
        hint=hint,
    )

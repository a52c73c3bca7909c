"""A move as callers of the API write it: {"lay": {"tile": "T05", "rotation": 2}}."""

from typing import Annotated, Any, assert_never

import msgspec
from msgspec import ValidationError

from domain.bazar.commands import Command, KeepMedals, Lay
from domain.bazar.pieces import PIECES, PLACEMENTS, TILES, Parity
from domain.kernel import Seat, Value


class MedalsInput(Value, forbid_unknown_fields=True):
    keep: Annotated[int, msgspec.Meta(ge=1, le=3)]
    parity: str


class LayInput(Value, forbid_unknown_fields=True):
    tile: str
    rotation: Annotated[int, msgspec.Meta(ge=0, le=5)]


def read(seat: Seat, move: Any) -> Command:
    """The command that a move stands for; it names exactly one kind."""
    if not isinstance(move, dict) or len(move) != 1:
        raise ValidationError("Expected an object with exactly one kind of move")
    [(kind, value)] = move.items()
    match kind:
        case "medals":
            medals = msgspec.convert(value, MedalsInput)
            parity = msgspec.convert(medals.parity.lower(), Parity)
            return KeepMedals(seat, medals.keep, parity)
        case "lay":
            return laying(seat, msgspec.convert(value, LayInput))
        case _:
            raise ValidationError(f"Unknown kind of move: {kind}")


def laying(seat: Seat, lay: LayInput) -> Lay:
    """A rotation that looks like a smaller one is taken for that, as legal moves name it."""
    if lay.tile not in TILES:
        raise ValidationError(f"There is no tile {lay.tile}")
    piece = PIECES[lay.tile, lay.rotation]
    return Lay(seat, lay.tile, PLACEMENTS[piece - 1].rotation)


def write(command: Command) -> dict[str, Any]:
    match command:
        case KeepMedals(keep=keep, parity=parity):
            return {"medals": {"keep": keep, "parity": parity.name}}
        case Lay(tile=tile, rotation=rotation):
            return {"lay": {"tile": tile, "rotation": rotation}}
        case _:
            assert_never(command)

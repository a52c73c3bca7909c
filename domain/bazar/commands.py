"""What a table may choose before play and a player may do in it, as asked and as offered."""

from enum import StrEnum

from domain.bazar.pieces import Corner, Parity
from domain.kernel import Seat, Value


class Start(StrEnum):
    """How the first player is found (Z5)."""

    MEDALS = "medals"
    RANDOM = "random"
    NAMED = "named"


class Options(Value, forbid_unknown_fields=True):
    start: Start = Start.MEDALS
    first: Seat | None = None  # who plays first, if named
    shared_cells: bool = False  # Z9
    empty_corner: Corner | None = None  # the elephant nobody takes, with three players (Z4)


class KeepMedals(Value, forbid_unknown_fields=True):
    seat: Seat
    keep: int
    parity: Parity


class Lay(Value, forbid_unknown_fields=True):
    """Lay a tile where the tip leads. Of rotations that look alike, the smallest is meant."""

    seat: Seat
    tile: str
    rotation: int


Command = KeepMedals | Lay


class Tip(Value):
    """Where a trunk leads: into this cell, through this edge of it."""

    cell: str
    edge: int


class Growth(Value):
    """How a tile makes one trunk longer, and where its tip is then."""

    seat: Seat
    gain: int
    tip: Tip


class MayKeepMedals(Value):
    command: KeepMedals


class MayLay(Value):
    command: Lay
    cell: str
    gain: int
    tip: Tip
    others: tuple[Growth, ...] = ()  # whose trunks grow through the tile as well (Z9)


Move = MayKeepMedals | MayLay

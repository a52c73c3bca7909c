"""What can have happened. These names and fields are stored: only ever add to them."""

from typing import ClassVar

from domain import kernel
from domain.bazar.commands import Growth, Start
from domain.bazar.pieces import Corner, Parity
from domain.kernel import Seat, Value, tagged


class _Event(kernel.Event, tag_field="type", tag=tagged("bazar")):
    pass


class BoardSetUp(_Event):
    """Each seat has an elephant, the others an end piece. No turn yet if medals decide."""

    corners: tuple[Corner, ...]
    shared_cells: bool
    start: Start
    turn: Seat | None


class MedalsKept(_Event):
    hidden: ClassVar[tuple[str, ...]] = ("keep", "parity")

    seat: Seat
    keep: int | None = None
    parity: Parity | None = None


class Choice(Value):
    keep: int | None
    parity: Parity | None


class MedalsShown(_Event):
    """All have chosen. By seat, with None for who was out; the turn is set if one is left."""

    choices: tuple[Choice | None, ...]
    total: int
    contenders: tuple[Seat, ...]
    turn: Seat | None


class StarterDrawn(_Event):
    """The medals could not part those left in, so the lot has."""

    seat: Seat


class TileLaid(_Event):
    seat: Seat
    tile: str
    rotation: int
    cell: str
    growths: tuple[Growth, ...]
    turn: Seat


class EndPieceLaid(_Event):
    """The seat is out. No turn follows the last one."""

    seat: Seat
    cell: str
    turn: Seat | None


class Alone(Value):
    """The score of a game alone, line by line (Z17)."""

    tiles: int
    empty_cells: int
    unused_openings: int

    @property
    def score(self) -> int:
        return self.tiles - self.empty_cells - self.unused_openings


class GameEnded(_Event):
    lengths: tuple[int, ...]
    ranks: tuple[int, ...]
    alone: Alone | None = None


EVENTS = (BoardSetUp, MedalsKept, MedalsShown, StarterDrawn, TileLaid, EndPieceLaid, GameEnded)
Event = BoardSetUp | MedalsKept | MedalsShown | StarterDrawn | TileLaid | EndPieceLaid | GameEnded

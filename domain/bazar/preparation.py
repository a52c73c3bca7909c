"""Setting the board: which elephants play, and who starts."""

from domain.bazar.commands import Options, Start
from domain.bazar.events import BoardSetUp, Event
from domain.bazar.pieces import SEATS, Corner
from domain.chance import Chance
from domain.kernel import Refused, Seat


class WrongSeats(Refused):
    rule = "Z4"


class CornerMischosen(Refused):
    rule = "Z4"


class StarterMisnamed(Refused):
    rule = "Z5"


def set_up(seats: int, options: Options, chance: Chance) -> list[Event]:
    if seats not in SEATS:
        raise WrongSeats(seats=seats)
    named = options.start is Start.NAMED
    if named != (options.first is not None) or (options.first or 0) not in range(seats):
        raise StarterMisnamed(seat=options.first)
    corners = _corners(seats, options.empty_corner)
    turn = _starter(seats, options, chance)
    return [BoardSetUp(corners, options.shared_cells, options.start, turn)]


def _corners(seats: int, empty: Corner | None) -> tuple[Corner, ...]:
    """The elephants of the seats, clockwise (Z4, Z6)."""
    if empty is not None and seats != 3:
        raise CornerMischosen(corner=empty)
    match seats:
        case 1:
            return (Corner.NW,)
        case 2:
            return (Corner.NW, Corner.SE)
        case 3:
            return tuple(corner for corner in Corner if corner is not (empty or Corner.SW))
        case _:
            return tuple(Corner)


def _starter(seats: int, options: Options, chance: Chance) -> Seat | None:
    """Who starts, or None if that is still to be played out."""
    if seats == 1:
        return 0
    match options.start:
        case Start.MEDALS:
            return None
        case Start.RANDOM:
            return chance.below("starter", seats)
        case Start.NAMED:
            return options.first

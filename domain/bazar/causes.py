"""What a seat must have asked for, told from the first event that came of it."""

from domain.bazar.commands import Command, KeepMedals, Lay
from domain.bazar.events import Event, MedalsKept, TileLaid


def cause(event: Event) -> Command | None:
    """None for what only ever follows from something else, or where the choice is hidden."""
    match event:
        case MedalsKept(seat=seat, keep=int(keep), parity=parity) if parity is not None:
            return KeepMedals(seat, keep, parity)
        case TileLaid(seat=seat, tile=tile, rotation=rotation):
            return Lay(seat, tile, rotation)
        case _:
            return None

"""What a seat must have asked for, told from the first event that came of it."""

from domain.bombay.commands import (
    BuildPalace,
    BuySilk,
    Command,
    Consolidate,
    EndTurn,
    MoveElephant,
    SellSilk,
)
from domain.bombay.events import (
    ElephantMoved,
    Event,
    FortuneConsolidated,
    PalaceBuilt,
    SilkBought,
    SilkSold,
    TurnEnded,
)


def cause(event: Event) -> Command | None:
    """None for what only ever follows from something else."""
    match event:
        case FortuneConsolidated(seat=seat):
            return Consolidate(seat)
        case ElephantMoved(seat=seat, to=to):
            return MoveElephant(seat, to)
        case SilkBought(seat=seat, colour=colour):
            return BuySilk(seat, colour)
        case SilkSold(seat=seat, colour=colour):
            return SellSilk(seat, colour)
        case PalaceBuilt(seat=seat, spent=spent, taken=taken):
            return BuildPalace(seat, spent, taken)
        case TurnEnded(seat=seat):
            return EndTurn(seat)
        case _:
            return None

"""The medal game that decides who starts (Z5)."""

from collections.abc import Iterator

from domain.bazar.commands import KeepMedals, MayKeepMedals
from domain.bazar.events import Choice, Event, MedalsKept, MedalsShown, StarterDrawn
from domain.bazar.pieces import MEDALS, SEATS, Parity
from domain.bazar.state import Medals, State, evolve
from domain.chance import Chance
from domain.kernel import Refused, Seat

PATIENCE = 5  # rounds of the medal game without a change before the lot decides
CHOICES = tuple(
    tuple(MayKeepMedals(KeepMedals(seat, keep, parity)) for keep in MEDALS for parity in Parity)
    for seat in range(max(SEATS))
)


class MedalsOver(Refused):
    rule = "Z5"


class AlreadyChosen(Refused):
    rule = "Z5"


class OutOfMedals(Refused):
    rule = "Z5"


class NoSuchChoice(Refused):
    rule = "Z5"


def choosing(medals: Medals) -> tuple[Seat, ...]:
    """Who has still to choose in the round that is on."""
    return tuple(seat for seat in medals.contenders if medals.choices[seat] is None)


def keep_medals(state: State, command: KeepMedals, chance: Chance) -> list[Event]:
    if state.medals is None or state.turn is not None:
        raise MedalsOver
    if command.seat not in state.medals.contenders:
        raise OutOfMedals
    if state.medals.choices[command.seat] is not None:
        raise AlreadyChosen
    if command.keep not in MEDALS or command.parity not in tuple(Parity):
        raise NoSuchChoice(keep=command.keep)
    kept = MedalsKept(command.seat, command.keep, command.parity)
    medals = evolve(state, kept).medals
    if medals is None or choosing(medals):
        return [kept]
    return [kept, *_show(medals, chance)]


def _show(medals: Medals, chance: Chance) -> Iterator[Event]:
    """All hands open. Who was wrong about the total is out, unless all were (Z5)."""
    chosen = [(seat, medals.choices[seat] or Choice(0, None)) for seat in medals.contenders]
    total = sum(choice.keep or 0 for _, choice in chosen)
    parity = Parity.ODD if total % 2 else Parity.EVEN
    right = tuple(seat for seat, choice in chosen if choice.parity is parity)
    left = right or medals.contenders
    yield MedalsShown(medals.choices, total, left, left[0] if len(left) == 1 else None)
    if len(left) == len(medals.contenders) and medals.unchanged + 1 == PATIENCE:
        yield StarterDrawn(left[chance.below("starter after medals", len(left))])

"""Events, moves, refusals and rules of Bombay Bazar in words, one module for each language."""

from collections.abc import Sequence
from types import ModuleType
from typing import Any, assert_never

from domain.bazar import pieces
from domain.bazar.commands import KeepMedals, MayKeepMedals, MayLay, Move, Start
from domain.bazar.events import (
    BoardSet,
    Ended,
    EndPieceLaid,
    Event,
    MedalsKept,
    MedalsShown,
    StarterDrawn,
    TileLaid,
)
from domain.bazar.pieces import Parity
from domain.bazar.texts import en, fr, pl, pt
from domain.kernel import Language, Refused, Seat, Viewer

LANGUAGES: dict[Language, ModuleType] = {
    Language.EN: en,
    Language.FR: fr,
    Language.PT: pt,
    Language.PL: pl,
}


def tell(event: Event, viewer: Viewer, language: Language, names: Sequence[str]) -> str:
    """One line about an event, as the viewer may know it."""
    words = LANGUAGES[language]

    def say(key: str, **details: Any) -> str:
        return str(words.TELL[key].format(**details))

    def listed(seats: Sequence[Seat]) -> str:
        return ", ".join(names[seat] for seat in seats)

    match event:
        case TileLaid(seat, tile, rotation, cell, growths):
            own = {growth.seat: growth.gain for growth in growths}
            gain = own.pop(seat, 0)
            line = say(
                "tile_laid", name=names[seat], tile=tile, rotation=rotation, cell=cell, gain=gain
            )
            also = [say("also", name=names[other], gain=gain) for other, gain in own.items()]
            return " ".join([line, *also])
        case EndPieceLaid(seat, cell):
            return say("end_piece_laid", name=names[seat], cell=cell)
        case BoardSet(corners, shared_cells, start, turn):
            places = zip(names, corners, strict=False)
            elephants = ", ".join(f"{name} {words.CORNERS[corner]}" for name, corner in places)
            lines = [say("elephants", elephants=elephants)]
            if shared_cells:
                lines.append(say("shared_cells"))
            if turn is None:
                lines.append(say("medals"))
            else:
                lines.append(say("random" if start is Start.RANDOM else "named", name=names[turn]))
            return " ".join(lines)
        case MedalsKept(seat, keep, parity):
            if parity is None or seat != viewer:
                return say("medals_kept", name=names[seat])
            parity_said = words.PARITIES[parity]
            return say("medals_kept_own", name=names[seat], keep=keep, parity=parity_said)
        case MedalsShown(choices, total, contenders, turn):
            shown = ", ".join(
                say("medals_choice", name=name, keep=choice.keep, parity=words.PARITIES[said])
                for name, choice in zip(names, choices, strict=False)
                if choice and (said := choice.parity)
            )
            truth = words.PARITIES[Parity.ODD if total % 2 else Parity.EVEN]
            line = say(
                "medals_shown", choices=shown, total=total, parity=truth, left=listed(contenders)
            )
            return line if turn is None else f"{line} {say('named', name=names[turn])}"
        case StarterDrawn(seat):
            return say("random", name=names[seat])
        case Ended(lengths, ranks, alone):
            if alone:
                return say(
                    "alone",
                    tiles=alone.tiles,
                    empty_cells=alone.empty_cells,
                    unused_openings=alone.unused_openings,
                    score=alone.score,
                )
            scores = ", ".join(map("{} {}".format, names, lengths))
            first = [seat for seat, rank in enumerate(ranks) if rank == 1]
            return say("lengths", scores=scores, winners=listed(first))
        case _:
            assert_never(event)


def tell_move(move: Move, language: Language) -> str:
    words = LANGUAGES[language]
    match move:
        case MayKeepMedals(KeepMedals(keep=keep, parity=parity)):
            said = words.PARITIES[parity]
            return str(words.TELL["move_medals"].format(keep=keep, parity=said))
        case MayLay(command, cell, gain, tip):
            return str(
                words.TELL["move_lay"].format(
                    tile=command.tile,
                    rotation=command.rotation,
                    cell=cell,
                    gain=gain,
                    tip=f"{tip.cell} {words.EDGES[tip.edge]}",
                )
            )
        case _:
            raise TypeError(move)


def explain(refused: Refused, language: Language) -> str:
    words = LANGUAGES[language]
    details = dict(refused.details)
    if "edge" in details:
        details["edge"] = words.EDGES[pieces.EDGES.index(details["edge"])]
    return str(words.REFUSALS[refused.code].format(**details))


def clauses(language: Language) -> dict[str, str]:
    return dict(LANGUAGES[language].CLAUSES)

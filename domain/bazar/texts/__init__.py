"""Events, moves, refusals and rules of Bombay Bazar in words, from one catalogue per language."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.bazar.commands import MayKeepMedals, MayLay, Move, Start
from domain.bazar.events import (
    BoardSetUp,
    EndPieceLaid,
    Event,
    GameEnded,
    MedalsKept,
    MedalsShown,
    StarterDrawn,
    TileLaid,
)
from domain.bazar.pieces import EDGES, Parity
from domain.bazar.texts.en import EN
from domain.bazar.texts.fr import FR
from domain.bazar.texts.pl import PL
from domain.bazar.texts.pt import PT
from domain.kernel import Language, Refused, Viewer
from domain.texts import Catalogue

CATALOGUES = {catalogue.language: catalogue for catalogue in (EN, FR, PT, PL)}

Names = Sequence[str]  # of the seats


def tell(event: Event, viewer: Viewer, language: Language, names: Names) -> str:
    """One line on what happened. Only a choice with the medals reads otherwise to its owner."""
    words = CATALOGUES[language]
    if isinstance(event, MedalsKept) and event.seat == viewer:
        return own_medals_kept(words, event, names)
    return TELLERS[type(event)](words, event, names)


def tell_move(move: Move, language: Language) -> str:
    """One line on a move that is open, with its gain."""
    words = CATALOGUES[language]
    return may_lay(words, move) if isinstance(move, MayLay) else may_keep_medals(words, move)


def explain(refused: Refused, language: Language) -> str:
    return CATALOGUES[language].say(refused.code, **refused.details)


def clauses(language: Language) -> dict[str, str]:
    return dict(CATALOGUES[language].clauses)


def board_set_up(words: Catalogue, event: BoardSetUp, names: Names) -> str:
    corners = [words.words["corner"][corner] for corner in event.corners]
    parts = [words.say("elephants", elephants=", ".join(map("{} {}".format, names, corners)))]
    if event.shared_cells:
        parts.append(words.say("shared_cells"))
    if event.turn is None:
        parts.append(words.say("medals"))
    else:
        drawn = event.start is Start.RANDOM
        parts.append(words.say("random" if drawn else "named", name=names[event.turn]))
    return " ".join(parts)


def medals_kept(words: Catalogue, event: MedalsKept, names: Names) -> str:
    return words.say("medals_kept", name=names[event.seat])


def own_medals_kept(words: Catalogue, event: MedalsKept, names: Names) -> str:
    name = names[event.seat]
    return words.say("medals_kept_own", name=name, keep=event.keep, parity=event.parity)


def medals_shown(words: Catalogue, event: MedalsShown, names: Names) -> str:
    choices = [
        words.say("medals_choice", name=name, keep=choice.keep, parity=choice.parity)
        for name, choice in zip(names, event.choices, strict=False)
        if choice is not None
    ]
    text = words.say(
        "medals_shown",
        choices=", ".join(choices),
        total=event.total,
        parity=Parity.ODD if event.total % 2 else Parity.EVEN,
        left=words.join([names[seat] for seat in event.contenders]),
    )
    return text if event.turn is None else f"{text} {words.say('named', name=names[event.turn])}"


def starter_drawn(words: Catalogue, event: StarterDrawn, names: Names) -> str:
    return words.say("random", name=names[event.seat])


def tile_laid(words: Catalogue, event: TileLaid, names: Names) -> str:
    gains = {growth.seat: growth.gain for growth in event.growths}
    text = words.say(
        "tile_laid",
        name=names[event.seat],
        tile=event.tile,
        rotation=event.rotation,
        cell=event.cell,
        gain=gains.pop(event.seat),
    )
    also = [words.say("also", name=names[seat], gain=gain) for seat, gain in gains.items()]
    return " ".join([text, *also])


def end_piece_laid(words: Catalogue, event: EndPieceLaid, names: Names) -> str:
    return words.say("end_piece_laid", name=names[event.seat], cell=event.cell)


def game_ended(words: Catalogue, event: GameEnded, names: Names) -> str:
    if event.alone:
        return words.say(
            "alone",
            tiles=event.alone.tiles,
            empty_cells=event.alone.empty_cells,
            unused_openings=event.alone.unused_openings,
            score=event.alone.score,
        )
    winners = [names[seat] for seat, rank in enumerate(event.ranks) if rank == 1]
    scores = map("{} {}".format, names, event.lengths)
    return words.say("lengths", scores=", ".join(scores), winners=words.join(winners))


def may_keep_medals(words: Catalogue, move: MayKeepMedals) -> str:
    return words.say("move_medals", keep=move.command.keep, parity=move.command.parity)


def may_lay(words: Catalogue, move: MayLay) -> str:
    return words.say(
        "move_lay",
        tile=move.command.tile,
        rotation=move.command.rotation,
        cell=move.cell,
        gain=move.gain,
        tip=f"{move.tip.cell} {words.words['edge'][EDGES[move.tip.edge]]}",
    )


TELLERS: dict[type[Event], Callable[[Catalogue, Any, Names], str]] = {
    BoardSetUp: board_set_up,
    MedalsKept: medals_kept,
    MedalsShown: medals_shown,
    StarterDrawn: starter_drawn,
    TileLaid: tile_laid,
    EndPieceLaid: end_piece_laid,
    GameEnded: game_ended,
}

"""The game in words, in four languages."""

import pytest

from domain.bazar import bazar, medals, preparation, rules
from domain.bazar.commands import Growth, KeepMedals, MayKeepMedals, MayLay, Options, Start, Tip
from domain.bazar.events import Alone, Choice, EndPieceLaid, GameEnded, MedalsShown, TileLaid
from domain.bazar.pieces import Parity
from domain.bazar.rules import EdgeMismatch
from domain.bazar.texts import CATALOGUES
from domain.kernel import Language, Refused
from tests.kit import luck
from tests.rules.bazar.drawing import tile

NAMES = ["Ada", "Bao"]
LAID = TileLaid(0, "T06", 4, "B4", (Growth(0, 4, Tip("C4", 0)),), turn=1)
SHARED = TileLaid(0, "T06", 4, "B4", (Growth(0, 1, Tip("A5", 3)), Growth(1, 2, Tip("C4", 0))), 1)
SHOWN = MedalsShown((Choice(1, Parity.ODD), Choice(2, Parity.EVEN)), 3, (0,), turn=0)


@pytest.mark.parametrize(
    ("event", "language", "text"),
    [
        (LAID, Language.EN, "Ada lays T06 (rotation 4) on B4: trunk longer by 4."),
        (LAID, Language.FR, "Ada pose T06 (rotation 4) en B4 : trompe plus longue de 4."),
        (LAID, Language.PT, "Ada coloca T06 (rotação 4) em B4: tromba mais comprida em 4."),
        (LAID, Language.PL, "Ada kładzie T06 (obrót 4) na B4: trąba dłuższa o 4."),
        (
            SHARED,
            Language.EN,
            "Ada lays T06 (rotation 4) on B4: trunk longer by 1. The trunk of Bao grows by 2 too.",
        ),
        (
            SHOWN,
            Language.EN,
            "Medals: Ada 1 odd, Bao 2 even. Total 3, odd. Left in: Ada. Ada starts.",
        ),
        (
            EndPieceLaid(1, "C2", turn=0),
            Language.EN,
            "Bao cannot lay any tile and is out: end piece on C2.",
        ),
        (
            GameEnded((12, 12), (1, 1)),
            Language.EN,
            "The game is over: Ada 12, Bao 12. First: Ada and Bao.",
        ),
        (
            GameEnded((8,), (1,), Alone(7, 53, 2)),
            Language.EN,
            "The game is over: tiles 7, less empty cells 53, less unused openings 2: -48.",
        ),
    ],
)
def test_events_are_told(event, language, text):
    assert bazar.tell(event, None, language, NAMES) == text


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (Options(), "Elephants: Ada NW, Bao SE. Medals decide who starts."),
        (
            Options(Start.NAMED, 1, shared_cells=True),
            "Elephants: Ada NW, Bao SE. Cells may be shared. Bao starts.",
        ),
    ],
)
def test_the_start_is_told(options, text):
    [event] = bazar.set_up(2, options, luck(1))
    assert bazar.tell(event, None, Language.EN, NAMES) == text


def test_moves_are_told_with_what_they_bring():
    move = MayLay(tile("25"), "B1", 1, Tip("C2", 5))
    assert (
        bazar.tell_move(move, Language.FR)
        == "Poser T03 (rotation 2) en B1 : trompe plus longue de 1, vers C2 NO."
    )
    choice = MayKeepMedals(KeepMedals(0, 2, Parity.ODD))
    assert bazar.tell_move(choice, Language.PL) == "Zatrzymaj 2 z 3 medali i powiedz: nieparzyste."


@pytest.mark.parametrize("language", Language)
def test_every_refusal_has_a_message(language):
    kinds = {
        kind
        for module in (rules, medals, preparation)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Refused) and kind is not Refused
    }
    assert {kind().code for kind in kinds} <= set(CATALOGUES[language].messages)
    assert all(kind.rule in bazar.clauses(language) for kind in kinds)


def test_a_refusal_is_explained_in_the_language_asked_for():
    refused = EdgeMismatch(edge="SW", neighbour="C4")
    assert bazar.explain(refused, Language.FR) == (
        "La pièce ne s’accorde pas avec celle en C4, côté SO."
    )


@pytest.mark.parametrize("language", Language)
def test_the_languages_say_the_same_things(language):
    english, other = CATALOGUES[Language.EN], CATALOGUES[language]
    assert list(other.messages) == list(english.messages)
    assert list(other.clauses) == list(english.clauses) == [f"Z{n}" for n in range(1, 19)]
    for name, message in english.messages.items():
        assert slots(other.messages[name]) == slots(message)


def slots(message):
    return {part.split("}")[0] for part in message.split("{")[1:]}

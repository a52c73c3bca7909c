"""Sentences as players read them, with the plural forms of each language."""

import pytest

from domain.bombay import bombay
from domain.bombay.commands import BuySilk, MayBuild, SellSilk
from domain.bombay.events import ElephantMoved, GameEnded, Score, TurnEnded
from domain.bombay.rules import NotAdjacent, TooFewActions
from domain.kernel import Language
from tests.rules.bombay.kit import BLUE, ORANGE, PURPLE, at, decide

EN, FR, PT, PL = Language
NAMES = ["Ada", "Bao", "Cleo", "Dev"]


def tell(event, language):
    return bombay.tell(event, None, language, NAMES)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (
            EN,
            "Ada sells a purple bale in Bombay for 3 rupees and 1 client. Ada takes a city token.",
        ),
        (
            FR,
            "Ada vend un ballot violet à Bombay pour 3 roupies et 1 cliente. "
            "Ada prend un jeton de la ville.",
        ),
        (
            PT,
            "Ada vende um pacote violeta em Bombay por 3 rupias e 1 cliente. "
            "Ada recebe uma ficha da cidade.",
        ),
        (
            PL,
            "Ada sprzedaje fioletową belę w mieście Bombay za 3 rupie i 1 klienta. "
            "Ada bierze żeton miasta.",
        ),
    ],
)
def test_a_sale(language, line):
    [sold] = decide(at("Bombay", PURPLE), SellSilk(0, PURPLE))
    assert tell(sold, language) == line


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (EN, "Ada buys an orange bale from the right market for 2 rupees."),
        (FR, "Ada achète un ballot orange au marché de droite pour 2 roupies."),
        (PT, "Ada compra um pacote laranja no mercado da direita por 2 rupias."),
        (PL, "Ada kupuje pomarańczową belę na prawym targowisku za 2 rupie."),
    ],
)
def test_a_purchase(language, line):
    [bought] = decide(at("E4"), BuySilk(0, ORANGE))
    assert tell(bought, language) == line


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (EN, "Cleo moves to Ellora Crossroads. Bao takes 1 rupee for the palace there."),
        (FR, "Cleo va à Ellora Crossroads. Bao prend 1 roupie pour le palais qui s’y trouve."),
        (PT, "Cleo vai para Ellora Crossroads. Bao recebe 1 rupia pelo palácio que lá tem."),
        (PL, "Cleo idzie na pole Ellora Crossroads. Bao dostaje 1 rupię za stojący tam pałac."),
    ],
)
def test_a_toll(language, line):
    assert tell(ElephantMoved(2, "Indore", "H1", actions=1, toll=1, owner=1), language) == line


@pytest.mark.parametrize(
    ("lost", "line"),
    [
        (0, "Ada nie ma już akcji."),
        (1, "Ada kończy turę i traci 1 akcję."),
        (2, "Ada kończy turę i traci 2 akcje."),
    ],
)
def test_polish_counts_actions(lost, line):
    assert tell(TurnEnded(0, lost, to=None, turn=4, actions=0), PL) == line


def ended(*rupees):
    """The end of a game in which the seats have come to these rupees."""
    scores = [
        Score(seat, 0, 0, 0, 0, 0, 0, own, rank=1 + sum(other > own for other in rupees))
        for seat, own in enumerate(rupees)
    ]
    return GameEnded(tuple(scores))


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (EN, "The game is over. Rupees: Bao 25, Cleo 22, Ada 1. Bao wins."),
        (FR, "La partie est finie. Roupies : Bao 25, Cleo 22, Ada 1. Bao gagne."),
        (PT, "O jogo acabou. Rupias: Bao 25, Cleo 22, Ada 1. Bao vence."),
        (PL, "Koniec gry. Rupie: Bao 25, Cleo 22, Ada 1. Wygrywa Bao."),
    ],
)
def test_the_end(language, line):
    assert tell(ended(1, 25, 22), language) == line


def test_a_shared_win():
    assert tell(ended(9, 9, 9), EN).endswith("Ada, Bao and Cleo share the win.")


@pytest.mark.parametrize(
    ("language", "line"),
    [
        (EN, "That takes 2 actions; you have 1 left."),
        (FR, "Il faut 2 actions ; il vous en reste 1."),
        (PT, "Isso custa 2 ações; tem 1."),
        (PL, "To kosztuje 2 akcje; zostało ci: 1."),
    ],
)
def test_a_refusal(language, line):
    assert bombay.explain(TooFewActions(needed=2, had=1), language) == line


def test_a_refusal_names_sites_as_the_board_does():
    text = bombay.explain(NotAdjacent(origin="A", to="Indore"), EN)
    assert text == "No trail leads from Deccan Hill to Indore."


def test_a_move_with_what_it_brings():
    moves = bombay.legal(at("G6", BLUE), 0)
    lines = [bombay.tell_move(move, EN) for move in moves if isinstance(move, MayBuild)]
    assert lines == [
        "Build a palace for a blue bale (1 action). Take a yellow bale from the market, free.",
        "Build a palace for a blue bale (1 action). Take a blue bale from the market, free.",
    ]

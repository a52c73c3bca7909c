"""How bots play the medal game (Z5)."""

from collections.abc import Sequence
from random import Random

from domain.bazar.commands import MayKeepMedals
from domain.bazar.pieces import Parity
from domain.bazar.views import View


def keep(view: View, moves: Sequence[MayKeepMedals], random: Random) -> MayKeepMedals:
    """Keep odd as often as even, so that nobody can guess; guess that the others keep any number.

    One hand of three numbers is odd two times in three, which makes an even total of two such
    hands the likelier one, and so on by turns.
    """
    others = len(view.medals.contenders) - 1 if view.medals else 0
    kept = random.choice((1, 2, 2, 3))
    parity = Parity.ODD if (kept + others) % 2 else Parity.EVEN
    return next(
        move for move in moves if move.command.keep == kept and move.command.parity is parity
    )

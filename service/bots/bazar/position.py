"""The position that a view shows, and the medals that the others may have kept in it."""

from random import Random

from domain.bazar.board import bare, put
from domain.bazar.events import Choice
from domain.bazar.pieces import END, MEDALS, PIECES, POSITIONS, Parity
from domain.bazar.state import Medals, Round, State, Trunk
from domain.bazar.views import Content, MedalsView, TrunkView, View

PARITIES = tuple(Parity)


def imagined(view: View, random: Random) -> State:
    """A position of a running game with this view, hidden medals drawn at random."""
    board = bare()
    for cell in view.cells:
        if cell.content is Content.END_PIECE:
            board = put(board, POSITIONS[cell.cell], END)
        elif cell.tile is not None and cell.rotation is not None:
            board = put(board, POSITIONS[cell.cell], PIECES[cell.tile, cell.rotation])
    return State(
        board=board,
        stock=bytes(pile.left for pile in view.stock),
        trunks=tuple(map(_trunk, view.trunks)),
        turn=view.turn,
        shared_cells=view.shared_cells,
        medals=None if view.medals is None else _medals(view.medals, len(view.trunks), random),
    )


def _trunk(trunk: TrunkView) -> Trunk:
    cell = POSITIONS[trunk.tip.cell]
    return Trunk(trunk.corner, cell, trunk.tip.edge, trunk.length, trunk.out)


def _medals(medals: MedalsView, seats: int, random: Random) -> Medals:
    unchanged, left = 0, seats
    for shown in medals.rounds:
        unchanged = unchanged + 1 if len(shown.contenders) == left else 0
        left = len(shown.contenders)
    return Medals(
        contenders=medals.contenders,
        choices=tuple(
            Choice(random.choice(MEDALS), random.choice(PARITIES))
            if seat in medals.chosen
            else None
            for seat in range(seats)
        ),
        rounds=tuple(
            Round(shown.choices, shown.total, shown.contenders) for shown in medals.rounds
        ),
        unchanged=unchanged,
    )

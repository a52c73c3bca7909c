"""A position of the game, and how events lead from one to the next."""

from functools import cache
from typing import TypeVar, assert_never

from msgspec.structs import replace

from domain.bazar.board import Board, bare, put
from domain.bazar.events import (
    BoardSetUp,
    Choice,
    EndPieceLaid,
    Event,
    GameEnded,
    MedalsKept,
    MedalsShown,
    StarterDrawn,
    TileLaid,
)
from domain.bazar.pieces import (
    COPIES,
    ELEPHANTS,
    END,
    PATTERN,
    PIECES,
    POSITIONS,
    TILES,
    Corner,
    Position,
)
from domain.kernel import Seat, Value

T = TypeVar("T")


class Trunk(Value):
    """A trunk leads into a cell, through an edge of it. There its end piece lies once it is out."""

    corner: Corner
    cell: Position
    entry: int
    length: int = 0
    out: bool = False


class Round(Value):
    """What one round of the medal game showed, by seat, and who was left in after it."""

    choices: tuple[Choice | None, ...]
    total: int
    contenders: tuple[Seat, ...]


class Medals(Value):
    contenders: tuple[Seat, ...]
    choices: tuple[Choice | None, ...]  # of the round that is on, by seat
    rounds: tuple[Round, ...] = ()
    unchanged: int = 0  # rounds in a row that put nobody out


class State(Value):
    board: Board = bare()
    stock: bytes = bytes((COPIES,)) * len(TILES)  # tiles left, by pattern
    trunks: tuple[Trunk, ...] = ()  # by seat
    turn: Seat | None = None
    shared_cells: bool = False
    medals: Medals | None = None
    ended: GameEnded | None = None


def evolve(state: State, event: Event) -> State:
    match event:
        case TileLaid():
            return _laid(state, event)
        case EndPieceLaid(seat, cell, turn):
            trunk = replace(state.trunks[seat], out=True)
            return replace(
                state,
                board=put(state.board, POSITIONS[cell], END),
                trunks=_put(state.trunks, seat, trunk),
                turn=turn,
            )
        case BoardSetUp(corners, shared_cells, _, turn):
            seats = tuple(range(len(corners)))
            return State(
                board=_without(frozenset(Corner) - frozenset(corners)),
                trunks=tuple(_head(corner) for corner in corners),
                turn=turn,
                shared_cells=shared_cells,
                medals=Medals(seats, (None,) * len(seats)) if turn is None else None,
            )
        case MedalsKept(seat, keep, parity):
            medals = _medals(state)
            choices = _put(medals.choices, seat, Choice(keep, parity))
            return replace(state, medals=replace(medals, choices=choices))
        case MedalsShown(turn=turn):
            return replace(state, medals=_shown(_medals(state), event), turn=turn)
        case StarterDrawn(seat):
            return replace(state, turn=seat)
        case GameEnded():
            return replace(state, ended=event)
        case _:
            assert_never(event)


def _laid(state: State, event: TileLaid) -> State:
    piece = PIECES[event.tile, event.rotation]
    pattern = PATTERN[piece]
    trunks = list(state.trunks)
    for growth in event.growths:
        trunk, tip = trunks[growth.seat], growth.tip
        length = trunk.length + growth.gain
        trunks[growth.seat] = Trunk(trunk.corner, POSITIONS[tip.cell], tip.edge, length)
    return State(
        put(state.board, POSITIONS[event.cell], piece),
        put(state.stock, pattern, state.stock[pattern] - 1),
        tuple(trunks),
        event.turn,
        state.shared_cells,
        state.medals,
    )


def _head(corner: Corner) -> Trunk:
    return Trunk(corner, ELEPHANTS[corner].start, ELEPHANTS[corner].entry)


@cache
def _without(corners: frozenset[Corner]) -> Board:
    """The board with an end piece before each elephant that nobody took (Z4)."""
    board = bare()
    for corner in corners:
        board = put(board, ELEPHANTS[corner].start, END)
    return board


def _medals(state: State) -> Medals:
    return state.medals or Medals((), (None,) * len(state.trunks))


def _shown(medals: Medals, event: MedalsShown) -> Medals:
    same = len(event.contenders) == len(medals.contenders)
    return Medals(
        contenders=event.contenders,
        choices=(None,) * len(event.choices),
        rounds=(*medals.rounds, Round(event.choices, event.total, event.contenders)),
        unchanged=medals.unchanged + 1 if same else 0,
    )


def _put(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    return (*items[:index], item, *items[index + 1 :])

"""What may be done, why not, and what it brings about.

Refused
├── NotOfThisGame, NotSetUp, GameOver
├── StarterUnknown, NotYourTurn, AlreadyOut
└── NoSuchTile, PatternExhausted, TrunkNotLonger, LeadsOffBoard, MeetsHead, MeetsEndPiece,
    MeetsOpponent, EdgeMismatch, JoinsTrunks

`preparation` and `medals` have their own.
"""

from collections.abc import Iterator, Sequence

from domain.bazar.board import Board, asked, follow
from domain.bazar.commands import (
    Command,
    Growth,
    KeepMedals,
    Lay,
    MayLay,
    Move,
    Tip,
)
from domain.bazar.events import (
    EndPieceLaid,
    Event,
    TileLaid,
)
from domain.bazar.medals import CHOICES, choosing, keep_medals
from domain.bazar.pieces import (
    BORDER,
    CELLS,
    EDGES,
    EMPTY,
    END,
    EXITS,
    NEIGHBOURS,
    OPENINGS,
    OPPOSITE,
    PATTERN,
    PIECES,
    PLACEMENTS,
    SEATS,
    SIX,
    Piece,
    Position,
    fitting,
)
from domain.bazar.scoring import ended
from domain.bazar.state import State, Trunk, evolve
from domain.chance import Chance
from domain.kernel import Refused, Seat


class NotOfThisGame(Refused):
    rule = "Z7"


class NotSetUp(Refused):
    rule = "Z4"


class StarterUnknown(Refused):
    rule = "Z5"


class NotYourTurn(Refused):
    rule = "Z6"


class AlreadyOut(Refused):
    rule = "Z13"


class GameOver(Refused):
    rule = "Z15"


class NoSuchTile(Refused):
    rule = "Z1"


class PatternExhausted(Refused):
    rule = "Z2"


class TrunkNotLonger(Refused):
    rule = "Z7"


class LeadsOffBoard(Refused):
    rule = "Z8"


class MeetsHead(Refused):
    rule = "Z8"


class MeetsEndPiece(Refused):
    rule = "Z8"


class MeetsOpponent(Refused):
    rule = "Z9"


class JoinsTrunks(Refused):
    rule = "Z9"


class EdgeMismatch(Refused):
    rule = "Z10"


def on_turn(state: State) -> tuple[Seat, ...]:
    """Who may act now: all who have not chosen in the medal game, else the one whose turn it is."""
    if state.ended:
        return ()
    if state.turn is not None:
        return (state.turn,)
    return () if state.medals is None else choosing(state.medals)


def decide(state: State, command: Command, chance: Chance) -> list[Event]:
    match command:
        case Lay():
            _check_running(state)
            return lay(state, command)
        case KeepMedals():
            _check_running(state)
            return keep_medals(state, command, chance)
        case _:
            raise NotOfThisGame


def _check_running(state: State) -> None:
    if state.ended:
        raise GameOver
    if not state.trunks:
        raise NotSetUp


def lay(state: State, command: Lay) -> list[Event]:
    seat = command.seat
    trunk = _playing(state, seat)
    piece = PIECES.get((command.tile, command.rotation))
    if piece is None:
        raise NoSuchTile(tile=command.tile, rotation=command.rotation)
    if not state.stock[PATTERN[piece]]:
        raise PatternExhausted(tile=command.tile)
    shared = _is_shared(state, trunk.cell)
    tips = _tips(state, trunk.cell) if shared else {trunk.entry: seat}
    if shared and not state.shared_cells:
        raise _met(tips, seat)
    _check_edges(state, trunk, piece)
    growths = tuple([_growth(state, other, piece, tips) for other in tips.values()])
    placement = PLACEMENTS[piece - 1]
    return _closing(
        state,
        TileLaid(
            seat,
            placement.tile,
            placement.rotation,
            CELLS[trunk.cell],
            growths,
            _next(state, seat),
        ),
    )


def _playing(state: State, seat: Seat) -> Trunk:
    if state.turn is None:
        raise StarterUnknown
    if seat != state.turn:
        if seat in range(len(state.trunks)) and state.trunks[seat].out:
            raise AlreadyOut
        raise NotYourTurn(seat=state.turn)
    return state.trunks[seat]


def _check_edges(state: State, trunk: Trunk, piece: Piece) -> None:
    """Whether the tile agrees with all that lies around the cell (Z7, Z8, Z10)."""
    asks = asked(state.board, trunk.cell)
    openings = OPENINGS[piece]
    if not openings >> trunk.entry & 1:
        raise TrunkNotLonger(edge=EDGES[trunk.entry])
    wrong = (asks & ~openings & 63) | (asks >> 6 & openings)
    if wrong:
        raise _misfit(state.board, trunk.cell, next(edge for edge in SIX if wrong >> edge & 1))


def _misfit(board: Board, cell: Position, edge: int) -> Refused:
    neighbour = NEIGHBOURS[cell][edge]
    there = board[neighbour]
    if there == BORDER:
        return LeadsOffBoard(edge=EDGES[edge])
    details = {"edge": EDGES[edge], "neighbour": CELLS[neighbour]}
    if there == END:
        return MeetsEndPiece(**details)
    if there > BORDER and not OPENINGS[there] >> OPPOSITE[edge] & 1:
        return MeetsHead(**details)
    return EdgeMismatch(**details)


def _tips(state: State, cell: Position) -> dict[int, Seat]:
    """Whose trunks, of those still in play, lead into a cell, by edge."""
    return {
        trunk.entry: seat
        for seat, trunk in enumerate(state.trunks)
        if trunk.cell == cell and not trunk.out
    }


def _is_shared(state: State, cell: Position) -> bool:
    """Whether more than one trunk still in play leads into a cell. Asked three times a move, so a
    plain loop."""
    tips = 0
    for trunk in state.trunks:
        if trunk.cell == cell and not trunk.out:
            tips += 1
    return tips > 1


def _met(tips: dict[int, Seat], seat: Seat) -> Refused:
    edge, other = next((edge, other) for edge, other in tips.items() if other != seat)
    return MeetsOpponent(edge=EDGES[edge], seat=other)


def _growth(state: State, seat: Seat, piece: Piece, tips: dict[int, Seat]) -> Growth:
    """How far a trunk gets through a tile on its cell and the older stretches beyond (Z11).

    A stretch may lead back to the cell and through the tile again, but not into another tip.
    """
    trunk = state.trunks[seat]
    cell, edge, gain = trunk.cell, trunk.entry, 0
    while cell == trunk.cell:
        leaving = EXITS[piece][edge]
        if leaving in tips:
            raise JoinsTrunks(seats=tuple(sorted((seat, tips[leaving]))))
        cell, edge, passed = follow(state.board, cell, leaving)
        gain += passed + 1
    return Growth(seat, gain, TIPS[cell][edge])


def _next(state: State, seat: Seat) -> Seat:
    """Whose turn it is after the seat's: the next clockwise that is not out (Z6, Z15)."""
    seats = len(state.trunks)
    for step in range(1, seats):
        other = (seat + step) % seats
        if not state.trunks[other].out:
            return other
    return seat


def _closing(state: State, event: Event) -> list[Event]:
    """The event, and what it brings about: who cannot lay goes out, the last one ends the game."""
    events = [event]
    state = evolve(state, event)
    while state.turn is not None and not can_lay(state, state.turn):
        seat = state.turn
        after = _next(state, seat)
        cell = CELLS[state.trunks[seat].cell]
        event = EndPieceLaid(seat, cell, None if after == seat else after)
        events.append(event)
        state = evolve(state, event)
    if state.turn is None:
        events.append(ended(state))
    return events


def can_lay(state: State, seat: Seat) -> bool:
    """Whether any tile in stock fits where the seat's tip leads (Z12)."""
    board, stock, trunk = state.board, state.stock, state.trunks[seat]
    cell = trunk.cell
    if board[cell] != EMPTY:
        return False
    if _is_shared(state, cell):
        return state.shared_cells and any(each_lay(state, seat))
    for fit in fitting(asked(board, cell), trunk.entry):  # noqa: SIM110 - any() takes twice as long
        if stock[fit.pattern]:
            return True
    return False


def legal(state: State, seat: Seat) -> Sequence[Move]:
    """Every move open to the seat, by tile and rotation; tiles that look alike once."""
    if seat != state.turn:
        return CHOICES[seat] if seat in on_turn(state) else ()
    if not _is_shared(state, state.trunks[seat].cell):
        return _lays(state, seat)
    return list(each_lay(state, seat)) if state.shared_cells else ()


def _lays(state: State, seat: Seat) -> list[MayLay]:
    """The hot one. Only the seat's own tip is at the cell, so what fits can be looked up, and each
    way out of the cell is followed once for all tiles; most lead just one cell on."""
    board, stock, trunk = state.board, state.stock, state.trunks[seat]
    cell, entry = trunk.cell, trunk.entry
    asks = asked(board, cell)
    gains, tips = ONE_EACH, STEPS[cell]
    older = asks & 63 & ~(1 << entry)
    if older:
        gains, tips = gains.copy(), tips.copy()
        for edge in SIX:
            if older >> edge & 1:
                end, into, passed = follow(board, cell, edge)
                if end == cell:
                    return list(each_lay(state, seat))
                gains[edge], tips[edge] = passed + 1, TIPS[end][into]
    name, commands = CELLS[cell], LAYS[seat]
    return [
        MayLay(commands[piece], name, gains[leaving], tips[leaving])
        for piece, pattern, leaving in fitting(asks, entry)
        if stock[pattern]
    ]


def each_lay(state: State, seat: Seat) -> Iterator[MayLay]:
    """The same for any position, tile by tile."""
    trunk = state.trunks[seat]
    tips = _tips(state, trunk.cell)
    for piece, pattern, _ in fitting(asked(state.board, trunk.cell), trunk.entry):
        if state.stock[pattern]:
            try:
                growths = [_growth(state, other, piece, tips) for other in tips.values()]
            except JoinsTrunks:
                continue
            own = next(growth for growth in growths if growth.seat == seat)
            others = tuple(growth for growth in growths if growth is not own)
            yield MayLay(LAYS[seat][piece], CELLS[trunk.cell], own.gain, own.tip, others)


def passing(state: State, seat: Seat) -> Command:
    """Laying is compulsory (Z12), so a seat that nobody plays any more takes its first move."""
    return legal(state, seat)[0].command


# Values that every position offers again, made once.
TIPS = tuple(tuple(Tip(cell, edge) for edge in SIX) for cell in (*CELLS, ""))
ONE_EACH = [1] * 6
STEPS = tuple(
    [TIPS[neighbour][OPPOSITE[edge]] for edge, neighbour in enumerate(around)]
    for around in NEIGHBOURS
)
LAYS = tuple(
    {
        piece: Lay(seat, placement.tile, placement.rotation)
        for piece, placement in enumerate(PLACEMENTS, start=1)
    }
    for seat in range(max(SEATS))
)

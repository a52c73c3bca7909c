"""What is in the box: tiles, end pieces, heads and board, as data, with the tables rules ask.

Edges of a hexagon count clockwise: 0 NE, 1 E, 2 SE, 3 SW, 4 W, 5 NW. One rotation turns a tile one
edge clockwise. Cells are named by row (A to I) and place in the row (from 1).

On a board every position holds one small number, a *piece*: nothing, a tile in one of its
rotations, an end piece, or a head. A head is a piece with a single opening and the outside of the
board one with none, so that all neighbours can be asked the same question. Numbers, and tables
indexed by them, because bots ask for legal moves a million times.
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from domain.kernel import Value

SEATS = range(1, 5)
EDGES = ("NE", "E", "SE", "SW", "W", "NW")
SIX = range(6)

Segment = tuple[int, int]  # the two edges that a piece of trunk joins
Piece = int
Position = int


class Corner(StrEnum):
    """Where the four elephants stand, clockwise."""

    NW = "nw"
    NE = "ne"
    SE = "se"
    SW = "sw"


class Parity(StrEnum):
    ODD = "odd"
    EVEN = "even"


MEDALS = (1, 2, 3)

PATTERNS: dict[str, tuple[Segment, ...]] = {
    "T01": ((0, 1),),
    "T02": ((0, 2),),
    "T03": ((0, 3),),
    "T04": ((0, 1), (2, 3)),
    "T05": ((0, 1), (2, 4)),
    "T06": ((0, 1), (2, 5)),
    "T07": ((0, 1), (3, 4)),
    "T08": ((0, 1), (3, 5)),
    "T09": ((0, 2), (1, 3)),
    "T10": ((0, 2), (1, 4)),
    "T11": ((0, 2), (3, 5)),
    "T12": ((0, 3), (1, 4)),
    "T13": ((0, 1), (2, 3), (4, 5)),
    "T14": ((0, 1), (2, 4), (3, 5)),
    "T15": ((0, 1), (2, 5), (3, 4)),
    "T16": ((0, 2), (1, 4), (3, 5)),
    "T17": ((0, 3), (1, 4), (2, 5)),
}
TILES = tuple(PATTERNS)
COPIES = 4

ROW_LENGTHS = (8, 7, 8, 7, 8, 7, 8, 7, 8)
ROWS = "ABCDEFGHI"
PLACES = tuple((row, column) for row, length in enumerate(ROW_LENGTHS) for column in range(length))
CELLS = tuple(f"{ROWS[row]}{column + 1}" for row, column in PLACES)
POSITIONS: dict[str, Position] = {cell: position for position, cell in enumerate(CELLS)}
OUTSIDE: Position = len(PLACES)  # the one position that stands for all beyond the border


def _neighbours(row: int, column: int) -> tuple[Position, ...]:
    """The positions next to a cell, by edge. Odd rows lie half a cell to the right."""
    left = column - 1 + row % 2
    around = (
        (row - 1, left + 1),
        (row, column + 1),
        (row + 1, left + 1),
        (row + 1, left),
        (row, column - 1),
        (row - 1, left),
    )
    return tuple(PLACES.index(place) if place in PLACES else OUTSIDE for place in around)


NEIGHBOURS = tuple(_neighbours(row, column) for row, column in PLACES)
OPPOSITE = tuple((edge + 3) % 6 for edge in SIX)


class Elephant(Value):
    """A head, the cell before it, and the edge through which its trunk enters that cell."""

    head: Position
    start: Position
    entry: int


ELEPHANTS = {
    Corner.NW: Elephant(POSITIONS["A1"], POSITIONS["B1"], EDGES.index("NW")),
    Corner.NE: Elephant(POSITIONS["A8"], POSITIONS["B7"], EDGES.index("NE")),
    Corner.SE: Elephant(POSITIONS["I8"], POSITIONS["H7"], EDGES.index("SE")),
    Corner.SW: Elephant(POSITIONS["I1"], POSITIONS["H1"], EDGES.index("SW")),
}
HEADS: dict[Position, Corner] = {elephant.head: corner for corner, elephant in ELEPHANTS.items()}


class Placement(Value):
    """A tile in one of its rotations."""

    tile: str
    rotation: int
    pattern: int  # its number among TILES
    segments: tuple[Segment, ...]


def turned(segments: tuple[Segment, ...], rotation: int) -> tuple[Segment, ...]:
    """The segments after so many turns, in one order, so that equal pictures are equal values."""
    turns = (((a + rotation) % 6, (b + rotation) % 6) for a, b in segments)
    return tuple(sorted((min(ends), max(ends)) for ends in turns))


def _placements() -> Iterator[Placement]:
    """Every tile in every rotation that looks different, in the order legal moves are listed."""
    for pattern, (tile, segments) in enumerate(PATTERNS.items()):
        pictures: set[tuple[Segment, ...]] = set()
        for rotation in SIX:
            picture = turned(segments, rotation)
            if picture not in pictures:
                pictures.add(picture)
                yield Placement(tile, rotation, pattern, picture)


PLACEMENTS = tuple(_placements())  # the piece of PLACEMENTS[i] is i + 1
EMPTY: Piece = 0
END: Piece = len(PLACEMENTS) + 1
BORDER: Piece = END + 1
HEAD: dict[Corner, Piece] = {corner: BORDER + i for i, corner in enumerate(Corner, start=1)}

_PICTURES = {placement.segments: piece for piece, placement in enumerate(PLACEMENTS, start=1)}
PIECES: dict[tuple[str, int], Piece] = {
    # a rotation that looks like an earlier one is the same piece
    (tile, rotation): _PICTURES[turned(segments, rotation)]
    for tile, segments in PATTERNS.items()
    for rotation in SIX
}


def _exits(segments: tuple[Segment, ...]) -> tuple[int, ...]:
    """By the edge a trunk comes in, the edge it leaves by; -1 where there is no segment."""
    ways = dict(segments) | {b: a for a, b in segments}
    return tuple(ways.get(edge, -1) for edge in SIX)


_NO_EXITS = (-1,) * 6
EXITS: tuple[tuple[int, ...], ...] = (
    _NO_EXITS,
    *(_exits(placement.segments) for placement in PLACEMENTS),
    *(_NO_EXITS for _ in range(2 + len(HEAD))),
)
PATTERN = (-1, *(placement.pattern for placement in PLACEMENTS))  # by piece


def _openings() -> tuple[int, ...]:
    """By piece, the edges that have an opening, one bit each."""
    tiles = [sum(1 << edge for edge in SIX if exits[edge] >= 0) for exits in EXITS[:END]]
    heads = [1 << OPPOSITE[ELEPHANTS[corner].entry] for corner in HEAD]
    return (*tiles, 0, 0, *heads)


OPENINGS = _openings()

# What a neighbour asks of the tile beside it, by the edge it lies at: an opening there (one of the
# low six bits), none there (one of the high six), or, if nothing lies there, neither.
ASKS: tuple[tuple[int, ...], ...] = tuple(
    tuple(
        0 if piece == EMPTY else 1 << edge if OPENINGS[piece] >> OPPOSITE[edge] & 1 else 64 << edge
        for piece in range(len(OPENINGS))
    )
    for edge in SIX
)


class Fit(NamedTuple):
    """A tile that may lie on a cell, and where the trunk that comes in leaves it."""

    piece: Piece
    pattern: int
    leaving: int


@cache
def fitting(asked: int, entry: int) -> tuple[Fit, ...]:
    """The tiles that answer all that the neighbours ask and take on a trunk from the entry."""
    needed, barred = asked & 63 | 1 << entry, asked >> 6
    return tuple(
        Fit(piece, PATTERN[piece], EXITS[piece][entry])
        for piece in range(1, END)
        if OPENINGS[piece] & needed == needed and not OPENINGS[piece] & barred
    )

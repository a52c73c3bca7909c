"""What never changes in a game and is therefore in no view: sites and trails, cells and tiles."""

from functools import cache
from typing import Any

from domain.bazar.pieces import COPIES, PATTERNS, ROW_LENGTHS
from domain.bombay.pieces import SITES, TRAILS
from service.rest.mirror import mirror, shown
from service.rest.types import Given

Site = mirror(type(SITES[0]), "Bombay")


class Tile(Given):
    id: str
    segments: tuple[tuple[int, int], ...]  # the edges they join, as the tile lies unturned
    copies: int


class BombayBoard(Given):
    """Sites with their places, from 0 to 100 from the top left corner, and the trails between."""

    sites: tuple[Any, ...]
    trails: tuple[tuple[str, str], ...]


class BazarBoard(Given):
    """Rows of hexagons; odd rows lie half a cell to the right. Edges count clockwise from NE."""

    rows: tuple[int, ...]
    tiles: tuple[Tile, ...]


@cache
def board_of(game: str) -> BombayBoard | BazarBoard:
    if game == "bombay":
        return BombayBoard(tuple(shown(site, Site) for site in SITES), TRAILS)
    tiles = tuple(Tile(id_, segments, COPIES) for id_, segments in PATTERNS.items())
    return BazarBoard(ROW_LENGTHS, tiles)

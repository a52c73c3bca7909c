"""Text with colour, and a canvas of characters to draw boards on."""

import os
import sys
from collections.abc import Iterator
from itertools import groupby

PLAIN = ""
BOLD = "1"
DIM = "2"
SEATS = ("1;36", "1;33", "1;35", "1;32", "1;31")  # one colour for each seat
SILK = {"YELLOW": "33", "PURPLE": "35", "BLUE": "34", "ORANGE": "31"}


def colourful() -> bool:
    """Whether the terminal shows colour, and whoever sits before it wants any."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def painted(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m" if style and colourful() else text


class Canvas:
    """Characters on a grid, each with a style."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._cells = [[(" ", PLAIN)] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: str = PLAIN) -> None:
        """Write text from a place on; what would stick out is cut off."""
        for place, character in enumerate(text, x):
            if 0 <= place < self.width and 0 <= y < self.height:
                self._cells[y][place] = (character, style)

    def line(self, start: tuple[int, int], end: tuple[int, int], style: str = DIM) -> None:
        """Dots from one place to another."""
        (x0, y0), (x1, y1) = start, end
        steps = max(abs(x1 - x0) // 2, abs(y1 - y0), 1)
        for step in range(steps + 1):
            x = round(x0 + (x1 - x0) * step / steps)
            y = round(y0 + (y1 - y0) * step / steps)
            self.put(x, y, "·", style)

    def rows(self) -> list[str]:
        return ["".join(runs(row)).rstrip() for row in self._cells]


def runs(row: list[tuple[str, str]]) -> Iterator[str]:
    """The characters of a row, those of one style painted together."""
    for style, cells in groupby(row, key=lambda cell: cell[1]):
        yield painted("".join(character for character, _ in cells), style)

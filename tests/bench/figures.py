"""A figure of a bench: ours beside the reference of the same run."""

import shutil
import sys
from collections.abc import Callable
from statistics import median

from domain.kernel import Value


class Absent(Exception):
    """A program that something is measured with is not installed."""


class Figure(Value):
    """One measure, taken in several rounds; ours and the reference belong together by round.

    Without a reference it is ours that is held against floor and goal.
    """

    measure: str
    ours: tuple[float, ...]
    reference: tuple[float, ...]
    unit: str
    floor: float | None = None
    goal: float | None = None
    less_is_better: bool = False
    row: int | None = None  # of the table of goals, if it is one of those
    beside: str = ""  # whose the reference is

    @property
    def ratios(self) -> list[float]:
        if not self.reference:
            return list(self.ours)
        return [a / b for a, b in zip(self.ours, self.reference, strict=True)]

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def verdict(self) -> str:
        if not self.ours:
            return "NOT MEASURED"
        if self.floor is None and self.goal is None:
            return ""
        sign = -1 if self.less_is_better else 1
        if self.goal is not None and sign * self.ratio >= sign * self.goal:
            return "goal"
        if self.floor is None:
            return "short of goal"
        return "floor" if sign * self.ratio >= sign * self.floor else "BELOW"

    @property
    def failed(self) -> bool:
        return self.verdict in ("BELOW", "NOT MEASURED")


HEAD = ("#", "measure", "ours", "reference", "ratio", "spread", "floor", "goal", "")


def table(figures: list[Figure]) -> str:
    """The figures as a table for people."""
    rows = [HEAD, *map(_row, ordered(figures))]
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def markdown(figures: list[Figure]) -> str:
    """The same for a document."""
    rows = [HEAD, ("---",) * len(HEAD), *map(_row, ordered(figures))]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def ordered(figures: list[Figure]) -> list[Figure]:
    """By the rows of the table of goals; what has none comes last."""
    return sorted(figures, key=lambda figure: figure.row or 99)


def rates(runs: list[list[float]], seconds: float) -> tuple[float, ...]:
    """How many a second in each round, given the time that each of them took."""
    return tuple(len(times) / seconds for times in runs)


def milliseconds(runs: list[list[float]], part: float) -> tuple[float, ...]:
    """The time under which this part of each round lies."""
    return tuple(1e3 * sorted(times)[int(part * len(times))] for times in runs)


def show(measure: Callable[..., list[Figure]]) -> None:
    """For one module on the command line: how many rounds, then how much of each."""
    rounds, amounts = sys.argv[1:2], sys.argv[2:]
    print(table(measure(*map(int, rounds), *map(float, amounts))))


def program(name: str) -> str:
    """Where a program is that somebody else wrote."""
    found = shutil.which(name)
    if found is None:
        raise Absent(f"{name} is not installed")
    return found


def attempted(row: int | None, measure: Callable[[], list[Figure]]) -> list[Figure]:
    """The figures, or one that says aloud why there are none."""
    try:
        return measure()
    except Absent as absent:
        return [Figure(str(absent), (), (), "", row=row)]


def _row(figure: Figure) -> tuple[str, ...]:
    row = "" if figure.row is None else str(figure.row)
    if not figure.ours:
        return row, figure.measure, "", "", "", "", "", "", figure.verdict
    return (
        row,
        figure.measure,
        f"{_plain(median(figure.ours))} {figure.unit}".rstrip(),
        _reference(figure),
        f"{figure.ratio:.2f}" if figure.reference else "",
        f"{min(figure.ratios):.2f}-{max(figure.ratios):.2f}",
        "" if figure.floor is None else f"{figure.floor:g}",
        "" if figure.goal is None else f"{figure.goal:g}",
        figure.verdict,
    )


def _reference(figure: Figure) -> str:
    if not figure.reference:
        return ""
    return f"{_plain(median(figure.reference))} {figure.unit} {figure.beside}".rstrip()


def _plain(value: float) -> str:
    return f"{value:,.0f}" if value >= 1_000 else f"{value:.4g}"

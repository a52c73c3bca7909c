"""A figure of a bench: ours beside the reference of the same run."""

from statistics import median

from domain.kernel import Value


class Figure(Value):
    """One measure, taken in several rounds; ours and the reference belong together by round."""

    measure: str
    ours: tuple[float, ...]
    reference: tuple[float, ...]
    unit: str
    floor: float | None = None
    goal: float | None = None
    less_is_better: bool = False

    @property
    def ratios(self) -> list[float]:
        return [a / b for a, b in zip(self.ours, self.reference, strict=True)]

    @property
    def ratio(self) -> float:
        return median(self.ratios)

    @property
    def verdict(self) -> str:
        if self.floor is None or self.goal is None:
            return ""
        sign = -1 if self.less_is_better else 1
        if sign * self.ratio >= sign * self.goal:
            return "goal"
        return "floor" if sign * self.ratio >= sign * self.floor else "BELOW"


def table(figures: list[Figure]) -> str:
    """The figures as a table for people."""
    head = ("measure", "ours", "reference", "ratio", "spread", "floor", "goal", "")
    rows = [head, *(_row(figure) for figure in figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if column == 0 else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    )


def _row(figure: Figure) -> tuple[str, ...]:
    return (
        figure.measure,
        f"{median(figure.ours):,.4g} {figure.unit}",
        f"{median(figure.reference):,.4g} {figure.unit}",
        f"{figure.ratio:.2f}",
        f"{min(figure.ratios):.2f}-{max(figure.ratios):.2f}",
        "" if figure.floor is None else f"{figure.floor:g}",
        "" if figure.goal is None else f"{figure.goal:g}",
        figure.verdict,
    )

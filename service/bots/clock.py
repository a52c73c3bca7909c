"""How long a bot may still think."""

from time import monotonic


class Clock:
    """Runs down from the moment it is made. A little is kept free for the last step."""

    def __init__(self, budget: float) -> None:
        self._start = monotonic()
        self._length = budget * 0.95

    @property
    def spent(self) -> float:
        """The share of the time that is gone."""
        return (monotonic() - self._start) / self._length

    @property
    def over(self) -> bool:
        return monotonic() >= self._start + self._length

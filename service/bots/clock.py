"""How long a bot may still think."""

from time import monotonic


class Clock:
    """Runs down from the moment it is made. What is left is kept free for the last step."""

    def __init__(self, budget: float) -> None:
        self._end = monotonic() + budget * 0.95

    @property
    def over(self) -> bool:
        return monotonic() >= self._end

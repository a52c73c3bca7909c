"""How long a bot may still think."""

from collections.abc import Callable
from itertools import count
from time import monotonic, thread_time

from domain.kernel import Value

MARGIN = 0.05  # share of the budget that is kept free for the last step


class Steps(Value):
    """A budget counted in steps of thought instead of seconds: the same ones on any machine."""

    number: int


class Busy(Value):
    """A budget in seconds of work: what a machine does meanwhile for others does not count."""

    seconds: float


Budget = float | Busy | Steps  # seconds, mostly


class Clock:
    """Runs down a share of a budget from the moment it is made."""

    def __init__(self, budget: Budget, share: float = 1.0) -> None:
        self._now: Callable[[], float]
        if isinstance(budget, Steps):
            self._now = count().__next__
            self._length = share * budget.number
        elif isinstance(budget, Busy):
            self._now = thread_time
            self._length = share * (1 - MARGIN) * budget.seconds
        else:
            self._now = monotonic
            self._length = share * (1 - MARGIN) * budget
        self._start = self._now()

    @property
    def spent(self) -> float:
        """The share of the time that is gone."""
        return (self._now() - self._start) / self._length

    @property
    def over(self) -> bool:
        return self.spent >= 1

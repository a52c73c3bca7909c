"""Who has won how much of which game, and how strong that makes them.

Ratings are those of Plackett and Luce as openskill computes them: any number of seats, equal
places, and whoever resigned behind all who stayed, as the table's own ranks have it.
"""

from collections.abc import Sequence
from uuid import UUID

from msgspec.structs import replace
from openskill.models import PlackettLuce

from domain.kernel import Result, Value
from domain.table.state import State

_model = PlackettLuce()


class Standing(Value):
    """A player's record in one game. The rating is what one may be all but sure of."""

    player: UUID
    mu: float = _model.mu
    sigma: float = _model.sigma
    played: int = 0
    won: int = 0

    @property
    def rating(self) -> float:
        return self.mu - 3 * self.sigma


def rated(state: State) -> Result | None:
    """The result, if the table has one and it counts."""
    return state.result if state.rated else None


def after_game(before: Sequence[Standing], result: Result) -> list[Standing]:
    """The standings of those who sat in seats 0, 1, ... after a game with this result."""
    teams = [[_model.rating(mu=each.mu, sigma=each.sigma)] for each in before]
    ratings = _model.rate(teams, ranks=list(map(float, result.ranks)))
    return [
        replace(
            each,
            mu=rating.mu,
            sigma=rating.sigma,
            played=each.played + 1,
            won=each.won + (rank == 1),
        )
        for each, (rating,), rank in zip(before, ratings, result.ranks, strict=True)
    ]

"""How good each move is in the eyes of the strong bot, for those whose table allows such help."""

from collections.abc import Sequence
from typing import Any

from domain.kernel import Seat
from service.bots.thinking import Thinking
from service.caller import Caller
from service.errors import Forbidden
from service.limits import Limits
from service.tables import Table

COST = 90.0  # nearly all that the bucket of an ordinary player holds


class Hints:
    def __init__(self, thinking: Thinking, limits: Limits) -> None:
        self._thinking = thinking
        self._limits = limits

    async def __call__(
        self, caller: Caller, table: Table, seat: Seat, moves: Sequence[Any]
    ) -> list[float | None]:
        """By move: 0 for a sure loss to 1 for a sure win; None for a move that was not weighed."""
        if not table.state.hints:
            raise Forbidden("This table is played without hints.", reason="NO_HINTS")
        if not moves:
            return []
        self._limits.charge(caller, COST)
        game = table.state.rules_of_play
        return await self._thinking.weigh(game.name, game.view(table.state.play, seat), moves)

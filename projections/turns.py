"""What a player wants to be told of the own tables: your turn, started, finished."""

from collections.abc import Iterator
from enum import StrEnum

from domain.kernel import Seat, Value
from domain.table.state import State, Status

OVER = (Status.FINISHED, Status.ABANDONED)


class Kind(StrEnum):
    YOUR_TURN = "your_turn"
    STARTED = "started"
    FINISHED = "finished"


class TurnNotice(Value):
    kind: Kind
    table: str
    game: str
    version: int
    seat: Seat


class Before(Value):
    """As much of an earlier state as it takes to see what is new."""

    status: Status = Status.OPEN
    on_turn: frozenset[str] = frozenset()


def before(state: State) -> Before:
    return Before(state.status, frozenset(turn_of(state)))


def turn_of(state: State) -> Iterator[str]:
    """The players who are waited for."""
    for seat in state.on_turn():
        place = state.places[seat]
        if place.player is not None and not place.resigned:
            yield place.player


def notices(then: Before, now: State, version: int) -> Iterator[tuple[str, TurnNotice]]:
    """Each player to be told, and of what."""
    waited_for = set(turn_of(now)) - then.on_turn
    for seat, place in enumerate(now.places):
        if place.player is None:
            continue
        kinds = []
        if then.status is Status.OPEN and now.status is not Status.OPEN and now.play is not None:
            kinds.append(Kind.STARTED)
        if place.player in waited_for:
            kinds.append(Kind.YOUR_TURN)
        if then.status not in OVER and now.status in OVER:
            kinds.append(Kind.FINISHED)
        for kind in kinds:
            yield place.player, TurnNotice(kind, now.table, now.game, version, seat)

"""The tables there are, as a lobby and a player's list show them."""

from uuid import UUID

from domain.kernel import Value
from domain.table.state import State


class TableRow(Value):
    """What everyone of the tenant may know of a table without looking at the game."""

    table: UUID
    game: str
    status: str
    public: bool
    seats: int
    taken: int
    host: UUID
    players: tuple[UUID, ...]
    on_turn: tuple[UUID, ...]  # of the players; bots need no reminding
    version: int
    opened: str
    changed: str
    forked_from: UUID | None = None  # the table whose game it goes on from; then it is not rated


def row(state: State, version: int, opened: str, changed: str) -> TableRow:
    people = [UUID(place.player) for place in state.places if place.player is not None]
    waited_for = [state.places[seat] for seat in state.on_turn()]
    return TableRow(
        table=UUID(state.table),
        game=state.game,
        status=state.status.value,
        public=state.public,
        seats=len(state.places),
        taken=sum(not place.free for place in state.places),
        host=UUID(state.host),
        players=tuple(people),
        on_turn=tuple(
            UUID(place.player)
            for place in waited_for
            if place.player is not None and not place.resigned
        ),
        version=version,
        opened=opened,
        changed=changed,
        forked_from=None if state.fork is None else UUID(state.fork.table),
    )

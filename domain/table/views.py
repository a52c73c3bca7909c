"""What a viewer may see of a table. A view is built up from nothing, never cut down."""

from typing import Any

from domain.kernel import Result, Seat, Value, Viewer
from domain.table.events import BotLevel, Fork, Pace
from domain.table.state import State, Status


class SeatView(Value):
    seat: Seat
    player: str | None
    bot: BotLevel | None
    entropy: str
    resigned: bool


class TableView(Value):
    id: str
    game: str
    rules: int
    status: Status
    public: bool
    options: dict[str, Any]
    host: str
    seats: tuple[SeatView, ...]
    invite: str | None  # None when it is not the viewer's to pass on
    on_turn: tuple[Seat, ...]
    commitment: str
    hints: bool
    pace: Pace
    substitute: BotLevel | None
    rated: bool
    fork: Fork | None
    result: Result | None
    view: Any  # the game's own view for this viewer; None if there is nothing to see yet


def view(state: State, viewer: Viewer) -> TableView:
    play = state.given if state.play is None else state.play
    return TableView(
        id=state.table,
        game=state.game,
        rules=state.rules,
        status=state.status,
        public=state.public,
        options=state.options,
        host=state.host,
        seats=tuple(
            SeatView(seat, place.player, place.bot, place.entropy, place.resigned)
            for seat, place in enumerate(state.places)
        ),
        invite=None if viewer is None else state.invite,
        on_turn=state.on_turn(),
        commitment=state.commitment,
        hints=state.hints,
        pace=state.pace,
        substitute=state.substitute,
        rated=state.rated,
        fork=state.fork,
        result=state.result,
        view=None if play is None else state.rules_of_play.view(play, viewer),
    )

"""The history of a table as one viewer may read it, line by line."""

import msgspec

from domain import wire
from domain.kernel import Event, Seat, Value, Viewer, seen
from domain.table.state import State, Status
from domain.wire import Entry

_encode = msgspec.json.Encoder().encode


class HistoryLine(Value):
    """An entry of the log without what the viewer may not know."""

    version: int
    type: str
    at: str
    seat: Seat | None
    data: msgspec.Raw  # the event as JSON
    event: Event


def line(entry: Entry, viewer: Viewer, over: bool) -> HistoryLine:
    """What the viewer may read of an entry; once the game is over, all of it."""
    event = entry.event if over else seen(entry.event, viewer)
    content = event.content if isinstance(event, wire.Unknown) else event
    return HistoryLine(
        version=entry.version,
        type=wire.type_of(event),
        at=entry.at,
        seat=getattr(event, "seat", None),
        data=msgspec.Raw(_encode(content)),
        event=event,
    )


def is_over(state: State) -> bool:
    """Nothing more will happen: what was secret no longer is."""
    return state.status in (Status.FINISHED, Status.ABANDONED)

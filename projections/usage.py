"""What a tenant has used, day by day."""

from domain.kernel import Event, Value
from domain.table.events import GameStarted, TableFinished, TableOpened


class Usage(Value):
    commands: int = 0
    events: int = 0
    bytes: int = 0  # of the log
    tables_opened: int = 0
    games_started: int = 0
    games_finished: int = 0

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.commands + other.commands,
            self.events + other.events,
            self.bytes + other.bytes,
            self.tables_opened + other.tables_opened,
            self.games_started + other.games_started,
            self.games_finished + other.games_finished,
        )


def of(event: Event, size: int, first: bool) -> Usage:
    """What one event adds; the first of a command counts the command."""
    return Usage(
        commands=int(first),
        events=1,
        bytes=size,
        tables_opened=int(isinstance(event, TableOpened)),
        games_started=int(isinstance(event, GameStarted)),
        games_finished=int(isinstance(event, TableFinished)),
    )

"""What can go wrong at the log.

StoreError
├── Refused             nothing was written, and trying the same again will not help
│   ├── Conflict        the stream is not where the command expects it
│   │   └── Forked      it is at that version, but with another past
│   ├── KeyReused       the command id belongs to another command
│   ├── TooLarge        more than the log takes in one command
│   └── Malformed       not a command at all: wrong lengths, not a UUID, no events
├── Overloaded          nothing was written; come again later
└── Unavailable         nobody knows whether it was written: repeat it with the same command id
"""


class StoreError(Exception):
    """Anything the log has to say instead of doing as it was told."""


class Refused(StoreError):
    pass


class Conflict(Refused):
    def __init__(self, actual: int) -> None:
        super().__init__(f"the stream is at version {actual}")
        self.actual = actual


class Forked(Conflict):
    pass


class KeyReused(Refused):
    pass


class TooLarge(Refused):
    pass


class Malformed(Refused):
    pass


class Overloaded(StoreError):
    def __init__(self, retry_after: float) -> None:
        super().__init__(f"too many commands are waiting; try again in {retry_after:g} s")
        self.retry_after = retry_after


class Unavailable(StoreError):
    pass

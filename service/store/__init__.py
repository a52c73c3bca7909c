"""The event log in Postgres: what happened is what stands here."""

from service.store.entries import (
    GENESIS,
    SHARDS,
    Appended,
    Commit,
    Followed,
    Found,
    Head,
    NewEvent,
    Stored,
)
from service.store.errors import (
    Conflict,
    Forked,
    KeyReused,
    Malformed,
    Overloaded,
    Refused,
    StoreError,
    TooLarge,
    Unavailable,
)
from service.store.log import Log

__all__ = [
    "GENESIS",
    "SHARDS",
    "Appended",
    "Commit",
    "Conflict",
    "Followed",
    "Forked",
    "Found",
    "Head",
    "KeyReused",
    "Log",
    "Malformed",
    "NewEvent",
    "Overloaded",
    "Refused",
    "StoreError",
    "Stored",
    "TooLarge",
    "Unavailable",
]

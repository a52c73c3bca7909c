"""What the resolvers of one operation work with: the services, and who asks."""

from typing import Any
from uuid import UUID

from service.caller import WATCH, Caller
from service.errors import BadUserInput, NotFound, Unauthenticated
from service.parts import Parts


class Context:
    """One operation of one caller; None is a caller without a token."""

    __slots__ = ("caller", "deeds", "request_id", "services")

    def __init__(self, services: Parts, caller: Caller | None, request_id: str = "") -> None:
        self.services = services
        self.caller = caller
        self.request_id = request_id
        self.deeds: dict[Any, Any] = {}  # what mutations came to, should they be answered again

    def watcher(self) -> Caller:
        """The caller, who may read."""
        if self.caller is None:
            raise Unauthenticated
        self.caller.need(WATCH)
        return self.caller


class Scope:
    """What compiled documents hand to resolvers where the ordinary executor has its own info."""

    __slots__ = ("context", "first")

    def __init__(self, context: Context) -> None:
        self.context = context
        self.first: Any = None  # the table that the operation is about, where it is at hand


def table_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise NotFound("There is no such table.") from None


def command_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadUserInput("A commandId is a UUID.", reason="COMMAND_ID_NOT_A_UUID") from None

"""A table as one viewer sees it at one version, and its encoding, made at most once."""

from functools import cache
from typing import Any, get_type_hints

import msgspec
from msgspec.structs import replace

from domain.games import game
from domain.kernel import Viewer
from domain.table.state import State
from domain.table.views import TableView, view

_encode = msgspec.json.Encoder().encode


class Shown:
    """Shared by everyone who sees the same. `memo` is for answers that others derive from it."""

    __slots__ = ("_body", "head", "memo", "table", "version", "viewer")

    def __init__(
        self, version: int, head: str, viewer: Viewer, table: TableView, body: bytes | None = None
    ) -> None:
        self.version = version
        self.head = head  # the hash of the last event, in hex
        self.viewer = viewer
        self.table = table
        self.memo: dict[Any, Any] = {}
        self._body = body

    @property
    def body(self) -> bytes:
        """The view as JSON."""
        if self._body is None:
            self._body = _encode(self.table)
        return self._body


def show(state: State, version: int, head: bytes, viewer: Viewer) -> Shown:
    return Shown(version, head.hex(), viewer, view(state, viewer))


def read(version: int, head: str, viewer: Viewer, body: bytes) -> Shown:
    """What was shown, from its encoding."""
    return Shown(version, head, viewer, decoded(body), body)


def decoded(body: bytes) -> TableView:
    table = _plain.decode(body)
    if table.view is None:
        return table
    kind = _view_of(table.game, table.rules)
    return replace(table, view=msgspec.convert(table.view, kind, str_keys=True))


_plain = msgspec.json.Decoder(TableView)


@cache
def _view_of(name: str, rules: int) -> Any:
    """The type of a game's views, as the game itself declares it."""
    return get_type_hints(game(name, rules).view)["return"]

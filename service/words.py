"""What happened at a table, and why something may not happen, in words of four languages."""

from collections.abc import Sequence

from domain.games import AnyGame, latest
from domain.kernel import Event, Language, Refused, Viewer
from domain.table import texts
from domain.table.events import EVENTS
from domain.wire import Unknown


def explain(refused: Refused, language: Language) -> str:
    """Why it may not happen. A table that was never opened has no game, so the refusal is asked."""
    owner = type(refused).__module__.split(".")[1]  # domain.table.rules, domain.bombay.rules
    if owner == "table":
        return texts.explain(refused, language)
    return latest(owner).explain(refused, language)


def tell(
    game: AnyGame, event: Event, viewer: Viewer, language: Language, names: Sequence[str]
) -> str:
    """One line for an event, as the viewer may know it."""
    if isinstance(event, Unknown):
        return event.type
    if isinstance(event, EVENTS):
        return texts.tell(event, viewer, language, names)
    return game.tell(event, viewer, language, names)

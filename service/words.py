"""What happened at a table, and why something may not happen, in words of four languages."""

from collections.abc import Sequence

from domain.games import AnyGame
from domain.kernel import Event, Language, Refused, Viewer
from domain.table import texts
from domain.table.events import EVENTS
from domain.table.state import State
from domain.wire import Unknown


def explain(state: State, refused: Refused, language: Language) -> str:
    """Why it may not happen; the table's own refusals first, since it is asked first."""
    if refused.code in texts.CATALOGUES[language]:
        return texts.explain(refused, language)
    return state.rules_of_play.explain(refused, language)


def tell(
    game: AnyGame, event: Event, viewer: Viewer, language: Language, names: Sequence[str]
) -> str:
    """One line for an event, as the viewer may know it."""
    if isinstance(event, Unknown):
        return event.type
    if isinstance(event, EVENTS):
        return texts.tell(event, viewer, language, names)
    return game.tell(event, viewer, language, names)

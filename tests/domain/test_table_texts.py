"""Every language says everything, and refusals are never left without words."""

import string

import pytest

from domain.kernel import Language, Refused
from domain.table import rules
from domain.table.events import EVENTS
from domain.table.texts import CATALOGUES, EN

REFUSALS = [
    kind for kind in vars(rules).values() if isinstance(kind, type) and issubclass(kind, Refused)
]


def placeholders(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", Language)
def test_every_language_says_the_same_things(language):
    words = CATALOGUES[language]
    assert {key: placeholders(text) for key, text in words.items()} == {
        key: placeholders(text) for key, text in EN.items()
    }


def test_every_event_and_every_refusal_has_words():
    events = {str(kind.__struct_config__.tag) for kind in EVENTS}
    refusals = {kind().code for kind in REFUSALS if kind is not Refused}
    assert events | refusals <= set(EN)

"""How the four languages count, and how a message of a catalogue is filled in.

A catalogue is data, one per game and language. A place in a message may name, after a colon, the
noun that is counted or the list of words that a value stands for: "{rupees:rupee}" becomes
"3 rupees", "{colour:bale}" becomes "a yellow bale".
"""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.kernel import Language, Value


class Catalogue(Value):
    language: Language
    nouns: Mapping[str, tuple[str, ...]]  # the forms that `plural` chooses from
    words: Mapping[str, Mapping[str, str]]  # by list, then by value
    messages: Mapping[str, str]  # by the name of an event, a move or a refusal's code
    clauses: Mapping[str, str]  # the rules, by clause
    conjunction: str  # between the last two of several

    def say(self, message: str, **values: Any) -> str:
        slots = {name: _Slot(self, value) for name, value in values.items()}
        return self.messages[message].format_map(slots)

    def count(self, number: int, noun: str) -> str:
        return f"{number} {self.nouns[noun][plural(self.language, number)]}"

    def join(self, parts: Sequence[str]) -> str:
        *most, last = parts
        return f"{', '.join(most)} {self.conjunction} {last}" if most else last


class _Slot:
    """A value that knows how its language writes it."""

    def __init__(self, catalogue: Catalogue, value: Any) -> None:
        self.catalogue = catalogue
        self.value = value

    def __format__(self, kind: str) -> str:
        if not kind:
            return str(self.value)
        if isinstance(self.value, int):
            return self.catalogue.count(self.value, kind)
        return self.catalogue.words[kind][self.value]


def plural(language: Language, number: int) -> int:
    """Which form of a noun goes with the number: 0 for one, 1 for several, 2 for many in Polish."""
    match language:
        case Language.EN | Language.PT:
            return int(number != 1)
        case Language.FR:
            return int(number > 1)
        case Language.PL:
            if number == 1:
                return 0
            few = number % 10 in (2, 3, 4) and number % 100 not in (12, 13, 14)
            return 1 if few else 2


def numbered(text: str) -> dict[str, str]:
    """Clauses by id: each begins a line with its id, and runs on over the indented lines below."""
    clauses: dict[str, str] = {}
    clause = ""
    for line in text.strip().splitlines():
        if line.startswith(" "):
            clauses[clause] += f" {line.strip()}"
        else:
            clause, _, clauses[clause] = line.partition(" ")
    return clauses

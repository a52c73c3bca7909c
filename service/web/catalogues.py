"""The page's texts in each language, with the words that the games have for their things."""

from pathlib import Path

import msgspec

from domain.bazar.texts import CATALOGUES as BAZAR
from domain.bombay.texts import CATALOGUES as BOMBAY
from domain.kernel import Language

HERE = Path(__file__).parent / "texts"


def encoded() -> dict[str, bytes]:
    """By language, what the page reads: its own texts, and the nouns and words of the games."""
    return {language.value: _encoded(language) for language in Language}


def _encoded(language: Language) -> bytes:
    bombay, bazar = BOMBAY[language], BAZAR[language]
    own = msgspec.json.decode((HERE / f"{language.value}.json").read_bytes())
    return msgspec.json.encode(
        {
            "messages": own["messages"],
            "nouns": {**bombay.nouns, **bazar.nouns, **own["nouns"]},
            "words": {**bombay.words, **bazar.words, **own["words"]},
        }
    )

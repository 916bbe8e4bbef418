"""Which words are one word? Those with the same stem, as Snowball has it (nltk's).

Departure: SmartCrawler (Gujrati et al., "Site Classifier") works on English pages. Which language a
link of three words is in cannot be told, so words in Latin letters are stemmed as English, which
cuts few of other languages, and those in the same way wherever they stand; Cyrillic as Russian.
"""

from __future__ import annotations

from functools import cache, lru_cache
from sys import intern
from typing import TYPE_CHECKING

from deepweb.locate.forms.features import folded

if TYPE_CHECKING:
    from nltk.stem.snowball import SnowballStemmer

# Longer words are keys and encoded data.
MAX_WORD = 30
CYRILLIC = "\u0400", "\u04ff"


@lru_cache(maxsize=100_000)
def stemmed(word: str) -> str:
    """The stem of a word, without accents."""
    plain = folded(word)[:MAX_WORD]
    if plain.isascii():
        plain = _stemmer("english").stem(plain)
    elif CYRILLIC[0] <= plain[0] <= CYRILLIC[1]:
        plain = _stemmer("russian").stem(plain)
    return intern(str(plain))


@cache
def _stemmer(language: str) -> SnowballStemmer:
    # Slow to import, and needed only where sites are located.
    from nltk.stem.snowball import SnowballStemmer  # noqa: PLC0415

    return SnowballStemmer(language)

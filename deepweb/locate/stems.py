"""Which words are one word? Those with the same stem, as Snowball has it (nltk's).

Departure: SmartCrawler (Gujrati et al., "Site Classifier") works on English pages. Which language a
link of three words is in cannot be told, so all are stemmed as English: that cuts few words of
other languages, and cuts those in the same way wherever they stand.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

from deepweb.locate.form_features import folded

if TYPE_CHECKING:
    from nltk.stem.snowball import EnglishStemmer

# Longer words are keys and encoded data.
MAX_WORD = 30


@lru_cache(maxsize=200_000)
def stemmed(word: str) -> str:
    """The stem of a word, without accents."""
    plain = folded(word)[:MAX_WORD]
    return str(_stemmer().stem(plain)) if plain.isascii() else plain


@cache
def _stemmer() -> EnglishStemmer:
    # Slow to import, and needed only where sites are located.
    from nltk.stem.snowball import EnglishStemmer  # noqa: PLC0415

    return EnglishStemmer()

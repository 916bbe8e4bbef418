"""Which words to ask first, when nothing of the database is known?

Madhavan et al. (PVLDB 2008), section 5.1: the words of the form page with the highest TF-IDF, 50 of
them. Departures:

- IDF knows only two values, none for stop words (of all languages that there are lists of) and one
  for the rest: on saved pages of real sites, word frequencies of whole languages (wordfreq, 57 MB)
  or of other sites put no better words first.
- Where searches do not ignore stop words, those of the page find most. So the page's other words,
  its stop words, and words that many databases hold come in turn; on a form page with hardly any
  text the last are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence, Set
from itertools import chain, zip_longest

from deepweb.page.words import terms

N_INITIAL = 50


def seeds(
    texts: Iterable[str],
    *,
    stop_words: Set[str],
    common: Sequence[str] = (),
    most: int = N_INITIAL,
) -> tuple[str, ...]:
    """The words to start with, of a form page's texts and of words that many databases hold."""
    frequent = _by_frequency(texts)
    telling = [word for word in frequent if word not in stop_words]
    stopped = [word for word in (*frequent, *common) if word in stop_words]
    others = [word for word in common if word not in stop_words]
    turns = chain.from_iterable(zip_longest(telling[::2], stopped, telling[1::2], others))
    return tuple(dict.fromkeys(word for word in turns if word))[:most]


def _by_frequency(texts: Iterable[str]) -> list[str]:
    """The words, most frequent first, then the longer; numbers and single letters say little."""
    counts = Counter(
        word
        for text in texts
        for word in terms(text)
        if not word.isdigit() and (len(word) > 1 or not word.isascii())
    )
    return sorted(counts, key=lambda word: (-counts[word], -len(word), word))

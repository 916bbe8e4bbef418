"""Text to words: what can be asked for, and what pages are compared by."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

# Vowel signs and accents; Python's \w leaves them out, which cuts words of India into letters.
_MARKS = "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c) in {"Mn", "Mc"})
_WORD = re.compile(rf"[^\W_]+(?:[{_MARKS}]+[^\W_]*)*")
# "1,234" and "1 234" are one number.
_NUMBER = re.compile(r"\d+(?:[.,' ]\d+)*")

# From here on (Devanagari, Thai, Chinese, Japanese, Korean) words are not, or not reliably, told
# apart by spaces.
UNSPACED = "\u0900"
# Longer tokens are keys and encoded data, never something to search for.
MAX_WORD = 40


def words(text: str) -> list[str]:
    """The words of a text in order, in lower case."""
    return [w for w in _WORD.findall(_unified(text)) if len(w) <= MAX_WORD]


def normalised(text: str, query: Iterable[str] = ()) -> str:
    """A piece of text without what differs from answer to answer: the query in it, and numbers.

    "7 results for Honda" and "0 results for zzqx" say the same of the page that they stand on.
    """
    return _masked(_folded(text), query)


def all_normalised(texts: Sequence[str], query: Iterable[str] = ()) -> list[str]:
    """Many pieces of text, the white space of each folded, normalised at once as lines of one."""
    if not texts:
        return []
    whole = _unified("\n".join(texts))
    if not whole.isascii():  # one sign may stand for several letters, a space among them
        whole = "\n".join([" ".join(line.split()) for line in whole.split("\n")])
    return _masked(whole, query).split("\n")


def _masked(folded: str, query: Iterable[str]) -> str:
    for value in query:
        if (asked := _folded(value)) and asked in folded:
            folded = _whole(asked).sub("\N{HORIZONTAL ELLIPSIS}", folded)
    return _NUMBER.sub("0", folded)


@lru_cache(maxsize=1000)
def _whole(asked: str) -> re.Pattern[str]:
    """A query where it stands as words of its own: not "not" in "nothing"."""
    before = r"(?<![^\W_])" if _is_spaced(asked[0]) else ""
    behind = r"(?![^\W_])" if _is_spaced(asked[-1]) else ""
    return re.compile(before + re.escape(asked) + behind)


def _is_spaced(letter: str) -> bool:
    return letter.isalnum() and letter < UNSPACED


def telling_words(texts: Iterable[str], most: int) -> tuple[str, ...]:
    """The words of a page worth asking for first: the frequent ones, longer before shorter."""
    counts = Counter(w for text in texts for w in words(text) if not w.isdigit() and len(w) > 1)
    ranked = sorted(counts, key=lambda w: (-counts[w], -len(w), w))
    return tuple(ranked[:most])


def _folded(text: str) -> str:
    """One spelling of a text: full or half width, upper or lower case, any white space."""
    return " ".join(_unified(text).split())


def _unified(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).lower()

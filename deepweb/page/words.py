"""Text to words: what can be asked for, and what pages are compared by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise

# Vowel signs and accents; Python's \w leaves them out, which cuts words of India into letters.
_MARKS = "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c) in {"Mn", "Mc"})
_WORD = re.compile(rf"[^\W_]+(?:[{_MARKS}]+[^\W_]*)*")
# "1,234" and "1 234" are one number.
_NUMBER = re.compile(r"\d+(?:[.,' ]\d+)*")

# From here on (Devanagari, Thai, Chinese, Japanese, Korean) words are not, or not reliably, told
# apart by spaces.
UNSPACED = "\u0900"
# Chinese signs; those of Thai, Lao, Burmese and Khmer with the vowels before and behind them.
_HAN = "\u3005\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_VOWELS = f"{_MARKS}\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3"
_CLUSTER = re.compile(
    rf"[{_HAN}]|[\u0e40-\u0e44\u0ec0-\u0ec4]?[{_SOUTH_EAST}][{_VOWELS}]*"
    rf"(?:(?<=[\u1039\u17d2])[{_SOUTH_EAST}][{_VOWELS}]*)*"
)
_SIGN = re.compile(rf"[{_HAN}{_SOUTH_EAST}\u3041-\u30ff]")
_HIRAGANA = re.compile("[\u3041-\u309f\u30fc]+")
_RUN = re.compile(
    rf"(?P<signs>[{_HAN}]+|[{_SOUTH_EAST}{_MARKS}]+)|(?P<hiragana>[\u3041-\u309f]+)"
    rf"|[\u30a0-\u30ff]+|[^{_HAN}{_SOUTH_EAST}\u3041-\u30ff]+"
)
# Longer tokens are keys and encoded data, never something to search for.
MAX_WORD = 40
# ASCII, which most text is, needs no pattern: letters in lower case, spaces for the rest. Several
# times as fast.
_PLAIN = bytes(ord(chr(c).lower()) if c < 128 and chr(c).isalnum() else 32 for c in range(256))


def words(text: str) -> list[str]:
    """The words of a text in order, in lower case."""
    if text.isascii():
        found = text.encode().translate(_PLAIN).decode().split()
    else:
        found = _WORD.findall(_unified(text))
    return [w for w in found if len(w) <= MAX_WORD]


def terms(text: str) -> list[str]:
    """The words of a text as a search box can be asked for them, in order, in lower case.

    Where no spaces part words (Chinese, Japanese, Thai and the like), every two neighbouring signs
    are one: most words there have two, and searches there look for parts of the text or for such
    pairs. Hiragana is left out, except alone: it is endings and particles.
    """
    unified = _unified(text)
    if unified.isascii() or not _SIGN.search(unified):
        return words(unified)
    every = (term for word in _WORD.findall(unified) for term in _unspaced_terms(word))
    return [term for term in every if len(term) <= MAX_WORD]


def _unspaced_terms(word: str) -> Iterator[str]:
    if _HIRAGANA.fullmatch(word):
        yield from [word] if len(word) > 1 else []
        return
    for run in _RUN.finditer(word):
        if run["signs"] and len(signs := _CLUSTER.findall(run[0])) > 2:
            yield from map("".join, pairwise(signs))
        elif not run["hiragana"]:
            yield run[0]


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


def _folded(text: str) -> str:
    """One spelling of a text: full or half width, upper or lower case, any white space."""
    return " ".join(_unified(text).split())


def _unified(text: str) -> str:
    return text.lower() if text.isascii() else unicodedata.normalize("NFKC", text).lower()

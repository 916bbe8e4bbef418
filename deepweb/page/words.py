"""Text to words: what can be searched for, and what pages are compared by."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from sys import intern
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from nltk.stem.snowball import SnowballStemmer

# Vowel signs and accents; Python's \w leaves them out, which cuts words of India into letters.
MARKS = "".join(c for c in map(chr, range(0x10000)) if unicodedata.category(c) in {"Mn", "Mc"})
_WORD = re.compile(rf"[^\W_]+(?:[{MARKS}]+[^\W_]*)*")
# "1,234" and "1 234" are one number.
_NUMBER = re.compile(r"\d+(?:[.,' ]\d+)*")

STATED = 3  # stop words that are worth as much as the language that a page states
_SAME_AS = {"nb": "no", "nn": "no"}
# From here on (Devanagari, Thai, Chinese, Japanese, Korean) spaces do not reliably part words.
UNSPACED = "\u0900"
# Chinese signs; those of Thai, Lao, Burmese and Khmer with the vowels before and behind them.
_HAN = "\u3005\u3400-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
_SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
_VOWELS = f"{MARKS}\u0e30\u0e32\u0e33\u0e45\u0eb0\u0eb2\u0eb3"
_CLUSTER = re.compile(
    rf"[{_HAN}]|[\u0e40-\u0e44\u0ec0-\u0ec4]?[{_SOUTH_EAST}][{_VOWELS}]*"
    rf"(?:(?<=[\u1039\u17d2])[{_SOUTH_EAST}][{_VOWELS}]*)*"
)
_SIGN = re.compile(rf"[{_HAN}{_SOUTH_EAST}\u3041-\u30ff]")
_HIRAGANA = re.compile("[\u3041-\u309f\u30fc]+")
_RUN = re.compile(
    rf"(?P<signs>[{_HAN}]+|[{_SOUTH_EAST}{MARKS}]+)|(?P<hiragana>[\u3041-\u309f]+)"
    rf"|[\u30a0-\u30ff]+|[^{_HAN}{_SOUTH_EAST}\u3041-\u30ff]+"
)
# Letters that Unicode does not decompose, though people write them without the stroke.
_STROKES = str.maketrans(
    {"ø": "o", "ł": "l", "đ": "d", "\u0131": "i", "ß": "ss", "æ": "ae", "œ": "oe"}
)
_MAX_ACCENTS = 50  # accents in a row that are read; texts of any language have fewer than 30
_ACCENTS = f"{MARKS}\U0001d165-\U0001d1ad\U0001d242-\U0001d244\U0001e000-\U0001e02a"
_MANY_ACCENTS = re.compile(f"([{_ACCENTS}]{{{_MAX_ACCENTS}}})[{_ACCENTS}]++")
MAX_WORD = 40  # letters of a word; longer tokens are keys and encoded data
MAX_STEMMED = 30  # letters of a word that are stemmed
_EDGES = re.compile("  | \n|\n |^ | $")  # spaces that texts with single spaces do not have
CYRILLIC = "\u0400", "\u04ff"
# ASCII, which most text is, needs no pattern: lower case for letters, spaces for the rest. Several
# times as fast.
_PLAIN = bytes(ord(chr(c).lower()) if c < 128 and chr(c).isalnum() else 32 for c in range(256))


def words(text: str) -> list[str]:
    """The words of a text in order, in lower case."""
    if text.isascii():
        found = text.encode().translate(_PLAIN).decode().split()
    else:
        found = _WORD.findall(folded(text))
    return [w for w in found if len(w) <= MAX_WORD]


def terms(text: str) -> list[str]:
    """The words of a text as one types them into a search box, in order, in lower case.

    Where no spaces part words (Chinese, Japanese, Thai and the like), every two neighbouring signs
    are a word: most words there have two, and searches there look for parts of the text or for
    such pairs. Hiragana, which writes endings and particles, is left out unless it stands alone.
    """
    unified = folded(text)
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
    """A text without what differs from answer to answer: the query in it, and numbers.

    "7 results for Honda" and "0 results for zzqx" are the same text.
    """
    return _masked(one_line(folded(text)), query)


def all_normalised(texts: Sequence[str], query: Iterable[str] = ()) -> list[str]:
    """Many texts with single spaces, normalised at once."""
    if not texts:
        return []
    whole = folded("\n".join(texts))
    if _EDGES.search(whole):  # one sign may stand for several letters, a space among them
        whole = "\n".join([one_line(line) for line in whole.split("\n")])
    return _masked(whole, query).split("\n")


def _masked(text: str, query: Iterable[str]) -> str:
    for value in query:
        if (asked := one_line(folded(value))) and asked in text:
            text = _whole(asked).sub("\N{HORIZONTAL ELLIPSIS}", text)
    return _NUMBER.sub("0", text)


@lru_cache(maxsize=1000)
def _whole(asked: str) -> re.Pattern[str]:
    """A query where it stands as words of its own: not "not" in "nothing"."""
    before = r"(?<![^\W_])" if _is_spaced(asked[0]) else ""
    behind = r"(?![^\W_])" if _is_spaced(asked[-1]) else ""
    return re.compile(before + re.escape(asked) + behind)


def _is_spaced(letter: str) -> bool:
    return letter.isalnum() and letter < UNSPACED


def folded(text: str) -> str:
    """One spelling of a text: lower case, and one width of letters."""
    return text.lower() if text.isascii() else in_normal_form("NFKC", text).lower()


def in_normal_form(form: Literal["NFKC", "NFKD"], text: str) -> str:
    """A text in a normal form. Of too many accents in a row the rest is dropped (UAX #15 §13):

    they are sorted, in quadratic time.
    """
    if len(text) > _MAX_ACCENTS:
        text = _MANY_ACCENTS.sub(r"\1", text)
    return unicodedata.normalize(form, text)


def one_line(text: str) -> str:
    """A text with single spaces between its words, and none around it."""
    return " ".join(text.split())


def unaccented(text: str) -> str:
    """Lower case without accents."""
    if text.isascii():
        return text.lower()
    return without_marks(in_normal_form("NFKD", text).lower().translate(_STROKES))


def without_marks(text: str) -> str:
    """A text without its accents, in upper and lower case as it was."""
    if text.isascii():
        return text
    apart = in_normal_form("NFKD", text)
    return unicodedata.normalize("NFC", "".join(c for c in apart if not unicodedata.combining(c)))


@cache
def stop_words() -> frozenset[str]:
    """Stop words of all languages together, so that the language of a page need not be known."""
    import stopwordsiso  # noqa: PLC0415  (slow to import, and not needed by every command)

    return frozenset(map(unaccented, stopwordsiso.stopwords(stopwordsiso.langs())))


def language(texts: Iterable[str], stated: str, among: Iterable[str]) -> str:
    """The language of some texts, by their stop words; what their page states counts, too.

    Of those ``among`` which it may be; the first of them if nothing tells.
    """
    held = {unaccented(word) for text in texts for word in words(text) if word.isalpha()}
    codes = list(among)
    code_stated = _SAME_AS.get(stated[:2].lower(), stated[:2].lower())

    def score(code: str) -> int:
        return len(held & _stop_words_of(code)) + STATED * (code == code_stated)

    return max(codes, key=score)


@cache
def _stop_words_of(code: str) -> frozenset[str]:
    import stopwordsiso  # noqa: PLC0415  (slow to import, and not needed by every command)

    return frozenset(map(unaccented, stopwordsiso.stopwords(code)))


@lru_cache(maxsize=100_000)
def stemmed(word: str) -> str:
    """The stem of a word, without accents, by nltk's Snowball stemmers.

    Departure: [Gujrati, Site Classifier] works on English pages. Nobody can tell the language of a
    link of three words, so all words in Latin letters are stemmed as English, which cuts few words
    of other languages and always in the same way; Cyrillic ones as Russian.
    """
    plain = unaccented(word)[:MAX_STEMMED]
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

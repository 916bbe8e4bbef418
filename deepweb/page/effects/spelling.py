"""The words of a text or a name, and how words of other scripts are written in Latin letters."""

from __future__ import annotations

import re
from functools import lru_cache

from deepweb.page.words import unaccented, words

MAX_TEXT = 400  # characters of a text that are read

MIN_RUN = 7  # letters that are as long as three words where no spaces part words

CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
# Chinese, Japanese, Thai, Lao, Burmese, Khmer; Korean words have endings.
RUN = re.compile(
    "[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\uac00-\ud7af]+"
)
_HANGUL = re.compile("[\uac00-\ud7af]")
_LATIN = str.maketrans(
    dict(zip("абвгдезийклмнопрстуфыэіїєґ", "abvgdeziiklmnoprstufyeiieg", strict=True))
    | {"ж": "zh", "\u0445": "h", "ц": "c", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": ""}
    | {"ю": "iu", "я": "ia", "ў": "u"}
    | dict(zip("αβγδεζηικλμνξοπρσςτυφω", "avgdeziiklmnxoprsstifo", strict=True))
    | {"θ": "th", "χ": "ch", "ψ": "ps"}
)
_SPELT = (("kh", "h"), ("ts", "c"), ("ph", "f"), ("y", "i"), ("j", "i"), ("ou", "u"), ("w", "v"))


def tokens_of(text: str) -> list[str]:
    """The words of a text, of a name in code or of a step of an address, without accents."""
    return list(_tokens(text))


@lru_cache(maxsize=20_000)
def _tokens(text: str) -> tuple[str, ...]:
    written = accented(text)
    return tuple(written if text.isascii() else map(unaccented, written))


def accented(text: str) -> list[str]:
    """The words of a text, with their accents."""
    return words(CAMEL.sub(" ", text[:MAX_TEXT]).replace("_", " "))


def is_unspaced(word: str) -> bool:
    """Is it written in letters between which no spaces part words?"""
    return not word.isascii() and RUN.search(word) is not None


def is_sentence_run(word: str) -> bool:
    """Is it as long as three words, in letters between which no spaces part words?"""
    return len(word) >= MIN_RUN and is_unspaced(word) and not _HANGUL.search(word)


def latin(word: str) -> str:
    """A word in one Latin spelling."""
    if word.isascii() and not any(each in word for each in "yjwtkp"):
        return word.replace("ou", "u")
    plain = word.translate(_LATIN)
    for one, other in _SPELT:
        plain = plain.replace(one, other)
    return plain


def german(word: str) -> str:
    """A word as it is written where there are no umlauts."""
    apart = word.lower()
    for one, other in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("å", "aa"), ("ø", "oe")):
        apart = apart.replace(one, other)
    return "".join(tokens_of(apart))

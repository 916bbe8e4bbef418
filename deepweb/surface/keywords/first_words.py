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

import random
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
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


# --- merged from nonsense.py; rewrite or remove this note ---
# Queries that no database answers.
#
# He et al. (WSDM 2013), section 5: long strings without meaning, to see what a site's empty page
# looks like. Of several shapes, because sites answer a number in the query, several words, or a query
# that they find too long or too short with pages of their own; and in the script that the site is
# written in, because a site may refuse letters that it never holds. The most telling shapes come
# first, so that a few of them are a fair sample.

# Without vowels, no part of it is a word.
CONSONANTS = "bcdfghjklmnpqrstvwxz"
# Written in Chinese and in Japanese, in every old encoding of them, and hardly ever used: searches
# there look for single characters, so those of the site itself would find something.
RARE_IDEOGRAPHS = (
    "丐丕仂佝侏俚偈傀僭冢刎匏卮叱呷哂唳啜嗤噬囹圄坩垤埒堙妁孑弋彗徇恪惴扈掾斛旃昃晁杳柢桀梏棹槁檄欷歃殄毓洙潦澹爻狷猷珥"
    "畛疔瘁癸皋盂眈睨瞿矜碣祓秣穹窈笏筮箴糜罔翊耄耨聿臧舛苻萃蓼藜虔蚩蛟蜃螯蟾衢袂裨覃豕豢貂赧踵逵遘酋酩雉霰鞅韶饕髻麋黔黻"
)
_IDEOGRAPHIC = frozenset({"CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC"})
# Fewer different letters do not make several words that mean nothing.
_MIN_LETTERS = 8


def nonsense(rng: random.Random, number: int, site_text: str = "") -> list[str]:
    """``number`` distinct queries that mean nothing, in the script of most of the site's text."""
    letters = _letters(site_text)
    found: dict[str, None] = {}
    while len(found) < number:
        found.setdefault(_SHAPES[len(found) % len(_SHAPES)](rng, letters))
    return list(found)


def _letters(site_text: str) -> str:
    """The letters to write nonsense with; those of other scripts are taken from the site itself."""
    scripts = Counter({c: n for c, n in Counter(site_text).items() if c.isalpha()})
    by_script: Counter[str] = Counter()
    for letter, times in scripts.items():
        by_script[_script(letter)] += times
    script = by_script.most_common(1)[0][0] if by_script else "LATIN"
    if script in _IDEOGRAPHIC:
        return RARE_IDEOGRAPHS
    own = "".join(sorted({c.lower() for c in scripts if _script(c) == script}))
    return CONSONANTS if script == "LATIN" or len(own) < _MIN_LETTERS else own


def _script(letter: str) -> str:
    return unicodedata.name(letter, "LATIN").split()[0]


def _drawn(rng: random.Random, letters: str, number: int) -> str:
    return "".join(rng.choices(letters, k=number))


def _word(rng: random.Random, letters: str) -> str:
    return _drawn(rng, letters, 12)


def _two_words(rng: random.Random, letters: str) -> str:
    return f"{_drawn(rng, letters, 7)} {_drawn(rng, letters, 8)}"


def _with_digits(rng: random.Random, letters: str) -> str:
    return _drawn(rng, letters, 6) + _drawn(rng, string.digits, 4) + _drawn(rng, letters, 2)


def _long(rng: random.Random, letters: str) -> str:
    return _drawn(rng, letters, 28)


def _repeating(rng: random.Random, letters: str) -> str:
    return _drawn(rng, letters, 2) + _drawn(rng, letters, 2) * 5


def _short(rng: random.Random, letters: str) -> str:
    return _drawn(rng, letters, 5)


_SHAPES: tuple[Callable[[random.Random, str], str], ...] = (
    _word,
    _two_words,
    _with_digits,
    _long,
    _repeating,
    _short,
)

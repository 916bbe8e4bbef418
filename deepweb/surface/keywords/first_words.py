"""The words that start a crawl: seeds that may find something, and nonsense that must not.

``seeds``: the 50 words of the form page with the highest TF-IDF [Madhavan08 §5.1]. Departures:

- IDF has only two values, 0 for stop words (of all languages with a list) and 1 for the rest: on
  saved pages of real sites, word frequencies of whole languages (wordfreq, 57 MB) or of other sites
  did not put better words first.
- Where a search does not ignore stop words, those of the page find most, the shortest first: "og"
  is one in Danish, "page" in French. So the page's other words, its stop words, and words that many
  databases hold take turns; for a form page with hardly any text, the last remain.

``nonsense``: background queries, strings without meaning that show what a site's empty page looks
like [He13 §5]. They have several shapes, because a site may have special pages for numbers, several
words, or queries that are too long or too short; and they use the script of the site, because it
may refuse letters that it never holds. The most telling shapes come first, so that a few are a fair
sample.
"""

from __future__ import annotations

import random
import string
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence, Set
from itertools import chain, zip_longest

from deepweb.page.words import terms

N_INITIAL = 50  # seed words of a form [Madhavan08 §5.1]
CONSONANTS = "bcdfghjklmnpqrstvwxz"  # without vowels, no part of a string is a word
# Part of Chinese and Japanese and of all their old encodings, and hardly ever used: searches there
# match single characters, so characters of the site itself would find something.
RARE_IDEOGRAPHS = (
    "丐丕仂佝侏俚偈傀僭冢刎匏卮叱呷哂唳啜嗤噬囹圄坩垤埒堙妁孑弋彗徇恪惴扈掾斛旃昃晁杳柢桀梏棹槁檄欷歃殄毓洙潦澹爻狷猷珥"
    "畛疔瘁癸皋盂眈睨瞿矜碣祓秣穹窈笏筮箴糜罔翊耄耨聿臧舛苻萃蓼藜虔蚩蛟蜃螯蟾衢袂裨覃豕豢貂赧踵逵遘酋酩雉霰鞅韶饕髻麋黔黻"
)
_IDEOGRAPHIC = frozenset({"CJK", "HIRAGANA", "KATAKANA", "IDEOGRAPHIC"})
_MIN_LETTERS = 8  # distinct letters that nonsense needs


def seeds(
    texts: Iterable[str],
    *,
    stop_words: Set[str],
    common: Sequence[str] = (),
    most: int = N_INITIAL,
) -> tuple[str, ...]:
    """The words to ask first, from the texts of a form page and from ``common`` words."""
    frequent = _by_frequency(texts)
    telling = [word for word in frequent if word not in stop_words]
    stopped = sorted((word for word in frequent if word in stop_words), key=len)
    stopped += [word for word in common if word in stop_words]
    others = [word for word in common if word not in stop_words]
    turns = chain.from_iterable(zip_longest(telling[::2], stopped, telling[1::2], others))
    return tuple(dict.fromkeys(word for word in turns if word))[:most]


def _by_frequency(texts: Iterable[str]) -> list[str]:
    """The words, most frequent first, then longest; without numbers and single letters."""
    counts = Counter(
        word
        for text in texts
        for word in terms(text)
        if not word.isdigit() and (len(word) > 1 or not word.isascii())
    )
    return sorted(counts, key=lambda word: (-counts[word], -len(word), word))


def nonsense(rng: random.Random, number: int, site_text: str = "") -> list[str]:
    """``number`` distinct queries without meaning, in the main script of the site's text."""
    letters = _letters(site_text)
    found: dict[str, None] = {}
    while len(found) < number:
        found.setdefault(_SHAPES[len(found) % len(_SHAPES)](rng, letters))
    return list(found)


def _letters(site_text: str) -> str:
    """The letters of nonsense; outside of Latin and ideographs, those that the site uses."""
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

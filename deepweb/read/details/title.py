"""What is the thing of a page called?

Its title stands where most pages have a text and each has its own: in a heading, or where the text
is like ``<title>`` without the words that all pages share, or is repeated on the page.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from deepweb.page.words import words
from deepweb.read.details.texts import PageTexts

# Characters of a title.
_MAX_TITLE = 250
# Share of the pages that have a text where the title stands.
_MIN_PAGES = 0.6
# Share of the pages that may have the same title.
_MAX_SAME = 0.3
# Share of the pages that have a word which is no part of a title.
_SHARED = 0.7
# Pages that are enough to tell such words.
_SEVERAL = 3
# Share of the pages on which the name stands without its ending, too.
_MIN_ALONE = 0.8
# Places of the title, the best first.
_PLACES = 3
# What speaks for a place, in points.
_START = 0.3
_HEADING = {"h1": 0.5, "h2": 0.25, "h3": 0.15}
_CALLED_TITLE = 0.15
_REPEATED = 0.1
_LINK = -0.2
_LATE = -0.3
_CODE = -0.5
_SHARED_WORDS = -0.5
# Points of a place that nothing speaks for.
_LEAST = 0.01
# Weights of the parts of <title> in order.
_WEIGHTS = (1.0, 0.7, 0.5)

_PARTS = re.compile(r"(?<!\s)\s++[-\u2013\u2014|>»:·•/]++\s+|(?:(?<!\s)\s++)?[|»]\s*|:\s+")
_CALLED = re.compile(r"\b(?:title|name|headline|heading)\b|(?:Title|Name)\b")

_SIGN = re.compile(r"(?<!\s)(?:\s*+[,(|]\s*+|\s++[-\u2013\u2014]\s++)")
BEHIND_SIGN = ","
"""The ending of titles in which a sign ends the name."""

_Words = frozenset[str]


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A text of a page at a place where titles may stand."""

    page: PageTexts
    number: int
    head: Sequence[_Words]
    """The words of the page's <title> that are its own, by part."""

    @property
    def text(self) -> str:
        return self.page.said[self.number]

    @property
    def words(self) -> _Words:
        return frozenset(words(self.text))

    def fit(self) -> float:
        """How much of <title> it says."""
        mine = self.words
        parts = zip(_WEIGHTS, self.head, strict=False)
        return max((weight * _likeness(mine, part) for weight, part in parts), default=0.0)


def title_places(pages: Sequence[PageTexts]) -> tuple[int, ...]:
    """Where the title stands on the pages of a site (``PageTexts.looks``), the best place first."""
    heads = _own_words(list(map(_head_title, pages)))
    found: dict[int, list[_Candidate]] = {}
    for page, head in zip(pages, heads, strict=True):
        for place, number in _first_texts(page).items():
            found.setdefault(place, []).append(_Candidate(page, number, head))
    on = Counter(text for page in pages for text in set(page.said))
    least = _MIN_PAGES * len(pages)
    points = {
        place: _points(several, on, len(pages))
        for place, several in found.items()
        if len(several) >= least
    }
    best = sorted(points, key=lambda place: -points[place])
    return tuple(place for place in best[:_PLACES] if points[place] > 0)


def title_text(page: PageTexts, places: Sequence[int]) -> int:
    """The number of the text that is the title of a page; -1 if there is none."""
    wanted = set(places)
    texts: dict[int, int] = {}
    for number, place in enumerate(page.looks):
        if place in wanted and place not in texts and _may_be_title(page, number):
            texts[place] = number
    return next((texts[place] for place in places if place in texts), -1)


def title(page: PageTexts, places: Sequence[int], ending: str = "") -> str:
    """The title of a page, without its ending (``title_ending``)."""
    number = title_text(page, places)
    text = page.said[number] if number >= 0 else _head_title(page)
    return (_without(text, ending) if ending else "") or text


def title_ending(pages: Sequence[PageTexts], places: Sequence[int]) -> str:
    """What follows the name of the thing in the titles of a site; "" if nothing does.

    It is the same on all pages ("… Campus Tour"), or stands behind a sign (``BEHIND_SIGN``: "…,
    Buffalo", "… (1960)"). The name alone must stand elsewhere on most pages, too.
    """
    titles = [title(page, places) for page in pages]
    for ending in (_shared_ending(titles), BEHIND_SIGN) if len(pages) >= _SEVERAL else ():
        names = [_without(text, ending) for text in titles]
        alone = sum(name in page.said for name, page in zip(names, pages, strict=True) if name)
        if ending and alone >= _MIN_ALONE * len(pages):
            return ending
    return ""


def _shared_ending(titles: Sequence[str]) -> str:
    """The last words that all titles share."""
    parted = [text.split()[1:][::-1] for text in titles]
    shared = takewhile(lambda words_: len(set(words_)) == 1, zip(*parted, strict=False))
    return " ".join(word[0] for word in [*shared][::-1])


def _without(text: str, ending: str) -> str:
    """A title without its ending; "" if it has none."""
    if ending == BEHIND_SIGN:
        signs = [found.start() for found in _SIGN.finditer(text)]
        return text[: signs[-1]] if signs else ""
    return text.removesuffix(ending).rstrip() if ending and text.endswith(ending) else ""


def _points(several: Sequence[_Candidate], on: Mapping[str, int], pages: int) -> float:
    n = len(several)
    page, owner = several[0].page, several[0].page.owners[several[0].number]
    late = sum(each.number / len(each.page.said) for each in several) / n
    repeated = sum(each.page.said.count(each.text) > 1 for each in several) / n
    codes = sum(_is_code(words(each.text)) for each in several) / n
    points = (
        _START
        + sum(each.fit() for each in several) / n
        + _HEADING.get(page.around[owner].heading, 0.0)
        + _CALLED_TITLE * _is_called_title(page.walk.attributes[owner])
        + _REPEATED * repeated
        + _LINK * page.around[owner].is_link
        + _LATE * late
        + _CODE * codes
        + _SHARED_WORDS * _shared_words([each.words for each in several])
    )
    own = sum(on[each.text] <= max(1, _MAX_SAME * pages) for each in several)
    return max(points, _LEAST) * own / pages


def _own_words(heads: Sequence[str]) -> list[list[_Words]]:
    """The words of each <title> by part, without those that most have, and without codes."""
    every = [list(map(words, _PARTS.split(head))) for head in heads]
    times = Counter(word for parts in every for word in {w for part in parts for w in part})
    is_several = len(heads) >= _SEVERAL
    shared = {word for word, n in times.items() if is_several and n > _SHARED * len(heads)}
    return [
        [own for part in parts if not _is_code(part) and (own := frozenset(part) - shared)]
        for parts in every
    ]


def _first_texts(page: PageTexts) -> dict[int, int]:
    """Place to the first text there."""
    found: dict[int, int] = {}
    for number, place in enumerate(page.looks):
        if place not in found and _may_be_title(page, number):
            found[place] = number
    return found


def _may_be_title(page: PageTexts, number: int) -> bool:
    return not page.skipped[number] and len(page.said[number]) <= _MAX_TITLE


def _likeness(one: _Words, other: _Words) -> float:
    """From 0 to 1: the share of the words that are in both, half of it by the shorter text."""
    both = len(one & other)
    return both / (len(one) + len(other)) + both / max(2, 2 * min(len(one), len(other)))


def _shared_words(texts: Sequence[_Words]) -> float:
    """The share of the words at a place that most pages have there."""
    if len(texts) < _SEVERAL:
        return 0.0
    times = Counter(word for text in texts for word in text)
    return sum(n for n in times.values() if n > _SHARED * len(texts)) / max(1, times.total())


def _is_code(said: Sequence[str]) -> bool:
    return not any(map(str.isalpha, said))


def _is_called_title(has: Mapping[str, str]) -> bool:
    marks = (has.get(name, "") for name in ("class", "id", "itemprop"))
    return _CALLED.search(" ".join(marks)) is not None


def _head_title(page: PageTexts) -> str:
    root = page.walk.elements[0].getroottree().getroot()
    return " ".join((root.findtext(".//title") or "").split())

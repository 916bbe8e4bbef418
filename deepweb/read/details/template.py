"""What do the pages of a site share? Texts that most of them have are template, the rest is values.

RoadRunner aligns whole pages, ExAlg the roles of tokens [Crescenzi01 §3, Arasu03 §4]. Here a text
is compared by its path alone, without positions, so that rows which some pages lack shift nothing.
Two departures: a text that stands where the site writes its labels is a label even if one page
alone has it, and a place that each page has once, with texts that differ, is a value even where
most pages say the same ("English").
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Self, TypeVar
from zlib import crc32

from deepweb.read.details.texts import PageTexts

# Share of the pages that have a text of the template.
_MIN_SHARE = 0.5
# Share of the pages that have a label within "label: value".
_MIN_INLINE = 0.2
# Share of the texts at a place that are template, where labels stand.
_MIN_LABELS = 0.5
# Different texts of the template at a place where labels stand.
_MIN_LABEL_TEXTS = 3
# Share of the pages of a slot that may say the same.
_MAX_SAME = 0.85
# Texts of a slot on its pages; a few pages have more than one.
_MAX_IN_SLOT = 1.2
# Share of the pages that may say the same behind a text that leads to a value.
_MAX_BEHIND = 0.7
# Texts at a place that lead to values, if all do that stand there.
_MIN_LEADS = 2
# Pages that are enough to tell slots.
_SEVERAL = 3
# Characters and words of a label.
_MAX_LABEL = 60
_MAX_LABEL_WORDS = 8
# Words of a label within "label: value" on a page that nothing is compared with.
_MAX_LONE_LABEL_WORDS = 4

_COLONS = (":", "\uff1a")
_COLON = re.compile(r"(?:(?<!\s)\s++)?[:\uff1a]\s*+$")
_INLINE = re.compile(r"([^\W\d_][^:\uff1a]{0,50}?)\s*[:\uff1a]\s+(\S.*)", re.DOTALL)
_LETTER = re.compile(r"[^\W\d_]")
_SENTENCE = re.compile(r"[.!?…»\u203a>]$|^[«\u2039<]")

_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True, slots=True)
class PageTemplate:
    """What pages share, as numbers of texts (``PageTexts.told``) and of places."""

    pages: int
    constants: frozenset[int]
    """Texts that most pages have."""
    labels: frozenset[int]
    """Places where labels stand."""
    inline: frozenset[int]
    """Labels within "label: value"."""
    slots: frozenset[int]
    """Places that a page has once, with texts that differ."""
    leads: frozenset[int]
    """Texts of the template behind which the pages differ, and places of such texts."""

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings, for storage."""
        sets = {name: sorted(getattr(self, name)) for name in self.__slots__ if name != "pages"}
        return {"pages": self.pages, **sets}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """What ``to_json`` gave."""
        sets = {name: frozenset(stored[name]) for name in cls.__slots__ if name != "pages"}
        return cls(pages=stored["pages"], **sets)

    def is_common(self, texts: PageTexts, number: int) -> bool:
        """Do most pages say this here, be it a value?"""
        return texts.told[number] in self.constants

    def is_constant(self, texts: PageTexts, number: int) -> bool:
        """Is the text part of the template?"""
        return texts.told[number] in self.constants and texts.places[number] not in self.slots

    def is_label(self, texts: PageTexts, number: int) -> bool:
        """May the text name what follows it?"""
        text = texts.said[number]
        if not may_be_label(text):
            return False
        owner = texts.owners[number]
        if ends_with_colon(text) or texts.around[owner].term == "dt":
            return True
        if self.pages == 1 and texts.around[owner].heading not in {"", "h1"}:
            return True
        if texts.around[owner].is_link and not texts.around[owner].heading:
            return False
        return self.is_constant(texts, number) or texts.places[number] in self.labels

    def leads_to_value(self, texts: PageTexts, number: int) -> bool:
        """Do the pages differ behind this text?"""
        return texts.told[number] in self.leads or texts.places[number] in self.leads

    def inline_label(self, texts: PageTexts, number: int) -> tuple[str, str] | None:
        """Label and value of "label: value", if several pages have that label here."""
        text = texts.said[number]
        found = _INLINE.fullmatch(text) if any(colon in text for colon in _COLONS) else None
        if not found or not may_be_label(found[1]):
            return None
        is_short = self.pages == 1 and len(found[1].split()) <= _MAX_LONE_LABEL_WORDS
        return (
            (found[1], found[2])
            if is_short or _inline(texts, number, found[1]) in self.inline
            else None
        )


def learn_template(pages: Sequence[PageTexts]) -> PageTemplate:
    """Compare the pages of a site."""
    least = max(2, _MIN_SHARE * len(pages))
    constants = _on_many((page.told for page in pages), least)
    return PageTemplate(
        pages=len(pages),
        constants=constants,
        labels=_label_places(pages, constants),
        inline=_on_many(map(_inlines, pages), max(2, _MIN_INLINE * len(pages))),
        slots=_slots(pages) if len(pages) >= _SEVERAL else frozenset(),
        leads=_leads(pages, constants),
    )


def may_be_label(text: str) -> bool:
    """Is a text short enough, and no sentence, to name another?"""
    return len(text) <= _MAX_LABEL and _is_phrase(text)


@lru_cache(maxsize=1 << 14)
def _is_phrase(text: str) -> bool:
    """Has a text some words, and is it no sentence? The pages of a site repeat their labels."""
    has_words = _LETTER.search(text) is not None and len(text.split()) <= _MAX_LABEL_WORDS
    return has_words and not _SENTENCE.search(text)


def ends_with_colon(text: str) -> bool:
    """Does a text announce another?"""
    return text.endswith(_COLONS)


def bare_label(text: str) -> str:
    """A label without its colon."""
    return _COLON.sub("", text).strip()


def _on_many(pages: Iterable[Iterable[_Key]], least: float) -> frozenset[_Key]:
    """What at least so many pages have."""
    times = Counter(each for page in pages for each in set(page))
    return frozenset(each for each, n in times.items() if n >= least)


def _inlines(page: PageTexts) -> list[int]:
    found = ((number, _INLINE.fullmatch(text)) for number, text in enumerate(page.said))
    return [_inline(page, number, match[1]) for number, match in found if match]


def _inline(page: PageTexts, number: int, label: str) -> int:
    return crc32(label.encode(), page.around[page.owners[number]].path)


def _label_places(pages: Sequence[PageTexts], constants: frozenset[int]) -> frozenset[int]:
    every: Counter[int] = Counter()
    said: defaultdict[int, Counter[int]] = defaultdict(Counter)
    for page in pages:
        for number, (place, told) in enumerate(zip(page.places, page.told, strict=True)):
            if not page.skipped[number]:
                every[place] += 1
                if told in constants:
                    said[place][told] += 1
    return frozenset(
        place
        for place, texts in said.items()
        if len(texts) >= _MIN_LABEL_TEXTS and texts.total() >= _MIN_LABELS * every[place]
    )


def _slots(pages: Sequence[PageTexts]) -> frozenset[int]:
    """Places that most pages have once, where they do not all say the same."""
    on: Counter[int] = Counter()
    said: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for page in pages:
        on.update(set(page.places))
        for place, text, skipped in zip(page.places, page.said, page.skipped, strict=True):
            if not skipped:
                said[place][text] += 1
    return frozenset(
        place
        for place, texts in said.items()
        if on[place] > len(pages) / 2
        and texts.total() <= _MAX_IN_SLOT * on[place]
        and max(texts.values()) <= _MAX_SAME * on[place]
    )


def _leads(pages: Sequence[PageTexts], constants: frozenset[int]) -> frozenset[int]:
    behind: defaultdict[int, Counter[str]] = defaultdict(Counter)
    places: dict[int, int] = {}
    for page in pages:
        before = 0
        for number, told in enumerate(page.told):
            if not page.skipped[number]:
                if before:
                    behind[before][page.said[number]] += 1
                before = told if told in constants else 0
                places[told] = page.places[number]
    leads = {
        told for told, texts in behind.items() if max(texts.values()) <= _MAX_BEHIND * texts.total()
    }
    leading = Counter(places[told] for told in leads)
    every = Counter(places[told] for told in behind)
    several = (place for place, n in leading.items() if n >= _MIN_LEADS and 2 * n >= every[place])
    return frozenset(leads).union(several)

"""Is the next page of an answer worth asking for?

A page promises as many new records as the pages before it brought, tempered by what next pages
brought of late: the first page of a frequent word may be known while the later ones are not. Of
answers that promise alike, the longest is followed. A chain ends where the site ends it, where it
leads back to a page that was asked for, where a page shows nothing but what the page before it
showed, and, if it never ends, where it stops earning. Pages that show again what earlier pages of
the chain showed are sorted anew in between: that is counted, and what they repeat is still to come.
"""

from __future__ import annotations

import heapq
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.record_numbers import Numbered, NumberSet
from deepweb.surface.source import RecentYield

# Pages of a chain in a row without a new record after which it is left.
MOST_BARREN = 5
# How much the pages before it count against next pages at large, and how much older ones of them.
OWN, MEMORY = 2, 0.7
# How much more a list is worth that is far longer than all that is known.
LONG = 3


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a chain stands."""

    shown: NumberSet = field(default_factory=NumberSet)
    """Records on the pages so far, by their numbers."""
    share: float | None = None
    """Of the records on its pages, those that were new, of late."""
    barren: int = 0
    last: array[int] = field(default_factory=lambda: array("I"))
    """Records of the page before."""


class NextPages:
    """The next pages of all answers so far."""

    def __init__(self, numbered: Numbered | None = None) -> None:
        """``numbered`` are the records of the site."""
        self._numbered = Numbered() if numbered is None else numbered
        # One page in hand is worth one of a word not tried: pages come whole.
        self._share = RecentYield(hope=1.0)
        self._heap: list[tuple[float, int, Question]] = []
        self._known: set[str] = set()
        self._found = 0
        self._places: dict[str, _Place] = {}
        self.ended: Counter[str] = Counter()
        """Why chains were left, and how many."""
        self.unstable = 0
        """Pages that show again what an earlier page of their chain showed."""

    def promise(self) -> float:
        return -self._heap[0][0] if self._heap else 0.0

    def next(self) -> Question | None:
        return heapq.heappop(self._heap)[2] if self._heap else None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self._found += len(new)
        before = self._places.pop(question.link, _Place())
        if question.purpose == "next" and answer.found:
            self._share.add(len(new) / len(answer.found))
        if not answer.found or not answer.next_url or question.purpose == "background":
            return
        here = self._numbered.numbers(record.id for record in answer.found)
        # What the page before shows as well stands on all pages.
        others = set(here).difference(before.last)
        self.unstable += any(map(before.shown.__contains__, others))
        before.shown.update(here)
        place = _Place(
            shown=before.shown,
            share=_smoothed(before.share, len(new) / len(answer.found)),
            barren=0 if new else before.barren + 1,
            last=array("I", here),
        )
        if reason := self._end(answer, place, shows_others=bool(others)):
            self.ended[reason] += 1
            return
        self._known.add(answer.next_url)
        self._places[answer.next_url] = place
        following = Question("next", question.values, answer.next_url)
        promise = self._promise(answer, place)
        heapq.heappush(self._heap, (-promise, len(self._known), following))

    def _end(self, answer: Answer, here: _Place, *, shows_others: bool) -> str:
        """Why not to go on, or nothing."""
        if answer.next_url in self._known:
            return "leads back"
        if not shows_others:
            return "shows the same again"
        if here.barren >= MOST_BARREN:
            return "brings nothing new"
        return ""

    def _promise(self, answer: Answer, place: _Place) -> float:
        own = place.share or 0.0
        expected = (OWN * own + self._share.value) / (OWN + 1) * len(answer.found)
        if answer.count is None:
            return expected
        left = max(answer.count - len(place.shown), 1)
        # The pages of one answer do not overlap, those of several do: better one long list than
        # many short ones, and the longer, the more it is beside what is known already.
        return min(expected, left) * (1 + LONG * left / (left + self._found))


def _smoothed(before: float | None, now: float) -> float:
    return now if before is None else MEMORY * before + (1 - MEMORY) * now


# --- merged from reach.py; rewrite or remove this note ---
# Can the records of an answer all be had by its pages?
#
# Where they can, keywords and next pages reach what there is, and further inputs of the form are not
# worth the requests that it takes to understand them. Where answers are cut off (a first page only,
# "the first 100 of 5,000"), only further restrictions lead to the rest.

Values = tuple[tuple[str, str], ...]

# Answers of one length, and records in them, from which on that length is taken for a full page.
TIMES, LENGTH = 3, 5
# Pages that end with fewer of the records that they spoke of are cut off.
MOST = 0.9


class PageReach:
    """Watches answers to their last page; asks nothing."""

    def __init__(self, numbered: Numbered | None = None) -> None:
        """``numbered`` are the records of the site."""
        self._numbered = Numbered() if numbered is None else numbered
        self.paged = False
        """Has any answer a next page?"""
        self.cut_off = 0
        """Answers that end though there is more."""
        self.ended = 0
        """Answers seen to their end."""
        self.most: int | None = None
        """Records of one answer that its pages lead to, where they end too soon."""
        self.on_cut_off: list[Callable[[Values, int], None]] = []
        """Told of answers that are cut off: what was asked, and how many records they have."""
        self._shown: dict[Values, NumberSet] = {}
        self._lengths: Counter[int] = Counter()

    def promise(self) -> float:
        return 0.0

    def next(self) -> Question | None:
        return None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        if not answer.found or question.purpose == "background":
            return
        shown = self._shown.setdefault(question.values, NumberSet())
        shown.update(self._numbered.numbers(record.id for record in answer.found))
        self._lengths[len(answer.found)] += 1
        if answer.next_url:
            self.paged = True
            return
        self.ended += 1
        if self._is_cut_off(answer, len(shown), is_first=not question.link):
            self._note_cut_off(question.values, answer, len(shown))
        del self._shown[question.values]

    @property
    def is_whole(self) -> bool:
        """Are most answers seen to their end?"""
        return not self.ended or self.cut_off <= self.ended / 4

    def _note_cut_off(self, values: Values, answer: Answer, shown: int) -> None:
        self.cut_off += 1
        self.most = max(self.most or 0, shown)
        for tell in self.on_cut_off:
            tell(values, answer.count or 2 * shown)

    def _is_cut_off(self, answer: Answer, shown: int, *, is_first: bool) -> bool:
        if answer.count is not None:
            return shown < MOST * answer.count
        full, times = max(self._lengths.items())
        # Of a list that has pages, the last one may well be full.
        is_full = len(answer.found) == full >= LENGTH and times >= TIMES
        return is_full and is_first and not self.paged

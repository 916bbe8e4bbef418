"""Is the next page of an answer worth asking for, and do the pages reach all of its records?

``NextPages``: a page promises as many new records as the pages before it brought, tempered by what
next pages brought recently, since the first page of a frequent word may be known while later ones
are not. Where totals are right that answers state, an answer with more records than are known must
bring new ones. Of answers that promise alike, the longest is followed. A chain of pages ends where
the site ends it, where it leads back to a page that was asked for, where a page shows the same
records as the page before it, and where it brings nothing new for several pages. A page that
repeats records of earlier pages, other than those of the page before, means that the site sorted
its list anew in between: that is counted, and the records it displaced are still to come.

``PageReach``: where pages reach all records, keywords and next pages are enough, and further inputs
of the form are not worth the requests to understand them. Where answers are cut off (only a first
page, "the first 100 of 5,000"), only further restrictions lead to the rest.
"""

from __future__ import annotations

import heapq
from array import array
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from deepweb.page.address.same_page import stepped
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.harvest.source import RecentYield
from deepweb.surface.record_numbers import NumberSet, TextNumbers

MAX_BARREN = 5  # pages of a chain in a row without a new record before it is left
OWN = 2  # weight of the pages before it, where next pages in general have the weight 1
MEMORY = 0.7  # how much of the share of earlier pages still counts one page later
LONG = 3  # how much more a list is worth that is far longer than all that is known

MIN_PAGES = 5  # full pages of a chain after which the page behind the last one is tried
CAP = 20  # records of an answer, at least, that may be all that a site shows of any answer
ROUND = 50  # caps are multiples of this, most of the time
OTHERS = 0.1  # share of its records by which an answer of the same length must differ
FULL_TIMES = 3  # answers of one length that make this length a full page
FULL_LENGTH = 5  # records on a full page, at least
REACHED = 0.9  # pages that end with a smaller share of the records they claim are cut off
REACHED_ALL = 1.05  # pages that show a larger share than this contradict the total that is stated
SORTED_ANEW = "sorted anew in between"
SAME_AGAIN = "shows the same again"

Values = tuple[tuple[str, str], ...]
_Key = tuple[str, Values]
"""A next page, and the values that it is asked with, if its address does not hold them."""


@dataclass(frozen=True, slots=True)
class _Place:
    """How far a chain of pages got."""

    shown: NumberSet = field(default_factory=NumberSet)
    """Numbers of the records on the pages so far."""
    share: float | None = None
    """Recent share of new records on its pages."""
    barren: int = 0
    last: array[int] = field(default_factory=lambda: array("I"))
    """Numbers of the records on the last page."""
    count: int | None = None
    """The total that the last page stated."""
    pages: int = 1
    link: str = ""
    """The address of the last page."""


@dataclass(frozen=True, slots=True, order=True)
class _Waiting:
    """A next page that may be asked for; the most promising is the least."""

    rank: float
    """What it promised when it was looked at last, negative."""
    number: int
    question: Question = field(compare=False)
    length: int = field(compare=False)
    """Records on the page before it."""
    place: _Place = field(compare=False)


class NextPages:
    """The next pages of all answers so far, as a source of questions."""

    def __init__(self, records: TextNumbers | None = None, purpose: str = "next") -> None:
        """``records`` are the known records of the site; ``purpose`` is that of next pages."""
        self._records = TextNumbers() if records is None else records
        self._purpose = purpose
        # A next page is worth as much as an untried word.
        self._share = RecentYield(hope=1.0)
        self._heap: list[_Waiting] = []
        self._believed = False
        """Were totals believed when the waiting pages were ranked?"""
        self._known: set[_Key] = set()
        self._found = 0
        self._places: dict[_Key, _Place] = {}
        self._ended: Counter[str] = Counter()
        self._unstable = 0
        self._longest = 0
        self._counted = Counter[bool]()
        self._beyond = ""
        """The last page that was asked for though no link led to it."""
        self._reaches_beyond: bool | None = None

    @property
    def longest(self) -> int:
        """Records of the longest list that was read to its end, over several pages."""
        return self._longest

    def outcome(self) -> Counter[str]:
        """Why chains were left, and how often; and how many pages showed another order."""
        return self._ended + Counter({SORTED_ANEW: self._unstable})

    def promise(self) -> float:
        self._rank_again()
        return -self._heap[0].rank if self._heap else 0.0

    def next(self) -> Question | None:
        self._rank_again()
        return heapq.heappop(self._heap).question if self._heap else None

    def _rank_again(self) -> None:
        """Have the first page that waits promise what it promises by now."""
        if self._believed != self._counts_hold:  # all promises change, some of them grow
            self._believed = self._counts_hold
            self._heap = [self._ranked(each) for each in self._heap]
            heapq.heapify(self._heap)
        # Otherwise they fall as more records are known.
        while self._heap and (now := self._ranked(self._heap[0])).rank > self._heap[0].rank:
            heapq.heapreplace(self._heap, now)

    def _ranked(self, waiting: _Waiting) -> _Waiting:
        return replace(waiting, rank=-self._promise(waiting.length, waiting.place))

    def drop(self, values: Values, but: Values) -> None:
        """Follow answers to some values only if they have more, by which pages are larger."""
        larger = {*but}
        self._heap = [
            entry
            for entry in self._heap
            if not {*values} <= {*entry.question.values} or larger <= {*entry.question.values}
        ]
        heapq.heapify(self._heap)

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self._found += len(new)
        before = self._places.pop(_key(question.link, question.values), _Place())
        if question.purpose == self._purpose and answer.found:
            self._share.add(len(new) / len(answer.found))
        if before.last and answer.found and not answer.next_url:
            whole = {*before.shown, *self._records.numbers(each.id for each in answer.found)}
            self._longest = max(self._longest, len(whole))
        if before.count is not None:
            self._check_count(before, answer)
        if question.link and question.link == self._beyond:
            self._reaches_beyond = self._reaches_beyond or bool(new)
        next_url = answer.next_url or self._one_more(question, answer, before)
        if not answer.found or not next_url or question.purpose == "background":
            return
        if answer.kind == "duplicate" and question.values:  # its next pages were seen, or wait
            self._ended[SAME_AGAIN] += 1
            return
        here = self._records.numbers(record.id for record in answer.found)
        # Records of the page before may stand on every page.
        others = set(here).difference(before.last)
        self._unstable += any(map(before.shown.__contains__, others))
        before.shown.update(here)
        place = _Place(
            shown=before.shown,
            share=_smoothed(before.share, len(new) / len(answer.found)),
            barren=0 if new else before.barren + 1,
            last=array("I", here),
            count=answer.count,
            pages=before.pages + 1,
            link=question.link,
        )
        key = _key(next_url, question.values)
        if reason := self._end(key, place, shows_others=bool(others)):
            self._ended[reason] += 1
            return
        self._known.add(key)
        self._places[key] = place
        following = Question(self._purpose, question.values, next_url, question.kinds)
        waiting = _Waiting(0.0, len(self._known), following, len(answer.found), place)
        heapq.heappush(self._heap, self._ranked(waiting))

    @property
    def _counts_hold(self) -> bool:
        """Are the totals believed that answers state? Not before one was right, nor if most err."""
        return self._counted[True] > self._counted[False]

    def _check_count(self, before: _Place, answer: Answer) -> None:
        """Does the total hold that the page before stated, now that the next page is read?"""
        shown = len(before.shown) + len(answer.found)
        is_right = answer.count == before.count and shown <= REACHED_ALL * (before.count or 0)
        self._counted[is_right] += 1

    def _one_more(self, question: Question, answer: Answer, before: _Place) -> str:
        """The page behind the last one that is linked, where all pages were full.

        Some sites link ten pages and serve more: that is tried once.
        """
        is_full = before.pages >= MIN_PAGES and len(answer.found) >= len(before.last)
        is_known = answer.count is not None and self._counts_hold
        if not before.link or not is_full or is_known or self._reaches_beyond is False:
            return ""
        if self._reaches_beyond is None and self._beyond:
            return ""  # another chain tries it
        self._beyond = stepped(before.link, question.link)
        return self._beyond

    def _end(self, key: _Key, here: _Place, *, shows_others: bool) -> str:
        """The reason to leave a chain, or ""."""
        if key in self._known:
            return "leads back"
        if not shows_others:
            return SAME_AGAIN
        if here.barren >= MAX_BARREN and self._unknown(here) <= 0:
            return "brings nothing new"
        return ""

    def _promise(self, length: int, place: _Place) -> float:
        own = place.share or 0.0
        expected = (OWN * own + self._share.value) / (OWN + 1) * length
        if place.count is None or not self._counts_hold:
            return expected
        left = max(place.count - len(place.shown), 1)
        expected = max(expected, self._unknown(place) * length)
        # Pages of one answer do not overlap, those of several answers do: so one long list is
        # better than many short ones, all the more if it is long beside what is known.
        return min(expected, left) * (1 + LONG * left / (left + self._found))

    def _unknown(self, place: _Place) -> float:
        """The share of the records to come that must be unknown, if the stated total is right."""
        if place.count is None or not self._counts_hold:
            return 0.0
        left = max(place.count - len(place.shown), 1)
        return min(1.0, (place.count - len(self._records)) / left)


class PageReach:
    """Watches whether answers are read to their end or cut off; asks nothing."""

    def __init__(self, records: TextNumbers | None = None) -> None:
        """``records`` are the known records of the site."""
        self._records = TextNumbers() if records is None else records
        self._has_pages = False
        self._cut_off = 0
        self._ended = 0
        self._longest: int | None = None
        self._listeners: list[Callable[[Values, int], None]] = []
        self._shown: dict[Values, NumberSet] = {}
        self._lengths: Counter[int] = Counter()
        self._capped: list[tuple[Values, Answer, frozenset[int]]] = []
        """Answers of the greatest length so far, each with other records."""

    @property
    def has_pages(self) -> bool:
        """Has any answer a next page?"""
        return self._has_pages

    @property
    def cut_off(self) -> int:
        """Answers that ended though there is more."""
        return self._cut_off

    @property
    def ended(self) -> int:
        """Answers whose last page was read."""
        return self._ended

    @property
    def longest(self) -> int | None:
        """Records that the pages of one answer reach at most; None if no answer was cut off."""
        return self._longest

    @property
    def is_whole(self) -> bool:
        """Do pages reach all records of most answers?"""
        return not self._ended or self._cut_off <= self._ended / 4

    def on_cut_off(self, tell: Callable[[Values, int], None]) -> None:
        """Call ``tell`` with the values and the number of records of each answer cut off."""
        self._listeners.append(tell)

    def promise(self) -> float:
        return 0.0

    def next(self) -> Question | None:
        return None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        if not answer.found or question.purpose == "background":
            return
        shown = self._shown.setdefault(question.values, NumberSet())
        shown.update(self._records.numbers(record.id for record in answer.found))
        self._lengths[len(answer.found)] += 1
        if answer.next_url:
            self._has_pages = True
            return
        self._ended += 1
        if self._is_cut_off(answer, len(shown), is_first=not question.link):
            self._note_cut_off(question.values, answer, len(shown))
        else:
            self._note_length(question.values, answer, frozenset(shown))
        del self._shown[question.values]

    def _note_cut_off(self, values: Values, answer: Answer, shown: int) -> None:
        self._cut_off += 1
        self._longest = max(self._longest or 0, shown)
        for tell in self._listeners:
            tell(values, answer.count or 2 * shown)

    def _note_length(self, values: Values, answer: Answer, shown: frozenset[int]) -> None:
        """Do answers with other records end at the same length, which is the greatest so far?"""
        length = len(shown)
        longest = len(self._capped[0][2]) if self._capped else CAP
        if length < longest:
            return
        if length > longest:
            self._capped = []
        alike = (len(shown & known) for _, _, known in self._capped)
        if any(shared > (1 - OTHERS) * length for shared in alike):
            return
        self._capped.append((values, answer, shown))
        times = len(self._capped)
        if times >= (FULL_TIMES if length % ROUND else FULL_TIMES - 1):
            # The first ones were cut off as well, as is known now.
            told = self._capped if times <= FULL_TIMES else self._capped[-1:]
            for each, its, _ in told:
                self._note_cut_off(each, its, length)

    def _is_cut_off(self, answer: Answer, shown: int, *, is_first: bool) -> bool:
        if answer.count is not None:
            return shown < REACHED * answer.count
        full, times = max(self._lengths.items())
        # The last page of a list with pages may well be full.
        is_full = len(answer.found) == full >= FULL_LENGTH and times >= FULL_TIMES
        return is_full and is_first and not self._has_pages


def _key(link: str, values: Values) -> _Key:
    """What tells two next pages apart: of a search by POST, what follows ``#`` is only a part."""
    return link, values if "#" in link else ()


def _smoothed(before: float | None, now: float) -> float:
    return now if before is None else MEMORY * before + (1 - MEMORY) * now

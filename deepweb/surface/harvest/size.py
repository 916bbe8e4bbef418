"""How many records does a database hold? Estimated from how many known records answers show.

Capture and recapture: every answer is a catch, and its share of new records falls as fewer are
left. That share, over the last fifth of all records shown, gives the odds of what is missing:
missing/known = exp(constant + weight · log share).
Only first pages of questions that may show any record are catches: the pages of one answer never
overlap, so they say little of what is left. Where most records were found since the last catches,
by next pages or lists, the share says nothing of now.

What the site says is joined with it. The total of the unrestricted query is believed as long as no
more records are found. The largest total of any question is the least that there can be; where the
share says less or nothing, it alone tells the size. Addresses of records that were seen and are
not among them (witnesses) are counted, too. Where nothing of this tells, the size is not known.
``benchmarks/size.py --fit`` fits the weights to crawls of known databases, in memory and live.

Departures: Chao's estimator and Lu and Li's overlapping rate assume that all catches are drawn
alike. Ours are not, since the next word is chosen for what it may bring: at half of the database
both estimators are further off (the benchmark shows them beside ours).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from math import exp, log

LIKELY = 0.3, 1.1  # constant and weight of the fit: the odds that are as often too low as too high
MOST = 2.2, 0.55  # the odds that 39 in 40 crawls stay below: the upper end of the interval
CAUTIOUS = 0.21, 0.83  # the odds to stop by: where few are new, more than likely
FRESH = 0.5  # share of the known records that must have been known at the last catches
STATED = 1.2  # a stated total, as a multiple of the known records, that tells a size by itself
BEYOND_STATED = 1.3  # the size as a multiple of the largest total stated, where that alone tells it
MOST_STATED = 3.0  # the same, at most
FEWEST = 8  # answers that an estimate needs
SEEN_AGAIN = 40  # records that answers showed again, before an estimate is told

COUNTING = 10  # answers that show all that they have, before they tell what a site counts

FREE = frozenset({"seed", "keyword", "log"})
"""Purposes of questions that may show any record. Others, such as the halves of a range, show only
their part, and next pages show more of the same."""


@dataclass(frozen=True, slots=True)
class Size:
    """An estimate of how many records there are, with its 95 % interval."""

    low: int
    likely: int
    high: int
    reason: str

    def coverage(self, known: int) -> float:
        """The share of the records that is known."""
        return min(1.0, known / self.likely) if self.likely else 1.0

    def joined(self, seen: int, reason: str) -> Size:
        """The size, where there are signs of ``seen`` records."""
        if seen <= self.likely:
            return self
        told = f"{self.reason}; {reason}" if reason else self.reason
        return Size(self.low, seen, max(self.high, seen), told)


@dataclass(slots=True)
class _Shares:
    """How many records answers showed, and how many of them were new, as running sums."""

    shown: list[int] = field(default_factory=lambda: [0])
    new: list[int] = field(default_factory=lambda: [0])
    known: list[int] = field(default_factory=lambda: [0])
    """Records known after each answer, once for each record that it showed."""

    def add(self, shown: int, new: int, known: int) -> None:
        self.shown.append(self.shown[-1] + shown)
        self.new.append(self.new[-1] + new)
        self.known.append(self.known[-1] + shown * known)

    @property
    def answers(self) -> int:
        return len(self.shown) - 1

    @property
    def is_enough(self) -> bool:
        return self.answers >= FEWEST and self.shown[-1] - self.new[-1] >= SEEN_AGAIN

    def share(self) -> float:
        """Share of new records in the last fifth of all shown; above 0, since some may be left."""
        before = self._before()
        return (self.new[-1] - self.new[before] + 0.5) / (self.shown[-1] - self.shown[before] + 1)

    def known_then(self) -> float:
        """Records that were known at the last fifth of all shown, on average."""
        before = self._before()
        return (self.known[-1] - self.known[before]) / (self.shown[-1] - self.shown[before])

    def missing(self, odds: tuple[float, float], known: int) -> int:
        """How many records are missing, by the share of new ones."""
        constant, weight = odds
        return round(known * exp(constant + weight * log(self.share())))

    def _before(self) -> int:
        """The last answer before the last fifth."""
        return min(bisect_left(self.shown, self.shown[-1] * 0.8), self.answers - 1)


@dataclass(slots=True)
class Stated:
    """The totals that a site states.

    It may count other things than it lists, as an archive of threads counts messages: then answers
    that show all that they have, which is half a page at most, state more than they show.
    """

    _largest: int = 0
    """The largest total."""
    _full: int = 0
    """Records of the longest page."""
    _whole: Counter[tuple[int, int]] = field(default_factory=Counter)
    """What answers without a next page show, and the total that they state."""

    def take(self, purpose: str, shown: int, total: int | None, *, has_next: bool) -> None:
        if shown and total:
            self._largest, self._full = max(self._largest, total), max(self._full, shown)
            self._whole[shown, total] += purpose != "next" and not has_next

    @property
    def most(self) -> int:
        """The largest total, as a number of records."""
        return self.of_records(self._largest)

    def of_records(self, total: int) -> int:
        """A total as a number of records."""
        whole = {told: times for told, times in self._whole.items() if 2 * told[0] <= self._full}
        if sum(whole.values()) < COUNTING:
            return total
        shown = sum(shown * times for (shown, _), times in whole.items())
        counted = sum(total * times for (_, total), times in whole.items())
        return round(total * min(1.0, shown / counted))


@dataclass(slots=True)
class Catches:
    """What the answers so far tell of the size of the database."""

    _first: _Shares = field(default_factory=_Shares)
    """First pages of free questions."""
    _every: _Shares = field(default_factory=_Shares)
    """These, and next pages."""
    _known: int = 0
    """Records that all answers brought."""
    _total: int = 0
    """What the site says to the unrestricted query."""
    _stated: Stated = field(default_factory=Stated)

    def take(
        self,
        purpose: str,
        shown: int,
        new: int,
        count: int | None = None,
        *,
        has_next: bool = False,
    ) -> None:
        """Note an answer; ``count`` is the total that it states. One without records is none."""
        if not shown:
            return
        self._known += new
        if purpose == "unrestricted":
            self._total = count or self._total
        self._stated.take(purpose, shown, count, has_next=has_next)
        if purpose in FREE:
            self._first.add(shown, new, self._known)
        if purpose in FREE or purpose == "next":
            self._every.add(shown, new, self._known)

    def size(self, known: int) -> Size | None:
        """The size of the database, given how many of its records are ``known``.

        None where neither the site says it nor enough answers tell it.
        """
        total, largest = self._stated.of_records(self._total), self._stated.most
        if total >= known > 0:
            return Size(total, total, total, "the site says so")
        caught = self._caught(known) if known else None
        if caught and caught.likely >= largest:
            return caught
        if largest >= STATED * known > 0 and self._every.answers >= FEWEST:
            likely, most = (round(n * largest) for n in (BEYOND_STATED, MOST_STATED))
            return Size(largest, likely, most, f"the site states {largest} for a query")
        return caught and caught.joined(largest, "")

    def cautious(self, known: int) -> Size | None:
        """The size to stop by: the larger one of what first pages and all pages tell."""
        told = [each for each in (self._first, self._every) if each.is_enough]
        if not told or not known:
            return None
        largest = self._stated.most
        likely = known + max(shares.missing(CAUTIOUS, known) for shares in told)
        return Size(known, max(likely, largest), max(likely, largest), "cautious")

    def _caught(self, known: int) -> Size | None:
        """The size by the share of new records; None if it says nothing of now."""
        first = self._first
        if not first.is_enough or first.known_then() < FRESH * known:
            return None
        likely, most = (known + first.missing(odds, known) for odds in (LIKELY, MOST))
        reason = f"{first.share():.1%} of the records in recent answers are new"
        return Size(min(max(known, self._stated.most), likely), likely, max(likely, most), reason)

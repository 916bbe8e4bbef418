"""How many records does a database hold? Estimated from how many known records answers show.

Capture and recapture: every answer is a catch, and its share of new records falls as fewer are
left. That share, over the later half and over the last fifth of all records shown, gives the odds
of what is missing: missing/known = exp(w · log shares). Only first pages of questions that may show
any record are catches: the pages of one answer never overlap, so they say little of what is left.
The estimate is joined with what the site says: the total of the unrestricted query is believed as
long as no more records are found; the largest total of any other question is the least that there
is likely to be. Weights were fitted to 220 crawls of databases of known size in memory, from a
tenth to all of their requests; ``benchmarks/size.py --fit`` fits at shares of the database, and
gives 1.33, 0.96 and 0.60. The interval was widened by eye until it held for some 15 live sites;
``--live`` measures it on others.

Departures: Chao's estimator and Lu and Li's overlapping rate assume that all catches are drawn
alike. Ours are not, since the next word is chosen for what it may bring: at half of the database
both estimators are further off (the benchmark shows them beside ours).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from math import exp, log, sqrt

CONSTANT = 1.27  # constant of the fit
LATER_HALF = 1.06  # weight of the log share of new records in the later half
LAST_FIFTH = 0.37  # weight of the log share of new records in the last fifth
BELOW = 2.5  # log odds by which less may be missing, within the interval
ABOVE = 2.0  # log odds by which more may be missing, within the interval
SURE = 1.96  # standard errors that hold 95 % of a normal distribution
FEWEST = 8  # answers that an estimate needs

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


@dataclass(slots=True)
class _Shares:
    """How many records answers showed, and how many of them were new, as running sums."""

    shown: list[int] = field(default_factory=list)
    new: list[int] = field(default_factory=list)

    def add(self, shown: int, new: int) -> None:
        self.shown.append(shown + (self.shown[-1] if self.shown else 0))
        self.new.append(new + (self.new[-1] if self.new else 0))

    def of_new(self, last_part: float) -> float:
        """Share of new records in the last part of all shown; above 0, since some may be left."""
        shown, new = self.shown, self.new
        before = min(bisect_left(shown, shown[-1] * (1 - last_part)), len(shown) - 2)
        return (new[-1] - new[before] + 0.5) / (shown[-1] - shown[before] + 1)

    def size(self, known: int) -> Size | None:
        """The size as these answers tell it; None if they are too few."""
        if len(self.shown) < FEWEST or not known:
            return None
        later, last = self.of_new(0.5), self.of_new(0.2)
        odds = CONSTANT + LATER_HALF * log(later) + LAST_FIFTH * log(last)
        least, likely, most = (known * exp(odds + error) for error in (-BELOW, 0, ABOVE))
        # Few missing records may as well be none: their number varies as a Poisson count does.
        low = known + round(max(0.0, least - SURE * sqrt(least)))
        high = known + round(most + SURE * sqrt(most))
        return Size(
            low, known + round(likely), high, f"{last:.1%} of the records in recent answers are new"
        )


@dataclass(slots=True)
class Catches:
    """What the answers so far tell of the size of the database."""

    _first: _Shares = field(default_factory=_Shares)
    """First pages of free questions."""
    _every: _Shares = field(default_factory=_Shares)
    """These, and next pages."""
    _total: int = 0
    """What the site says to the unrestricted query."""
    _largest: int = 0
    """The largest total that the site says to any question."""

    def take(self, purpose: str, shown: int, new: int, count: int | None = None) -> None:
        """Note an answer; ``count`` is the total that it states. One without records is none."""
        if not shown:
            return
        if purpose == "unrestricted":
            self._total = count or self._total
        self._largest = max(self._largest, count or 0)
        if purpose in FREE:
            self._first.add(shown, new)
        if purpose in FREE or purpose == "next":
            self._every.add(shown, new)

    def size(self, known: int) -> Size | None:
        """The size of the database, given how many of its records are ``known``.

        None where neither the site says it nor enough answers tell it.
        """
        if self._total >= known > 0:
            return Size(self._total, self._total, self._total, "the site says so")
        size, least = self._first.size(known), self._largest
        if size is None or least <= size.likely:
            return size
        return Size(size.low, least, max(size.high, least), "the largest total of an answer")

    def cautious(self, known: int) -> Size | None:
        """The size to stop by: the larger one of what first pages and all pages tell."""
        sizes = [size for shares in (self._first, self._every) if (size := shares.size(known))]
        return max(sizes, key=lambda size: size.likely, default=None)

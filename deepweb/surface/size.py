"""How many records does a database hold? Estimated from how many known records answers show.

Capture and recapture: every answer is a catch, and its share of new records falls as fewer are
left. That share, over the last fifth of all records shown, and the largest total that the site
states for any question give the odds of what is missing:
missing/known = exp(constant + w · log share + v · log(largest total / known)).
Only first pages of questions that may show any record are catches: the pages of one answer never
overlap, so they say little of what is left. Before enough records were seen twice, nothing is told.
The total of the unrestricted query is believed as long as no more records are found.
``benchmarks/size.py --fit`` fits the weights and the interval to crawls of known databases, in
memory and live, and measures them on others that took no part.

Departures: Chao's estimator and Lu and Li's overlapping rate assume that all catches are drawn
alike. Ours are not, since the next word is chosen for what it may bring: at half of the database
both estimators are further off (the benchmark shows them beside ours).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from math import exp, log, sqrt

CONSTANT = 0.21  # constant of the fit
LAST_FIFTH = 0.83  # weight of the log share of new records in the last fifth
LARGEST = 2.39  # weight of the log of the largest total stated, as a share of the known records
FURTHEST = 3.0  # largest total as a share of the known records, beyond which it tells no more
BELOW = 3.8  # log odds by which less may be missing, within the interval
ABOVE = 3.2  # log odds by which more may be missing, within the interval
SURE = 1.96  # standard errors that hold 95 % of a normal distribution
FEWEST = 8  # answers that an estimate needs
SEEN_AGAIN = 40  # records that answers showed again, before an estimate is told

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

    def recent(self) -> float:
        """Share of new records in the last fifth of all shown; above 0, since some may be left."""
        shown, new = self.shown, self.new
        before = min(bisect_left(shown, shown[-1] * 0.8), len(shown) - 2)
        return (new[-1] - new[before] + 0.5) / (shown[-1] - shown[before] + 1)

    def size(self, known: int, largest: int) -> Size | None:
        """The size as these answers tell it; None if they are too few.

        ``largest`` is the largest total that the site states for a question.
        """
        if len(self.shown) < FEWEST or not known or self.shown[-1] - self.new[-1] < SEEN_AGAIN:
            return None
        recent = self.recent()
        odds = (
            CONSTANT
            + LAST_FIFTH * log(recent)
            + LARGEST * log(min(FURTHEST, max(1.0, largest / known)))
        )
        least, likely, most = (known * exp(odds + error) for error in (-BELOW, 0, ABOVE))
        likely, most = max(likely, largest - known), max(most, largest - known)
        # Few missing records may as well be none: their number varies as a Poisson count does.
        low = known + round(max(0.0, least - SURE * sqrt(least)))
        high = known + round(most + SURE * sqrt(most))
        return Size(
            low,
            known + round(likely),
            high,
            f"{recent:.1%} of the records in recent answers are new",
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
        return self._first.size(known, self._largest)

    def cautious(self, known: int) -> Size | None:
        """The size to stop by: the larger one of what first pages and all pages tell."""
        told = [shares.size(known, self._largest) for shares in (self._first, self._every)]
        return max(filter(None, told), key=lambda size: size.likely, default=None)

"""How many records does a database hold? Estimated from how many known records answers show.

Capture and recapture: every answer is a catch, and its share of new records falls as fewer are
left. That share, over the later half and over the last fifth of all records shown, gives the odds
of what is missing: missing/known = exp(w · log shares). Weights and error were fitted to crawls of
databases of known size (``benchmarks/size.py --fit``), the error on kinds of databases held out.

Departures: Chao's estimator and Lu and Li's overlapping rate assume that all catches are drawn
alike. Ours are not, since the next word is chosen for what it may bring: at half of the database
both estimators are further off (the benchmark shows them beside ours).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from math import exp, log, sqrt

CONSTANT = 1.18  # constant of the fit
LATER_HALF = 0.61  # weight of the log share of new records in the later half
LAST_FIFTH = 0.85  # weight of the log share of new records in the last fifth
ERROR = 0.81  # standard error of the log odds, on kinds of databases held out
SURE = 1.96  # standard errors that hold 95 % of a normal distribution
FEWEST = 4  # answers that an estimate needs


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
class Catches:
    """How many records the answers showed, and how many of them were new, as running sums."""

    _shown: list[int] = field(default_factory=list)
    _new: list[int] = field(default_factory=list)

    def add(self, shown: int, new: int) -> None:
        """Count an answer; one without records says nothing."""
        if shown:
            self._shown.append(shown + (self._shown[-1] if self._shown else 0))
            self._new.append(new + (self._new[-1] if self._new else 0))

    def size(self, known: int, told: int | None = None) -> Size | None:
        """The size of the database, given how many of its records are ``known``.

        ``told`` is the total that the site itself states. None if there are too few answers.
        """
        if told is not None and told >= known:
            return Size(told, told, told, "the site says so")
        if len(self._shown) < FEWEST or not known:
            return None
        later, last = self._share_of_new(0.5), self._share_of_new(0.2)
        odds = CONSTANT + LATER_HALF * log(later) + LAST_FIFTH * log(last)
        least, likely, most = (
            known * exp(odds + error) for error in (-SURE * ERROR, 0, SURE * ERROR)
        )
        # Few missing records may as well be none: their number varies as a Poisson count does.
        low = known + round(max(0.0, least - SURE * sqrt(least)))
        high = known + round(most + SURE * sqrt(most))
        return Size(
            low, known + round(likely), high, f"{last:.1%} of the records in recent answers are new"
        )

    def _share_of_new(self, last_part: float) -> float:
        """Share of new records in the last part of all shown; above 0, since some may be left."""
        shown, new = self._shown, self._new
        before = min(bisect_left(shown, shown[-1] * (1 - last_part)), len(shown) - 2)
        return (new[-1] - new[before] + 0.5) / (shown[-1] - shown[before] + 1)

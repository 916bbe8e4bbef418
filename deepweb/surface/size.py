"""How many records a database holds, guessed from what its answers show again.

Capture and recapture: every answer is a catch, and the share of it that was never seen before falls
as less is left. We take that share over the later half and over the last fifth of all that was
shown, and from both the odds of what is missing, missing/known = exp(w · log shares). Weights and
error were fitted to crawls of databases of known size (``benchmarks/size.py --fit``), the error on
kinds of databases that were held out.

Departures: Chao's estimator and Lu and Li's overlapping rate take catches to be drawn alike from
the first to the last. Ours are not, since the next word is chosen for what it may bring: at half of
the database they are further off (the benchmark has them beside ours).
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from math import exp, log

# Of log shares of the later half and the last fifth, with the constant first; see above.
CONSTANT, LATER_HALF, LAST_FIFTH = 1.18, 0.61, 0.85
# Standard error of the odds' logarithm, on kinds of databases that were held out.
ERROR = 0.81
# Of a normal distribution, what 95 % lie within.
SURE = 1.96
# Answers that a guess needs at least.
FEWEST = 4


@dataclass(frozen=True, slots=True)
class Size:
    """How many records there are: at least, most likely, at most."""

    low: int
    likely: int
    high: int
    reason: str

    def coverage(self, known: int) -> float:
        """The share of them that is known."""
        return min(1.0, known / self.likely) if self.likely else 1.0


@dataclass(slots=True)
class Catches:
    """What the answers showed, and how much of it was new, summed up from the first on."""

    _shown: list[int] = field(default_factory=list)
    _new: list[int] = field(default_factory=list)

    def add(self, shown: int, new: int) -> None:
        """An answer; one that shows nothing says nothing."""
        if shown:
            self._shown.append(shown + (self._shown[-1] if self._shown else 0))
            self._new.append(new + (self._new[-1] if self._new else 0))

    def size(self, known: int, told: int | None = None) -> Size | None:
        """The size of the database, of which so many records are ``known``.

        ``told`` is what the site says itself. Nothing where there are too few answers to tell.
        """
        if told is not None and told >= known:
            return Size(told, told, told, "the site says so")
        if len(self._shown) < FEWEST or not known:
            return None
        later, last = self._share_of_new(0.5), self._share_of_new(0.2)
        odds = CONSTANT + LATER_HALF * log(later) + LAST_FIFTH * log(last)
        low, likely, high = (
            round(known * (1 + exp(odds + error))) for error in (-SURE * ERROR, 0, SURE * ERROR)
        )
        return Size(low, likely, high, f"{last:.1%} of what answers show lately is new")

    def _share_of_new(self, lately: float) -> float:
        """Of the last part of all that was shown; never none, since some may always be left."""
        shown, new = self._shown, self._new
        before = min(bisect_left(shown, shown[-1] * (1 - lately)), len(shown) - 2)
        return (new[-1] - new[before] + 0.5) / (shown[-1] - shown[before] + 1)

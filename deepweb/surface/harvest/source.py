"""Where the next question comes from, and how many new records a source has brought recently.

Every request must earn its place: several sources (keywords, next pages, values of a template,
facets) offer the next question, and the harvest asks the one that promises most.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from deepweb.surface.answer import Answer, Found, Question

OPTIMISM = 10.0  # new records that an untried source promises: half a usual result page
AT_ONCE = 1_000.0  # promise of a question that is a trial, and is asked before all others
MEMORY = 0.9  # how much of a yield still counts one answer later
# So many times more than its new records is a page of a list worth that keeps its promises: a list
# ends, words do not.
READ_TO_THE_END = 1.0
MOST_KEPT = 2.0  # how far a source may exceed its promise that this still counts
# A source is dropped after this many answers in a row without a new record,
GIVEN_UP = 16
# if the site's lists brought this many records, and more than the form did.
ELSEWHERE = 50


class Source(Protocol):
    """Questions of one kind, the most promising first."""

    def promise(self) -> float:
        """New records expected of the next question; 0 where there is none."""

    def next(self) -> Question | None:
        """The next question; none is given twice."""

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        """Learn from an answer, whichever source asked for it; ``new`` are its new records."""


class SiteSource(Source, Protocol):
    """Questions that ask no form, but open pages of the site."""

    @property
    def holds_all(self) -> bool:
        """Was one list read to its end that holds nearly all that is known?"""

    @property
    def least(self) -> float:
        """New records that a question must promise."""


@dataclass(frozen=True, slots=True)
class WayOutcome:
    """What one way into the database brought, and why it was left."""

    name: str
    requests: int
    new: int
    promise: float
    """New records that its next request would promise."""
    reason: str


@dataclass(slots=True)
class RecentYield:
    """New records per answer, recently; ``hope`` before there was any answer."""

    hope: float = OPTIMISM
    _brought: float = 0.0
    _answers: float = 0.0

    def add(self, new: float) -> None:
        self._brought = MEMORY * self._brought + new
        self._answers = MEMORY * self._answers + 1

    @property
    def value(self) -> float:
        return (self.hope + self._brought) / (1 + self._answers)


@dataclass(slots=True)
class WeighedSource:
    """A source, and which share of its recent promises it kept."""

    source: Source
    site: SiteSource | None = None
    """The source, if it is one of the site and not of a form: it is believed only as far as it kept
    its promises. The others see to that themselves."""
    kept: RecentYield = field(default_factory=lambda: RecentYield(hope=1.0))
    purposes: set[str] = field(default_factory=set)
    """Purposes of its questions."""
    dropped: str = ""
    """Why it is not asked any more."""
    _dry: int = 0
    """Its answers since it last brought a new record."""

    def promise(self) -> float:
        if self.dropped:
            return 0.0
        if self.site is None:
            return self.source.promise()
        kept = self.kept.value
        promise = (1 + READ_TO_THE_END * min(kept, 1.0)) * self.source.promise() * kept
        return promise if promise > self.site.least else 0.0

    def credit(self, promised: float, new: int) -> None:
        """Note what a question brought."""
        if promised < AT_ONCE:
            self.kept.add(min(MOST_KEPT, new / promised))
        self._dry = 0 if new else self._dry + 1

    def compare(self, by_form: int, by_lists: int) -> None:
        """Drop it if it brings nothing, and the form less than the lists of the site."""
        if self._dry >= GIVEN_UP and by_lists >= max(ELSEWHERE, by_form):
            told = f"{self._dry} answers in a row brought nothing new"
            self.dropped = f"{told}, while lists brought {by_lists} records"

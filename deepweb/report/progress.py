"""The progress of a crawl: a line for the log, or rows for a panel in a terminal."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from deepweb.items import ResultPage
from deepweb.report.course import SOURCES, duration, percent
from deepweb.surface.harvest.size import Catches, Size

RECENT = 100  # answers that count as recent
MAX_ASKED = 40  # characters of a query that are shown
SLOW = 5  # seconds between requests that are worth a line


@dataclass(slots=True)
class Progress:
    """The state of one site while it is crawled."""

    site: str
    budget: int
    requests: int = 0
    records: int = 0
    phase: str = "looking for forms"
    asking: str = ""
    blocked: int = 0
    """Answers in a row by which the site refused."""
    waits: float = 0.0
    """Seconds between requests."""
    catches: Catches = field(default_factory=Catches)
    seconds: float = 0.0
    """How long this run takes so far."""
    brought: deque[int] = field(default_factory=lambda: deque(maxlen=RECENT))
    _before: int = field(init=False, default=0)
    """Requests of earlier runs."""

    def __post_init__(self) -> None:
        self._before = self.requests

    def take(self, page: ResultPage, new: int) -> None:
        """Count an answer; ``new`` of its records are new."""
        self.records += new
        self.brought.append(new)
        self.phase = SOURCES.get(page.purpose, page.purpose)
        self.asking = ", ".join(value for value in page.query.values() if value)[:MAX_ASKED]
        self.blocked = self.blocked + 1 if page.kind == "blocked" else 0
        self.catches.take(
            page.purpose, len(page.records), new, page.count, has_next=bool(page.next_url)
        )

    @property
    def size(self) -> Size | None:
        return self.catches.size(self.records)

    @property
    def rows(self) -> list[tuple[str, str]]:
        """Names and values to show."""
        size, recent = self.size, len(self.brought)
        there = f"{self.records:,}"
        if size:
            share = f"{percent(size.coverage(self.records))}%"
            there += f" of about {size.likely:,} ({size.low:,} to {size.high:,}), {share}"
        told = [
            ("phase", f"{self.phase}: {self.asking}" if self.asking else self.phase),
            ("requests", f"{self.requests:,} of {self.budget:,}"),
            ("records", there),
        ]
        if time := self.time:
            told.append(("time", time))
        if recent:
            told.append(("new per 100", f"{100 * sum(self.brought) / recent:.0f}"))
        if trouble := self.trouble:
            told.append(("trouble", trouble))
        return told

    @property
    def time(self) -> str:
        """The time of this run so far, its pace, and how long the budget will last."""
        made = self.requests - self._before
        if self.seconds < 1 or not made:
            return ""
        rest = (self.budget - self.requests) * self.seconds / made
        pace = f"{60 * made / self.seconds:.0f} requests a minute"
        return f"{duration(self.seconds)}, {pace}, at most {duration(max(0.0, rest))} left"

    @property
    def trouble(self) -> str:
        """Does the site refuse, or is it slow?"""
        if self.blocked:
            return f"the site refuses: {self.blocked} answers in a row"
        return f"slow: {self.waits:.0f} s between requests" if self.waits >= SLOW else ""

    @property
    def line(self) -> str:
        return f"{self.site}: " + "; ".join(f"{name} {value}" for name, value in self.rows)

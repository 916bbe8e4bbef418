"""Is it time to stop looking for forms at this depth, or at all?

Stop-early of SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*, in-site
exploring): SC1, the greatest depth; SC2, the most pages of a depth; SC3, the most forms of a depth;
SC4, the most pages of a depth without a searchable form; SC5, the most such pages in all.

Departure: a form that was seen before does not count. Most sites show their search on every page,
and no page would ever be without one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StopLimits:
    """SC1 to SC5."""

    max_depth: int
    max_pages_per_depth: int
    max_forms_per_depth: int
    max_barren_per_depth: int
    max_barren: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Why exploring ended at a depth."""

    criterion: str
    """``SC1`` to ``SC5``, ``exhausted`` or ``budget``."""
    reason: str


class StopCriteria:
    """Counts the pages and forms of one site."""

    def __init__(self, limits: StopLimits) -> None:
        self._limits = limits
        self._pages: Counter[int] = Counter()
        self._forms: Counter[int] = Counter()
        self._barren: Counter[int] = Counter()

    def visit(self, depth: int) -> None:
        """A page of that depth is asked for."""
        self._pages[depth] += 1

    def looked(self, depth: int, forms: int) -> None:
        """It was looked at, and as many searchable forms found that were not known."""
        self._forms[depth] += forms
        self._barren[depth] += not forms

    def stop(self, depth: int) -> Stop | None:
        """The criterion that forbids another page of that depth, if one does."""
        limits, pages = self._limits, self._pages[depth]
        forms, barren = self._forms[depth], self._barren[depth]
        if depth > limits.max_depth:
            return Stop("SC1", f"depth {depth} > {limits.max_depth}")
        if self._barren.total() >= limits.max_barren:
            return Stop("SC5", f"{self._barren.total()} pages without a new search form")
        if pages >= limits.max_pages_per_depth:
            return Stop("SC2", f"{pages} pages of depth {depth}")
        if forms >= limits.max_forms_per_depth:
            return Stop("SC3", f"{forms} search forms at depth {depth}")
        if barren >= limits.max_barren_per_depth:
            return Stop("SC4", f"{barren} pages of depth {depth} without a new search form")
        return None

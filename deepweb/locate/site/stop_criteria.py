"""Should the crawl stop looking for forms at this depth, or in this site?

The stop criteria of SmartCrawler [Gujrati SC1–SC5]: SC1, maximum depth; SC2, maximum pages of a
depth; SC3, maximum forms of a depth; SC4, maximum pages of a depth without a searchable form; SC5,
maximum pages of the site without one.

Departure: a form that was seen before does not count. Most sites show their search on every page,
and no page would ever be without one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from deepweb.page.site import site_name


@dataclass(frozen=True, slots=True)
class StopLimits:
    """SC1 to SC5, in this order."""

    max_depth: int
    max_pages_per_depth: int
    max_forms_per_depth: int
    max_barren_per_depth: int
    max_barren: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Why exploring ended at a depth."""

    criterion: str
    """``SC1`` to ``SC5``, ``exhausted``, ``budget`` or ``left``."""
    reason: str

    @property
    def is_for_site(self) -> bool:
        """Is every further page refused in this run, for another reason than SC1 to SC5?"""
        return self.criterion in {"budget", "left"}


class StopCriteria:
    """Counts the pages and forms of one site."""

    def __init__(self, limits: StopLimits) -> None:
        self._limits = limits
        self._pages: Counter[int] = Counter()
        self._forms: Counter[int] = Counter()
        self._barren: Counter[int] = Counter()

    def visit(self, depth: int) -> None:
        """Count a requested page of that depth."""
        self._pages[depth] += 1

    def explored(self, depth: int, forms: int) -> None:
        """Count an explored page, and the new searchable forms on it."""
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


class SiteStops:
    """The stop criteria of many sites, each counted by itself."""

    def __init__(self, limits: StopLimits) -> None:
        self._limits = limits
        self._sites: dict[str, StopCriteria] = {}

    def refusal(self, url: str, depth: int) -> Stop | None:
        """Why a page of that depth must not be requested; if it may be, it is counted."""
        criteria = self._of(site_name(url))
        stop = criteria.stop(depth)
        if stop is None:
            criteria.visit(depth)
        return stop

    def explored(self, site: str, depth: int, forms: int) -> None:
        """Count an explored page, and the new searchable forms on it."""
        self._of(site).explored(depth, forms)

    def replay(self, site: str, depth: int, forms: int) -> None:
        """Count a page that an earlier run explored."""
        self._of(site).visit(depth)
        self._of(site).explored(depth, forms)

    def _of(self, site: str) -> StopCriteria:
        return self._sites.setdefault(site.removeprefix("www."), StopCriteria(self._limits))

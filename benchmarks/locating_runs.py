"""What one crawl of the simulated web fetches and finds; for benchmarks/locating.py."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from parsel import Selector

from deepweb.locate.site.exploration import SeenPage
from deepweb.locate.site.fetched import Fetched
from deepweb.locate.site.in_site import LocatedForm
from deepweb.locate.site.stop_criteria import SiteStops, StopLimits
from deepweb.page.page import Page
from deepweb.page.site import site_name
from tests.web import Web, WebAnswer

KEPT = 3_000  # parsed pages that are kept, since several strategies fetch the same ones


class BudgetSpentError(Exception):
    """The strategy has fetched as many pages as it may."""


class Pages:
    """The pages of a web, parsed; the same for every strategy."""

    def __init__(self, web: Web) -> None:
        self.web = web
        self._kept: OrderedDict[str, Fetched] = OrderedDict()

    def get(self, url: str) -> Fetched:
        if url in self._kept:
            self._kept.move_to_end(url)
        else:
            self._kept[url] = self._read(url)
            if len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return self._kept[url]

    def _read(self, url: str) -> Fetched:
        if not self.web.is_allowed(url):
            return Fetched(url, problem="forbidden by robots.txt")
        answer = self.web.fetch(url)
        if answer.status != 200:
            problem = f"HTTP {answer.status}"
            return Fetched(url, problem=problem, may_pass=answer.status >= 500)
        return Fetched(url, page=_page(url, answer), body=answer.body.encode())


def _page(url: str, answer: WebAnswer) -> Page | None:
    if not answer.type.startswith("text/html"):
        return None
    root = Selector(answer.body, base_url=url).root
    return Page(url, root, "utf-8", len(answer.body))


class Visits:
    """``await visits(url)`` fetches a page, until the budget is spent; every request counts.

    ``stop`` are SC1 to SC5. They apply to pages that are asked for with their depth in a site.
    """

    def __init__(self, pages: Pages, budget: int, stop: StopLimits | None = None) -> None:
        self._pages = pages
        self._budget = budget
        self._stops = SiteStops(stop) if stop else None
        self.count = 0
        self.first: dict[str, int] = {}
        """The number of the request that fetched a page first."""

    def explored(self, site: str, page: SeenPage) -> None:
        """A page of a site was explored."""
        if self._stops:
            self._stops.explored(site, page.visit.depth, page.found)

    async def __call__(self, url: str, depth: int | None = None) -> Fetched:
        if self._stops and depth is not None and (stop := self._stops.refusal(url, depth)):
            return Fetched(url, problem=stop.reason, stop=stop)
        if self.count >= self._budget:
            raise BudgetSpentError
        self.count += 1
        self.first.setdefault(url, self.count)
        return self._pages.get(url)


@dataclass(frozen=True, slots=True)
class Find:
    """A form that a strategy kept, and whether it does search a database on the topic."""

    pages: int
    """Pages that were fetched until then."""
    site: str
    action: str
    is_true: bool


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one crawl on one topic."""

    topic: str
    pages: int
    finds: tuple[Find, ...]

    def true_forms(self, pages: int) -> int:
        return len({(f.site, f.action) for f in self._until(pages)})

    def true_sites(self, pages: int) -> int:
        return len({f.site for f in self._until(pages)})

    @property
    def precision(self) -> float:
        return sum(f.is_true for f in self.finds) / max(1, len(self.finds))

    def _until(self, pages: int) -> Iterable[Find]:
        return (f for f in self.finds if f.is_true and f.pages <= pages)


def outcome(web: Web, topic: str, kept: Sequence[LocatedForm], visits: Visits) -> Outcome:
    """Compare the forms that were kept with those that exist."""
    truth = {(_plain(form.site), form.action) for form in web.true_forms(topic)}
    finds = [_find(form, truth, visits.first) for form in kept]
    return Outcome(topic, visits.count, tuple(finds))


def _find(form: LocatedForm, truth: set[tuple[str, str]], first: Mapping[str, int]) -> Find:
    url = form.judged.search.form.action
    site = _plain(site_name(form.page.url))
    action = "/" + url.partition("//")[2].partition("/")[2]
    return Find(first[form.page.url], site, action, (site, action) in truth)


def _plain(host: str) -> str:
    return host.removeprefix("www.")

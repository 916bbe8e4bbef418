"""Which searches does a site have? In-site exploring, a page at a time.

In-site exploring of SmartCrawler [Gujrati, algorithm 2, line 11]: from the home page on, likely
links first (``exploration.py``), until the stop criteria SC1 to SC5 refuse more pages
(``stop_criteria.py``) or other sites promise more (``patience.py``). Both spiders and ``scrapy
explore`` run this coroutine. It decides which page comes next. The caller fetches the page if the
stop criteria allow it, counts it for them, and stores the result.

Nothing is submitted here. A crawl of a topic keeps only searches on its topic; searches of the
site's own pages (``forms/site_search.py``) do not count.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from dataclasses import dataclass, field, replace

from deepweb.form.model import Form
from deepweb.locate.forms.search_form import is_site_search
from deepweb.locate.site.exploration import Exploration, SeenPage, Visit
from deepweb.locate.site.fetched import ExploringFetch, Fetched
from deepweb.locate.site.page_content import NOTHING, JudgedForm, PageContent, SitePages
from deepweb.locate.site.patience import SitePatience, followed_links
from deepweb.locate.site.stop_criteria import Stop
from deepweb.page.page import Page
from deepweb.page.site import is_on_site

FormOnTopic = Callable[[Form, Page], float]
"""How likely a form's database is about the topic, by the form and the page it stands on."""


@dataclass(frozen=True, slots=True)
class LocatedForm:
    """A form of a site, and whether the crawl keeps it."""

    judged: JudgedForm
    page: Page
    topic: float | None
    """The probability that it is on the topic; None if it is no search, or without a topic."""
    is_kept: bool
    is_site_search: bool = False
    """Does it search the pages of its own site only?"""


def any_search(judged: JudgedForm, page: Page) -> LocatedForm:
    """For a site that the user named: every search that may be asked is kept."""
    return LocatedForm(judged, page, None, judged.is_found)


def located_form(
    judged: JudgedForm, page: Page, on_topic: FormOnTopic, min_topic: float, own: frozenset[str]
) -> LocatedForm:
    """For a crawl of a topic; ``own`` is what sites call themselves."""
    form, verdict = judged.search.form, judged.verdict
    topic = on_topic(form, page) if verdict.searchable else None
    is_own = is_site_search(form, own)
    is_kept = verdict.is_harmless and topic is not None and topic >= min_topic and not is_own
    return LocatedForm(judged, page, topic, is_kept, is_own)


@dataclass(frozen=True, slots=True)
class Explored:
    """One step of exploring: a page that was asked for, and what was found on it."""

    seen: SeenPage
    fetched: Fetched
    content: PageContent
    found: tuple[JudgedForm, ...] = ()
    """The new forms that are kept."""


@dataclass(slots=True)
class InSite:
    """The exploring of one site."""

    site_pages: SitePages
    locate: Callable[[JudgedForm, Page], LocatedForm] = any_search
    """Says of each new form whether it is kept."""
    patience: SitePatience | None = None
    """Says when other sites promise more; None where only the stop criteria end a site."""
    forms: list[LocatedForm] = field(default_factory=list)
    seen: list[SeenPage] = field(default_factory=list)
    """The pages in the order of exploring, without their links."""
    pages: int = 0
    first_found: int | None = None
    """The page, counted from 1, on which the first form was that is kept."""
    missed: int = 0
    """Pages that did not answer, but may answer later."""
    is_cut_short: bool = False
    """Did the budget or the site end exploring?"""
    _postponed: list[Visit] = field(default_factory=list)
    _told: int = 0

    @property
    def kept(self) -> list[LocatedForm]:
        return [form for form in self.forms if form.is_kept]

    @property
    def is_whole(self) -> bool:
        """Did every page answer?"""
        return not self.missed

    @property
    def site(self) -> str:
        return self.site_pages.site

    @property
    def plan(self) -> Exploration:
        return self.site_pages.plan

    async def explore(
        self, fetch: ExploringFetch, home: Fetched | None = None
    ) -> AsyncIterator[Explored]:
        """Explore the site from its home page, which may have been fetched already.

        Yields each explored page. After it stopped because other sites promised more, another call
        resumes it.
        """
        resumed, self._postponed = self._by_worth(), []
        is_first = bool(resumed)
        while (visit := resumed.pop() if resumed else self.plan.next()) is not None:
            if is_first or not self._is_left(visit):
                is_home = home is not None and not visit.depth
                got = home if home and is_home else await fetch(visit.url, depth=visit.depth)
                if got.stop is None:
                    yield self._take(visit, got)
                elif self._is_end(visit, got.stop):
                    break
            else:
                self._postponed.append(visit)
                if visit.kind != "sitemap":  # of the links it is the best
                    break
            is_first = False
        self._postponed += resumed
        self._learn()

    def replay(self, page: SeenPage, forms: Iterable[Form]) -> None:
        """Count a page of an earlier run, and the searches found on it, as explored."""
        found = list(forms)
        for form in found:
            self.site_pages.forms.know(form, is_home=page.visit.depth == 0)
        for url in (page.visit.url, page.url):
            self.plan.is_known(url)
        self.plan.explored(page, found)
        self.seen.append(page)

    @property
    def left(self) -> Visit | None:
        """The next page, at which exploring stopped because other sites promised more."""
        return next(reversed(self._by_worth()), None)

    def _by_worth(self) -> list[Visit]:
        """The postponed visits, the best last."""
        patience, before = self.patience, bool(self.kept)
        if patience is None:
            return []
        return sorted(self._postponed, key=lambda visit: patience.expected(visit, before=before))

    def forget_forms(self) -> None:
        """Drop the forms that are not kept, and with them their pages."""
        self.forms = [form for form in self.forms if form.is_kept]

    def _is_left(self, visit: Visit) -> bool:
        """Do other sites promise more?"""
        if self.patience is None or not visit.depth:
            return False
        return self.patience.is_enough(visit, before=bool(self.kept))

    def _is_end(self, visit: Visit, stop: Stop) -> bool:
        """Close the depth of a page that was refused; is every other page refused as well?"""
        self.plan.close(visit.depth, stop)
        self.is_cut_short = stop.is_for_site
        return stop.is_for_site

    def _take(self, visit: Visit, got: Fetched) -> Explored:
        """Learn from a page, or from a missing one."""
        self.pages += 1
        self.missed += got.may_pass
        is_had = not got.problem and is_on_site(got.url, self.site_pages.site)
        content = self.site_pages.read(visit, got.url, got.page, got.body) if is_had else NOTHING
        found = self._keep(content)
        if found and self.first_found is None:
            self.first_found = self.pages
        url = got.url if is_had else visit.url
        page = SeenPage(visit, url, len(found), content.links)
        self.plan.explored(page, [each.search.form for each in found])
        self.seen.append(replace(page, links=()))
        if visit.kind != "sitemap":  # the next page shows whether it was of use
            self._learn()
        return Explored(page, got, content, tuple(found))

    def _keep(self, content: PageContent) -> list[JudgedForm]:
        if content.page is None:
            return []
        located = [self.locate(judged, content.page) for judged in content.forms]
        self.forms += located
        return [form.judged for form in located if form.is_kept]

    def _learn(self) -> None:
        """Pass on what was learnt from the pages seen since the last call."""
        if self.patience is not None:
            links = list(followed_links(self.seen))
            for link in links[self._told :]:
                self.patience.learn(link)
            self._told = len(links)

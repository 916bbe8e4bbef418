"""Which searches on the topic does a site have, and to which other sites does it link?

In-site exploring of SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*,
Algorithm 2, line 11): from the home page on, likely links first (``exploration.py``), until a stop
criterion fires (``stop_criteria.py``) or the site has had its share (``site_patience.py``). The
form classifier keeps searches on the topic only; what else the site searches does not count, its
own pages least of all (``site_search.py``). Nothing is submitted here, so that a search is kept as
well of which the surfacer is not sure enough.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from deepweb.form.model import Form
from deepweb.locate.forms.search_form import is_site_search
from deepweb.locate.site.exploration import Exploration, SeenPage, Visit
from deepweb.locate.site.look import JudgedForm, Looked, SiteLook
from deepweb.locate.site.page_links import Link, links_away
from deepweb.locate.site.patience import SitePatience, looks_of
from deepweb.locate.site.stop_criteria import StopCriteria, StopLimits
from deepweb.locate.web.web_page import Fetch, Fetched
from deepweb.page.page import Page
from deepweb.page.site import is_on_site

FormOnTopic = Callable[[Form, Page], float]
"""How likely a form's database is about the topic, by the form and the page it stands on."""


@dataclass(frozen=True, slots=True)
class LocatedForm:
    """A form of a site, and whether it is what the crawl is for."""

    judged: JudgedForm
    page: Page
    topic: float | None
    """How likely it is on the topic; None where it is no search."""
    is_kept: bool
    is_site_search: bool = False
    """Does it search the pages of its own site only?"""


def located_form(
    judged: JudgedForm, page: Page, on_topic: FormOnTopic, min_topic: float, own: frozenset[str]
) -> LocatedForm:
    """Judge a form; ``own`` is what sites call themselves."""
    form, verdict = judged.search.form, judged.verdict
    topic = on_topic(form, page) if verdict.searchable else None
    is_own = is_site_search(form, own)
    is_kept = verdict.is_harmless and topic is not None and topic >= min_topic and not is_own
    return LocatedForm(judged, page, topic, is_kept, is_own)


@dataclass(slots=True)
class InSite:
    """The search of one site."""

    look: SiteLook
    form_on_topic: FormOnTopic
    min_topic: float
    limits: StopLimits
    patience: SitePatience | None
    """Who says that other sites promise more; None where only ``limits`` count."""
    forms: list[LocatedForm] = field(default_factory=list)
    away: dict[str, Link] = field(default_factory=dict)
    """Links to other sites, by address."""
    seen: list[SeenPage] = field(default_factory=list)
    """The pages in the order of looking, without their links."""
    pages: int = 0
    first_found: int | None = None
    """The page, counted from 1, on which the first form on the topic was."""
    is_whole: bool = True
    _postponed: list[Visit] = field(default_factory=list)
    _criteria: StopCriteria = field(init=False)
    _told: int = 0

    def __post_init__(self) -> None:
        self._criteria = StopCriteria(self.limits)

    @property
    def kept(self) -> list[LocatedForm]:
        return [form for form in self.forms if form.is_kept]

    @property
    def plan(self) -> Exploration:
        return self.look.plan

    async def explore(self, fetch: Fetch, home: Fetched | None = None) -> None:
        """Look at the home page, which was fetched before, and at what is worth it behind it.

        Without a home page, the site is taken up where it was left.
        """
        taken_up, self._postponed = self._by_worth(), []
        is_first = bool(taken_up)
        while (visit := taken_up.pop() if taken_up else self.plan.next()) is not None:
            if stop := self._criteria.stop(visit.depth):
                self.plan.close(visit.depth, stop)
            elif is_first or not self._is_left(visit):
                await self._look(visit, home, fetch)
            else:
                self._postponed.append(visit)
                if visit.kind != "sitemap":  # of the links it is the best
                    break
            is_first = False
        self._postponed += taken_up
        self._learn()

    @property
    def left(self) -> Visit | None:
        """The page that would be next, had other sites not promised more."""
        return next(reversed(self._by_worth()), None)

    def _by_worth(self) -> list[Visit]:
        """What was put off, the best last."""
        patience, before = self.patience, bool(self.kept)
        if patience is None:
            return []
        return sorted(self._postponed, key=lambda visit: patience.expected(visit, before=before))

    def forget_forms(self) -> None:
        """Of a site that waits to be taken up again, the pages of forms that are no use."""
        self.forms = [form for form in self.forms if form.is_kept]

    def _is_left(self, visit: Visit) -> bool:
        """Do other sites promise more?"""
        if self.patience is None or not visit.depth:
            return False
        return self.patience.is_enough(visit, before=bool(self.kept))

    async def _look(self, visit: Visit, home: Fetched | None, fetch: Fetch) -> None:
        self._criteria.visit(visit.depth)
        got = home if home and not visit.depth else await fetch(visit.url)
        found = self._take(visit, got)
        self._criteria.looked(visit.depth, found)
        self.seen.append(SeenPage(visit, got.url, found))
        if visit.kind != "sitemap":  # what that is worth, the next page tells
            self._learn()

    def _learn(self) -> None:
        """Tell what the pages taught that were seen since."""
        if self.patience is not None:
            looks = list(looks_of(self.seen))
            for look in looks[self._told :]:
                self.patience.looked(look)
            self._told = len(looks)

    def _take(self, visit: Visit, got: Fetched) -> int:
        """Learn from a page, or from there being none; returns the forms found."""
        self.pages += 1
        self.is_whole = self.is_whole and not got.may_pass
        if got.problem or not is_on_site(got.url, self.look.site):
            self.plan.looked(SeenPage(visit, visit.url))
            return 0
        looked = self.look.look(visit, got.url, got.page, got.body)
        found = self._keep(looked)
        if found and self.first_found is None:
            self.first_found = self.pages
        if looked.page is not None:
            for link in links_away(looked.page, self.look.site):
                self.away.setdefault(link.url, link)
        self.plan.looked(SeenPage(visit, got.url, len(found), looked.links), found)
        return len(found)

    def _keep(self, looked: Looked) -> list[Form]:
        found: list[Form] = []
        for judged in looked.forms:
            assert looked.page is not None
            own = self.look.words.own_pages
            form = located_form(judged, looked.page, self.form_on_topic, self.min_topic, own)
            self.forms.append(form)
            found += [judged.search.form] if form.is_kept else []
        return found

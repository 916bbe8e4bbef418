"""Which searches on the topic does a site have, and to which other sites does it link?

In-site exploring of SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*,
Algorithm 2, line 11): from the home page on, likely links first (``exploration.py``), until a stop
criterion fires (``stop_criteria.py``) or the site has had its share (``site_patience.py``). The
form classifier keeps searches on the topic only; what else the site searches does not count.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from deepweb.locate.exploration import Exploration, SeenPage, Visit
from deepweb.locate.page_links import Link, links_away
from deepweb.locate.site import is_on_site
from deepweb.locate.site_look import JudgedForm, Looked, SiteLook
from deepweb.locate.site_patience import SitePatience
from deepweb.locate.stop_criteria import Stop, StopCriteria, StopLimits
from deepweb.locate.web_page import Fetch, Fetched
from deepweb.read.page import Page
from deepweb.surface.form import Form

# What a sitemap promises: by itself it holds no form.
SITEMAP = 0.04

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

    @property
    def kept(self) -> list[LocatedForm]:
        return [form for form in self.forms if form.is_kept]

    @property
    def plan(self) -> Exploration:
        return self.look.plan

    async def explore(self, home: Fetched, fetch: Fetch) -> None:
        """Look at the home page, which was fetched before, and at what is worth it behind it."""
        criteria = StopCriteria(self.limits)
        while (visit := self.plan.next()) is not None:
            if stop := self._stop(criteria, visit):
                self.plan.close(visit.depth, stop)
                continue
            criteria.visit(visit.depth)
            got = home if visit.depth == 0 else await fetch(visit.url)
            before = bool(self.kept)
            found = self._take(visit, got)
            if self.patience and visit.depth:
                self.patience.looked(_promise(visit), found=found > 0, before=before)
            criteria.looked(visit.depth, found)
            self.seen.append(SeenPage(visit, got.url, found))

    def _stop(self, criteria: StopCriteria, visit: Visit) -> Stop | None:
        promise, before = _promise(visit), bool(self.kept)
        if self.patience and visit.depth and self.patience.is_enough(promise, before=before):
            told = f"{promise} after {len(self.kept)} forms on {self.pages} pages"
            return Stop("SC5", f"other sites promise more than {told}")
        return criteria.stop(visit.depth)

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
            form, topic = judged.search.form, None
            if judged.verdict.searchable:
                topic = self.form_on_topic(form, looked.page)
            is_kept = judged.verdict.safe and topic is not None and topic >= self.min_topic
            self.forms.append(LocatedForm(judged, looked.page, topic, is_kept))
            found += [form] if is_kept else []
        return found


def _promise(visit: Visit) -> float:
    return SITEMAP if visit.kind == "sitemap" else visit.score

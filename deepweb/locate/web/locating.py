"""Which sites hold databases on a topic? Finds them from a few seeds.

[Gujrati], both stages:

1. When the crawl starts, and whenever few sites wait, engines name more (``reverse_search``,
   algorithm 1).
2. The best of the waiting sites is chosen (``frontier``, algorithm 2; ``ranker``).
3. Its home page says whether it is on the topic (``classifier``).
4. A site on the topic is explored for searches on the topic (``locate/site/in_site``).
5. The sites that it links to join the frontier, with a vote if it had such searches.
6. The rankers learn again after 50 visited sites or 100 new forms.

Departures: a site off the topic is also explored if a form on its home page is on the topic; the
modules named above state their own departures. benchmarks/smartcrawler.py measures the crawl
without each of them.

Each step is passed to ``note`` when it is done, and a later crawl resumes from these steps
(``EarlierRuns``). With one site at a time the crawl is deterministic, given the pages and ``rng``;
with several, the sites found may depend on which site answers first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import ClassVar

from deepweb.locate.site.exploration import Exploration, SeenPage
from deepweb.locate.site.fetched import ExploringFetch, Fetched
from deepweb.locate.site.in_site import InSite, LocatedForm, located_form
from deepweb.locate.site.link_ranker import LinkRanker, SeenLink
from deepweb.locate.site.page_content import JudgedForm, SiteForms, SitePages
from deepweb.locate.site.patience import SitePatience, promise_of
from deepweb.locate.web.collecting import KnownSites, SiteCollecting
from deepweb.locate.web.frontier import (
    Candidate,
    ChosenSite,
    LeftSite,
    SiteFrontier,
    UnfinishedSites,
)
from deepweb.locate.web.ranker import Weights, odds_weights
from deepweb.locate.web.reverse_search import ReverseSearch
from deepweb.locate.web.topic_crawl import (
    BARREN,
    DEEP,
    MOVED,
    OFF_TOPIC,
    RELEVANT,
    SKIPPED,
    EarlierRuns,
    LinkOutcome,
    LocatingKnowledge,
    LocatingLimits,
    LocatingResult,
    LocatingStep,
    LocatingTask,
    VisitedSite,
)
from deepweb.page.page import Page
from deepweb.page.site import is_on_site
from deepweb.page.words import stemmed

MAX_FOLLOWED = 2_000  # links of earlier sites that the link ranker learns from
GUESS_AFTER = 1  # pages of a site without a form after which its sitemap is tried


class PagesSpentError(Exception):
    """No more pages may be fetched."""


class Locating:
    """One crawl of one topic; ``prior`` is what earlier runs found."""

    frontier_class: ClassVar[type[SiteFrontier]] = SiteFrontier
    collecting_class: ClassVar[type[SiteCollecting]] = SiteCollecting

    def __init__(
        self,
        task: LocatingTask,
        limits: LocatingLimits,
        rng: Random,
        knowledge: LocatingKnowledge,
        prior: EarlierRuns | None = None,
    ) -> None:
        self._task = task
        self._limits = limits
        self._known = knowledge
        prior = prior or EarlierRuns()
        self._learnt = prior.learnt
        self._followed: list[SeenLink] = list(prior.followed)
        self._usable_links = tuple(self._followed[-MAX_FOLLOWED:])
        self._new_sites = self._new_forms = 0
        self._patience = SitePatience()
        self._unfinished = UnfinishedSites()
        self._under_way = 0
        self._searching = asyncio.Lock()
        self._moved_on = asyncio.Event()
        self.deep: dict[str, VisitedSite] = {}
        self.pages = len(prior.hubs) + len(prior.searched)
        self.frontier = self.frontier_class(self._weights(), alpha=limits.alpha)
        self._collecting = self._new_collecting(rng, prior)
        self._take_up(prior)

    async def run(
        self,
        fetch: ExploringFetch,
        note: Callable[[LocatingStep], None] = lambda noted: None,
        explored: Callable[[str, SeenPage], None] = lambda site, page: None,
    ) -> LocatingResult:
        """Crawl until there are enough pages or sites, or no site is left.

        Every page comes through ``fetch``. ``note`` is called with each step when it is done,
        ``explored`` with each page of a site when it was explored.
        """
        self._fetch_page, self._note, self._page_explored = fetch, note, explored
        if added := self._collecting.add_seeds():
            note(LocatingStep(candidates=added))
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._limits.together):
                    group.create_task(self._work())
        except* PagesSpentError:
            pass
        forms = sum(site.forms for site in self.deep.values())
        return LocatingResult(self._why_ended(), len(self.deep), forms, self.pages)

    def _new_collecting(self, rng: Random, prior: EarlierRuns) -> SiteCollecting:
        task = self._task
        reverse = ReverseSearch(
            task.engines, rng, task.topic.queries, prior.engines, prior.searched
        )
        known = KnownSites(self.deep, self._patience, self._known.domain)
        return self.collecting_class(task, self._limits, self.frontier, reverse, known)

    def _take_up(self, prior: EarlierRuns) -> None:
        for site in prior.visited:
            self.pages += site.pages
            self._remember(site)
        for look in prior.looks:
            self._patience.learn(look)
        self._collecting.resume(prior)

    async def _work(self) -> None:
        while not self._is_enough():
            if left := self._unfinished.next(self._patience):
                await self._step(left.chosen, self._resumed_site(left))
                continue
            # While one worker asks engines, the others visit sites that wait.
            if not (self._searching.locked() and len(self.frontier)):
                async with self._searching:
                    await self._collecting.search_back(self._fetch, self._note)
            chosen = self.frontier.choose()
            if chosen is not None:
                self._collecting.leave_out(chosen.candidate.site)
                await self._step(chosen, self._judge(chosen))
            elif left := self._unfinished.next(self._patience, is_all=True):
                await self._step(left.chosen, self._resumed_site(left))
            elif self._under_way:
                # Another worker visits a site, which may name more.
                self._moved_on.clear()
                await self._moved_on.wait()
            else:
                return

    async def _step(self, chosen: ChosenSite, visit: Awaitable[LocatingStep]) -> None:
        self._under_way += 1
        try:
            noted = await visit
        except PagesSpentError:
            raise
        except Exception as error:  # a hostile page must not end the crawl
            noted = LocatingStep(visited=_visited(chosen, SKIPPED, f"cannot be read: {error!r}"))
        finally:
            self._under_way -= 1
            self._moved_on.set()
        self._learn(noted)
        self._note(noted)

    async def _judge(self, chosen: ChosenSite) -> LocatingStep:
        home = await self._fetch(chosen.candidate.url, depth=0)
        if noted := self._refused(chosen, home):
            return noted
        assert home.page is not None
        topic = self._task.topic.probability(home.page)
        search = self._in_site(chosen.candidate.site, home.url)
        if topic >= self._limits.min_topic or self._is_portal(search, home.page):
            return await self._explored(LeftSite(chosen, search, topic), home)
        reason = f"off the topic: {topic:.2f} < {self._limits.min_topic}"
        site = chosen.candidate.site
        return LocatingStep(
            visited=_visited(chosen, OFF_TOPIC, reason, topic),
            learnt=LinkOutcome(chosen.candidate.words, led=False),
            candidates=self._collecting.add_topical(home.page, site),
        )

    def _is_portal(self, search: InSite, home: Page) -> bool:
        """Is a form on a home page on the topic, though the page is about something else?"""
        forms = search.site_pages.forms.all(home)
        return any(search.locate(form, home).is_kept for form in forms)

    def _refused(self, chosen: ChosenSite, home: Fetched) -> LocatingStep | None:
        """The step of a site whose home page cannot be judged."""
        candidate, why = chosen.candidate, home.problem
        if home.page is None:
            why = why or f"its home page is {home.type or 'no page'}, not HTML"
        elif not why and not is_on_site(home.url, candidate.site):
            visited = _visited(chosen, MOVED, f"leads to {home.url}")
            new = self._collecting.add_instead(candidate, home.url)
            return LocatingStep(visited=visited, candidates=new)
        elif not why and home.page.length > self._limits.max_length:
            why = f"its home page has {home.page.length} bytes > {self._limits.max_length}"
        elif not why:
            why = self._known.refusal(home.page)
        return LocatingStep(visited=_visited(chosen, SKIPPED, why)) if why else None

    async def _resumed_site(self, left: LeftSite) -> LocatingStep:
        before = len(left.search.seen)
        noted = await self._explored(left)
        return replace(noted, again=before)

    async def _explored(self, site: LeftSite, home: Fetched | None = None) -> LocatingStep:
        """Explore a site until it is finished or other sites promise more."""
        search, is_cut = site.search, False
        try:
            async for page in search.explore(self._fetch, home):
                self._page_explored(search.site, page.seen)
                site.meet(page.content.page)
        except PagesSpentError:
            if not search.kept:
                raise  # nothing is known about it, so it stays in the frontier
            is_cut = True
        if (following := search.left) and not search.kept:
            search.forget_forms()
            self._unfinished.add(site, following)
        candidate = site.chosen.candidate
        return LocatingStep(
            visited=_explored(site.chosen, search, site.topic, is_cut=is_cut),
            forms=tuple(search.forms),
            seen=tuple(search.seen),
            learnt=LinkOutcome(candidate.words, led=True),
            candidates=self._out_of_site(candidate, site),
        )

    def _out_of_site(self, candidate: Candidate, site: LeftSite) -> tuple[Candidate, ...]:
        is_deep = bool(site.search.kept)
        return self._collecting.add(
            site.away.values(),
            votes=float(is_deep),
            reason=f"link of {candidate.site}",
        )

    def _in_site(self, site: str, home: str) -> InSite:
        known = self._known
        forms = SiteForms(site, known.judge, known.words)
        pages = SitePages(site, self._exploration(home), forms, known.words)
        return InSite(pages, self._located, self._patience)

    def _exploration(self, home: str) -> Exploration:
        ranker, limits = self._link_ranker(), self._limits
        return Exploration(home, ranker, limits.min_promise, limits.further, GUESS_AFTER)

    def _link_ranker(self) -> LinkRanker:
        return LinkRanker(self._known.links, self._usable_links, self._is_topical)

    def _located(self, judged: JudgedForm, page: Page) -> LocatedForm:
        least, own = self._limits.min_form_topic, self._known.words.own_pages
        return located_form(judged, page, self._task.form_on_topic, least, own)

    def _is_topical(self, word: str) -> bool:
        return self._task.topic.words.get(stemmed(word), 0.0) > 0

    def _remember(self, site: VisitedSite) -> None:
        """Learn from a site that is visited for the first time."""
        is_deep = site.verdict == DEEP
        self._patience.spent(site.pages, deep=is_deep)
        if site.verdict in RELEVANT:
            self._patience.judged(is_deep=is_deep)
        if is_deep:
            self.deep[site.site] = site

    def _learn(self, noted: LocatingStep) -> None:
        site, again = noted.visited, noted.again
        assert site is not None
        if again and site.verdict == DEEP:
            self._patience.proved_deep()
            self.deep[site.site] = site
        elif not again:
            self._remember(site)
        self._learn_words(noted)
        self._followed += (
            SeenLink(p.visit.words, p.found > 0) for p in noted.seen[again:] if p.visit.depth
        )
        self._new_sites += 1
        self._new_forms += site.forms
        limits = self._limits
        if self._new_sites >= limits.relearn_sites or self._new_forms >= limits.relearn_forms:
            self._rank_again()

    def _learn_words(self, noted: LocatingStep) -> None:
        """Learn the words of links to a site, once for each site."""
        if noted.learnt is not None and not noted.again:
            self._learnt.learn(noted.learnt.words.tokens(), led=noted.learnt.led)

    def _rank_again(self) -> None:
        """Rank sites and links by all that was learnt."""
        self._new_sites = self._new_forms = 0
        self.frontier.rank(self._weights())
        self._usable_links = tuple(self._followed[-MAX_FOLLOWED:])

    def _weights(self) -> Weights:
        return odds_weights(self._learnt, self._task.topic.words)

    async def _fetch(self, url: str, depth: int | None = None) -> Fetched:
        if self.pages >= self._limits.max_pages:
            raise PagesSpentError
        self.pages += 1
        fetched = await self._fetch_page(url, depth)
        self.pages -= fetched.stop is not None  # it was not requested
        return fetched

    def _is_enough(self) -> bool:
        limits = self._limits
        return len(self.deep) >= limits.max_sites or self.pages >= limits.max_pages

    def _why_ended(self) -> str:
        if len(self.deep) >= self._limits.max_sites:
            return f"max_sites: {len(self.deep)} sites found"
        if self.pages >= self._limits.max_pages:
            return f"max_pages: {self.pages} pages fetched"
        return "no site waits, and no engine names more"


def _visited(chosen: ChosenSite, verdict: str, why: str, topic: float | None = None) -> VisitedSite:
    candidate = chosen.candidate
    return VisitedSite(candidate.site, candidate.url, verdict, why, chosen.score, topic, pages=1)


def _explored(chosen: ChosenSite, search: InSite, topic: float, *, is_cut: bool) -> VisitedSite:
    verdict = DEEP if search.kept else BARREN
    visited = _visited(chosen, verdict, _why(search, topic, is_cut=is_cut), topic)
    return replace(
        visited,
        worth=_worth(search, topic),
        forms=len(search.kept),
        pages=search.pages,
        first_found=search.first_found,
        is_whole=search.is_whole and not is_cut,
    )


def _worth(search: InSite, topic: float) -> float:
    """How likely the site is on the topic and has at least one search on it."""
    none = 1.0
    for form in search.kept:
        none *= 1 - form.judged.verdict.probability * (form.topic or 0.0)
    return round(topic * (1 - none), 4)


def _why(search: InSite, topic: float, *, is_cut: bool) -> str:
    pages = f"{search.pages} page{'' if search.pages == 1 else 's'}"
    kept = f"on the topic ({topic:.2f}); {len(search.kept)} of {len(search.forms)} forms kept"
    stops = "; ".join(f"depth {d} {s.criterion}" for d, s in sorted(search.plan.stopped.items()))
    following = search.left
    left = f"left: others promise more than {promise_of(following):.2f}" if following else ""
    cut = "cut short" if is_cut else ""
    return "; ".join(filter(None, (f"{kept} on {pages}", stops, left, cut)))

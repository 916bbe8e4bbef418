"""Which sites hold databases on a topic? The crawl that finds them, from a few seeds.

SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*), both stages:

1. When the crawl starts, and whenever few sites wait, engines name more (``reverse_search.py``,
   Algorithm 1).
2. The best of the waiting sites is chosen (``site_frontier.py``, Algorithm 2; ``site_ranker.py``).
3. Its home page says whether it is on the topic (``site_classifier.py``).
4. A site that is gets explored for searches on the topic (``in_site.py``).
5. The sites that it links to join the frontier, with high priority if it had such searches.
6. What was learnt is used from 50 new deep-web sites or 100 new forms on.

Departures are parts of their own and can be switched off (``Parts``). Each step is handed to
``note`` as soon as it is done, and the crawl can be taken up from what was noted (``Prior``). With
one site under way at a time it is deterministic, given the pages and ``rng``; with several, what is
found may depend on which site answers first.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random

from deepweb.locate.site.exploration import BARREN_BEFORE_GUESS, Exploration, SeenPage
from deepweb.locate.site.fetched import ExploringFetch, Fetched
from deepweb.locate.site.in_site import InSite, LocatedForm, located_form
from deepweb.locate.site.link_ranker import LinkRanker, SeenLink
from deepweb.locate.site.page_content import JudgedForm, SiteForms, SitePages
from deepweb.locate.site.page_links import Link
from deepweb.locate.site.patience import SitePatience, promise_of
from deepweb.locate.web.collecting import SiteCollecting
from deepweb.locate.web.frontier import Candidate, Chosen, SiteFrontier
from deepweb.locate.web.ranker import Weights, cosine_weights, odds_weights
from deepweb.locate.web.reverse_search import ReverseSearch
from deepweb.locate.web.topic_crawl import (
    BARREN,
    DEEP,
    MOVED,
    OFF_TOPIC,
    RELEVANT,
    SKIPPED,
    Aim,
    Knowledge,
    Learnt,
    Located,
    LocatingLimits,
    Noted,
    Prior,
    VisitedSite,
)
from deepweb.locate.web.unfinished import LeftSite, Unfinished
from deepweb.page.page import Page
from deepweb.page.site import is_on_site
from deepweb.page.words import stemmed

# Links of other sites that the link ranker learns from.
MOST_FOLLOWED = 2_000
# Known sites that are taken to link to a seed.
SEED_VOTES = 10.0


class PagesSpentError(Exception):
    """No more pages may be fetched."""


class Locating:
    """One crawl of one topic; ``prior`` is what earlier runs of it left."""

    def __init__(
        self,
        aim: Aim,
        limits: LocatingLimits,
        rng: Random,
        knowledge: Knowledge,
        prior: Prior | None = None,
    ) -> None:
        self._aim = aim
        self._limits = limits
        self._parts = limits.parts
        self._known = knowledge
        prior = prior or Prior()
        self._learnt = prior.learnt
        self._followed: list[SeenLink] = list(prior.followed)
        self._usable_links = tuple(self._followed[-MOST_FOLLOWED:])
        self._new_sites = self._new_forms = 0
        self._patience = SitePatience()
        self._unfinished = Unfinished()
        self._under_way = 0
        self._searching = asyncio.Lock()
        self._moved_on = asyncio.Event()
        self.deep: dict[str, VisitedSite] = {}
        self.pages = len(prior.hubs) + len(prior.searched)
        self.frontier = self._new_frontier()
        self._collecting = self._new_collecting(rng, prior)
        self._take_up(prior)

    async def run(
        self,
        fetch: ExploringFetch,
        note: Callable[[Noted], None] = lambda noted: None,
        explored: Callable[[str, SeenPage], None] = lambda site, page: None,
    ) -> Located:
        """Crawl until pages or sites are enough, or no site is left.

        Every page comes through ``fetch``. ``note`` is called with each step when it is done,
        ``explored`` with each page of a site when it was explored.
        """
        self._fetch_page, self._note, self._page_explored = fetch, note, explored
        seeds = [Link(url) for url in self._aim.seeds]
        # They come first: what they teach is worth more than what engines name.
        votes = SEED_VOTES if self._parts.odds else 0.0
        if added := self._collecting.add(seeds, high=True, votes=votes, reason="seed"):
            note(Noted(candidates=added))
        try:
            async with asyncio.TaskGroup() as group:
                for _ in range(self._limits.together):
                    group.create_task(self._work())
        except* PagesSpentError:
            pass
        forms = sum(site.forms for site in self.deep.values())
        return Located(self._why_ended(), len(self.deep), forms, self.pages)

    def _new_frontier(self) -> SiteFrontier:
        return SiteFrontier(
            self._weights(),
            alpha=self._limits.alpha,
            is_odds=self._parts.odds,
            is_ranked=self._parts.prioritizing,
        )

    def _new_collecting(self, rng: Random, prior: Prior) -> SiteCollecting:
        reverse = ReverseSearch(
            self._aim.engines if self._parts.reverse_search else (),
            rng,
            self._aim.topic.queries if self._parts.topic_queries else (),
            prior.engines,
            prior.searched,
        )
        known = self._known
        return SiteCollecting(self._aim, self._limits, self.frontier, reverse, known.domain)

    def _take_up(self, prior: Prior) -> None:
        for site in prior.visited:
            self.pages += site.pages
            self._remember(site)
        for look in prior.looks:
            self._patience.learn(look)
        self._collecting.patience = self._patience
        self._collecting.deep = self.deep
        self._collecting.visited = {site.site for site in prior.visited}
        self._collecting.hubs = set(prior.hubs)
        self._collecting.take_up(prior.candidates)

    async def _work(self) -> None:
        while not self._is_enough():
            if left := self._unfinished.next(self._patience):
                await self._step(left.chosen, self._take_up_again(left))
                continue
            # While one asks engines, the others go on with what waits.
            if not (self._searching.locked() and len(self.frontier)):
                async with self._searching:
                    await self._collecting.search_back(self._fetch, self._note)
            is_promoted = self.frontier.is_only_low
            chosen = self.frontier.choose()
            if chosen is not None:
                self._collecting.visited.add(chosen.candidate.site)
                await self._step(chosen, self._judge(chosen), is_promoted=is_promoted)
            elif left := self._unfinished.next(self._patience, is_all=True):
                await self._step(left.chosen, self._take_up_again(left))
            elif self._under_way:
                # Another site is under way, and may name more.
                self._moved_on.clear()
                await self._moved_on.wait()
            else:
                return

    async def _step(
        self, chosen: Chosen, visit: Awaitable[Noted], *, is_promoted: bool = False
    ) -> None:
        self._under_way += 1
        try:
            noted = await visit
        except PagesSpentError:
            raise
        except Exception as error:  # whatever a hostile page makes of our reading
            noted = Noted(visited=_visited(chosen, SKIPPED, f"cannot be read: {error!r}"))
        finally:
            self._under_way -= 1
            self._moved_on.set()
        self._learn(noted)
        self._note(replace(noted, promoted=is_promoted))

    async def _judge(self, chosen: Chosen) -> Noted:
        home = await self._fetch(chosen.candidate.url, depth=0)
        if noted := self._refused(chosen, home):
            return noted
        assert home.page is not None
        topic = self._aim.topic.probability(home.page)
        search = self._in_site(chosen.candidate.site, home.url)
        if topic >= self._limits.min_topic or self._is_portal(search, home.page):
            return await self._explored(LeftSite(chosen, search, topic), home)
        reason = f"off the topic: {topic:.2f} < {self._limits.min_topic}"
        site = chosen.candidate.site
        return Noted(
            visited=_visited(chosen, OFF_TOPIC, reason, topic),
            learnt=Learnt(chosen.candidate.words, led=False),
            candidates=self._collecting.add_topical(home.page, site) if self._parts.hubs else (),
        )

    def _is_portal(self, search: InSite, home: Page) -> bool:
        """Is a form on a home page on the topic, though the page is about something else?"""
        forms = search.site_pages.forms.all(home) if self._parts.portals else ()
        return any(search.locate(form, home).is_kept for form in forms)

    def _refused(self, chosen: Chosen, home: Fetched) -> Noted | None:
        """A site without a home page that could be judged."""
        candidate, why = chosen.candidate, home.problem
        if home.page is None:
            why = why or f"its home page is {home.type or 'no page'}, not HTML"
        elif not why and not is_on_site(home.url, candidate.site):
            visited = _visited(chosen, MOVED, f"leads to {home.url}")
            new = self._collecting.add_instead(candidate, home.url)
            return Noted(visited=visited, candidates=new)
        elif not why and home.page.length > self._limits.max_length:
            why = f"its home page has {home.page.length} bytes > {self._limits.max_length}"
        elif not why:
            why = self._known.refusal(home.page)
        return Noted(visited=_visited(chosen, SKIPPED, why)) if why else None

    async def _take_up_again(self, left: LeftSite) -> Noted:
        before = len(left.search.seen)
        noted = await self._explored(left)
        return replace(noted, again=before)

    async def _explored(self, site: LeftSite, home: Fetched | None = None) -> Noted:
        """Explore a site, until it is done with or others promise more."""
        search, is_cut = site.search, False
        try:
            async for page in search.explore(self._fetch, home):
                self._page_explored(search.site, page.seen)
                site.meet(page.content.page)
        except PagesSpentError:
            if not search.kept:
                raise  # nothing is known of it yet; it goes on waiting
            is_cut = True
        if (following := search.left) and not search.kept:
            search.forget_forms()
            self._unfinished.add(site, following)
        candidate = site.chosen.candidate
        return Noted(
            visited=_explored(site.chosen, search, site.topic, is_cut=is_cut),
            forms=tuple(search.forms),
            seen=tuple(search.seen),
            learnt=Learnt(candidate.words, led=self._parts.odds or bool(search.kept)),
            candidates=self._out_of_site(candidate, site),
        )

    def _out_of_site(self, candidate: Candidate, site: LeftSite) -> tuple[Candidate, ...]:
        is_deep = bool(site.search.kept)
        return self._collecting.add(
            site.away.values(),
            high=is_deep or not self._parts.prioritizing,
            votes=float(is_deep),
            reason=f"link of {candidate.site}",
        )

    def _in_site(self, site: str, home: str) -> InSite:
        limits, known = self._limits, self._known
        plan = Exploration(
            home,
            LinkRanker(known.links, self._usable_links, self._is_topical),
            min_promise=limits.min_promise,
            further=limits.further,
            guess_after=1 if self._parts.patience else BARREN_BEFORE_GUESS,
        )
        look = SitePages(site, plan, SiteForms(site, known.judge, known.words), known.words)
        patience = self._patience if self._parts.patience else None
        return InSite(look, self._located, patience)

    def _located(self, judged: JudgedForm, page: Page) -> LocatedForm:
        least, own = self._limits.min_form_topic, self._known.words.own_pages
        return located_form(judged, page, self._aim.form_on_topic, least, own)

    def _is_topical(self, word: str) -> bool:
        return self._parts.odds and self._aim.topic.words.get(stemmed(word), 0.0) > 0

    def _remember(self, site: VisitedSite) -> None:
        """What a site that was not known teaches."""
        is_deep = site.verdict == DEEP
        self._patience.spent(site.pages, deep=is_deep)
        if site.verdict in RELEVANT:
            self._patience.judged(is_deep=is_deep)
        if is_deep:
            self.deep[site.site] = site

    def _learn(self, noted: Noted) -> None:
        site, learnt, again = noted.visited, noted.learnt, noted.again
        assert site is not None
        if again and site.verdict == DEEP:
            self._patience.proved_deep()
            self.deep[site.site] = site
        elif not again:
            self._remember(site)
        if learnt is not None and not (again and self._parts.odds):
            self._learnt.learn(learnt.words.tokens(), led=learnt.led, again=again > 0)
        self._followed += (
            SeenLink(p.visit.words, p.found > 0) for p in noted.seen[again:] if p.visit.depth
        )
        # Where sites visited in vain teach as well, they count as well.
        self._new_sites += site.verdict == DEEP or self._parts.odds
        self._new_forms += site.forms
        limits = self._limits
        is_time = self._new_sites >= limits.relearn_sites or self._new_forms >= limits.relearn_forms
        if is_time and self._parts.adaptive:
            self._new_sites = self._new_forms = 0
            self.frontier.rank(self._weights())
            self._usable_links = tuple(self._followed[-MOST_FOLLOWED:])

    def _weights(self) -> Weights:
        if self._parts.odds:
            return odds_weights(self._learnt, self._aim.topic.words)
        return cosine_weights(self._learnt)

    async def _fetch(self, url: str, depth: int | None = None) -> Fetched:
        if self.pages >= self._limits.max_pages:
            raise PagesSpentError
        self.pages += 1
        fetched = await self._fetch_page(url, depth)
        self.pages -= fetched.stop is not None  # it was not asked for
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


def _visited(chosen: Chosen, verdict: str, why: str, topic: float | None = None) -> VisitedSite:
    candidate = chosen.candidate
    return VisitedSite(candidate.site, candidate.url, verdict, why, chosen.score, topic, pages=1)


def _explored(chosen: Chosen, search: InSite, topic: float, *, is_cut: bool) -> VisitedSite:
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
    """How likely the site is of use: on the topic, and at least one of its forms a search on it."""
    none = 1.0
    for form in search.kept:
        none *= 1 - form.judged.verdict.probability * (form.topic or 0.0)
    return round(topic * (1 - none), 4)


def _why(search: InSite, topic: float, *, is_cut: bool) -> str:
    pages = f"{search.pages} page{'' if search.pages == 1 else 's'}"
    told = f"on the topic ({topic:.2f}); {len(search.kept)} of {len(search.forms)} forms kept"
    stops = "; ".join(f"depth {d} {s.criterion}" for d, s in sorted(search.plan.stopped.items()))
    following = search.left
    left = f"left: others promise more than {promise_of(following):.2f}" if following else ""
    cut = "cut short" if is_cut else ""
    return "; ".join(filter(None, (f"{told} on {pages}", stops, left, cut)))

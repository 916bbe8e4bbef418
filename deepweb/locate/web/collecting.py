"""Which sites are worth waiting for: those that links name, and those that engines do?

Site collecting of SmartCrawler (Gujrati et al., *Performance Evaluation of a Two-stage Crawler*):
out-of-site links of relevant sites, and reverse searching (Algorithm 1). A page that an engine
names is relevant if it links to some known sites of the topic, or speaks of the topic itself.

Departures: irrelevant sites may name relevant ones, too, where their links speak of the topic or
they are hubs; of one registered domain only some hosts are taken, since link farms have thousands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from urllib.parse import urlsplit

from deepweb.locate.site.fetched import Fetch
from deepweb.locate.site.page_links import Link, is_page, links_away
from deepweb.locate.site.patience import SitePatience
from deepweb.locate.web.frontier import Candidate, SiteFrontier
from deepweb.locate.web.ranker import SiteWords, site_words
from deepweb.locate.web.reverse_search import (
    TOPIC,
    Engine,
    EngineError,
    Query,
    ReverseSearch,
    Searched,
)
from deepweb.locate.web.topic_crawl import Aim, HubPage, LocatingLimits, Noted
from deepweb.page.page import Page
from deepweb.page.site import site_name

# Likeness (``site_ranker.py``) of sites that are worth a visit: odds of three to one. So many of
# them are enough.
PROMISING, ENOUGH_PROMISING = 2.25, 5
# What the words of a link must say for the topic, if the page they stand on is not on it.
MIN_TOPICAL = 1.0
# Sites that one site or page may name.
MOST_NAMED = 1000

Note = Callable[[Noted], None]
Added = tuple[Candidate, ...]
"""Sites that are new in the frontier, or changed."""


def name_of_site(url: str) -> str | None:
    """The name of an address's site, with and without "www." the same; None where it has none."""
    try:
        return site_name(url).removeprefix("www.") or None
    except ValueError:
        return None


def home_of(url: str) -> str:
    """The first page of an address's site."""
    parts = urlsplit(url.replace("\\", "/"))
    return f"{parts.scheme}://{parts.netloc}/"


class SiteCollecting:
    """Fills the frontier.

    ``deep`` are the known deep-web sites, ``visited`` all that were; ``patience`` knows what a page
    of a site brings.
    """

    def __init__(
        self,
        aim: Aim,
        limits: LocatingLimits,
        frontier: SiteFrontier,
        reverse: ReverseSearch,
        domain: Callable[[str], str],
    ) -> None:
        self._topic = aim.topic
        self._seeds = [site for site in map(name_of_site, aim.seeds) if site]
        self._limits = limits
        self._frontier = frontier
        self._reverse = reverse
        self._domain = domain
        self._domains: Counter[str] = Counter()
        self.patience = SitePatience()
        self.deep: Collection[str] = ()
        self.visited: set[str] = set()
        self.hubs: set[str] = set()

    def take_up(self, candidates: Iterable[Candidate]) -> None:
        """Sites that an earlier run left waiting."""
        for candidate in candidates:
            if candidate.site not in self.visited and self._has_room(candidate):
                self._frontier.add(candidate)

    def add(self, links: Iterable[Link], *, high: bool, votes: float = 0.0, reason: str) -> Added:
        """Put the sites that links lead to into the frontier."""
        changed: dict[str, Candidate] = {}
        voted: set[str] = set()
        for link in links:
            site = name_of_site(link.url)
            if site is None or site in self.visited:
                continue
            # Who links to a site ten times has one vote.
            vote = 0.0 if site in voted else votes
            voted.add(site)
            candidate = Candidate(site, home_of(link.url), site_words(link), vote, high, reason)
            if self._has_room(candidate) and (now := self._frontier.add(candidate)):
                changed[site] = now
            if len(changed) == MOST_NAMED:
                break
        return tuple(changed.values())

    def add_instead(self, old: Candidate, url: str) -> Added:
        """Put the site that another has moved to in its place."""
        new = self.add([Link(url)], high=old.high, votes=old.votes, reason=f"was {old.site}")
        joined = (self._frontier.add(Candidate(each.site, each.url, old.words)) for each in new)
        return tuple(now or each for now, each in zip(joined, new, strict=True))

    def add_topical(self, page: Page, site: str) -> Added:
        """Of a page off the topic: all links if it is a hub, else those that speak of the topic."""
        links = links_away(page, site)
        if self._known_links(links) >= self._limits.hub_links:
            return self.add(links, high=True, votes=1.0, reason=f"hub {page.url}")
        topical = [link for link in links if self._is_topical(site_words(link))]
        return self.add(topical, high=False, reason=f"link of {site}")

    async def search_back(self, fetch: Fetch, note: Note) -> None:
        """Algorithm 1: ask engines while few sites wait."""
        for _ in range(self._limits.queries):
            if self._has_enough():
                return
            asked = self._reverse.next(list(dict.fromkeys((*self.deep, *self._seeds))))
            if asked is None:
                return
            note(await self._ask(*asked, fetch))

    def _has_enough(self) -> bool:
        """Do enough sites wait that are worth a visit, or is no engine of much help?"""
        if not self._limits.parts.odds:
            return len(self._frontier) >= self._limits.threshold
        if self._promising() >= ENOUGH_PROMISING:
            return True
        is_much = len(self._frontier) >= self._limits.threshold
        return is_much and self._reverse.best_promise() < self.patience.min_gain

    def _promising(self) -> int:
        """Sites that wait and are rather on the topic, by what links say."""
        if not self._limits.parts.odds:
            return len(self._frontier)
        return self._frontier.promising(self._limits.alpha * PROMISING)

    async def _ask(self, engine: Engine, query: Query, fetch: Fetch) -> Noted:
        try:
            found = await engine.find(query, fetch)
        except EngineError as error:
            return Noted(engine=self._reverse.failed(engine.name, str(error)))
        candidates: dict[str, Candidate] = {}
        hubs: list[HubPage] = []
        waited, reason = self._promising(), f"{engine.name}: {query.text}"
        for link in [each for each in found if is_page(each.url)][: self._limits.results]:
            if query.kind == TOPIC:
                added = self.add([link], high=True, reason=reason)
            elif link.url in self.hubs:
                continue
            else:
                hub, added = await self._look_at_hub(link.url, reason, fetch)
                hubs.append(hub)
            candidates |= {each.site: each for each in added}
        new = max(0, self._promising() - waited)
        self.patience.spent(1 + len(hubs))
        searched = Searched(engine.name, query, len(found), new)
        state = self._reverse.answered(searched)
        return Noted(
            candidates=tuple(candidates.values()),
            hubs=tuple(hubs),
            searched=searched,
            engine=state,
        )

    async def _look_at_hub(self, url: str, asked: str, fetch: Fetch) -> tuple[HubPage, Added]:
        """A page that an engine named: is it relevant, and which sites does it name?"""
        self.hubs.add(url)
        got = await fetch(url)
        if got.page is None or got.problem:
            return HubPage(url, asked, False, got.problem or "no page"), ()
        links = links_away(got.page, name_of_site(got.url) or "")
        reason = self._why_relevant(got.page, links)
        if not reason:
            return HubPage(url, asked, False, "neither on the topic nor a hub"), ()
        waited = len(self._frontier)
        # The page's own site may be one, too.
        added = self.add([Link(got.url), *links], high=True, votes=1.0, reason=f"hub {got.url}")
        return HubPage(url, asked, True, reason, len(self._frontier) - waited), added

    def _why_relevant(self, page: Page, links: Sequence[Link]) -> str:
        if (known := self._known_links(links)) >= self._limits.hub_links:
            return f"links to {known} known sites"
        topic = self._topic.probability(page)
        return f"on the topic ({topic:.2f})" if topic >= self._limits.min_topic else ""

    def _known_links(self, links: Iterable[Link]) -> int:
        """How many known deep-web sites, or seeds, are linked to."""
        return len({name_of_site(link.url) for link in links} & {*self._seeds, *self.deep})

    def _is_topical(self, words: SiteWords) -> bool:
        said = {word for field in words for word in field}
        return sum(self._topic.words.get(word, 0.0) for word in said) >= MIN_TOPICAL

    def _has_room(self, candidate: Candidate) -> bool:
        if candidate.site in self._frontier:
            return True
        domain = self._domain(candidate.url)
        self._domains[domain] += 1
        return self._domains[domain] <= self._limits.max_per_domain

"""Which sites are added to the frontier?

[Gujrati, site collecting]: links of relevant sites to other sites, and reverse searching
(algorithm 1). A page that an engine names is relevant if it links to some known sites of the topic,
or is about the topic itself.

Departures: an irrelevant site may also lead to relevant ones, if its links mention the topic or if
it is a hub. Only some hosts of one registered domain are added, since link farms have thousands.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from deepweb.locate.site.fetched import Fetch
from deepweb.locate.site.page_links import Link, is_page, links_away
from deepweb.locate.site.patience import SitePatience
from deepweb.locate.web.frontier import Candidate, SiteFrontier
from deepweb.locate.web.ranker import SiteWords, site_words
from deepweb.locate.web.reverse_search import (
    TOPIC,
    AnsweredQuery,
    Engine,
    EngineError,
    EngineQuery,
    ReverseSearch,
)
from deepweb.locate.web.topic_crawl import (
    SKIPPED,
    EarlierRuns,
    HubPage,
    LocatingLimits,
    LocatingStep,
    LocatingTask,
)
from deepweb.page.page import Page
from deepweb.page.site import site_name

PROMISING = 2.25  # likeness (``ranker``) of a site that is worth a visit: odds of three to one
ENOUGH_PROMISING = 5  # promising sites from which on no engine is asked
MIN_TOPICAL = 1.0  # log odds of a link on a page off the topic, at least
MOST_NAMED = 1000  # sites that one site or page may name
SEED_VOTES = 10.0  # votes of a seed, so that seeds come first: they teach more than engines

Note = Callable[[LocatingStep], None]
Added = tuple[Candidate, ...]
"""Sites that are new in the frontier, or changed."""


def name_of_site(url: str) -> str | None:
    """The name of an address's site without "www."; None if it has none."""
    try:
        return site_name(url).removeprefix("www.") or None
    except ValueError:
        return None


def home_of(url: str) -> str:
    """The first page of an address's site."""
    parts = urlsplit(url.replace("\\", "/"))
    return f"{parts.scheme}://{parts.netloc}/"


@dataclass(frozen=True, slots=True)
class KnownSites:
    """What the crawl knows about sites; it changes during the crawl."""

    deep: Collection[str]
    """The deep-web sites that were found."""
    patience: SitePatience
    """Learns how many sites a page brings."""
    domain: Callable[[str], str]
    """The registered domain of an address."""


class SiteCollecting:
    """Fills the frontier."""

    def __init__(
        self,
        task: LocatingTask,
        limits: LocatingLimits,
        frontier: SiteFrontier,
        reverse: ReverseSearch,
        known: KnownSites,
    ) -> None:
        self._topic = task.topic
        self._seed_urls = task.seeds
        self._seeds = [site for site in map(name_of_site, task.seeds) if site]
        self._limits = limits
        self._frontier = frontier
        self._reverse = reverse
        self._known = known
        self._domains: Counter[str] = Counter()
        self._visited: set[str] = set()
        self._hubs: set[str] = set()

    def resume(self, earlier: EarlierRuns) -> None:
        """Add the sites that earlier runs left waiting."""
        self._visited |= {site.site for site in earlier.visited}
        # What could not be visited before is tried again if the user names it.
        failed = {site.site for site in earlier.visited if site.verdict == SKIPPED}
        self._visited -= failed.intersection(self._seeds)
        self._hubs |= earlier.hubs
        for candidate in earlier.candidates:
            if candidate.site not in self._visited and self._has_room(candidate):
                self._frontier.add(candidate)

    def leave_out(self, site: str) -> None:
        """Note that a site is visited; later links to it are ignored."""
        self._visited.add(site)

    def add_seeds(self, votes: float = SEED_VOTES) -> Added:
        """Add the sites that the user named."""
        return self.add([Link(url) for url in self._seed_urls], votes=votes, reason="seed")

    def add(self, links: Iterable[Link], *, votes: float = 0.0, reason: str) -> Added:
        """Add the sites that links lead to."""
        changed: dict[str, Candidate] = {}
        voted: set[str] = set()
        for link in links:
            site = name_of_site(link.url)
            if site is None or site in self._visited:
                continue
            # Ten links to a site are one vote.
            vote = 0.0 if site in voted else votes
            voted.add(site)
            candidate = Candidate(site, home_of(link.url), site_words(link), vote, reason)
            if self._has_room(candidate) and (now := self._frontier.add(candidate)):
                changed[site] = now
            if len(changed) == MOST_NAMED:
                break
        return tuple(changed.values())

    def add_instead(self, old: Candidate, url: str) -> Added:
        """Add the site to which another has moved."""
        new = self.add([Link(url)], votes=old.votes, reason=f"was {old.site}")
        joined = (self._frontier.add(Candidate(each.site, each.url, old.words)) for each in new)
        return tuple(now or each for now, each in zip(joined, new, strict=True))

    def add_topical(self, page: Page, site: str) -> Added:
        """Add links of a page off the topic: those about the topic, or all links of a hub."""
        links = links_away(page, site)
        if self._known_links(links) >= self._limits.hub_links:
            return self.add(links, votes=1.0, reason=f"hub {page.url}")
        topical = [link for link in links if self._is_topical(site_words(link))]
        return self.add(topical, reason=f"link of {site}")

    async def search_back(self, fetch: Fetch, note: Note) -> None:
        """[Gujrati, algorithm 1]: ask engines while few sites wait."""
        for _ in range(self._limits.queries):
            if self._has_enough():
                return
            asked = self._reverse.next(list(dict.fromkeys((*self._known.deep, *self._seeds))))
            if asked is None:
                return
            note(await self._ask(*asked, fetch))

    def _has_enough(self) -> bool:
        """Are there enough promising sites, or does no engine help much?"""
        if self._promising() >= ENOUGH_PROMISING:
            return True
        is_much = len(self._frontier) >= self._limits.threshold
        return is_much and self._reverse.best_promise() < self._known.patience.min_gain

    def _promising(self) -> int:
        """The number of waiting sites that are probably on the topic, by the links to them."""
        return self._frontier.promising(self._limits.alpha * PROMISING)

    async def _ask(self, engine: Engine, query: EngineQuery, fetch: Fetch) -> LocatingStep:
        try:
            found = await engine.find(query, fetch)
        except EngineError as error:
            return LocatingStep(engine=self._reverse.failed(engine.name, str(error)))
        candidates: dict[str, Candidate] = {}
        hubs: list[HubPage] = []
        waited, reason = self._promising(), f"{engine.name}: {query.text}"
        for link in [each for each in found if is_page(each.url)][: self._limits.results]:
            if query.kind == TOPIC:
                added = self.add([link], reason=reason)
            elif link.url in self._hubs:
                continue
            else:
                hub, added = await self._fetch_hub(link.url, reason, fetch)
                hubs.append(hub)
            candidates |= {each.site: each for each in added}
        new = max(0, self._promising() - waited)
        self._known.patience.spent(1 + len(hubs))
        searched = AnsweredQuery(engine.name, query, len(found), new)
        state = self._reverse.answered(searched)
        return LocatingStep(
            candidates=tuple(candidates.values()),
            hubs=tuple(hubs),
            searched=searched,
            engine=state,
        )

    async def _fetch_hub(self, url: str, asked: str, fetch: Fetch) -> tuple[HubPage, Added]:
        """Fetch a page that an engine named, and add the sites that it names if it is relevant."""
        self._hubs.add(url)
        got = await fetch(url)
        if got.page is None or got.problem:
            return HubPage(url, asked, False, got.problem or "no page"), ()
        links = links_away(got.page, name_of_site(got.url) or "")
        reason = self._why_relevant(got.page, links)
        if not reason:
            return HubPage(url, asked, False, "neither on the topic nor a hub"), ()
        waited = len(self._frontier)
        # The page's own site may hold a database, too.
        added = self.add([Link(got.url), *links], votes=1.0, reason=f"hub {got.url}")
        return HubPage(url, asked, True, reason, len(self._frontier) - waited), added

    def _why_relevant(self, page: Page, links: Sequence[Link]) -> str:
        if (known := self._known_links(links)) >= self._limits.hub_links:
            return f"links to {known} known sites"
        topic = self._topic.probability(page)
        return f"on the topic ({topic:.2f})" if topic >= self._limits.min_topic else ""

    def _known_links(self, links: Iterable[Link]) -> int:
        """How many known deep-web sites or seeds the links lead to."""
        return len({name_of_site(link.url) for link in links} & {*self._seeds, *self._known.deep})

    def _is_topical(self, words: SiteWords) -> bool:
        said = {word for field in words for word in field}
        return sum(self._topic.words.get(word, 0.0) for word in said) >= MIN_TOPICAL

    def _has_room(self, candidate: Candidate) -> bool:
        if candidate.site in self._frontier:
            return True
        domain = self._known.domain(candidate.url)
        self._domains[domain] += 1
        return self._domains[domain] <= self._limits.max_per_domain

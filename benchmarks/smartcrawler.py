"""SmartCrawler, a rival that locating is compared with; not a part of the crawler.

[Gujrati] describes it, and deepweb/locate/web/locating.py is built on it, with departures. Here a
subclass undoes each departure, and ``SmartCrawler`` undoes all of them. benchmarks/locating.py runs
each of these classes.

- ``PaperRanking``: sites that deep-web sites link to wait in a queue of their own and go first;
  within a queue, the cosine with known deep-web sites and votes decide; engines are asked when
  fewer than 20 sites wait.
- ``WithoutPatience``: a site is explored until a stop criterion fires.
- ``WithoutHubs``: links of sites off the topic are ignored.
- ``WithoutPortals``: a site is off the topic if its home page is, whatever forms it has.
- ``SmartCrawler`` also explores sites strictly breadth first, and follows all links.

``WithoutPrioritizing`` and ``WithoutLearning`` take away what ours and the paper's have in common.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from math import log, sqrt
from typing import TYPE_CHECKING, ClassVar

import numpy as np

from deepweb.locate.site.exploration import BARREN_BEFORE_GUESS, Exploration, WaitingLink
from deepweb.locate.site.fetched import Fetched
from deepweb.locate.site.in_site import InSite
from deepweb.locate.site.link_ranker import LinkRanker, LinkWords
from deepweb.locate.web.collecting import Added, SiteCollecting
from deepweb.locate.web.frontier import Candidate, LeftSite, SiteFrontier
from deepweb.locate.web.locating import Locating
from deepweb.locate.web.ranker import FIELDS, SeenSites, Weights
from deepweb.locate.web.topic_crawl import DEEP, LocatingStep
from deepweb.page.page import Page

if TYPE_CHECKING:
    from numpy.typing import NDArray


def cosine_weights(known: SeenSites) -> Weights:
    """Weights of the cosine with the vector of all deep-web sites, 1 + log tf for each word."""
    vectors = {token: 1 + log(times) for token, times in known.relevant.items()}
    lengths = [0.0] * len(FIELDS)
    for (field, _), weight in vectors.items():
        lengths[field] += weight * weight
    norms = [sqrt(length) or 1.0 for length in lengths]
    return lambda token: vectors.get(token, 0.0) / norms[token[0]]


class TwoQueues(SiteFrontier):
    """Algorithm 2: the queue of low priority is used when that of high priority is empty."""

    def __init__(self, weights: Weights, *, alpha: float) -> None:
        super().__init__(weights, alpha=alpha)
        self._low: set[int] = set()

    def add(self, candidate: Candidate) -> Candidate | None:
        is_new = candidate.site not in self
        added = super().add(candidate)
        row = self._rows[candidate.site]
        if _is_high(candidate):
            self._low.discard(row)
        elif is_new:
            self._low.add(row)
        return added

    def _best_row(self) -> int:
        high = self._scores.values.copy()
        high[list(self._low)] = -np.inf
        row = int(high.argmax())
        if high[row] > -np.inf:
            return row
        self._low.clear()  # HQueue.addAll(LQueue)
        return super()._best_row()

    @staticmethod
    def _likeness(by_field: Iterable[float]) -> float:
        return sum(by_field)

    @staticmethod
    def _row_likenesses(by_field: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray(by_field.sum(axis=1))


def _is_high(candidate: Candidate) -> bool:
    """Is it a seed, named by an engine, or linked from a hub or from a site with a search?"""
    return candidate.votes > 0 or not candidate.reason.startswith("link of ")


class FirstCome(SiteFrontier):
    """Sites are visited in the order in which they were found."""

    def _score(self, candidate: Candidate) -> float:
        return -float(self._rows[candidate.site])

    def rank(self, weights: Weights) -> None:
        pass


class PaperCollecting(SiteCollecting):
    """Algorithm 1: engines are asked when few sites wait, whatever they promise."""

    def add_seeds(self, votes: float = 0.0) -> Added:
        return super().add_seeds(votes)

    def _has_enough(self) -> bool:
        return len(self._frontier) >= self._limits.threshold

    def _promising(self) -> int:
        return len(self._frontier)


class RelevantOnly(SiteCollecting):
    """Only sites on the topic lead to others."""

    def add_topical(self, page: Page, site: str) -> Added:
        return ()


class PaperRanking(Locating):
    """Sites are ranked as in the paper: two queues, and only deep-web sites teach."""

    frontier_class: ClassVar[type[SiteFrontier]] = TwoQueues
    collecting_class: ClassVar[type[SiteCollecting]] = PaperCollecting

    def _weights(self) -> Weights:
        return cosine_weights(self._learnt)

    def _is_topical(self, word: str) -> bool:
        return False

    async def _explored(self, site: LeftSite, home: Fetched | None = None) -> LocatingStep:
        step = await super()._explored(site, home)
        assert step.learnt is not None
        return replace(step, learnt=replace(step.learnt, led=bool(site.search.kept)))

    def _learn(self, noted: LocatingStep) -> None:
        if noted.visited is not None and noted.visited.verdict != DEEP:
            self._new_sites -= 1  # ours counts every site
        super()._learn(noted)

    def _learn_words(self, noted: LocatingStep) -> None:
        super()._learn_words(noted)
        if noted.again and noted.learnt is not None and noted.learnt.led:
            # A search was found when the site was resumed.
            self._learnt.relevant.update(set(noted.learnt.words.tokens()))
            self._learnt.relevant_sites += 1


class WithoutPatience(Locating):
    """A site is explored until a stop criterion fires, whatever other sites promise."""

    def _in_site(self, site: str, home: str) -> InSite:
        search = super()._in_site(site, home)
        search.patience = None
        search.plan.guess_after = BARREN_BEFORE_GUESS
        return search


class WithoutHubs(Locating):
    """Links of sites off the topic are ignored."""

    collecting_class = RelevantOnly


class WithoutPortals(Locating):
    """A site is off the topic if its home page is."""

    def _is_portal(self, search: InSite, home: Page) -> bool:
        return False


class WithoutPrioritizing(Locating):
    """Sites are visited in the order in which they were found."""

    frontier_class = FirstCome


class WithoutLearning(Locating):
    """Sites and links are ranked by what was known before the crawl."""

    def _rank_again(self) -> None:
        pass


class BreadthFirst(Exploration):
    """Depth by depth, within a depth by rank; every link until a stop criterion fires."""

    def worth(self, waiting: WaitingLink) -> float:
        return -waiting.depth - 1 + self._promise(waiting)

    def _is_worth_it(self, waiting: WaitingLink) -> bool:
        return True


class InOrder(BreadthFirst):
    """Depth by depth, within a depth in the order in which links were found."""

    def worth(self, waiting: WaitingLink) -> float:
        return -waiting.depth


class Forgetful(LinkRanker):
    """Ranks links, and never learns."""

    def learn(self, link: LinkWords, *, led: bool) -> None:
        pass


class SmartCollecting(RelevantOnly, PaperCollecting):
    """Site collecting as in the paper."""


class SmartCrawler(WithoutPatience, WithoutPortals, PaperRanking):
    """The paper's crawl."""

    collecting_class = SmartCollecting
    exploration_class: ClassVar[type[Exploration]] = BreadthFirst

    def _exploration(self, home: str) -> Exploration:
        limits = self._limits
        return self.exploration_class(home, self._link_ranker(), limits.min_promise, limits.further)


class UnrankedSmartCrawler(SmartCrawler):
    """SmartCrawler without prioritizing of sites."""

    frontier_class = FirstCome


class StaticSmartCrawler(WithoutLearning, SmartCrawler):
    """SmartCrawler without adaptive ranking."""

    def _link_ranker(self) -> LinkRanker:
        return Forgetful(self._known.links)


class Scdi(StaticSmartCrawler):
    """SmartCrawler's own baseline: site by site and link by link in the order of finding them."""

    frontier_class = FirstCome
    exploration_class = InOrder

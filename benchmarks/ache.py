"""ACHE, a rival that locating is compared with; not a part of the crawler.

Barbosa and Freire, *An Adaptive Crawler for Locating Hidden-Web Entry Points* (WWW 2007), built on
their form-focused crawler (*Searching for Hidden-Web Databases*, WebDB 2005):

1. The page classifier says whether a page is on the topic; only then are its forms judged. Links of
   other pages are followed last ("soft focus" in the authors' own program; "hard focus" drops them,
   and most crawls here would end after a few hundred pages).
2. The link classifier, naive Bayes over words of address, anchor and surrounding text, predicts how
   far behind a link a page with a form on the topic is: zero, one or two further links. Each
   distance has a queue. The queue of the shortest distance goes first, and within a queue the link
   with the highest odds.
3. The link classifier is trained offline on known paths to forms (here: of another simulated web).
   During the crawl it is trained again, with new features, on the paths of the crawl itself.
4. A site is left after a number of forms or pages (as in SmartCrawler's comparison).

Where the authors leave a choice open, the better option was taken, measured on the web for tuning:
links that lead to no form are a class of their own.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import log

from deepweb.locate.site.fetched import Fetch
from deepweb.locate.site.in_site import LocatedForm
from deepweb.locate.site.link_ranker import LinkWords
from deepweb.locate.site.page_content import SiteForms
from deepweb.locate.site.page_links import Link, links_away, page_links
from deepweb.locate.web.ranker import site_words
from deepweb.locate.web.topic_crawl import LocatingKnowledge
from deepweb.page.page import Page
from deepweb.page.site import site_name

LEVELS = 3  # distances to a form that are told apart
NOWHERE = LEVELS  # the class of links that lead to no form within three steps
LAST = LEVELS + 1  # the queue of links on pages off the topic


@dataclass(frozen=True, slots=True)
class AcheLimits:
    """Thresholds, chosen on the web for tuning (benchmarks/locating.py --tune)."""

    max_pages_per_site: int = 10
    max_forms_per_site: int = 3
    learn_every: int = 100
    """Pages after which the link classifier is trained again (the learning threshold)."""
    features: int = 300
    """Words of each field that are kept (automatic feature selection)."""


@dataclass(frozen=True, slots=True)
class PathLink:
    """A link, and the distance from its target to a page with a form."""

    words: LinkWords
    level: int


class LinkClassifier:
    """Naive Bayes over the words of a link, field by field."""

    def __init__(self, examples: Sequence[PathLink], features: int) -> None:
        self._counts = [[Counter[str]() for _ in range(LEVELS + 1)] for _ in LinkWords._fields]
        totals = Counter(example.level for example in examples)
        for example in examples:
            for place, said in enumerate(example.words):
                self._counts[place][example.level].update(set(said))
        self._kept = [_telling(counts, features) for counts in self._counts]
        self._totals = [totals[level] for level in range(LEVELS + 1)]

    def level(self, words: LinkWords) -> tuple[int, float]:
        """The most likely distance, and its log odds against the second most likely."""
        scores = [log((total + 1) / (sum(self._totals) + 4)) for total in self._totals]
        for place, said in enumerate(words):
            for word in set(said) & self._kept[place]:
                for level, total in enumerate(self._totals):
                    seen = self._counts[place][level][word]
                    scores[level] += log((seen + 0.5) / (total + 1))
        best = max(range(LEVELS + 1), key=scores.__getitem__)
        second = max(score for level, score in enumerate(scores) if level != best)
        margin = scores[best] - second
        return best, margin if best != NOWHERE else -margin


def _telling(counts: Sequence[Counter[str]], most: int) -> set[str]:
    """The most frequent words of links on the way to forms."""
    on_the_way: Counter[str] = Counter()
    for level in range(LEVELS):
        on_the_way += counts[level]
    return {word for word, _ in on_the_way.most_common(most)}


@dataclass(slots=True)
class _Waiting:
    url: str
    words: LinkWords
    parent: str
    is_last: bool


@dataclass(slots=True)
class Ache:
    """One crawl of one topic."""

    is_on_topic: Callable[[Page], bool]
    kept_forms: Callable[[SiteForms, Page], list[LocatedForm]]
    knowledge: LocatingKnowledge
    limits: AcheLimits
    offline: Sequence[PathLink] = ()
    found: list[LocatedForm] = field(default_factory=list)
    _queues: list[list[tuple[float, int, str]]] = field(default_factory=list)
    _waiting: dict[str, _Waiting] = field(default_factory=dict)
    _met: set[str] = field(default_factory=set)
    _followed: dict[str, _Waiting] = field(default_factory=dict)
    _form_pages: set[str] = field(default_factory=set)
    _pages_of: Counter[str] = field(default_factory=Counter)
    _forms_of: Counter[str] = field(default_factory=Counter)
    _sites: dict[str, SiteForms] = field(default_factory=dict)

    async def run(self, seeds: Iterable[str], fetch: Fetch) -> None:
        """Crawl until no link waits, or ``fetch`` raises."""
        classifier = self._learn()
        self._take([Link(url) for url in seeds], "", classifier, is_last=False)
        pages = 0
        while (waiting := self._next()) is not None:
            got = await fetch(waiting.url)
            pages += 1
            self._followed[waiting.url] = waiting
            if got.page is not None and not got.problem:
                self._look(got.page, waiting.url, classifier)
            if pages % self.limits.learn_every == 0:
                classifier = self._learn()
                self._rank(classifier)

    def _look(self, page: Page, url: str, classifier: LinkClassifier) -> None:
        site, known = site_name(url), self.knowledge
        is_last = not self.is_on_topic(page)
        if not is_last:
            self._keep(page, site, url)
        inside = page_links(page, site, known.words.effects)
        self._take([*inside, *links_away(page, site)], url, classifier, is_last=is_last)

    def _keep(self, page: Page, site: str, url: str) -> None:
        known = self.knowledge
        forms = self._sites.setdefault(site, SiteForms(site, known.judge, known.words))
        found = self.kept_forms(forms, page)
        self.found += found
        self._forms_of[site] += len(found)
        if found:
            self._form_pages.add(url)

    def _take(
        self, links: Iterable[Link], parent: str, classifier: LinkClassifier, *, is_last: bool
    ) -> None:
        for link in links:
            known = self._waiting.get(link.url)
            if known is not None and known.is_last and not is_last:
                known.is_last = False
                self._push(known, classifier)
            elif link.url not in self._met:
                self._met.add(link.url)
                waiting = _Waiting(link.url, words_of(link), parent, is_last)
                self._waiting[link.url] = waiting
                self._push(waiting, classifier)

    def _push(self, waiting: _Waiting, classifier: LinkClassifier) -> None:
        level, sure = classifier.level(waiting.words)
        queue = LAST if waiting.is_last else level
        heapq.heappush(self._queues[queue], (-sure, len(self._met), waiting.url))

    def _next(self) -> _Waiting | None:
        """The best link of the shortest distance, in a site that may have more pages fetched."""
        for queue in self._queues:
            while queue:
                waiting = self._waiting.pop(heapq.heappop(queue)[2], None)
                site = site_name(waiting.url) if waiting else ""
                if waiting and not self._is_done(site):
                    self._pages_of[site] += 1
                    return waiting
        return None

    def _is_done(self, site: str) -> bool:
        limits = self.limits
        return (
            self._pages_of[site] >= limits.max_pages_per_site
            or self._forms_of[site] >= limits.max_forms_per_site
        )

    def _rank(self, classifier: LinkClassifier) -> None:
        for waiting in self._waiting.values():
            self._push(waiting, classifier)

    def _learn(self) -> LinkClassifier:
        self._queues = [[] for _ in range(LAST + 1)]
        return LinkClassifier([*self.offline, *self._paths()], self.limits.features)

    def _paths(self) -> Iterator[PathLink]:
        """The links that were followed, each with the distance to the form found behind it."""
        levels: dict[str, int] = {}
        for page in self._form_pages:
            step, level = page, 0
            while step in self._followed and level < LEVELS:
                levels[step] = min(level, levels.get(step, NOWHERE))
                step, level = self._followed[step].parent, level + 1
        for url, waiting in self._followed.items():
            if waiting.parent:
                yield PathLink(waiting.words, levels.get(url, NOWHERE))


def words_of(link: Link) -> LinkWords:
    """The stems of a link's address with its host, anchor and surrounding text."""
    return LinkWords(*site_words(link))


def known_paths(
    pages: dict[str, tuple[Link, ...]], form_pages: Iterable[str], most: int
) -> list[PathLink]:
    """What ACHE is trained on offline: the links of known sites, with their distances to a form.

    ``pages`` has the links of each page. Distances are found backwards from the forms.
    """
    back: defaultdict[str, set[str]] = defaultdict(set)
    for page, links in pages.items():
        for link in links:
            back[link.url].add(page)
    levels = dict.fromkeys(form_pages, 0)
    edge = list(levels)
    for level in range(1, LEVELS):
        edge = [page for url in edge for page in back[url] if page not in levels]
        levels |= dict.fromkeys(edge, level)
    examples = [
        PathLink(words_of(link), levels.get(link.url, NOWHERE))
        for links in pages.values()
        for link in links
    ]
    return examples[:most]

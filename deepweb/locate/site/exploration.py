"""Which page of a site should be explored next for a search form, and when does exploring end?

In-site exploring of SmartCrawler [Gujrati]: breadth first, links in the order of the link ranker
(``link_ranker``), in balance between the directories of the site (``link_tree``), until a stop
criterion fires (``stop_criteria``).

Departures:

- Breadth first is a preference: each further click halves what a link is worth. "Search the
  catalogue" goes before "Our team", one click nearer (benchmarks/exploring.py: 88 % of the forms,
  71 % strictly by depth).
- Once a search form is known, a link must promise another: a search is nearly always on the home
  page [He13 §3], and requests are expensive. If a form was found elsewhere, a few more pages are
  explored after each find: sites with a second database often have a third.
- Of pages of one kind (a calendar, a list of records) only a few are explored. Links that ask a
  known form, or lead to its answers, are not explored.
- As long as no form is known, what the site itself names comes first: frames, descriptions of its
  search, its sitemap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote_plus, urljoin

from deepweb.form.model import Form
from deepweb.locate.site.hints import MAX_SITEMAPS
from deepweb.locate.site.link_ranker import LinkRanker, LinkWords, link_words
from deepweb.locate.site.link_tree import LinkTree
from deepweb.locate.site.page_links import Link
from deepweb.locate.site.stop_criteria import Stop
from deepweb.page.address.same_page import directories, page_key, shape

NO_WORDS = LinkWords((), (), ())
DECAY = 0.5  # each further click multiplies what a link is worth by this
MIN_PROMISE = 0.003  # links below it are never followed: "Privacy policy"
SOME_PROMISE = 0.12  # links above it mention searches, or what searches find
MAX_ALIKE = 15  # pages of one kind without a form; some sites have one kind only: /node/17
MAX_NUMBERED = 2  # the same where links are mere numbers
MAX_ALIKE_WAITING = 100  # links of one kind that wait
MAX_WAITING = 2_000  # links that wait; beyond it the least promising are dropped
SURE = 0.5  # a link that promises this much is followed before the sitemap
BARREN_BEFORE_GUESS = 4  # pages without a form after which /sitemap.xml is tried if none is named


@dataclass(frozen=True, slots=True)
class Visit:
    """A page to explore, and the score that chose it."""

    url: str
    depth: int
    score: float
    kind: str = "page"
    """``page``; ``description`` of a search; ``sitemap``."""
    words: LinkWords = NO_WORDS


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page that was explored."""

    visit: Visit
    url: str
    """Where it led."""
    found: int = 0
    """Searches on it that were not known."""
    links: tuple[Link, ...] = ()


@dataclass(slots=True)
class WaitingLink:
    """A link that may be followed."""

    key: str
    url: str
    depth: int
    words: LinkWords
    steps: tuple[str, ...]
    shape: str
    score: float = 0.0
    kind: str = "page"
    is_hint: bool = False
    """The site itself names it as its search, or a part of it; useful if no form is known."""


@dataclass(slots=True)
class Exploration:
    """Decides which page of one site is explored next, by what was found so far."""

    home: str
    ranker: LinkRanker
    min_promise: float
    """Once a form is known, links that promise at least this much are still followed."""
    further: int
    """Pages without a new form that are explored anyway, for each page that had one; half as many
    if all is as expected."""
    guess_after: int = BARREN_BEFORE_GUESS
    """Pages without a form after which /sitemap.xml is tried if the site names no sitemap."""
    found: int = 0
    stopped: dict[int, Stop] = field(default_factory=dict)
    tree: LinkTree = field(default_factory=LinkTree)
    _waiting: dict[str, WaitingLink] = field(default_factory=dict)
    _met: set[str] = field(default_factory=set)
    _looked_at: set[str] = field(default_factory=set)
    _alike: Counter[str] = field(default_factory=Counter)
    _alike_waiting: Counter[str] = field(default_factory=Counter)
    _actions: dict[str, frozenset[str]] = field(default_factory=dict)
    _sitemaps: list[str] = field(default_factory=list)
    _sitemaps_left: int = MAX_SITEMAPS
    _expected: int = 0
    _fruitful: int = 0
    _barren: int = 0
    _depths: set[int] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.hint(self.home, 0)

    def next(self) -> Visit | None:
        """The next page to explore, or None when exploring ends."""
        best = max(filter(self._is_worth_it, self._waiting.values()), key=self.worth, default=None)
        if self._wants_sitemap(best):
            return self._sitemap()
        if best is None:
            self._end()
            return None
        del self._waiting[best.key]
        self._depths.add(best.depth)
        return Visit(best.url, best.depth, round(self._promise(best), 4), best.kind, best.words)

    def explored(self, page: SeenPage, forms: Iterable[Form] = ()) -> None:
        """Add the links of an explored page, and the new searches on it."""
        visit = page.visit
        self.found += page.found
        is_told = self._expected and visit.score >= self.min_promise
        self._expected += page.found if visit.words == NO_WORDS or is_told else 0
        self._barren = 0 if page.found else self._barren + 1
        self._fruitful += bool(page.found)
        self._actions |= {page_key(form.action).partition("?")[0]: _names(form) for form in forms}
        if visit.kind == "page":
            self._learn(visit, page.found)
        self._add(page.links, visit.depth + 1 if visit.kind == "page" else visit.depth)

    def is_known(self, url: str) -> bool:
        """Was the page behind an address explored before? It counts as explored from now on."""
        key = page_key(url)
        self._met.add(key)
        self._waiting.pop(key, None)
        before = key in self._looked_at
        self._looked_at.add(key)
        return before

    def hint(self, url: str, depth: int, kind: str = "page") -> None:
        """Add an address that the site itself names as its search."""
        if (key := page_key(url)) not in self._met:
            self._met.add(key)
            steps = directories(url)
            hint = WaitingLink(key, url, depth, NO_WORDS, steps, "", 1.0, kind, is_hint=True)
            self._waiting[key] = hint

    def sitemaps(self, urls: Iterable[str]) -> None:
        """Add the sitemaps that the site names, the most promising first."""
        self._sitemaps += urls

    def close(self, depth: int, stop: Stop) -> None:
        """Explore no more pages of a depth; SC1 also ends all deeper ones, SC5 the whole site."""
        self.stopped[depth] = stop
        if stop.criterion == "SC5":
            self._sitemaps_left = 0
            self.stopped |= dict.fromkeys(self._depths - self.stopped.keys(), stop)
        self._drop_closed()

    def worth(self, waiting: WaitingLink) -> float:
        """The worth of a waiting link; the link with the highest worth is explored next."""
        return self._promise(waiting) * DECAY**waiting.depth

    def _promise(self, waiting: WaitingLink) -> float:
        if waiting.is_hint:
            return waiting.score
        return waiting.score * self.tree.balance(waiting.steps)

    def _is_worth_it(self, waiting: WaitingLink) -> bool:
        if waiting.is_hint:
            return not self.found
        return waiting.score >= self._floor and not self._is_stale(waiting)

    def _is_stale(self, waiting: WaitingLink) -> bool:
        """Is it of a kind that was explored in vain, or an answer of a known form?"""
        most = MAX_ALIKE if waiting.words.anchor else MAX_NUMBERED
        return self._alike[waiting.shape] >= most or self._is_answer(waiting)

    @property
    def _floor(self) -> float:
        """The minimum promise of a link at this point."""
        if not self.found:
            return MIN_PROMISE
        further = self.further // 2 if self._is_as_expected else self.further
        # The more pages had a form, the more likely there is another.
        if self._barren >= further * self._fruitful:
            return self.min_promise
        return SOME_PROMISE if self._is_as_expected else MIN_PROMISE

    @property
    def _is_as_expected(self) -> bool:
        """Is all that was found on the home page, hinted at, or behind "Advanced search"?"""
        return self.found == self._expected

    def _learn(self, visit: Visit, found: int) -> None:
        self.tree.visit(directories(visit.url), found)
        # A kind of page that brought a form is as good as new.
        alike = shape(visit.url)
        self._alike[alike] = 0 if found else self._alike[alike] + 1
        if visit.words != NO_WORDS:
            self.ranker.learn(visit.words, led=bool(found))
            waiting = [each for each in self._waiting.values() if not each.is_hint]
            self._score(waiting)

    def _add(self, links: Iterable[Link], depth: int) -> None:
        new: dict[str, WaitingLink] = {}
        for link in links:
            key = page_key(link.url)
            if known := self._waiting.get(key):
                known.depth = min(known.depth, depth)
            elif key not in self._met:
                self._met.add(key)
                steps, alike = directories(link.url), shape(link.url)
                self.tree.add(steps)
                self._alike_waiting[alike] += 1
                if self._alike_waiting[alike] <= MAX_ALIKE_WAITING:
                    new[key] = WaitingLink(key, link.url, depth, link_words(link), steps, alike)
        self.ranker.meet(each.words for each in new.values())
        self._score(list(new.values()))
        self._waiting |= new
        self._drop_closed()
        if len(self._waiting) > MAX_WAITING:
            best = sorted(self._waiting.items(), key=lambda each: -each[1].score)
            self._waiting = dict(best[:MAX_WAITING])

    def _drop_closed(self) -> None:
        for depth, stop in self.stopped.items():
            closed = [each.key for each in self._waiting.values() if _ends(stop, depth, each)]
            for key in closed:
                del self._waiting[key]

    def _score(self, waiting: Sequence[WaitingLink]) -> None:
        scores = self.ranker.scores([each.words for each in waiting])
        for each, score in zip(waiting, scores, strict=True):
            each.score = score

    def _is_answer(self, waiting: WaitingLink) -> bool:
        """Does a link ask a known form, or lead to what the form would find?"""
        path, _, asked = waiting.key.partition("?")
        for action, names in self._actions.items():
            if path == action and (not asked or not names.isdisjoint(_given(asked))):
                return True
            # What is below it, or sets other arguments, is mostly a facet, a record or a next page.
            if path == action or ("/" in action and path.startswith(f"{action}/")):
                return waiting.score < self.min_promise
        return False

    def _wants_sitemap(self, best: WaitingLink | None) -> bool:
        if self.found or not self._looked_at or not self._sitemaps_left:
            return False
        if best is not None and (best.is_hint or best.score >= SURE):
            return False
        return bool(self._sitemaps) or self._barren >= self.guess_after

    def _sitemap(self) -> Visit:
        self._sitemaps_left -= 1
        if self._sitemaps:
            return Visit(self._sitemaps.pop(0), 1, 1.0, "sitemap")
        self._sitemaps_left = 0  # where the guess is wrong no second one is made
        return Visit(urljoin(self.home, "/sitemap.xml"), 1, 1.0, "sitemap")

    def _end(self) -> None:
        """Note for each depth that is still open why it ends."""
        depths = {*self._depths, *(each.depth for each in self._waiting.values())}
        for depth in depths - self.stopped.keys():
            left = [each for each in self._waiting.values() if each.depth == depth]
            self.stopped[depth] = Stop("exhausted", self._why_left(left))

    def _why_left(self, left: Sequence[WaitingLink]) -> str:
        if not left:
            return "no link left"
        fresh = [each.score for each in left if not self._is_stale(each)]
        if not fresh:
            return f"{len(left)} links left, to answers or to pages of kinds that were tried"
        told = f"{max(fresh):.3f} at most, {self._floor} is asked"
        return f"of {len(fresh)} links left none promises a new form: {told}"


def _ends(stop: Stop, depth: int, waiting: WaitingLink) -> bool:
    match stop.criterion:
        case "SC1":
            return waiting.depth >= depth
        case "SC5":
            return True
    return waiting.depth == depth


def _given(asked: str) -> set[str]:
    """The names of the arguments of a link."""
    return {unquote_plus(pair.partition("=")[0]) for pair in asked.split("&")}


def _names(form: Form) -> frozenset[str]:
    return frozenset(each.name for each in form.inputs if each.role == "text")

"""What a crawl of a topic is given, and what it has found out so far.

All of it is kept in the store, a step at a time, so that a crawl that is killed goes on where it
ended, and a later one starts with what this one learnt (SmartCrawler's prior knowledge).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from deepweb.locate.site.exploration import SeenPage
from deepweb.locate.site.in_site import FormOnTopic, LocatedForm
from deepweb.locate.site.link_ranker import SeenLink, Vocabulary
from deepweb.locate.site.page_content import ExploringWords, Judge
from deepweb.locate.site.patience import FollowedLink
from deepweb.locate.web.classifier import SiteClassifier
from deepweb.locate.web.frontier import Candidate
from deepweb.locate.web.ranker import SeenSites, SiteWords
from deepweb.locate.web.reverse_search import Engine, EngineState, Searched
from deepweb.page.page import Page

DEEP, BARREN, OFF_TOPIC, SKIPPED, MOVED = "deep", "barren", "off topic", "skipped", "moved"
RELEVANT = frozenset({DEEP, BARREN})
"""Of sites on the topic."""


@dataclass(frozen=True, slots=True)
class Parts:
    """Which parts of the strategy are on; those of the paper by themselves with ``paper()``."""

    reverse_search: bool = True
    prioritizing: bool = True
    """Two queues (Algorithm 2) and the site ranker; else first come, first served."""
    adaptive: bool = True
    """Site ranker and link ranker learn as the crawl goes."""
    odds: bool = True
    """Ours: the site ranker learns from all visited sites, and knows the topic's words."""
    patience: bool = True
    """Ours: how long a site is looked at is learnt, and sites are left and taken up again."""
    hubs: bool = True
    """Ours: links that speak of the topic are taken from irrelevant sites as well."""
    topic_queries: bool = True
    """Ours: engines are asked for the topic, page by page, not only for links."""
    portals: bool = True
    """Ours: a site off the topic counts all the same where a form on its home page is on it."""

    @classmethod
    def paper(cls) -> Parts:
        """SmartCrawler as the paper has it."""
        return cls(odds=False, patience=False, hubs=False, topic_queries=False, portals=False)


@dataclass(frozen=True, slots=True)
class LocatingLimits:
    """How far a crawl goes, and its thresholds."""

    max_pages: int
    """Pages fetched in all, of sites, hubs and engines."""
    max_sites: int
    """Deep-web sites of the topic after which it is enough."""
    alpha: float = 0.6
    relearn_sites: int = 50
    relearn_forms: int = 100
    threshold: int = 20
    """Waiting sites below which engines are asked (Algorithm 1)."""
    queries: int = 5
    """Queries in a row, however few sites wait."""
    results: int = 10
    """Pages looked at of those that an engine names."""
    hub_links: int = 3
    """Links to known deep-web sites that make a page a hub."""
    min_topic: float = 0.5
    """Of the site classifier."""
    min_form_topic: float = 0.5
    """Of the form classifier."""
    min_promise: float = 0.5
    further: int = 6
    """Of exploring (``exploration.py``)."""
    max_per_domain: int = 20
    """Sites of one registered domain; link farms have thousands."""
    max_length: int = 3_000_000
    """Bytes of a home page."""
    together: int = 1
    """Sites under way at a time."""
    parts: Parts = field(default_factory=Parts)


@dataclass(frozen=True, slots=True)
class Aim:
    """What is looked for, and where the search starts."""

    topic: SiteClassifier
    form_on_topic: FormOnTopic
    """How likely a form's database is about the topic, by the form and its page."""
    seeds: Sequence[str] = ()
    """Addresses of sites."""
    engines: Sequence[Engine] = ()


@dataclass(frozen=True, slots=True)
class Knowledge:
    """What is known beforehand of forms, links and addresses."""

    judge: Judge
    words: ExploringWords
    links: Vocabulary
    domain: Callable[[str], str]
    """The registered domain of an address."""
    refusal: Callable[[Page], str] = lambda page: ""
    """Why a page is none of a site: parked, blocked; "" where it is."""


@dataclass(frozen=True, slots=True)
class VisitedSite:
    """What came of a site."""

    site: str
    url: str
    verdict: str
    """``deep``, ``barren``, ``off topic``, ``skipped`` or ``moved``."""
    reason: str
    score: float = 0.0
    """By which it was chosen."""
    topic: float | None = None
    """How likely it is on the topic."""
    worth: float = 0.0
    """By which sites found are ranked."""
    forms: int = 0
    """Searches on the topic."""
    pages: int = 0
    first_found: int | None = None
    """The page with the first of them."""
    is_whole: bool = True
    """Did every page answer?"""


@dataclass(frozen=True, slots=True)
class HubPage:
    """A page that an engine named, and whether it names sites of the topic."""

    url: str
    asked: str
    """The engine and what it was asked."""
    relevant: bool
    reason: str
    new_sites: int = 0


@dataclass(frozen=True, slots=True)
class Learnt:
    """What the links to a visited site said, and where they led."""

    words: SiteWords
    led: bool
    """Did they lead to what they are to lead to? In the paper that is a deep-web site; in ours a
    site of the topic, of which there are more to learn from."""


@dataclass(frozen=True, slots=True)
class Noted:
    """One step of a crawl, to be stored as a whole before anything builds on it."""

    visited: VisitedSite | None = None
    forms: tuple[LocatedForm, ...] = ()
    seen: tuple[SeenPage, ...] = ()
    """Its pages, in the order of looking, without their links."""
    again: int = 0
    """As many of them were noted before: the site had been left, and was taken up."""
    learnt: Learnt | None = None
    candidates: tuple[Candidate, ...] = ()
    """Sites that are new in the frontier, or changed."""
    promoted: bool = False
    """The queue of low priority became that of high priority before this step."""
    hubs: tuple[HubPage, ...] = ()
    searched: Searched | None = None
    engine: EngineState | None = None


@dataclass(frozen=True, slots=True)
class Prior:
    """What earlier runs left."""

    candidates: Sequence[Candidate] = ()
    visited: Sequence[VisitedSite] = ()
    learnt: SeenSites = field(default_factory=SeenSites.none)
    followed: Sequence[SeenLink] = ()
    looks: Sequence[FollowedLink] = ()
    """Of the links that were followed in sites of the topic, what patience learns."""
    hubs: frozenset[str] = frozenset()
    searched: Sequence[Searched] = ()
    engines: Mapping[str, EngineState] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Located:
    """How a crawl ended."""

    reason: str
    deep: int
    """Deep-web sites of the topic, those of earlier runs included."""
    forms: int
    pages: int

"""The task of a topic crawl, and what it has found so far.

The store keeps all of it, one step at a time, so that a crawl that is killed resumes where it
ended, and a later one starts with what this one learnt (the prior knowledge of [Gujrati]).
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
from deepweb.locate.web.reverse_search import AnsweredQuery, Engine, EngineState
from deepweb.page.page import Page

DEEP, BARREN, OFF_TOPIC, SKIPPED, MOVED = "deep", "barren", "off topic", "skipped", "moved"
RELEVANT = frozenset({DEEP, BARREN})
"""Verdicts on sites that are on the topic."""


@dataclass(frozen=True, slots=True)
class LocatingLimits:
    """How far a crawl goes, and its thresholds."""

    max_pages: int
    """Maximum number of pages of sites, hubs and engines that are fetched."""
    max_sites: int
    """Deep-web sites of the topic after which the crawl ends."""
    alpha: float = 0.6
    """Weight of the words of links against votes (``ranker``)."""
    relearn_sites: int = 50
    """New sites after which the rankers learn again."""
    relearn_forms: int = 100
    """New forms after which the rankers learn again."""
    threshold: int = 20
    """Engines are asked when fewer sites wait (algorithm 1)."""
    queries: int = 5
    """Queries in a row, however few sites wait."""
    results: int = 10
    """Results of a query that are used."""
    hub_links: int = 3
    """Links to known deep-web sites that make a page a hub."""
    min_topic: float = 0.5
    """Minimum probability that a site is on the topic."""
    min_form_topic: float = 0.5
    """Minimum probability that a form is on the topic."""
    min_promise: float = 0.5
    """Minimum promise of a link inside a site (``locate/site/exploration``)."""
    further: int = 6
    """Further pages of a site where a form was found (``locate/site/exploration``)."""
    max_per_domain: int = 20
    """Sites of one registered domain; link farms have thousands."""
    max_length: int = 3_000_000
    """Maximum size of a home page in bytes."""
    together: int = 1
    """Sites that are visited at the same time."""


@dataclass(frozen=True, slots=True)
class LocatingTask:
    """The topic to look for, and where to start."""

    topic: SiteClassifier
    form_on_topic: FormOnTopic
    """How likely a form's database is about the topic, by the form and its page."""
    seeds: Sequence[str] = ()
    """Addresses of sites."""
    engines: Sequence[Engine] = ()


@dataclass(frozen=True, slots=True)
class LocatingKnowledge:
    """The bundled models and words for forms, links and addresses."""

    judge: Judge
    words: ExploringWords
    links: Vocabulary
    domain: Callable[[str], str]
    """The registered domain of an address."""
    refusal: Callable[[Page], str] = lambda page: ""
    """Why a home page belongs to no site (parked, blocked); "" if it does."""


@dataclass(frozen=True, slots=True)
class VisitedSite:
    """The result of visiting a site."""

    site: str
    url: str
    verdict: str
    """``deep``, ``barren``, ``off topic``, ``skipped`` or ``moved``."""
    reason: str
    score: float = 0.0
    """Its score when it was chosen."""
    topic: float | None = None
    """How likely it is on the topic."""
    worth: float = 0.0
    """Its rank among the sites found."""
    forms: int = 0
    """Number of searches on the topic."""
    pages: int = 0
    first_found: int | None = None
    """Number of the page with the first of them."""
    is_whole: bool = True
    """Did every page answer?"""


@dataclass(frozen=True, slots=True)
class HubPage:
    """A page that an engine named, and whether it names sites of the topic."""

    url: str
    asked: str
    """The engine and its query."""
    relevant: bool
    reason: str
    new_sites: int = 0


@dataclass(frozen=True, slots=True)
class LinkOutcome:
    """The words of the links to a visited site, and whether they led to one on the topic.

    In the paper, only deep-web sites count; there are more sites on the topic to learn from.
    """

    words: SiteWords
    led: bool


@dataclass(frozen=True, slots=True)
class LocatingStep:
    """One step of a crawl, stored as a whole before anything builds on it."""

    visited: VisitedSite | None = None
    forms: tuple[LocatedForm, ...] = ()
    seen: tuple[SeenPage, ...] = ()
    """Its pages in the order of exploring, without their links."""
    again: int = 0
    """How many of these pages an earlier step had: the site was left and resumed."""
    learnt: LinkOutcome | None = None
    candidates: tuple[Candidate, ...] = ()
    """Sites that are new in the frontier, or have changed."""
    hubs: tuple[HubPage, ...] = ()
    searched: AnsweredQuery | None = None
    engine: EngineState | None = None


@dataclass(frozen=True, slots=True)
class EarlierRuns:
    """What earlier runs found."""

    candidates: Sequence[Candidate] = ()
    visited: Sequence[VisitedSite] = ()
    learnt: SeenSites = field(default_factory=SeenSites.none)
    followed: Sequence[SeenLink] = ()
    looks: Sequence[FollowedLink] = ()
    """The followed links of sites of the topic, from which ``SitePatience`` learns."""
    hubs: frozenset[str] = frozenset()
    searched: Sequence[AnsweredQuery] = ()
    engines: Mapping[str, EngineState] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LocatingResult:
    """How a crawl ended."""

    reason: str
    deep: int
    """Deep-web sites of the topic, those of earlier runs included."""
    forms: int
    pages: int

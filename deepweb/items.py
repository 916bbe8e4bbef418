"""What flows through the pipelines, and out of the system.

Every item names the ``site`` it belongs to: its host, with the port where it is not the usual one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from deepweb.form.model import Form
from deepweb.form.script import Script
from deepweb.page.page import Page
from deepweb.read.facets.facets import FacetLink
from deepweb.read.site_reader import SiteMemory


@dataclass(frozen=True, slots=True)
class SearchForm:
    """A form found on a site, and what is thought of it.

    Every form starts out as one of these; ``FormClassification`` says whether it is a search.
    ``words`` are the telling words of the page that the form stands on, the first things to ask.
    """

    site: str
    form: Form
    words: tuple[str, ...] = ()
    type: str = "unknown"
    searchable: bool = False
    safe: bool = False
    probability: float = 0.0
    query_input: str | None = None
    reason: str = "not judged yet"
    declared: tuple[str, ...] = ()
    """Other ways in which the site declares the same search."""
    about: tuple[str, ...] = ()
    """What the page that the form stands on says of its topic, if a topic was asked for."""
    topic: float | None = None
    """How likely the form's database is about the topic asked for."""

    @property
    def is_judged(self) -> bool:
        """Was it judged already, where it was found?"""
        return self.type != "unknown"

    def unjudged(self) -> SearchForm:
        """The form of an earlier run, to be judged by the settings of this one."""
        return replace(self, type="unknown")

    @property
    def is_asked(self) -> bool:
        """Is it to be submitted?"""
        return self.searchable and self.safe


@dataclass(frozen=True, slots=True)
class Site:
    """A site that was asked for or located, and how the search for its forms went."""

    site: str
    url: str
    reason: str
    explored: bool = False
    """Was every page looked at that was to be? Then the next run need not look again."""
    topic: str = ""
    """Of a site that was located: the topic."""
    rank: int | None = None
    """Of a site that was located: its place among those found, from 1."""
    worth: float | None = None
    """By which it is ranked: how likely it holds a database on the topic."""
    forms: tuple[SearchForm, ...] = ()
    """Of a site that was located: its searches on the topic."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a site's database, as the site shows it."""

    site: str
    id: str
    """Stable from run to run: the record's own URL where it has one, else a hash of its content."""
    url: str | None
    title: str
    text: str
    fields: Mapping[str, str | int | float] = field(default_factory=dict)
    attributes: Mapping[str, list[str]] = field(default_factory=dict)
    found_on: str | Mapping[str, object] = ""
    """URL of the page; for POST its ``url`` and the ``values`` of the form."""
    query: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """What a request asks, for whoever gets its answer (``request.meta["asked"]``)."""

    site: str
    form: str
    fingerprint: str
    """Names the question in the ledger."""
    purpose: str
    """Why it is asked: ``background``, ``unrestricted``, ``seed``, ``keyword``, ``log`` …"""
    query: Mapping[str, str]
    """The inputs that are filled in; the others stand at their defaults."""
    action: str
    """Where the form is sent."""
    page_url: str
    """Where the form stands."""
    found_on: str | Mapping[str, object]
    """What records that are found this way say of it (``Record.found_on``)."""
    is_link: bool = False
    """Does it follow a link of an earlier answer?"""
    has_tokens: bool = False
    """Does it send what holds for one visit of the form's page only?"""
    script: Script | None = None
    """How the search is asked, if it works by script."""


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The answer to one submission: what was asked, what came back, what is thought of it."""

    site: str
    form: str
    purpose: str
    query: Mapping[str, str]
    fingerprint: str
    url: str
    method: str
    status: int
    """HTTP status; 0 where no answer came at all."""
    length: int = 0
    kind: str = "unread"
    """``results``, ``empty``, ``background``, ``duplicate``, ``blocked`` or ``error``: what the
    pipelines ``EmptyPageFilter`` and ``SecondLevelDedup`` think of it."""
    reason: str = ""
    similarity: float | None = None
    """How like the background pages it is [He13 §5]."""
    signature: str = ""
    texts: tuple[str, ...] = ()
    """Its pieces of text, normalised; what background pages are remembered by."""
    records: tuple[Record, ...] = ()
    links: tuple[str, ...] = ()
    next_url: str = ""
    """Where the rest of the records is to be had, if the page says."""
    count: int | None = None
    """How many records the page says there are in all."""
    facets: tuple[FacetLink, ...] = ()
    """The links that drill down into what the page shows."""
    file: str = ""
    """A hash of the answer where it is dated, as files are that a server sends as they are."""
    page: Page | None = field(default=None, repr=False, compare=False)
    """The page itself, until it is judged; nothing where what came is no page."""
    is_by_script: bool = False
    """Was it made, or asked for, by a script?"""
    learnt: SiteMemory | None = field(default=None, repr=False, compare=False)
    """What the reader of the form knows from now on, if the page taught it anything."""

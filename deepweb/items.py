"""The items that pass through the pipelines and into the feeds.

Every item names its ``site``: the host, with the port unless it is the default one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from deepweb.form.model import Form
from deepweb.form.script import Script
from deepweb.page.page import Page
from deepweb.read.details.detail_reader import DetailMemory
from deepweb.read.facets.facets import FacetLink
from deepweb.read.kind.demands import Demand
from deepweb.read.records.identity import IdentityRules
from deepweb.read.records.listed import ListKinds
from deepweb.read.site_reader import SiteMemory

FieldValue = str | int | float | list[str]
"""The value of a field of a record."""


@dataclass(frozen=True, slots=True)
class SearchForm:
    """A form found on a site, with the verdict on it.

    ``FormClassification`` decides whether it is a search. ``words`` are the characteristic words of
    the form's page; they are the first queries.
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
    """Texts of the form's page that describe its topic; empty unless a topic is set."""
    topic: float | None = None
    """Probability that the form's database is about the topic."""

    @property
    def is_judged(self) -> bool:
        """Does the form have a verdict already?"""
        return self.type != "unknown"

    def unjudged(self) -> SearchForm:
        """A form of an earlier run without its verdict: the settings of this run judge it again."""
        return replace(self, type="unknown")

    @property
    def is_asked(self) -> bool:
        """Will the crawl submit this form?"""
        return self.safe and (self.searchable or self.is_tried)

    @property
    def is_tried(self) -> bool:
        """Does the form look like no search, and will its answers decide?"""
        return self.safe and not self.searchable and self.type != "search"


@dataclass(frozen=True, slots=True)
class Site:
    """A site that the user named or the crawl located, and the result of exploring it."""

    site: str
    url: str
    reason: str
    explored: bool = False
    """True if exploring is complete; the next run does not explore the site again."""
    topic: str = ""
    """The topic of a located site."""
    rank: int | None = None
    """The rank of a located site, from 1."""
    worth: float | None = None
    """Probability that a located site holds a database on the topic; the rank follows it."""
    forms: tuple[SearchForm, ...] = ()
    """The searches of a located site on the topic."""


@dataclass(frozen=True, slots=True)
class Record:
    """One record of a site's database, as the site shows it."""

    site: str
    id: str
    """Stable from run to run: the record's own URL where it has one, else a hash of its content."""
    url: str | None
    title: str
    text: str
    fields: Mapping[str, FieldValue] = field(default_factory=dict)
    attributes: Mapping[str, list[str]] = field(default_factory=dict)
    found_on: str | Mapping[str, object] = ""
    """URL of the result page; for POST its ``url`` and the ``values`` of the form."""
    query: Mapping[str, str] = field(default_factory=dict)
    part_of: str | None = None
    """URL of the thing that the record is a part of, such as the topic of a post."""
    kind: str = ""
    """What the record looks like (``product``, ``article`` …), where that is plain."""


@dataclass(frozen=True, slots=True)
class DetailedRecord(Record):
    """A record whose ``fields`` also hold what its own page says."""

    details_url: str | None = None
    """The address of its own page, after redirects; None if that was not fetched."""
    details_fetched: bool = False
    """Was its own page fetched and read?"""


@dataclass(frozen=True, slots=True)
class RecordDetails:
    """What the own page of a record says, or the ``reason`` why it says nothing."""

    id: str
    url: str
    fields: Mapping[str, FieldValue] = field(default_factory=dict)
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AskedQuestion:
    """The question that a request asks (``request.meta["asked"]``)."""

    site: str
    form: str
    fingerprint: str
    """Key of the question in the ledger."""
    purpose: str
    """Reason for asking: ``background``, ``unrestricted``, ``seed``, ``keyword``, ``log`` …"""
    query: Mapping[str, str]
    """The inputs that are filled in; the others keep their defaults."""
    action: str
    """The URL that the form is sent to."""
    page_url: str
    """The URL of the form's page."""
    found_on: str | Mapping[str, object]
    """The ``found_on`` of the records in the answer."""
    is_link: bool = False
    """Does the request follow a link of an earlier answer?"""
    has_tokens: bool = False
    """Does the request send tokens that are valid for one visit only?"""
    script: Script | None = None
    """How to ask a search that works by script."""
    kinds: ListKinds | None = None
    """For a page of the site that answers no form: which of its links are those of records."""


@dataclass(frozen=True, slots=True)
class ResultPage:
    """The answer to one submission: the question, the response and the verdict."""

    site: str
    form: str
    purpose: str
    query: Mapping[str, str]
    fingerprint: str
    url: str
    method: str
    status: int
    """HTTP status; 0 if there was no response."""
    length: int = 0
    kind: str = "unread"
    """``results``, ``empty``, ``background``, ``duplicate``, ``blocked`` or ``error``; set by the
    pipelines ``EmptyPageFilter`` and ``SecondLevelDedup``."""
    reason: str = ""
    similarity: float | None = None
    """Similarity to the background pages [He13 §5]."""
    signature: str = ""
    texts: tuple[str, ...] = ()
    """Normalised pieces of text; later answers are compared with those of background pages."""
    records: tuple[Record, ...] = ()
    links: tuple[str, ...] = ()
    next_url: str = ""
    """URL of the next result page, if the page names one."""
    count: int | None = None
    """Total number of records that the page reports."""
    facets: tuple[FacetLink, ...] = ()
    """Links that narrow down the results."""
    file: str = ""
    """Hash of an answer with a Last-Modified date, which may be a static file."""
    demands: tuple[Demand, ...] = ()
    """What messages of a page without records demand of the next question."""
    page: Page | None = field(default=None, repr=False, compare=False)
    """The parsed page until it is judged; None if the response is not HTML."""
    is_by_script: bool = False
    """Does the search work by script?"""
    learnt: SiteMemory | DetailMemory | None = field(default=None, repr=False, compare=False)
    """The new memory of the form's reader, if this page changed it."""
    renamed: Mapping[str, str] = field(default_factory=dict, repr=False, compare=False)
    """Fields of the form's earlier records that have another name from this page on."""
    details: tuple[RecordDetails, ...] = ()
    """What is known now of records by their own pages."""
    identity: IdentityRules | None = field(default=None, repr=False, compare=False)
    """What identifies the records of the site, if this page taught it."""

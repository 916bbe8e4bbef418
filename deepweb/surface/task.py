"""What is known about a form before it is asked, and what came of asking it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from deepweb.read.links.roles import ArgumentRole
from deepweb.surface.facets.record_pairs import Attributes
from deepweb.surface.facets.second_level import LinkCount, SearchAddress
from deepweb.surface.harvest.harvest import HarvestLimits
from deepweb.surface.harvest.source import WayOutcome
from deepweb.surface.inputs import OtherInputs
from deepweb.surface.queries.query_source import KnownQueries, QueryListOutcome
from deepweb.surface.templates.template import TemplateOutcome


@dataclass(frozen=True, slots=True)
class SurfacingLimits:
    """How much to ask; the defaults are in settings.py."""

    background_first: int
    """Background queries; the others are asked only if the answers to these differ."""
    tau: float
    """Distinctness below which the keyword box is not worth asking [Madhavan08 §4.1]."""
    sample: int
    """Answers to keywords from which on their distinctness is believed."""
    harvest: HarvestLimits


@dataclass(frozen=True, slots=True)
class Task:
    """A form, and what is known beforehand of what to ask it."""

    box: str
    """The keyword box; "" if the form has none."""
    nonsense: Sequence[str]
    """Background queries [He13 §5]."""
    first_words: Sequence[str]
    """Seed words [Madhavan08 §5.1]."""
    others: OtherInputs | None = None
    """The inputs beside the keyword box."""
    address: SearchAddress | None = None
    """Where the form sends its query, by which second-level URLs are recognised."""
    is_again: bool = False
    """Was the form surfaced before, with other choices? Then it may show the same titles."""
    known: KnownQueries = field(default_factory=KnownQueries)
    """Queries from a query log or a knowledge base [He13 §4]."""
    facet_requests: int = 0
    """Requests that may be spent to learn attributes of the records, once these are found."""

    @property
    def has_other_inputs(self) -> bool:
        return self.others is not None and self.others.any


@dataclass(frozen=True, slots=True)
class LinksOutcome:
    """What became of the links on a form's answers."""

    arguments: tuple[ArgumentRole, ...] = ()
    """What the arguments of second-level URLs are for."""
    counted: LinkCount = field(default_factory=lambda: LinkCount(0, 0))
    left: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """For facets, related queries and next pages: the reasons for not asking, each with a count."""


REQUIRED = "required"  # how the roles of inputs begin without which nothing is found


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of asking a form."""

    templates: tuple[TemplateOutcome, ...]
    inputs: Mapping[str, tuple[str, str]]
    """By the names of inputs: their role, and the reason for it."""
    keywords: tuple[str, ...]
    attributes_of: Callable[[Iterable[str]], Attributes] = field(compare=False)
    """The attributes of some records, by ids, from the facets and menus they were found under."""
    reason: str
    """Why the asking ended."""
    queries: tuple[QueryListOutcome, ...] = ()
    """What queries of a log and names of a knowledge base brought."""
    broken_off: bool = False
    """Did the form answer at first, and then only with errors?"""
    links: LinksOutcome = field(default_factory=LinksOutcome)
    has_attributes: bool = False
    """Is any attribute of any record known?"""
    ways: tuple[WayOutcome, ...] = ()
    """What each way of asking brought."""
    is_complete: bool = False
    """Did the form seem to have shown all that it can?"""
    found_nothing: bool = False
    """Was all asked that was to be asked, without any record?"""
    must_choose: tuple[tuple[str, ...], str] = (), ""
    """Inputs that must be chosen before the form finds anything, "" for one that is not named; and
    what the site says of that one."""
    best_words: tuple[str, ...] = ()
    """The words that found the most records."""

    better_box: str = ""
    """The box that finds records by words, if the keyword box does not."""

    @property
    def required(self) -> tuple[str, ...]:
        """The inputs without which nothing is found, as answers showed."""
        return tuple(name for name, (role, _) in self.inputs.items() if role.startswith(REQUIRED))

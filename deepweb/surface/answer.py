"""What an algorithm asks, and what it gets to see of the answer, live or from the ledger."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass

from deepweb.read.facets.facets import FacetLink
from deepweb.read.kind.demands import NARROWER, Demand
from deepweb.read.records.identity import IdentityRules
from deepweb.read.records.listed import ListKinds

SECOND_LEVEL = frozenset({"facet", "related"})
"""Purposes of questions that follow a link to another query."""
HOME = "home"
"""The purpose of reading the home page as a list, not as what all pages of the site show."""
BROWSING = frozenset({"list", "record", "sitemap", HOME})
"""Purposes of questions that open a page of the site by its address, and ask no form."""
PAGES = BROWSING | {"details"}
"""Purposes of all pages that answer no form, own pages of records included."""
FAILED = frozenset({"error", "blocked", "shell"})
"""Kinds of answers that say nothing about the question."""


class NotAskedError(Exception):
    """A question that must not be asked: budget spent, forbidden by robots.txt, another host."""


class AnswerLostError(Exception):
    """An answer that could not be stored; since nothing may build on it, the asking ends."""


@dataclass(frozen=True, slots=True)
class Question:
    """A form filled in, or a link of an earlier answer followed."""

    purpose: str
    """Why it is asked: ``background``, ``unrestricted``, ``seed``, ``keyword``, ``next`` and so on;
    stored with the answer and counted as a stat."""
    values: tuple[tuple[str, str], ...] = ()
    """Values by input name; all other inputs keep their defaults. For a link, the values of the
    question whose answer holds it."""
    link: str = ""
    """The address of a next page, a facet or a related query, as an earlier answer gave it."""

    kinds: ListKinds | None = None
    """For a page of the site that answers no form: which of its links are those of records."""

    @property
    def is_browsing(self) -> bool:
        """Does it open a page of the site, without any form?"""
        return self.kinds is not None

    @property
    def is_second_level(self) -> bool:
        """Does it follow a second-level URL, which may show what another one shows [He13 §6]?"""
        return self.purpose in SECOND_LEVEL


@dataclass(frozen=True, slots=True)
class Found:
    """A record on an answer: its id, and the texts that new keywords come from."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class LearntIdentity:
    """What an answer taught about the ids of the records of its site."""

    rules: IdentityRules
    renamed: Mapping[str, str]
    """Ids of records found before, with their new ids."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; ``found`` is empty unless ``kind`` is ``results`` or ``duplicate``."""

    kind: str
    """``results``, ``empty``, ``background``, ``duplicate``, ``blocked`` or ``error``."""
    signature: str
    """Equal for two answers with the same content [Madhavan08 §4.1]."""
    found: tuple[Found, ...] = ()
    length: int = 0
    """Bytes of the page."""
    next_url: str = ""
    """The address of the next page, if there is one."""
    count: int | None = None
    """How many records there are in all, if the page says so."""
    facets: tuple[FacetLink, ...] = ()
    """The links of the page that drill down into what it shows."""
    is_final: bool = True
    """Would the same question get the same answer later? Not if the site failed temporarily."""
    url: str = ""
    """The address of the page."""
    links: tuple[str, ...] = ()
    """The addresses that the page links to."""
    demands: tuple[Demand, ...] = ()
    """What messages of a page without records demand of the next question."""
    identity: LearntIdentity | None = None
    """What the answer taught about ids; those of ``found`` follow it."""

    @property
    def states_more(self) -> bool | None:
        """Does the page state more records than it shows? None if it states no number."""
        if self.count is None or self.count < len(self.found):
            return None
        return self.count > len(self.found)

    @property
    def is_too_much(self) -> bool:
        """Does the site refuse to show what it found, because that is too much?"""
        return any(demand.kind == NARROWER for demand in self.demands)


Ask = Callable[[Question], Awaitable[Answer]]
"""``answer = await ask(question)``; raises NotAskedError."""

AskAll = Callable[[Sequence[Question]], Awaitable[list[Answer]]]
"""``answers = await ask([question, …])``: asked together, answers in the order of the questions.

Raises NotAskedError if one of them must not be asked; the answers to the others are kept.
"""

"""What an algorithm asks, and what it sees of the answer, live or from the ledger."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from deepweb.read.facets.facets import FacetLink

SECOND_LEVEL = frozenset({"facet", "related"})
"""Purposes of questions that follow a link to another query."""


class NotAskedError(Exception):
    """A question that may not be asked: budget spent, robots.txt forbids, another host."""


class AnswerLostError(Exception):
    """An answer that came but could not be kept; nothing may be built on it, so nothing goes on."""


@dataclass(frozen=True, slots=True)
class Question:
    """A form filled in, or a link of an earlier answer followed."""

    purpose: str
    """Why it is asked: ``background``, ``unrestricted``, ``seed``, ``keyword``, ``next`` and so on;
    stored with the answer and counted as a stat."""
    values: tuple[tuple[str, str], ...] = ()
    """What is filled in, by the names of inputs; every other input stands at its default. Of a
    followed link, what the question was that it goes on from."""
    link: str = ""
    """The address of a next page, a facet or a related query, as an earlier answer gave it."""

    @property
    def is_second_level(self) -> bool:
        """Does it follow a link that others may be the same as (000, section 6)?"""
        return self.purpose in SECOND_LEVEL


@dataclass(frozen=True, slots=True)
class Found:
    """A record on an answer: its id, and the texts that new keywords come from."""

    id: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; ``found`` is empty unless ``kind`` is ``results`` or ``duplicate``."""

    kind: str
    """``results``, ``empty``, ``background``, ``duplicate``, ``blocked`` or ``error``."""
    signature: str
    """The same for two answers that say the same (002, section 4.1)."""
    found: tuple[Found, ...] = ()
    length: int = 0
    """Bytes of the page."""
    next_url: str = ""
    """Where the rest of the records is to be had, if the page says."""
    count: int | None = None
    """How many records the page says there are in all."""
    facets: tuple[FacetLink, ...] = ()
    """The links of the page that drill down into what it shows."""
    is_final: bool = True
    """Would it be the same if it were asked for again? A site in trouble may get over it."""
    url: str = ""
    """The address of the page."""
    links: tuple[str, ...] = ()
    """Where the page links to."""


Ask = Callable[[Question], Awaitable[Answer]]
"""``answer = await ask(question)``; raises NotAskedError."""

AskAll = Callable[[Sequence[Question]], Awaitable[list[Answer]]]
"""``answers = await ask([question, …])``: asked together, answered in the order of asking.

Raises NotAskedError if any may not be asked; the answers to the others are kept all the same.
"""

FAILED = frozenset({"error", "blocked"})
"""Kinds of answers that say nothing of the question."""

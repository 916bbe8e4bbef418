"""Queries known beforehand, as a source of questions beside the words that probing finds.

Cleaned queries of a log that were clicked for the site, and the names of the types that the site
matches [He13 §4]. The paper asks all of them; here they compete for every request with words, next
pages and the rest. An untried list promises what words bring at the moment, later what the list
brought recently; a list that brings nothing new several times in a row is left. Where only the
site's own words suggest a type, its names promise less, by the probability that a name is in no
record seen so far.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Protocol

from deepweb.surface.answer import FAILED, Answer, Found, Question
from deepweb.surface.harvest.source import RecentYield
from deepweb.surface.queries.entity_match import Names, name_key, tokens
from deepweb.surface.queries.type_match import MAX_RECORDS, Commonness, OwnWords

LOG, KNOWLEDGE = "log", "knowledge"
# What an untried list promises, as a multiple of what words bring at the moment: with more, a list
# that brings less than words takes requests from them.
HOPE = 1.0
LOG_BARREN = 10  # answers in a row without a new record after which the queries of a log are left
BARREN = 4  # the same for the names of a type
MAX_BARREN = 25  # the most of both, which grow by one with every answer that had a new record
MAX_TYPES = 5  # types that a site is asked for by its own words
FIRST_MATCH = 20  # answers to words before types are matched: fresh words need no help
LEAST_UNSEEN = 0.05  # least probability that the next name of a type is unseen
_WORDS = frozenset({"seed", "keyword"})  # purposes whose answers show what words bring


class TypedNames(Names, Protocol):
    """A knowledge base: names by type."""

    def types_of(self, key: str) -> Sequence[int]:
        """The types that hold a name."""

    def names(self, number: int) -> Iterator[str]:
        """The names of a type, the best known first."""

    def type_name(self, number: int) -> str:
        """The name of a type."""


@dataclass(frozen=True, slots=True)
class KnownQueries:
    """What is known beforehand of what to ask a site for."""

    log: Sequence[str] = ()
    """Queries of the log, the most clicked first."""
    types: Sequence[tuple[int, str]] = ()
    """Types that the site matches by its log, each with the reason."""
    knowledge: Callable[[], TypedNames] | None = None
    """Reads the knowledge base, when it is first needed."""
    common: Callable[[], Commonness] | None = None
    """Tells common names from telling ones; None where the log has matched the types."""


@dataclass(frozen=True, slots=True)
class QueryListOutcome:
    """What a list of queries brought."""

    source: str
    name: str
    """The type of the names; "" for a log."""
    asked: int
    found: int
    """Records that were new."""
    reason: str
    """Why the site was asked for these."""


@dataclass(slots=True)
class _Listed:
    """A list of queries, and what it has brought."""

    purpose: str
    name: str
    reason: str
    queries: Iterator[str]
    hope: float = HOPE
    waiting: str | None = None
    barren: int = 0
    asked: int = 0
    earned: int = 0
    found: int = 0
    brought: RecentYield = field(default_factory=RecentYield)

    def promise(self, usual: float) -> float:
        self.brought.hope = self.hope * usual
        return self.brought.value

    def is_left(self) -> bool:
        least = LOG_BARREN if self.purpose == LOG else BARREN
        return self.barren >= min(least + self.earned, MAX_BARREN)

    def learn(self, new: int) -> None:
        self.brought.add(new)
        self.asked += 1
        self.found += new
        self.barren = 0 if new else self.barren + 1
        self.earned += bool(new)

    def outcome(self) -> QueryListOutcome:
        left = f"; left after {self.barren} that brought nothing" if self.is_left() else ""
        return QueryListOutcome(
            self.purpose, self.name, self.asked, self.found, f"{self.reason}{left}"
        )


class QuerySource:
    """The queries of a log and the names of matched types, for one box."""

    def __init__(self, box: str, known: KnownQueries, is_closed: Callable[[], object]) -> None:
        self._box = box
        self._is_closed = is_closed
        self._known = known
        self._usual = RecentYield()
        self._lists: list[_Listed] = []
        self._asked: set[str] = set()
        self._under_way: dict[str, _Listed] = {}
        self._texts: deque[str] = deque(maxlen=MAX_RECORDS)
        """Texts of records that were not searched for names yet."""
        self._own: OwnWords | None = None
        self._words, self._next_match = 0, FIRST_MATCH
        self._types: set[int] = set()
        if known.log:
            told = f"{len(known.log)} queries clicked for the site"
            self._lists.append(_Listed(LOG, "", told, iter(known.log)))
        for number, reason in known.types:
            self._add_type(number, reason)

    def outcome(self) -> tuple[QueryListOutcome, ...]:
        return tuple(each.outcome() for each in self._lists)

    def promise(self) -> float:
        best = self._best()
        return best.promise(self._usual.value) if best else 0.0

    def next(self) -> Question | None:
        best = self._best()
        if best is None or best.waiting is None:
            return None
        query, best.waiting = best.waiting, None
        self._asked.add(_key(query))
        self._under_way[query] = best
        return Question(best.purpose, ((self._box, query),))

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self._texts.extend(record.text for record in new)
        asked = [value for name, value in question.values if name == self._box]
        if not asked or question.link:
            return
        self._asked.add(_key(asked[0]))
        if answer.kind in FAILED:
            return
        if question.purpose in _WORDS:
            self._usual.add(len(new))
            self._words += 1
        listed = self._under_way.pop(asked[0], None)
        if listed is None and question.purpose == LOG:
            listed = self._lists[0]  # asked before the words of the form page
        if listed:
            listed.learn(len(new))

    def _best(self) -> _Listed | None:
        if not self._box or self._is_closed():
            return None
        if self._words >= self._next_match:
            self._next_match *= 2
            self._match_types()
        ready = [each for each in self._lists if self._is_ready(each)]
        return max(ready, key=lambda each: each.promise(self._usual.value), default=None)

    def _match_types(self) -> None:
        """Add the types that the records so far mention."""
        if self._known.knowledge is None or self._known.common is None:
            return
        if self._own is None:
            knowledge = self._known.knowledge()
            self._own = OwnWords(knowledge, knowledge.types_of, self._known.common())
        while self._texts:
            self._own.add(self._texts.popleft())
        matched = [(self._own.unseen(match.type), match) for match in self._own.matches()]
        worth = ((unseen, match) for unseen, match in matched if unseen >= LEAST_UNSEEN)
        for unseen, match in islice(worth, MAX_TYPES):
            told = f"{match.score:.0%} of the records mention such names"
            self._add_type(match.type, told, unseen)

    def _add_type(self, number: int, reason: str, hope: float = HOPE) -> None:
        if number not in self._types and self._known.knowledge is not None:
            self._types.add(number)
            known = self._known.knowledge()
            name, names = known.type_name(number), known.names(number)
            self._lists.append(_Listed(KNOWLEDGE, name, reason, names, hope))

    def _is_ready(self, listed: _Listed) -> bool:
        if listed.is_left():
            return False
        while listed.waiting is None or self._is_known(listed.waiting):
            listed.waiting = next(listed.queries, None)
            if listed.waiting is None:
                return False
        return True

    def _is_known(self, query: str) -> bool:
        """Was it asked, or does a record mention it? The words of records are asked anyway."""
        key = _key(query)
        return key in self._asked or (self._own is not None and key in self._own.mentioned)


def _key(query: str) -> str:
    return name_key(tokens(query))

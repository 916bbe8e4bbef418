"""Which other queries do the answers propose, and are they worth asking?

Result pages link to related queries and disambiguations, which often lead to records that the query
itself did not [He13 §6.1]. Such a link carries the query argument of the form with another query in
it, and selects nothing else (``second_level``). Each is asked once, as it was found; those whose
words the fewest known records hold go first. They promise what earlier ones brought, and are left
when that is too little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from deepweb.page.words import words
from deepweb.read.links.site_urls import KnownArguments
from deepweb.surface.answer import FAILED, Answer, Found, Question
from deepweb.surface.facets.second_level import SecondLevel, on_site
from deepweb.surface.harvest.source import RecentYield

# New records that the first one promises: fewer than a next page, more than an exhausted word.
HOPE = 2.0
# Recent new records below which no more are asked: after three in a row that brought nothing.
LEAST = 0.6
MOST = 2_000  # proposed queries that are kept
MAX_WORDS = 200_000  # words of records that are counted


class RelatedQueries:
    """The queries that answers propose, as a source of questions."""

    def __init__(self, box: str, links: SecondLevel) -> None:
        self._box = box
        self._links = links
        self._brought = RecentYield(hope=HOPE)
        self._proposed: dict[str, tuple[str, str, str]] = {}
        """By normalised query: the query, the link, and the page that holds the link."""
        self._ready: dict[str, tuple[str, str]] = {}
        self._asked: set[str] = set()
        self._holding: Counter[str] = Counter()
        """How many known records hold a word."""
        self._judged_by: KnownArguments | None = None
        """What was known of arguments when proposals were last judged."""
        self._left: Counter[str] = Counter()

    def promise(self) -> float:
        value = self._brought.value
        return value if self._ready and value >= LEAST else 0.0

    def next(self) -> Question | None:
        if not self.promise():
            return None
        key = min(self._ready, key=self._known_of)
        query, url = self._ready.pop(key)
        self._asked.add(key)
        return Question("related", ((self._box, query),), url)

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        if question.purpose == "related":
            self._brought.add(len(new))
        for record in new if len(self._holding) < MAX_WORDS else ():
            self._holding.update(set(words(f"{record.title} {record.text}")))
        self._note_asked(question)
        if answer.kind not in FAILED and self._box:
            self._note_proposed(answer)
        if self._judged_by is not self._links.arguments:
            self._judged_by = self._links.arguments
            for key in list(self._proposed):
                self._judge(key)

    def outcome(self) -> Counter[str]:
        """Why proposals were not asked, and how many."""
        waiting = {"choose something besides": len(self._proposed), "not asked": len(self._ready)}
        return self._left + Counter(waiting)

    def _note_asked(self, question: Question) -> None:
        for name, value in question.values:
            key = _key(value)
            if name == self._box and key not in self._asked:
                self._asked.add(key)
                self._drop(key)

    def _known_of(self, query: str) -> int:
        return min((self._holding[word] for word in words(query)), default=0)

    def _drop(self, key: str) -> None:
        if self._ready.pop(key, None) or self._proposed.pop(key, None):
            self._left["asked in another way"] += 1

    def _note_proposed(self, answer: Answer) -> None:
        records = {record.id for record in answer.found}
        for url in on_site(answer):
            # "/plant/amber" is the record that "amber" found, not a proposal.
            query = "" if url in records else self._links.query_of(url)
            key = _key(query)
            is_known = key in self._asked or key in self._ready or key in self._proposed
            if key and not is_known and len(self._ready) + len(self._proposed) < MOST:
                self._proposed[key] = query, url, answer.url
                self._judge(key)

    def _judge(self, key: str) -> None:
        """A proposal may change nothing but the query; other links are other sources' matter."""
        query, url, here = self._proposed[key]
        if not self._links.selects_more(url, here):
            del self._proposed[key]
            self._ready[key] = query, url


def _key(query: str) -> str:
    return " ".join(query.split()).casefold()

"""Which other queries do the answers propose, and are they worth asking?

He et al. (WSDM 2013, section 6.1): result pages link to related queries and disambiguations, which
often lead to records that the query itself did not. Such a link carries the query argument of the
form with another query in it, and chooses nothing else (``second_level``). Each is asked once, as
it was found; those first whose words the fewest records hold that are known. What they promise is
what those before them brought: where that is nothing, they are left.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from deepweb.page.words import words
from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.facets.second_level import SecondLevel, on_site
from deepweb.surface.source import RecentYield

# New records that the first one promises: less than a page in hand, more than a word that is spent.
HOPE = 2.0
# New records of late below which no more are asked: after three in a row that brought nothing.
LEAST = 0.6
# Queries that are remembered, and words of records.
MOST, MOST_WORDS = 2_000, 200_000


class RelatedQueries:
    """The queries that answers propose, as a source of questions."""

    def __init__(self, box: str, links: SecondLevel) -> None:
        self._box = box
        self._links = links
        self._brought = RecentYield(hope=HOPE)
        self._proposed: dict[str, tuple[str, str, str]] = {}
        """By how queries are told apart: the query, the link, and the page that it stands on."""
        self._ready: dict[str, tuple[str, str]] = {}
        self._asked: set[str] = set()
        self._holding: Counter[str] = Counter()
        """How many of the records known hold a word."""
        self._version = -1
        self.left: Counter[str] = Counter()
        """Why proposals were not asked, and how many."""

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
        for record in new if len(self._holding) < MOST_WORDS else ():
            self._holding.update(set(words(f"{record.title} {record.text}")))
        self._note_asked(question)
        if answer.found and self._box:
            self._note_proposed(answer)
        if self._version != self._links.version:
            self._version = self._links.version
            for key in list(self._proposed):
                self._judge(key)

    def outcome(self) -> Counter[str]:
        """What became of the proposals."""
        waiting = {"choose something besides": len(self._proposed), "not asked": len(self._ready)}
        return self.left + Counter(waiting)

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
            self.left["asked in another way"] += 1

    def _note_proposed(self, answer: Answer) -> None:
        records = {record.id for record in answer.found}
        for url in on_site(answer):
            # "/plant/amber" is the record that "amber" found, and proposes nothing.
            query = "" if url in records else self._links.query_of(url)
            key = _key(query)
            is_known = key in self._asked or key in self._ready or key in self._proposed
            if key and not is_known and len(self._ready) + len(self._proposed) < MOST:
                self._proposed[key] = query, url, answer.url
                self._judge(key)

    def _judge(self, key: str) -> None:
        """Nothing but another query may be asked for: the rest is other sources' matter."""
        query, url, here = self._proposed[key]
        if not self._links.selects_more(url, here):
            del self._proposed[key]
            self._ready[key] = query, url


def _key(query: str) -> str:
    return " ".join(query.split()).casefold()

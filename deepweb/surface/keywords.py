"""Which word to ask next?

Iterative probing after Madhavan et al. (PVLDB 2008), section 5.1: words come from the answers.
Departure: the paper picks words by TF-IDF of whole pages and chooses a set at the end; we read
records, so each word is known by the records that hold it, and the one that promises most is asked
at once.

Words are of different *sorts*: a number or not, from titles or from the rest, held by few records
or by many. A site searches some and not others (prices are shown, but rarely searched), so what a
sort has brought lately is what its next word promises. Within a sort the word that most records
hold goes first. ``benchmarks/keywords.py`` compares this with the most frequent word of all.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict

from deepweb.read.words import words

Sort = tuple[int, bool, int]
"""How many digits (0 only, 1 some, 2 none), mostly in titles, log2 of the records that hold it."""

# New records that a sort promises before it was tried; half a usual result page.
OPTIMISM = 10.0
# How much of what a sort brought still counts one answer later.
MEMORY = 0.9


class KeywordPlan:
    """The words known so far, and what words of their sort have brought."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()
        self._titles: Counter[str] = Counter()
        # Entries go stale when a word's count grows; they are skipped when they come up.
        self._heaps: defaultdict[Sort, list[tuple[int, str]]] = defaultdict(list)
        self._asked: dict[str, Sort | None] = {}
        self._brought: defaultdict[tuple[int, ...], float] = defaultdict(float)
        self._answers: defaultdict[tuple[int, ...], float] = defaultdict(float)

    def add(self, title: str, text: str) -> None:
        """Count the words of a record not seen before."""
        in_title = set(words(title))
        for word in in_title.union(words(text)).difference(self._asked):
            self._held[word] += 1
            self._titles[word] += word in in_title
            heapq.heappush(self._heaps[self._sort(word)], (-self._held[word], word))

    def next(self) -> str | None:
        """The word that promises most, or None when all are asked. No word comes twice."""
        ready = [sort for sort in self._heaps if self._has_word(sort)]
        if not ready:
            return None
        # Of equal promise the more widely held, so that a crawl can be repeated.
        best = max(ready, key=lambda sort: (self._promise(sort), sort))
        _, word = heapq.heappop(self._heaps[best])
        self._asked[word] = best
        return word

    def exclude(self, word: str) -> None:
        """Do not offer a word that was asked for another reason."""
        self._asked.setdefault(word, None)

    def credit(self, word: str, new: int) -> None:
        """Tell how many new records a word brought."""
        if sort := self._asked.get(word):
            # The whole family learns a little from each of its sorts.
            for group in (sort, sort[:2]):
                self._brought[group] = MEMORY * self._brought[group] + new
                self._answers[group] = MEMORY * self._answers[group] + 1

    def _sort(self, word: str) -> Sort:
        held = self._held[word]
        kind = 0 if word.isdigit() else 1 if any(c.isdigit() for c in word) else 2
        return kind, 2 * self._titles[word] >= held, held.bit_length()

    def _has_word(self, sort: Sort) -> bool:
        heap = self._heaps[sort]
        while heap and not self._is_current(heap[0], sort):
            heapq.heappop(heap)
        return bool(heap)

    def _is_current(self, entry: tuple[int, str], sort: Sort) -> bool:
        held, word = entry
        return word not in self._asked and -held == self._held[word] and self._sort(word) == sort

    def _promise(self, sort: Sort) -> float:
        family = (OPTIMISM + self._brought[sort[:2]]) / (1 + self._answers[sort[:2]])
        return (family + self._brought[sort]) / (1 + self._answers[sort])

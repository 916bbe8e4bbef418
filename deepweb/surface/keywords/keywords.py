"""Which word to ask next?

Iterative probing after Madhavan et al. (PVLDB 2008), section 5.1: words come from the answers.
Departure: the paper picks words by TF-IDF of whole pages and chooses a set at the end; we read
records, so each word is known by the records that hold it, and the one that promises most is asked
at once. ``keyword_choice.py`` has the paper's choice; ``benchmarks/keywords.py`` measures both.

Words are of different *sorts*: a number, a year, a code or none of these; from titles or from the
rest; held by few known records or by many. A site searches some and not others (prices are shown,
but rarely searched), and of those held by too many records it shows only some, always the same: so
what a sort has brought lately, and sorts of nearly its size, is what its next word promises. What
was never tried promises somewhat more than words bring just now. Within a sort the word that most
records hold goes first, of those the one met last: where it came from there may be more.

Two sorts are made, not found. A *pair* is two words that each had more records than were shown,
and that some record holds both. *Beginnings* of words are asked where answers show records that
hold no more than a word that begins with the one asked; there, words that begin with one whose
records were all shown are left out.

Of a site with millions of records, each with a number of its own, not all words can be kept. From a
million on those are forgotten that the fewest records hold, and of these the ones met longest ago:
the last that would have been asked.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Iterable
from itertools import combinations, islice
from typing import NamedTuple

from deepweb.page.words import terms

NUMBER, YEAR, CODE, WORD, PAIR, BEGINNING = range(6)

Sort = tuple[int, bool, int]
"""What it is, whether mostly in titles, and log2 of the known records that hold it."""
_Entry = tuple[int, int, str]
"""Most held first, then the one whose count grew last, then by the alphabet."""

# What a sort promises before it was tried, as a multiple of what words bring just now: a fixed
# number of records would be too much at the end of a crawl and too little on long pages.
OPTIMISM = 2.0
# The same of pairs and beginnings, which most databases do not need.
CAUTION = 0.5
# How much of what a sort brought still counts after one more answer of the sort, what all words
# brought after one more answer of any, and what a sort brought while others were asked: a sort that
# failed early is tried again.
MEMORY, LONG_MEMORY, FADING = 0.85, 0.95, 0.997
# How much of what a sort brought counts for the next smaller and larger one.
NEIGHBOUR = 0.3
# A usual result page, until one was seen; the largest that is looked at for beginnings.
PAGE, LARGEST_PAGE = 20, 500
# Of a record's words with more records than were shown, the rarest that are paired.
PAIRED = 6
# Words that are kept at most, and the share of them that is forgotten when there are more.
MOST_WORDS, FORGOTTEN = 1_000_000, 0.25
# Letters of a beginning; records shown for a mere beginning after which those are believed in.
LETTERS, EVIDENCE = 3, 2


class KeywordPlan:
    """The words known so far, and what words of their sort have brought."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()
        self._titles: Counter[str] = Counter()
        self._made: dict[str, int] = {}
        # Entries go stale when a word's count grows; they are skipped when they come up.
        self._heaps: defaultdict[Sort, list[_Entry]] = defaultdict(list)
        self._asked: dict[str, Sort | None] = {}
        self._brought: dict[tuple[int, ...], _Brought] = {}
        self._credited = 0
        self._shown: Counter[str] = Counter()
        # The most that an answer showed, and how many answers showed as many.
        self._page, self._full_pages = 0, 0
        # How many records words have of which not all were shown; 0 where that is not said.
        self._cut_off: dict[str, int] = {}
        self._all_shown: set[str] = set()
        # The words of records added since the last answer; how many records did not hold the word
        # that brought them, and of these how many one that begins with it.
        self._new: deque[dict[str, None]] = deque(maxlen=LARGEST_PAGE)
        self._without, self._begun = 0, 0
        self._has_beginnings = False

    def add(self, title: str, text: str) -> None:
        """Count the words of a record not seen before."""
        in_title = dict.fromkeys(terms(title))
        # In the order of the text, not of a set: what is forgotten must not differ between runs.
        every = in_title | dict.fromkeys(terms(text))
        for word in every:
            if word in in_title:
                self._titles[word] += 1
            self._made.pop(word, None)
            self._count(word)
        if len(self._held) > MOST_WORDS:
            self._forget()
        self._count_pairs(every)
        if self._has_beginnings:
            for beginning in dict.fromkeys(w[:LETTERS] for w in every if len(w) > LETTERS):
                self._count_made(beginning, BEGINNING)
        self._new.append(every)

    def next(self) -> str | None:
        """The word that promises most, or None when all are asked. No word comes twice."""
        best = self._best()
        if best is None:
            return None
        *_, word = heapq.heappop(self._heaps[best])
        self._asked[word] = best
        return word

    def promise(self) -> float:
        """How many new records the next word may be expected to bring."""
        best = self._best()
        return 0.0 if best is None else self._promise(best)

    def exclude(self, word: str) -> None:
        """Do not offer a word that was asked for another reason."""
        self._asked.setdefault(word, None)

    def credit(
        self, word: str, new: int, count: int | None = None, shown: int | None = None
    ) -> None:
        """Tell how many new records an answer brought, once they are added.

        A call for each answer, those on a word's next pages too: ``shown`` is how many records the
        answer shows, ``count`` how many the site says that the word has in all.
        """
        self._note_shown(word, new if shown is None else shown, count)
        self._note_beginnings(word, new)
        self._credited += 1
        if sort := self._asked.get(word):
            # The whole family learns a little from each of its sorts.
            for group in (sort, sort[:2]):
                self._learn(group, new, MEMORY)
            self._learn((), new, LONG_MEMORY)

    def _learn(self, group: tuple[int, ...], new: int, memory: float) -> None:
        known = self._recalled(group)
        self._brought[group] = _Brought(
            memory * known.new + new, memory * known.answers + 1, self._credited
        )

    def _recalled(self, group: tuple[int, ...]) -> _Brought:
        """What a group brought, as far as that still counts."""
        known = self._brought.get(group, _NOTHING)
        left = FADING ** (self._credited - known.credited)
        return _Brought(left * known.new, left * known.answers, self._credited)

    def _note_shown(self, word: str, shown: int, count: int | None) -> None:
        if shown > self._page:
            self._page, self._full_pages = shown, 0
        self._full_pages += shown == self._page
        self._shown[word] += shown
        if (shown < self._page) if count is None else (count <= self._shown[word]):
            self._cut_off.pop(word, None)
            if shown:  # that nothing was found may be for another reason: a word too short
                self._all_shown.add(word)
        # Two answers that show as many as any did: that is where pages end.
        elif count is not None or self._full_pages > 1:
            self._cut_off[word] = count or 0

    def _note_beginnings(self, word: str, new: int) -> None:
        """Do the new records hold the word asked, or only one that begins with it?"""
        # What another question brought may have been added before.
        records = list(self._new)[-new:] if new else []
        self._new.clear()
        if self._has_beginnings or len(word) < LETTERS:
            return
        for held in records:
            self._without += word not in held
            self._begun += word not in held and any(other.startswith(word) for other in held)
        # Records that show only some of their text hold such words by chance, but not most of them.
        if self._begun >= EVIDENCE and 2 * self._begun > self._without:
            self._has_beginnings = True
            for known, times in sorted(self._held.items()):
                if len(known) > LETTERS and known not in self._made:
                    self._count_made(known[:LETTERS], BEGINNING, times)

    def _count_pairs(self, every: Iterable[str]) -> None:
        cut = [word for word in every if word in self._cut_off] if len(self._cut_off) > 1 else []
        cut.sort(key=lambda word: (self._cut_off[word] or self._held[word], word))
        for pair in combinations(cut[:PAIRED], 2):
            self._count_made(" ".join(sorted(pair)), PAIR)

    def _count_made(self, word: str, kind: int, times: int = 1) -> None:
        if word not in self._held:
            self._made[word] = kind
        self._count(word, times)

    def _count(self, word: str, times: int = 1) -> None:
        before = self._held[word]
        held = self._held[word] = before + times
        # One entry a step keeps the heaps small: most words come up more often than they are asked.
        if word not in self._asked and (step := _step(held)) != _step(before):
            heapq.heappush(self._heaps[self._sort(word)], (-step, -self._credited, word))

    def _forget(self) -> None:
        """Drop the words that promise least; those that were asked are still not asked again."""
        most, least = int(FORGOTTEN * MOST_WORDS), 1
        while len(dropped := self._least_held(least, most)) < most:
            least *= 2
        for counts in (self._held, self._titles, self._made):
            for word in dropped:
                counts.pop(word, None)
        # A dictionary that shrank keeps its size until it is made anew.
        self._held, self._titles = Counter(self._held), Counter(self._titles)
        for heap in self._heaps.values():
            heap[:] = [entry for entry in heap if entry[2] in self._held]
            heapq.heapify(heap)

    def _least_held(self, least: int, most: int) -> list[str]:
        """Words that so many records hold at the most, those met first before others."""
        few = (word for word, held in self._held.items() if held <= least)
        return list(islice(few, most))

    def _sort(self, word: str) -> Sort:
        held = self._held[word]
        kind = self._made[word] if word in self._made else _kind(word)
        return kind, 2 * self._titles[word] >= held, held.bit_length()

    def _best(self) -> Sort | None:
        ready = [sort for sort in self._heaps if self._has_word(sort)]
        # Of equal promise the more widely held, so that a crawl can be repeated.
        return max(ready, key=lambda sort: (self._promise(sort), sort), default=None)

    def _has_word(self, sort: Sort) -> bool:
        heap = self._heaps[sort]
        while heap and not self._is_current(heap[0]):
            heapq.heappop(heap)
        return bool(heap)

    def _is_current(self, entry: _Entry) -> bool:
        step, _, word = entry
        if word in self._asked or -step != _step(self._held[word]):
            return False
        if self._made.get(word) == PAIR:
            return self._cut_off.keys() >= set(word.split())
        return not (self._has_beginnings and self._is_covered(word))

    def _is_covered(self, word: str) -> bool:
        """Were all records that begin as this word does shown?"""
        return any(word[:end] in self._all_shown for end in range(LETTERS, len(word)))

    def _promise(self, sort: Sort) -> float:
        kind, in_title, size = sort
        usual = self._recalled(())
        hope = OPTIMISM * (max(PAGE, self._page) / 2 + usual.new) / (1 + usual.answers)
        if kind in {PAIR, BEGINNING}:
            hope *= CAUTION
        family, own = self._recalled((kind, in_title)), self._recalled(sort)
        near = [self._recalled((kind, in_title, size + step)) for step in (-1, 1)]
        new = own.new + NEIGHBOUR * sum(each.new for each in near)
        answers = own.answers + NEIGHBOUR * sum(each.answers for each in near)
        return ((hope + family.new) / (1 + family.answers) + new) / (1 + answers)


class _Brought(NamedTuple):
    """New records and answers, both less the older they are, at a number of answers credited."""

    new: float
    answers: float
    credited: int


_NOTHING = _Brought(0, 0, 0)


def _kind(word: str) -> int:
    if word.isdigit():
        return YEAR if len(word) == 4 and word[:2] in {"19", "20"} else NUMBER
    return CODE if any(letter.isdigit() for letter in word) else WORD


def _step(held: int) -> int:
    """The nearest of 0, 1, 2, 3, 4, 6, 8, 12, 16, 24 and so on, downwards."""
    low = max(held.bit_length() - 2, 0)
    return held >> low << low

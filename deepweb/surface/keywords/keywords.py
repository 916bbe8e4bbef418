"""Which word to ask next?

Iterative probing [Madhavan08 §5.1]: words come from the answers. Departure: the paper ranks words
by the TF-IDF of whole pages and chooses a set at the end; we read records, so each word is known by
the records that hold it, and the most promising one is asked at once. ``keyword_choice.py`` has the
paper's choice; ``benchmarks/keywords.py`` measures both.

Words are of different *sorts*: a number, a year, a code or none of these; mostly from titles or
not; held by few known records or by many; *covered* or not: of a covered word, all known records
were found by one other word whose records were all shown, so that it names but a part of these (of
the cities of Asia, those of India). A site searches some sorts and not others (prices are
shown, but rarely searched), and of words held by too many records it shows only some records,
always the same. So a word promises what its sort brought recently, and sorts of nearly its size.
An untried sort promises somewhat more than words bring at the moment. Within a sort, the word held
by most records goes first; of equal ones the most recent, since there may be more where it came
from.

Two sorts are derived. A *pair* is two words that each had more records than were shown, and that
some record holds both. *Beginnings* of words are asked where answers show records that hold only a
longer word starting with the one asked, and longer ones where the answer is cut off; there, words
are left out that begin with a word whose records were all shown.

A site with millions of records has too many words to keep. docs/operations.md promises a bound of a
million words: above that, the words held by the fewest records are forgotten, the oldest first,
which would have been asked last. ``python -m benchmarks.memory`` measures it.
"""

from __future__ import annotations

import heapq
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from deepweb.page.words import terms

NUMBER, YEAR, CODE, WORD, PAIR, BEGINNING = range(6)

Sort = tuple[int, bool, bool, int]
"""Kind of word, whether it is mostly in titles, whether it is covered, and log2 of the known
records that hold it."""
_Entry = tuple[int, int, str]
"""Held by most records first, then the most recent, then in alphabetical order."""

# What an untried sort promises, as a multiple of what words bring at the moment: a fixed number of
# records would be too many at the end of a crawl and too few on long pages.
OPTIMISM = 2.0
# The same multiple for pairs and beginnings, which most databases do not need.
CAUTION = 0.5
MEMORY = 0.85  # how much of a sort's yield still counts after one more answer of the sort
LONG_MEMORY = 0.95  # how much of the yield of all words still counts after one more answer
# How much of a sort's yield still counts after an answer of another sort: a sort that failed early
# is tried again.
FADING = 0.997
NEIGHBOUR = 0.3  # how much the yield of the next smaller and larger sort counts
PAGE = 20  # records of a usual answer, unless answers show more
LARGEST_PAGE = 500  # records of a page that are searched for beginnings
PAIRED = 6  # of a record's words with records not shown, how many are paired (the rarest)
PAIRED_RECORDS = 300  # recent records whose words are paired once a site refuses them
MAX_WORDS = 1_000_000  # words that are kept
FORGOTTEN = 0.25  # share of them that is forgotten when there are more
LETTERS = 3  # letters of a beginning, unless a site has shown that it searches shorter ones
MIN_COVERED = 2  # records that hold a covered word: each word of a single record would be one
MAX_OPEN = 200  # words whose next pages are awaited, of which is kept what they found
EVIDENCE = 2  # records shown for a mere beginning that prove that a site searches beginnings
STARTED = 4  # records, at least, whose titles must all begin with one or two letters to prove it


class KeywordPlan:
    """The words known so far, and what words of each sort have brought."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()
        self._titles: Counter[str] = Counter()
        self._made: dict[str, int] = {}
        # Entries become stale when the count of a word grows; stale entries are skipped.
        self._heaps: defaultdict[Sort, list[_Entry]] = defaultdict(list)
        self._asked: dict[str, Sort | None] = {}
        self._brought: dict[tuple[int, ...], _Brought] = {}
        self._credited = 0
        self._shown_in_all = 0
        self._shown: Counter[str] = Counter()
        # The most that an answer showed, and how many answers showed as many.
        self._page, self._full_pages = 0, 0
        # Words with records that were not shown, and their total; 0 if the site does not say.
        self._cut_off: dict[str, int] = {}
        self._all_shown: set[str] = set()
        # By word that was asked, the words of the records that it found, until all are shown.
        self._found_by: dict[str, Counter[str]] = {}
        # By word, the most of its records that one other word found whose records were all shown.
        self._covered: dict[str, int] = {}
        # The words of the records added since the last answer.
        self._new: deque[dict[str, None]] = deque(maxlen=LARGEST_PAGE)
        # The words of recent records.
        self._recent: deque[dict[str, None]] = deque(maxlen=PAIRED_RECORDS)
        # Records that did not hold the word asked for, and how many of them a longer one.
        self._without, self._begun = 0, 0
        self._has_beginnings = False
        self._letters = LETTERS

    def add(self, title: str, text: str) -> None:
        """Count the words of a new record."""
        in_title = dict.fromkeys(terms(title))
        # In the order of the text, not of a set, so that every run forgets the same words.
        every = in_title | dict.fromkeys(terms(text))
        for word in every:
            if word in in_title:
                self._titles[word] += 1
            self._made.pop(word, None)
            self._count(word)
        if len(self._held) > MAX_WORDS:
            self._forget()
        self._count_pairs(every)
        self._recent.append(every)
        if self._has_beginnings:
            for beginning in dict.fromkeys(map(self._beginning, every)):
                if beginning:
                    self._count_made(beginning, BEGINNING)
        self._new.append(every)

    def next(self) -> str | None:
        """The most promising word, or None when all are asked; none is given twice."""
        best = self._best()
        if best is None:
            return None
        *_, word = heapq.heappop(self._heaps[best])
        self._asked[word] = best
        return word

    def promise(self) -> float:
        """New records expected of the next word."""
        best = self._best()
        return 0.0 if best is None else self._promise(best)

    def exclude(self, word: str) -> None:
        """Do not offer a word that another source asked for."""
        self._asked.setdefault(word, None)

    def refuse(self, word: str) -> None:
        """Note that the site refuses a word, since too many records hold it."""
        self._all_shown.discard(word)
        self._cut(word, 0)
        for every in self._recent:
            if word in every:
                self._count_pairs(every, word)

    def credit(
        self, word: str, new: int, count: int | None = None, shown: int | None = None
    ) -> None:
        """Note how many new records an answer brought, after they were added.

        To be called for each answer, next pages of a word included: ``shown`` is the number of
        records on the answer, ``count`` the total that the site states for the word.
        """
        # Records of another question may have been added before.
        records = list(self._new)[-new:] if new else []
        self._new.clear()
        self._note_shown(word, new if shown is None else shown, count)
        self._note_found(word, records)
        self._note_beginnings(word, records)
        self._credited += 1
        if sort := self._asked.get(word):
            # Sorts of one kind learn a little from each other.
            for group in (sort, sort[:3]):
                self._learn(group, new, MEMORY)
            self._learn((), new, LONG_MEMORY)

    def _learn(self, group: tuple[int, ...], new: int, memory: float) -> None:
        known = self._recalled(group)
        self._brought[group] = _Brought(
            memory * known.new + new, memory * known.answers + 1, self._credited
        )

    def _recalled(self, group: tuple[int, ...]) -> _Brought:
        """What a group of sorts brought, as far as it still counts."""
        known = self._brought.get(group, _NOTHING)
        left = FADING ** (self._credited - known.credited)
        return _Brought(left * known.new, left * known.answers, self._credited)

    def _note_shown(self, word: str, shown: int, count: int | None) -> None:
        if shown > self._page:
            self._page, self._full_pages = shown, 0
        self._full_pages += shown == self._page
        self._shown_in_all += shown
        self._shown[word] += shown
        if (shown < self._page) if count is None else (count <= self._shown[word]):
            self._cut_off.pop(word, None)
            if shown:  # nothing may have been found for another reason: a word too short
                self._all_shown.add(word)
        # Two answers with the most records ever seen: that is the size of a page.
        elif count is not None or self._full_pages > 1:
            self._cut(word, count or 0)

    def _cut(self, word: str, count: int) -> None:
        """A word has records that were not shown; longer beginnings may show them."""
        is_known = word in self._cut_off
        self._cut_off[word] = count
        if self._has_beginnings and not is_known and len(word) >= self._letters:
            self._count_beginnings(word)

    def _count_beginnings(self, start: str = "") -> None:
        """Count the beginnings of the known words, of those only that start with another."""
        longer: Counter[str] = Counter()
        for known, times in self._held.items():
            if known.startswith(start) and known not in self._made:
                longer[self._beginning(known)] += times
        for beginning, times in sorted(longer.items()):
            if beginning:
                self._count_made(beginning, BEGINNING, times)

    def _beginning(self, word: str) -> str:
        """The shortest beginning of a word that may show all of its records; "" if none may."""
        end = self._letters
        while end < len(word) and word[:end] in self._cut_off:
            end += 1
        return word[:end] if end < len(word) else ""

    def _note_found(self, word: str, records: Sequence[Mapping[str, None]]) -> None:
        """Once all records of a word were shown, note which other words it covers."""
        found = self._found_by.setdefault(word, Counter())
        for every in records:
            found.update(every.keys())
        if word in self._all_shown:
            for other, times in self._found_by.pop(word).items():
                if other != word and times > self._covered.get(other, 0):
                    self._covered[other] = times
                    self._push(other)
        elif len(self._found_by) > MAX_OPEN:
            del self._found_by[next(iter(self._found_by))]

    def _note_beginnings(self, word: str, records: Sequence[Mapping[str, None]]) -> None:
        """Do the new records hold the word asked, or only a longer word that begins with it?"""
        if self._has_beginnings or not word:
            return
        for held in records if len(word) >= LETTERS else ():
            self._without += word not in held
            self._begun += word not in held and any(other.startswith(word) for other in held)
        # Records that show only part of their text hold such words by chance, but most do not.
        self._has_beginnings = self._begun >= EVIDENCE and 2 * self._begun > self._without
        if len(word) < LETTERS and _all_begin(records, word):
            self._has_beginnings, self._letters = True, len(word)
        if self._has_beginnings:
            self._count_beginnings()

    def _count_pairs(self, every: Iterable[str], refused: str = "") -> None:
        """Count the pairs of a record's words, of those only that hold a ``refused`` word."""
        cut = [word for word in every if word in self._cut_off] if len(self._cut_off) > 1 else []
        cut.sort(key=lambda word: (word != refused, self._cut_off[word] or self._held[word], word))
        for pair in combinations(cut[:PAIRED], 2):
            if not refused or refused in pair:
                self._count_made(" ".join(sorted(pair)), PAIR)

    def _count_made(self, word: str, kind: int, times: int = 1) -> None:
        if word not in self._held:
            self._made[word] = kind
        self._count(word, times)

    def _count(self, word: str, times: int = 1) -> None:
        before = self._held[word]
        held = self._held[word] = before + times
        # An entry per step and not per count keeps the heaps small.
        if _step(held) != _step(before) or before == self._covered.get(word):
            self._push(word)

    def _push(self, word: str) -> None:
        if word not in self._asked:
            entry = -_step(self._held[word]), -self._credited, word
            heapq.heappush(self._heaps[self._sort(word)], entry)

    def _forget(self) -> None:
        """Drop the words that promise least; words that were asked are still not asked again."""
        most, least = int(FORGOTTEN * MAX_WORDS), 1
        while len(dropped := self._least_held(least, most)) < most:
            least *= 2
        for counts in (self._held, self._titles, self._made, self._covered):
            for word in dropped:
                counts.pop(word, None)
        # A dictionary gives memory back only when it is rebuilt.
        self._held, self._titles = Counter(self._held), Counter(self._titles)
        for heap in self._heaps.values():
            heap[:] = [entry for entry in heap if entry[2] in self._held]
            heapq.heapify(heap)

    def _least_held(self, least: int, most: int) -> list[str]:
        """Words held by at most ``least`` records, the oldest first."""
        few = (word for word, held in self._held.items() if held <= least)
        return list(islice(few, most))

    def _sort(self, word: str) -> Sort:
        held = self._held[word]
        kind = self._made[word] if word in self._made else _kind(word)
        is_covered = held >= MIN_COVERED and held == self._covered.get(word)
        return kind, 2 * self._titles[word] >= held, is_covered, held.bit_length()

    def _best(self) -> Sort | None:
        ready = [sort for sort in self._heaps if self._has_word(sort)]
        # Ties are broken by the sort, so that a crawl can be replayed.
        return max(ready, key=lambda sort: (self._promise(sort), sort), default=None)

    def _has_word(self, sort: Sort) -> bool:
        heap = self._heaps[sort]
        while heap and not self._is_current(heap[0], is_covered=sort[2]):
            heapq.heappop(heap)
        return bool(heap)

    def _is_current(self, entry: _Entry, *, is_covered: bool) -> bool:
        step, _, word = entry
        if word in self._asked or -step != _step(self._held[word]):
            return False
        if is_covered != self._sort(word)[2]:
            return False
        if self._made.get(word) == PAIR:
            return self._cut_off.keys() >= set(word.split())
        return not (self._has_beginnings and self._beginning_is_shown(word))

    def _beginning_is_shown(self, word: str) -> bool:
        """Were all records shown that hold a word with the same beginning?"""
        return any(word[:end] in self._all_shown for end in range(self._letters, len(word)))

    def _promise(self, sort: Sort) -> float:
        *group, size = sort
        kind = sort[0]
        usual = self._recalled(())
        # Not the longest answer: where answers are not cut into pages, one may hold hundreds.
        answer = max(PAGE, self._shown_in_all / max(1, self._credited))
        hope = OPTIMISM * (answer / 2 + usual.new) / (1 + usual.answers)
        if kind in {PAIR, BEGINNING}:
            hope *= CAUTION
        family, own = self._recalled(tuple(group)), self._recalled(sort)
        near = [self._recalled((*group, size + step)) for step in (-1, 1)]
        new = own.new + NEIGHBOUR * sum(each.new for each in near)
        answers = own.answers + NEIGHBOUR * sum(each.answers for each in near)
        return ((hope + family.new) / (1 + family.answers) + new) / (1 + answers)


class _Brought(NamedTuple):
    """New records and answers, discounted by age, at a number of credited answers."""

    new: float
    answers: float
    credited: int


_NOTHING = _Brought(0, 0, 0)


def _all_begin(records: Sequence[Mapping[str, None]], start: str) -> bool:
    """Do all titles begin with a few letters? Any text holds some word that does."""
    firsts = [next(iter(held), "") for held in records]
    is_begun = (first.startswith(start) and first != start for first in firsts)
    return len(firsts) >= STARTED and all(is_begun)


def _kind(word: str) -> int:
    if word.isdigit():
        return YEAR if len(word) == 4 and word[:2] in {"19", "20"} else NUMBER
    return CODE if any(letter.isdigit() for letter in word) else WORD


def _step(held: int) -> int:
    """Rounded down to 0, 1, 2, 3, 4, 6, 8, 12, 16, 24 and so on."""
    low = max(held.bit_length() - 2, 0)
    return held >> low << low

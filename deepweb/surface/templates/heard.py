"""What is known of the answers to menus: which are empty, which are cut off, which need no more?

Madhavan et al. (PVLDB 2008), section 3.1, leave inputs that depend on each other open (a city after
its state). We keep what was answered, by what was filled in, and draw three conclusions:

- Nothing is found by less: where a value alone finds nothing, though others of its menu do, it
  finds nothing together with any other. So the empty pairs of dependent menus are not asked.
- Nothing is left to find: an answer that shows all its records needs no further restriction. One
  is cut off where it says that it has more records than can be reached, or, if it says nothing,
  where it leads nowhere and is as full as the fullest that were seen.
- All is found: where the answers to a value with those of another menu together hold as many
  records as the value has, the rest of that menu is empty.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from deepweb.surface.record_numbers import NumberSet, TextNumbers
from deepweb.surface.templates.choices import Pairs
from deepweb.surface.templates.informativeness import ADVERTS, Seen

# Answers of one length, and records in them, from which on that length is taken for a full page.
FULL_TIMES, FULL_LENGTH = 3, 5

Filled = frozenset[tuple[str, str]]


class Heard:
    """The answers so far, by what was filled in."""

    def __init__(self) -> None:
        self.reachable: int | None = None
        """Records of one question that next pages lead to at most, once that is known."""
        self.never_free: frozenset[str] = frozenset()
        """Inputs that restrict even where they are not filled in: without them less is found."""
        self.fixed: Pairs = ()
        """Filled in with every question by now: a page size, a bound at its widest."""
        self._answers: dict[Filled, Seen] = {}
        self._answering: set[frozenset[str]] = set()
        """Inputs that, filled in together, found something."""
        self._lengths: Counter[int] = Counter()
        self._numbered = TextNumbers()
        self._found: dict[Filled, NumberSet] = {}
        """Records found where this or more was filled in."""
        self._paged: dict[Filled, NumberSet] = {}
        """Records on all pages of an answer so far."""
        self._short = 0
        """Pages that are shorter than others, though nothing is left out, and say a number."""
        self._disagreeing = 0
        """Of these, those that say another number than that of the records on them."""

    def note(self, filled: Iterable[tuple[str, str]], seen: Seen) -> None:
        """Keep an answer; the first one to a question counts, unless that was an error."""
        key = frozenset(filled)
        before = self._answers.get(key)
        if before is not None and not before.failed:
            return
        self._answers[key] = seen
        if seen.has_records:
            self._answering.add(_names(key))
            self._lengths[len(seen.ids)] += 1
            self._compare(seen)
            self._find(key, self._numbered.numbers(seen.ids))

    def note_page(self, filled: Iterable[tuple[str, str]], page: Seen) -> None:
        """Keep what a next page of an answer showed; the last one may show how far pages reach."""
        key = frozenset(filled)
        first = self._answers.get(key)
        if first is None or page.failed:
            return
        if key not in self._paged:
            self._paged[key] = NumberSet(self._numbered.numbers(first.ids))
        paged, here = self._paged[key], self._numbered.numbers(page.ids)
        paged.update(here)
        self._find(key, here)
        count = self._count(first)
        if not page.has_next and count is not None and count > len(paged) + ADVERTS:
            self.reachable = max(self.reachable or 0, len(paged))

    def _find(self, filled: Filled, records: list[int]) -> None:
        for part in (filled, *self.parts(filled)):
            self._found.setdefault(part, NumberSet()).update(records)

    def _compare(self, seen: Seen) -> None:
        if seen.count is not None and not seen.has_next and len(seen.ids) < self.longest:
            self._short += 1
            self._disagreeing += abs(seen.count - len(seen.ids)) > ADVERTS

    def renew(self, filled: Iterable[tuple[str, str]], seen: Seen) -> None:
        """Keep an answer in place of the one before: pages show more now."""
        self._answers.pop(frozenset(filled), None)
        self.note(filled, seen)

    def answer(self, filled: Iterable[tuple[str, str]]) -> Seen | None:
        return self._answers.get(frozenset(filled))

    def answers(self) -> Iterator[tuple[Filled, Seen]]:
        return iter(self._answers.items())

    @property
    def full_page(self) -> int | None:
        """How many records a full page has, if that can be told."""
        longest = self.longest
        is_usual = longest >= FULL_LENGTH and self._lengths[longest] >= FULL_TIMES
        return longest if is_usual else None

    @property
    def longest(self) -> int:
        """How many records the longest page had."""
        return max(self._lengths, default=0)

    def size(self, filled: Iterable[tuple[str, str]]) -> int | None:
        """How many records an answer has, as far as is known; None if it was not asked for."""
        seen = self.answer(filled)
        if seen is None or seen.failed:
            return None
        count = self._count(seen)
        if count is not None:
            return count
        # An answer that goes on has more, but nobody knows how many.
        return len(seen.ids) * (1 + (seen.has_next or self.is_cut_off(seen)))

    @property
    def counts_are_true(self) -> bool:
        """Are the numbers of records those of the answers, not that of the database on every page?

        Then they agree with what is seen where all of it is: on pages that lead nowhere and are
        shorter than others.
        """
        return 2 * self._disagreeing <= self._short

    def unseen_share(self, part: Filled) -> float:
        """Of the records that an answer says it has, the share that was not seen yet."""
        seen = self._answers.get(part)
        count = self._count(seen) if seen else None
        return 1 - len(self._found.get(part, ())) / count if count else 1.0

    def _count(self, seen: Seen) -> int | None:
        return seen.count if self.counts_are_true else None

    def is_cut_off(self, seen: Seen) -> bool:
        """Has the answer more records than can be reached by its pages?"""
        if not seen.has_records:
            return False
        if seen.has_next:
            more = self._count(seen) or math.inf
            return self.reachable is not None and more > self.reachable
        if (count := self._count(seen)) is not None:
            return count > len(seen.ids)
        return self.full_page is not None and len(seen.ids) >= self.full_page

    def is_complete(self, seen: Seen) -> bool:
        """Does the answer show all its records on its one page, as far as can be told?"""
        if not seen.has_records or seen.has_next or self.is_cut_off(seen):
            return False
        full = self.full_page
        is_counted = self._count(seen) is not None
        return is_counted or (full is not None and len(seen.ids) < full)

    def parts(self, filled: Filled) -> Iterator[Filled]:
        """What less can be filled in of it, but something, and finds all that it finds."""
        kept = [pair for pair in filled if pair[0] in self.never_free]
        rest = sorted(filled.difference(kept))
        for size in range(0 if kept else 1, len(rest)):
            yield from (frozenset((*kept, *some)) for some in combinations(rest, size))

    def is_pointless(self, filled: Iterable[tuple[str, str]]) -> str:
        """Why to ask for this would bring nothing, by what less of it brought; or nothing."""
        key = frozenset(filled)
        for part in self.parts(key):
            seen = self._answers.get(part)
            if seen is None or seen.failed:
                continue
            if not seen.has_records:
                if _names(part) in self._answering:
                    return "a part of it is empty"
            elif not self.is_cut_off(seen):
                return "a part of it shows all that it has"
            elif self.unseen_share(part) <= 0:
                return "all that a part of it has is found"
        return ""


def _names(filled: Filled) -> frozenset[str]:
    return frozenset(name for name, _ in filled)

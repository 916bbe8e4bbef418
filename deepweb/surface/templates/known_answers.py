"""What do the answers so far say about questions that were not asked yet?

The paper leaves dependent inputs open, such as a city and its state [Madhavan08 §3.1]. We keep each
answer by the values that were filled in, and conclude for every question that restricts it further:

- **Empty.** If a value alone finds nothing, though other values of its input do, it finds nothing
  together with others. So the empty pairs of dependent menus are not asked.
- **Complete.** An answer that shows all its records needs no further restriction. It is cut off if
  it states more records than its pages reach; or, if it states no number, if it has no next page
  and is as long as the longest pages.
- **Found.** If the answers to a value together with values of another menu hold as many records as
  the value alone states, the rest of that menu brings nothing.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations

from deepweb.surface.record_numbers import NumberSet, TextNumbers
from deepweb.surface.templates.informative import ADVERTS, AnswerSummary
from deepweb.surface.templates.template import Pairs

# The length of the longest pages is a full page if it is seen often enough and is long enough.
MIN_FULL_PAGES = 3
MIN_FULL_LENGTH = 5

Filled = frozenset[tuple[str, str]]
"""Names of inputs with the values that were filled in, in no order."""


class KnownAnswers:
    """The answers so far, by the values that were filled in."""

    def __init__(self) -> None:
        self._reachable: int | None = None
        self._fixed: Pairs = ()
        self._always_restricting: frozenset[str] = frozenset()
        self._answers: dict[Filled, AnswerSummary] = {}
        self._finding: set[frozenset[str]] = set()
        """Sets of inputs that found something when they were filled in together."""
        self._lengths: Counter[int] = Counter()
        self._numbered = TextNumbers()
        self._found: dict[Filled, NumberSet] = {}
        """Records that were found with these values, or with these and others."""
        self._paged: dict[Filled, NumberSet] = {}
        """Records on the pages of an answer so far."""
        self._short = 0
        """Pages that are shorter than others, have no next page and state a number of records."""
        self._disagreeing = 0
        """Those of them that state another number than they show."""

    # What holds for all questions

    @property
    def reachable(self) -> int | None:
        """The most records of one answer that its next pages lead to, once that is known."""
        return self._reachable

    def limit_reach(self, records: int | None) -> None:
        """Set how many records the pages of an answer lead to, unless it is known."""
        self._reachable = self._reachable or records

    @property
    def fixed(self) -> Pairs:
        """Values that are filled in with every question: a page size, the widest bound."""
        return self._fixed

    def fix(self, pairs: Pairs) -> None:
        """Fill in some values with every question from now on."""
        self._fixed = (*self._fixed, *pairs)

    def restrict_always(self, names: frozenset[str]) -> None:
        """Name the inputs that restrict even by their default: leaving them free finds less."""
        self._always_restricting = names

    # Answers

    def add(self, filled: Iterable[tuple[str, str]], answer: AnswerSummary) -> None:
        """Keep an answer; of several to one question the first that is no error counts."""
        key = frozenset(filled)
        before = self._answers.get(key)
        if before is not None and not before.failed:
            return
        self._answers[key] = answer
        if answer.has_records:
            self._finding.add(_names(key))
            self._lengths[len(answer.ids)] += 1
            self._check_count(answer)
            self._add_found(key, self._numbered.numbers(answer.ids))

    def add_page(self, filled: Iterable[tuple[str, str]], page: AnswerSummary) -> None:
        """Keep the records of a next page; the last page may show how far pages reach."""
        key = frozenset(filled)
        first = self._answers.get(key)
        if first is None or page.failed:
            return
        if key not in self._paged:
            self._paged[key] = NumberSet(self._numbered.numbers(first.ids))
        paged, here = self._paged[key], self._numbered.numbers(page.ids)
        paged.update(here)
        self._add_found(key, here)
        count = self._count(first)
        if not page.has_next and count is not None and count > len(paged) + ADVERTS:
            self._reachable = max(self._reachable or 0, len(paged))

    def replace(self, filled: Iterable[tuple[str, str]], answer: AnswerSummary) -> None:
        """Keep an answer in place of the earlier one, now that pages show more."""
        self._answers.pop(frozenset(filled), None)
        self.add(filled, answer)

    def answer(self, filled: Iterable[tuple[str, str]]) -> AnswerSummary | None:
        return self._answers.get(frozenset(filled))

    def answers(self) -> Iterator[tuple[Filled, AnswerSummary]]:
        return iter(self._answers.items())

    def _add_found(self, filled: Filled, records: list[int]) -> None:
        for part in (filled, *self.parts(filled)):
            self._found.setdefault(part, NumberSet()).update(records)

    def _check_count(self, answer: AnswerSummary) -> None:
        if answer.count is not None and not answer.has_next and len(answer.ids) < self.longest:
            self._short += 1
            self._disagreeing += abs(answer.count - len(answer.ids)) > ADVERTS

    # How many records an answer has, and whether it shows them all

    @property
    def longest(self) -> int:
        """Records on the longest page."""
        return max(self._lengths, default=0)

    @property
    def full_page(self) -> int | None:
        """Records on a full page, if that is known."""
        longest = self.longest
        is_usual = longest >= MIN_FULL_LENGTH and self._lengths[longest] >= MIN_FULL_PAGES
        return longest if is_usual else None

    @property
    def counts_are_true(self) -> bool:
        """Do pages state the records of their answer, rather than those of the whole database?

        Pages that show all their records tell: short ones without a next page.
        """
        return 2 * self._disagreeing <= self._short

    def size(self, filled: Iterable[tuple[str, str]]) -> int | None:
        """How many records an answer has, as far as is known; None if it was not asked for."""
        answer = self.answer(filled)
        if answer is None or answer.failed:
            return None
        count = self._count(answer)
        if count is not None or answer.is_too_much:
            return count
        # An answer with further pages has more: we assume twice as many.
        return len(answer.ids) * (1 + (answer.has_next or self.is_cut_off(answer)))

    def unseen_share(self, part: Filled) -> float:
        """The share of the records of an answer that was not seen in any other."""
        answer = self._answers.get(part)
        count = self._count(answer) if answer else None
        return 1 - len(self._found.get(part, ())) / count if count else 1.0

    def is_cut_off(self, answer: AnswerSummary) -> bool:
        """Has the answer more records than its pages reach?"""
        if answer.is_too_much:
            return True
        if not answer.has_records:
            return False
        if answer.has_next:
            stated = self._count(answer) or math.inf
            return self._reachable is not None and stated > self._reachable
        if (count := self._count(answer)) is not None:
            return count > len(answer.ids)
        return self.full_page is not None and len(answer.ids) >= self.full_page

    def is_complete(self, answer: AnswerSummary) -> bool:
        """Does the answer show all its records on one page, as far as is known?"""
        if not answer.has_records or answer.has_next or self.is_cut_off(answer):
            return False
        full = self.full_page
        is_counted = self._count(answer) is not None
        return is_counted or (full is not None and len(answer.ids) < full)

    def _count(self, answer: AnswerSummary) -> int | None:
        return answer.count if self.counts_are_true else None

    # Questions that were not asked

    def parts(self, filled: Filled) -> Iterator[Filled]:
        """The smaller sets of the values that find all that the whole finds."""
        kept = [pair for pair in filled if pair[0] in self._always_restricting]
        rest = sorted(filled.difference(kept))
        for size in range(0 if kept else 1, len(rest)):
            yield from (frozenset((*kept, *some)) for some in combinations(rest, size))

    def why_pointless(self, filled: Iterable[tuple[str, str]]) -> str:
        """Why a question would bring nothing new, by the answers to its parts; empty if it may."""
        for part in self.parts(frozenset(filled)):
            answer = self._answers.get(part)
            if answer is None or answer.failed:
                continue
            if not answer.has_records and not answer.is_too_much:
                if _names(part) in self._finding:
                    return "a part of it is empty"
            elif not self.is_cut_off(answer):
                return "a part of it shows all that it has"
            elif self.unseen_share(part) <= 0:
                return "all that a part of it has is found"
        return ""


def _names(filled: Filled) -> frozenset[str]:
    return frozenset(name for name, _ in filled)

"""Can the records of an answer all be had by its pages?

Where they can, keywords and next pages reach what there is, and further inputs of the form are not
worth the requests that it takes to understand them. Where answers are cut off (a first page only,
"the first 100 of 5,000"), only further restrictions lead to the rest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from deepweb.surface.answer import Answer, Found, Question
from deepweb.surface.record_numbers import Numbered, NumberSet

Values = tuple[tuple[str, str], ...]

# Answers of one length, and records in them, from which on that length is taken for a full page.
TIMES, LENGTH = 3, 5
# Pages that end with fewer of the records that they spoke of are cut off.
MOST = 0.9


class Reach:
    """Watches answers to their last page; asks nothing."""

    def __init__(self, numbered: Numbered | None = None) -> None:
        """``numbered`` are the records of the site."""
        self._numbered = Numbered() if numbered is None else numbered
        self.paged = False
        """Has any answer a next page?"""
        self.cut_off = 0
        """Answers that end though there is more."""
        self.ended = 0
        """Answers seen to their end."""
        self.most: int | None = None
        """Records of one answer that its pages lead to, where they end too soon."""
        self.on_cut_off: list[Callable[[Values, int], None]] = []
        """Told of answers that are cut off: what was asked, and how many records they have."""
        self._shown: dict[Values, NumberSet] = {}
        self._lengths: Counter[int] = Counter()

    def promise(self) -> float:
        return 0.0

    def next(self) -> Question | None:
        return None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        if not answer.found or question.purpose == "background":
            return
        shown = self._shown.setdefault(question.values, NumberSet())
        shown.update(self._numbered.numbers(record.id for record in answer.found))
        self._lengths[len(answer.found)] += 1
        if answer.next_url:
            self.paged = True
            return
        self.ended += 1
        if self._is_cut_off(answer, len(shown), is_first=not question.link):
            self._note_cut_off(question.values, answer, len(shown))
        del self._shown[question.values]

    @property
    def is_whole(self) -> bool:
        """Are most answers seen to their end?"""
        return not self.ended or self.cut_off <= self.ended / 4

    def _note_cut_off(self, values: Values, answer: Answer, shown: int) -> None:
        self.cut_off += 1
        self.most = max(self.most or 0, shown)
        for tell in self.on_cut_off:
            tell(values, answer.count or 2 * shown)

    def _is_cut_off(self, answer: Answer, shown: int, *, is_first: bool) -> bool:
        if answer.count is not None:
            return shown < MOST * answer.count
        full, times = max(self._lengths.items())
        # Of a list that has pages, the last one may well be full.
        is_full = len(answer.found) == full >= LENGTH and times >= TIMES
        return is_full and is_first and not self.paged

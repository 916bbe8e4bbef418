"""Is a template informative?

A template is informative if at least τ of the answers to its submissions are distinct (Definition
1, [Madhavan08 §4.1]), and if a second share is distinct from what other templates of the form have
shown (form-wide distinctness, [§4.3]). Errors have no signature but count as submissions. A sample
of 200 submissions stands for a larger template.

Departures:

- We read records. Two answers are the same if they show nearly the same records, or if their
  signatures are equal. All answers without records are one answer.
- The test ends as soon as its verdict cannot change, and earlier by statistics. A template is given
  up when a template of distinctness τ would have shown more distinct answers with a probability of
  95 % (``is_hopeless``): after 11 equal answers at most. It is accepted when it has shown enough
  new answers with records at twice the share that it needs: the harvest asks the rest of its values
  anyway, and stops when they bring nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import ceil, comb

from deepweb.surface.answer import FAILED, Answer

# Share of the records of the longer of two answers that the other must have to be the same: one
# advert among five records, or four among twenty, make no other answer.
SAME = 0.8
ADVERTS = 2  # records of a page that its stated number of records may not include


@dataclass(frozen=True, slots=True)
class InformativenessLimits:
    """When a template is informative; the first three are the paper's [Madhavan08 §4.3, 4.4]."""

    tau: float = 0.25
    form_wide: float = 0.2
    sample: int = 200
    confidence: float = 0.95
    """Probability with which a template is known not to be informative before it is given up."""
    enough: int = 6
    """Distinct answers with records after which a template may be accepted early."""


@dataclass(frozen=True, slots=True)
class AnswerSummary:
    """What is kept of an answer: what it showed, without the texts."""

    kind: str
    signature: str
    ids: tuple[str, ...] = ()
    count: int | None = None
    length: int = 0
    has_next: bool = False
    is_too_much: bool = False
    """Has the site found more than it shows, and shows nothing?"""

    @classmethod
    def of(cls, answer: Answer) -> AnswerSummary:
        ids = tuple(dict.fromkeys(record.id for record in answer.found))
        # A stated number below the records shown counts something else.
        count = answer.count if (answer.count or 0) >= len(ids) - ADVERTS else None
        has_next = bool(answer.next_url)
        much = answer.is_too_much
        return cls(answer.kind, answer.signature, ids, count, answer.length, has_next, much)

    @property
    def failed(self) -> bool:
        return self.kind in FAILED

    @property
    def has_records(self) -> bool:
        return self.kind in {"results", "duplicate"}


class DistinctAnswers:
    """The distinct ones of some answers."""

    def __init__(self) -> None:
        self._signatures: set[str] = set()
        self._shown: list[frozenset[str]] = []
        self._with_record: dict[str, list[int]] = {}
        self._has_empty = False

    def __len__(self) -> int:
        return len(self._signatures) + self._has_empty

    def add(self, answer: AnswerSummary) -> bool:
        """Add an answer; True if it is unlike all before."""
        is_new = not answer.failed and not self.has(answer)
        if is_new and answer.has_records:
            self._signatures.add(answer.signature)
            self._shown.append(frozenset(answer.ids))
            for record in answer.ids:
                self._with_record.setdefault(record, []).append(len(self._shown) - 1)
        elif is_new:
            self._has_empty = True
        return is_new

    def has(self, answer: AnswerSummary) -> bool:
        """Is an answer like it among them?"""
        if not answer.has_records:
            return self._has_empty
        if answer.signature in self._signatures:
            return True
        ids = frozenset(answer.ids)
        sharing = {n for record in answer.ids for n in self._with_record.get(record, ())}
        return any(_share_records(ids, self._shown[n]) for n in sharing)


@dataclass(slots=True)
class InformativenessTest:
    """The test of one template, as its answers come in."""

    size: int
    """Submissions that the template generates."""
    shown_before: DistinctAnswers
    """Answers to other templates of the form."""
    limits: InformativenessLimits = field(default_factory=InformativenessLimits)
    tested: int = 0
    failed: int = 0
    _distinct: DistinctAnswers = field(default_factory=DistinctAnswers)
    _form_wide: int = 0
    """Distinct answers that no other template has shown."""
    _with_records: int = 0
    """Those of them with records."""

    @property
    def total(self) -> int:
        """Answers that decide the test."""
        return min(self.size, self.limits.sample)

    @property
    def distinctness(self) -> float | None:
        return len(self._distinct) / self.tested if self.tested else None

    def add(self, answer: AnswerSummary) -> None:
        self.tested += 1
        self.failed += answer.failed
        if self._distinct.add(answer) and not self.shown_before.has(answer):
            self._form_wide += 1
            self._with_records += answer.has_records

    def verdict(self) -> tuple[bool, str] | None:
        """Is the template informative, and why? None while more answers are needed."""
        limits, left = self.limits, self.total - self.tested
        shares = (
            (len(self._distinct), limits.tau, "distinctness"),
            (self._form_wide, limits.form_wide, "form-wide distinctness"),
        )
        for number, share, what in shares:
            if number + left < share * self.total or is_hopeless(
                number, self.tested, self.total, share, limits.confidence
            ):
                return False, f"{what} {self._share(number)} < {share}{self._only_errors()}"
        reason = f"distinctness {self._share(len(self._distinct))} of {self.tested} answers"
        if all(number >= share * self.total for number, share, _ in shares):
            return True, reason
        is_clear = all(number >= 2 * share * self.tested for number, share, _ in shares)
        return (True, reason) if is_clear and self._with_records >= limits.enough else None

    @property
    def has_proven(self) -> bool:
        """Are the answers so far distinct enough, if no more can be asked for the test?"""
        limits = self.limits
        is_distinct = len(self._distinct) >= limits.tau * self.tested
        is_other = self._form_wide >= limits.form_wide * self.tested
        return is_distinct and is_other and self._with_records >= limits.enough

    def _share(self, number: int) -> str:
        return f"{number / self.tested if self.tested else 0:.2f}"

    def _only_errors(self) -> str:
        return "; all answers were errors" if self.tested and self.failed == self.tested else ""


def is_hopeless(
    distinct: int, tested: int, total: int, share: float, confidence: float = 0.95
) -> bool:
    """Would a template with ``share`` of distinct answers have shown more than ``distinct`` by now?

    Of such templates the one that shows least has one common answer, and just as many submissions
    with an answer of their own as the share demands. How many of these a sample meets is
    hypergeometric.
    """
    others = ceil(share * total) - 1
    met = max(distinct - 1, 0)
    if others <= 0 or tested > total:
        return False
    ways = sum(
        comb(others, n) * comb(total - others, tested - n) for n in range(min(met, tested) + 1)
    )
    return ways / comb(total, tested) < 1 - confidence


def is_alike(one: AnswerSummary, other: AnswerSummary) -> bool:
    """Do two answers show the same records, or have the same signature?"""
    if not one.ids or not other.ids:
        return one.signature == other.signature
    is_same_text = one.signature == other.signature
    return is_same_text or _share_records(frozenset(one.ids), frozenset(other.ids))


def is_same_answer(one: AnswerSummary, other: AnswerSummary) -> bool:
    """Are two answers alike, and state the same number of records if both state one?

    Two limits of one attribute may list the same records first and differ only on later pages.
    """
    is_counted = one.count is not None and other.count is not None
    return is_alike(one, other) and not (is_counted and one.count != other.count)


def contains(more: AnswerSummary, less: AnswerSummary) -> bool:
    """Does an answer show nearly all records of another?"""
    return len(set(more.ids).intersection(less.ids)) >= SAME * len(less.ids)


def shows_more(before: AnswerSummary, after: AnswerSummary) -> bool:
    """Does the second answer show the records of the first, and more?"""
    return len(after.ids) > len(before.ids) > 0 and contains(after, before)


def _share_records(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= SAME * max(len(one), len(other))

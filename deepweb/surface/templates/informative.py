"""Is a template worth asking?

Madhavan et al. (PVLDB 2008), section 4.1, Definition 1: a template is informative if at least τ of
the answers to its questions are distinct; and (4.3) if at least a lesser share is distinct from
all that other templates of the form have shown. Errors have no signature, but count as questions.
Of many questions a sample of 200 is asked.

Departures:

- We read records, so two answers with records are the same if they show nearly the same ones,
  whatever the rest of the page says; or if their signatures are the same. All answers without
  records are the same answer, however they word it.
- Early decision: asking stops when the verdict can no longer change (exact), and earlier by
  statistics. A template whose answers are all alike is given up once a template of distinctness τ
  would have shown more with a probability of 95 % (hypergeometric; the worst such template has one
  answer for the most part and a different one for each other question): after 11 answers at most,
  not after 150. One that has shown enough new answers with records, at twice the share that it
  needs, is accepted: the harvest asks the rest of its values anyway and stops when they bring
  nothing.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import ceil, comb

from deepweb.surface.answer import FAILED, Answer

# How much of the longer of two answers must be in the other for them to be the same: one advert
# among five records, or four among twenty, make no other answer.
SAME = 0.8
# Records on a page that are not counted.
ADVERTS = 2
# How sure it must be that a template is not informative before it is given up.
SURE = 0.95
# Distinct answers with records after which a template may be accepted early.
ENOUGH = 6


@dataclass(frozen=True, slots=True)
class Seen:
    """What is kept of an answer: what it showed, without the texts."""

    kind: str
    signature: str
    ids: tuple[str, ...] = ()
    count: int | None = None
    length: int = 0
    has_next: bool = False

    @classmethod
    def of(cls, answer: Answer) -> Seen:
        ids = tuple(dict.fromkeys(record.id for record in answer.found))
        # Fewer in all than can be seen: that was the number of something else.
        count = answer.count if (answer.count or 0) >= len(ids) - ADVERTS else None
        has_next = bool(answer.next_url)
        return cls(answer.kind, answer.signature, ids, count, answer.length, has_next)

    @property
    def failed(self) -> bool:
        return self.kind in FAILED

    @property
    def has_records(self) -> bool:
        return self.kind in {"results", "duplicate"}


class Distinct:
    """The different answers among some."""

    def __init__(self) -> None:
        self._signatures: set[str] = set()
        self._shown: list[frozenset[str]] = []
        self._with: dict[str, list[int]] = {}
        self.has_nothing = False

    def __len__(self) -> int:
        return len(self._signatures) + self.has_nothing

    def add(self, seen: Seen) -> bool:
        """Count an answer; is it unlike all before?"""
        is_new = not seen.failed and not self.knows(seen)
        if is_new and seen.has_records:
            self._signatures.add(seen.signature)
            self._shown.append(frozenset(seen.ids))
            for record in seen.ids:
                self._with.setdefault(record, []).append(len(self._shown) - 1)
        elif is_new:
            self.has_nothing = True
        return is_new

    def knows(self, seen: Seen) -> bool:
        """Was there an answer like it?"""
        if not seen.has_records:
            return self.has_nothing
        if seen.signature in self._signatures:
            return True
        ids = frozenset(seen.ids)
        near = {n for record in seen.ids for n in self._with.get(record, ())}
        return any(_alike(ids, self._shown[n]) for n in near)


@dataclass(frozen=True, slots=True)
class Thresholds:
    """The paper's figures (4.3, 4.4)."""

    tau: float = 0.25
    form_wide: float = 0.2
    sample: int = 200


@dataclass(slots=True)
class Trial:
    """The test of one template as its answers come in."""

    size: int
    """Questions that the template has."""
    known: Distinct
    """What other templates of the form have shown."""
    thresholds: Thresholds = field(default_factory=Thresholds)
    tested: int = 0
    failed: int = 0
    fresh: int = 0
    """Distinct answers that no other template has shown."""
    with_records: int = 0
    """Of these, those with records."""
    distinct: Distinct = field(default_factory=Distinct)

    @property
    def total(self) -> int:
        """How many answers decide."""
        return min(self.size, self.thresholds.sample)

    @property
    def distinctness(self) -> float | None:
        return len(self.distinct) / self.tested if self.tested else None

    def take(self, seen: Seen) -> None:
        self.tested += 1
        self.failed += seen.failed
        if self.distinct.add(seen) and not self.known.knows(seen):
            self.fresh += 1
            self.with_records += seen.has_records

    def verdict(self) -> tuple[bool, str] | None:
        """Informative or not, and why; None while more must be asked."""
        limits, left = self.thresholds, self.total - self.tested
        shares = (
            (len(self.distinct), limits.tau, "distinctness"),
            (self.fresh, limits.form_wide, "form-wide distinctness"),
        )
        for number, share, what in shares:
            if number + left < share * self.total or is_hopeless(
                number, self.tested, self.total, share
            ):
                return False, f"{what} {self._share(number)} < {share}{self._of_errors()}"
        told = f"distinctness {self._share(len(self.distinct))} of {self.tested} answers"
        if all(number >= share * self.total for number, share, _ in shares):
            return True, told
        is_plain = all(number >= 2 * share * self.tested for number, share, _ in shares)
        return (True, told) if is_plain and self.with_records >= ENOUGH else None

    def _share(self, number: int) -> str:
        return f"{number / self.tested if self.tested else 0:.2f}"

    def _of_errors(self) -> str:
        return "; all answers were errors" if self.tested and self.failed == self.tested else ""


def distinctness(answers: Iterable[Seen]) -> float:
    """The share of distinct answers (002, Definition 1); 0 where there are none."""
    distinct, asked = Distinct(), 0
    for seen in answers:
        distinct.add(seen)
        asked += 1
    return len(distinct) / asked if asked else 0.0


def is_hopeless(distinct: int, tested: int, total: int, share: float) -> bool:
    """Would a template of that share of distinct answers have shown more by now?

    The one that shows least has a common answer, and one of its own for so few other questions that
    all are just the share: how often do ``tested`` questions meet so few of these?
    """
    others = ceil(share * total) - 1
    met = max(distinct - 1, 0)
    if others <= 0 or tested > total:
        return False
    ways = sum(
        comb(others, n) * comb(total - others, tested - n) for n in range(min(met, tested) + 1)
    )
    return ways / comb(total, tested) < 1 - SURE


def is_alike(one: Seen, other: Seen) -> bool:
    """Do two answers with records show the same ones, or say the same?"""
    if not one.ids or not other.ids:
        return one.signature == other.signature
    return one.signature == other.signature or _alike(frozenset(one.ids), frozenset(other.ids))


def holds(more: Seen, less: Seen) -> bool:
    """Does an answer show nearly all that another shows?"""
    return len(set(more.ids).intersection(less.ids)) >= SAME * len(less.ids)


def shows_more(before: Seen, after: Seen) -> bool:
    """Does an answer show what another shows, and more?"""
    return len(after.ids) > len(before.ids) > 0 and holds(after, before)


def _alike(one: frozenset[str], other: frozenset[str]) -> bool:
    return len(one & other) >= SAME * max(len(one), len(other))


# --- merged from same_answer.py; rewrite or remove this note ---
# Do two answers show the same?
#
# As in ``informativeness``, by their records or by what they say. But two limits of one attribute may
# list the same records first and differ only behind them: where both answers tell how many records
# there are, they must tell the same number.


def is_same_answer(one: Seen, other: Seen) -> bool:
    """Was the second question answered like the first?"""
    is_counted = one.count is not None and other.count is not None
    return is_alike(one, other) and not (is_counted and one.count != other.count)

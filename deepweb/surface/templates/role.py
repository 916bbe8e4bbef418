"""Does an input select records, bound them, or only present them?

The paper expects the answers to a presentation input to have one signature [Madhavan08 §4.1], and
finds page sizes, which it calls monotonic, by the length of the page [§4.3]. The first fails where
only the first page is seen: each sort order shows other records first.

Departure: we read records and the number of records that a page states, and compare the answers to
the values of an input with each other and with the answer that leaves the input free. In this
order:

1. *Nested*: each answer holds all records of the next smaller one. It is a page size if the stated
   number stays the same, or if a page is as long as the number chosen; else a bound ("price up
   to"), of which only the widest value is worth asking.
2. *Longer*: the paper's own test, where no record could be read.
3. *Bounded*: the stated numbers grow with the number chosen, and the values share records.
4. *Needed*: distinct records where nothing is found without the input, unless its name suggests
   presentation. What only presents has nothing to present there: selection.
5. *Unchanged*: the same records for all values: presentation.
6. *Counted*: the same stated number for all values: presentation; other numbers: selection.
7. *Fewer*: values that find nothing, or less than a page, where the answer without the input has
   more: selection. No order of records loses any.
8. *Divided*: the records of the answer without the input are found again, divided among its values,
   at the head of their answers and in the same order: selection. A sort order scatters them.

If nothing is proven (each page is full, no numbers are stated), ``presentation`` asks further.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from deepweb.surface.templates.informative import ADVERTS, AnswerSummary, contains, is_alike

SELECTION, PRESENTATION, MONOTONIC = "selection", "presentation", "monotonic"


@dataclass(frozen=True, slots=True)
class RoleLimits:
    """How much evidence proves a role."""

    agreeing: int = 3
    """Answers that must agree, or as many as the input has values."""
    agreeing_unnamed: int = 6
    """Equal stated numbers that prove presentation, if the input's words do not suggest it."""
    many_values: int = 12
    """Values beyond which an input is hardly a sort order."""
    rising_counts: int = 4
    """Stated numbers that must be in order; by chance so many are, up or down, once in 12 times."""
    rising_lengths: int = 5
    """Page lengths that must be in order; by chance so many are, up or down, once in 60 times."""
    shared_by_bounds: float = 0.1
    """Share of the records under a bound that other values of it show too."""
    same_count: float = 0.01
    """Relative difference of stated numbers that are the same: databases change meanwhile."""
    found_again: float = 0.7
    """Share of the records shown without the input that its values must show again."""
    found_repeatedly: float = 1.2
    """The number of values, on average, that may show one of these records."""


LIMITS = RoleLimits()


@dataclass(frozen=True, slots=True)
class Role:
    """What an input does, and how that is known."""

    role: str
    reason: str
    widest: int | None = None
    """The place of the value that shows most, of a bound or a page size."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """The answers to some values of an input, all other inputs being equal."""

    without: AnswerSummary | None
    """The answer that leaves the input free."""
    options: Mapping[int, AnswerSummary]
    """By the place of the value among the values of the input."""
    values: int
    """How many values the input has."""
    numbers: Sequence[float] | None = None
    """The number in each value, if each has one."""
    full_page: int | None = None
    counts_are_true: bool = True
    is_suspect: bool = False
    """Do its words suggest that it only presents?"""

    @property
    def found(self) -> dict[int, AnswerSummary]:
        return {n: answer for n, answer in self.options.items() if answer.has_records}

    @property
    def counts(self) -> dict[int, int] | None:
        """The number of records that each answer states, if all do and the numbers are true."""
        found = self.found
        counts = {n: each.count for n, each in found.items() if each.count is not None}
        return counts if counts and len(counts) == len(found) and self.counts_are_true else None

    @property
    def base(self) -> AnswerSummary | None:
        """The answer that leaves the input free, if it has records."""
        return self.without if self.without and self.without.has_records else None


def proven_role(compared: Comparison) -> Role | None:
    """The role that the answers prove; None if they prove nothing."""
    if not compared.options:
        return None
    proofs = (_nested, _longer, _bounded, _needed, _unchanged, _counted, _fewer, _divided)
    return next((role for proof in proofs if (role := proof(compared))), None)


def _nested(compared: Comparison) -> Role | None:
    found = {n: each for n, each in compared.found.items() if each.ids}
    chain = [*found.values(), *([compared.base] if compared.base and compared.base.ids else [])]
    chain.sort(key=lambda each: (len(each.ids), each.count or 0))
    if len(chain) < LIMITS.agreeing or len(found) < 2 or len(chain[0].ids) == len(chain[-1].ids):
        return None
    if not all(contains(more, less) for less, more in pairwise(chain)):
        return None
    widest = max(found, key=lambda n: (len(found[n].ids), found[n].count or 0))
    if _is_page_size(compared, found):
        return Role(PRESENTATION, "shows more or fewer of the same records", widest)
    return Role(MONOTONIC, "each answer holds the next smaller one", widest)


def _is_page_size(compared: Comparison, found: Mapping[int, AnswerSummary]) -> bool:
    counts = [each.count for each in found.values()]
    known = [count for count in counts if count is not None]
    if len(known) == len(counts):
        return _is_same_count(min(known), max(known))
    numbers = compared.numbers
    if numbers is None:
        return False
    return sum(0 <= len(s.ids) - numbers[n] <= ADVERTS for n, s in found.items()) >= 2


def _longer(compared: Comparison) -> Role | None:
    """The length of the page grows with the number chosen [Madhavan08 §4.3]."""
    found = compared.found
    if compared.numbers is None or len(found) < LIMITS.rising_lengths:
        return None
    if any(each.ids for each in found.values()):
        return None
    order = sorted(found, key=compared.numbers.__getitem__)
    lengths = [found[n].length for n in order]
    if not _rises(lengths) and not _rises(lengths[::-1]):
        return None
    widest = max(order, key=lambda n: found[n].length)
    return Role(MONOTONIC, "the longer the page, the larger the number", widest)


def _bounded(compared: Comparison) -> Role | None:
    counts = compared.counts
    if (
        compared.numbers is None
        or counts is None
        or len(set(counts.values())) < LIMITS.rising_counts
    ):
        return None
    order = sorted(counts, key=compared.numbers.__getitem__)
    in_order = [counts[n] for n in order]
    if not _rises(in_order) and not _rises(in_order[::-1]):
        return None
    if not _share_records(compared, counts):
        return None
    widest = max(counts, key=lambda n: counts[n])
    return Role(MONOTONIC, f"{min(in_order)} to {max(in_order)} records, in order", widest)


def _share_records(compared: Comparison, counts: Mapping[int, int]) -> bool:
    """Do answers show the same records, or state more records together than there are?"""
    shown = Counter(record for n in counts for record in set(compared.options[n].ids))
    if sum(times > 1 for times in shown.values()) > LIMITS.shared_by_bounds * len(shown):
        return True
    whole = compared.base.count if compared.base else None
    if whole is None or max(counts.values()) > whole:
        return False  # the answer without the input restricts too
    return whole < (1 - LIMITS.shared_by_bounds) * sum(counts.values())


def _needed(compared: Comparison) -> Role | None:
    without, found = compared.without, list(compared.found.values())
    if without is None or without.has_records or compared.is_suspect:
        return None
    if without.is_too_much and found:
        return Role(SELECTION, "shows records where too much is found without it")
    emptied = any(not each.has_records and not each.failed for each in compared.options.values())
    if emptied and found:
        return Role(SELECTION, "finds records for some of its values only")
    distinct = [n for n, each in enumerate(found) if not any(is_alike(each, o) for o in found[:n])]
    if len(distinct) < min(LIMITS.agreeing, compared.values):
        return None
    return Role(SELECTION, "finds records where nothing is found without it")


def _unchanged(compared: Comparison) -> Role | None:
    base, answers = compared.base, [each for each in compared.options.values() if not each.failed]
    if base is None or len(answers) < min(LIMITS.agreeing, compared.values):
        return None
    if all(each.has_records and is_alike(each, base) for each in answers):
        return Role(PRESENTATION, f"the same records for {len(answers)} values")
    return None


def _counted(compared: Comparison) -> Role | None:
    counts = compared.counts
    if counts is None or len(counts) < min(2, compared.values):
        return None
    whole = compared.base.count if compared.base else None
    least, most = min(counts.values()), max(counts.values())
    if _is_same_count(least, most) and (whole is None or _is_same_count(whole, most)):
        return _equal_counts(compared, most, len(counts), whole)
    return Role(SELECTION, f"{least} to {most} records of {whole or 'an unknown number'}")


def _equal_counts(compared: Comparison, count: int, values: int, whole: int | None) -> Role | None:
    """More proof is needed: the number may be that of the database, or the site's maximum."""
    is_likely = compared.is_suspect and whole is not None and not _is_capped(count)
    is_small = compared.values <= LIMITS.many_values
    unnamed = LIMITS.agreeing_unnamed if is_small else LIMITS.many_values
    needed = LIMITS.agreeing if is_likely else unnamed
    emptied = any(not each.has_records and not each.failed for each in compared.options.values())
    if emptied or values < min(needed, compared.values) or _divided(compared):
        return None
    return Role(PRESENTATION, f"{count} records, whatever is chosen")


def _fewer(compared: Comparison) -> Role | None:
    base = compared.base
    if base is None:
        return None
    goes_on = base.has_next or (
        compared.full_page is not None and len(base.ids) >= compared.full_page
    )
    fewer = [
        each
        for each in compared.options.values()
        if not each.failed and _is_less(each, base, goes_on=goes_on)
    ]
    return Role(SELECTION, f"fewer records for {len(fewer)} values") if fewer else None


def _is_less(answer: AnswerSummary, base: AnswerSummary, *, goes_on: bool) -> bool:
    if not answer.has_records:
        return True
    if answer.has_next or len(answer.ids) >= len(base.ids):
        return False
    return goes_on or set(answer.ids) < set(base.ids)


def _divided(compared: Comparison) -> Role | None:
    base = compared.base
    if base is None or not base.ids:
        return None
    others = [each for each in compared.found.values() if not is_alike(each, base)]
    parts = [part for each in others if (part := _head_of(each, base))]
    again = Counter(record for part in parts for record in part)
    needed = LIMITS.found_again * len(base.ids) * len(others) / compared.values
    if len(parts) < min(LIMITS.agreeing, compared.values) or len(again) < needed:
        return None
    if again.total() > LIMITS.found_repeatedly * len(again):
        return None
    return Role(SELECTION, f"divides {len(again)} of {len(base.ids)} records among its values")


def _head_of(answer: AnswerSummary, base: AnswerSummary) -> list[str]:
    """The shared records, if they stand at the head of the first answer in the other's order."""
    shared = [record for record in base.ids if record in set(answer.ids)]
    return shared if shared == list(answer.ids[: len(shared)]) else []


def _is_capped(count: int) -> bool:
    """Is it a round number such as 1,000, at which a site may stop counting?"""
    return count >= 100 and len(str(count).rstrip("0")) == 1


def _is_same_count(one: int, other: int) -> bool:
    return abs(one - other) <= LIMITS.same_count * max(one, other)


def _rises(numbers: Sequence[float]) -> bool:
    return all(a <= b for a, b in pairwise(numbers)) and numbers[0] < numbers[-1]

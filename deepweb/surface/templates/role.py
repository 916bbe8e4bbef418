"""Does an input select records, bound them, or only show them in another way?

Madhavan et al. (PVLDB 2008), section 4: a presentation input shows the same records, so its answers
should have one signature. That fails where only the first page is seen: each sort order shows
other records first. And (4.3) page sizes make ever longer pages of distinct content, which they
find by the length of the page. Departure: we read records and their number, and compare the answers
to the values of an input with the answer without it:

1. Nested: each answer holds all records of the next smaller one. A page size, where the number of
   records in all stays the same or a page has just as many as was asked for; else a bound ("price
   up to"), of which only the least restrictive value is worth asking.
2. A number of records that grows with the number chosen, of values that share records: a bound.
3. Different records where nothing is found without the input: selection, unless its name speaks
   against it. What only presents has nothing to present there.
4. The same records, or the same number of records in all, whatever is chosen: presentation.
5. Another number of records in all: selection.
6. Values that find nothing, or fewer records than a full page has room for, where the answer
   without the input goes on: selection. No order of records loses any.
7. The records of the answer without the input are found again, divided among its values, at the
   head of their answers and in the same order: selection. A sort order scatters them.

Where none of this shows anything (each page full, no numbers), the small answer test of ``doubt``
decides: what is asked beside a question whose few records are all seen changes them or does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from deepweb.surface.templates.informative import ADVERTS, Seen, holds, is_alike

SELECTION, PRESENTATION, MONOTONIC = "selection", "presentation", "monotonic"

# Numbers of records that differ by less than this share are the same: databases live.
NEARLY = 0.01
# Answers that must agree before they prove anything, and where names do not support them.
AGREEING, SURELY, NESTED = 3, 6, 3
# Numbers of records that must be in order: by chance so many are, up or down, once in 12 times.
RISING = 4
# Sort orders have hardly more values than this.
SEVERAL = 12
# Of the records under a bound, the share that is found under another too.
SHARED = 0.1
# Answers whose lengths must rise with the numbers chosen, where no record could be read: by chance
# so many are in order, up or down, once in 60 times.
LONGER = 5
# Of the records shown without the input, the share that must be found again under its values (of
# those values that were asked for), under how many of them, and how often at most.
FOUND_AGAIN, UNDER, OFTEN = 0.7, 3, 1.2


@dataclass(frozen=True, slots=True)
class Role:
    """What an input does, and how that was seen."""

    role: str
    reason: str
    widest: int | None = None
    """Of a bound or a page size, the value that shows most."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The answers to some values of an input, all else being the same."""

    without: Seen | None
    """The answer where the input is not filled in."""
    options: Mapping[int, Seen]
    """By the place of the value among the values of the input."""
    values: int
    """How many values the input has."""
    numbers: Sequence[float] | None = None
    """The number in each value, if there is one in each."""
    full_page: int | None = None
    counts_are_true: bool = True
    is_suspect: bool = False
    """Is it called like an input that presents?"""

    @property
    def found(self) -> dict[int, Seen]:
        return {n: seen for n, seen in self.options.items() if seen.has_records}

    @property
    def counts(self) -> dict[int, int] | None:
        """How many records each answer with records has, if all say so and are believed."""
        found = self.found
        counts = {n: each.count for n, each in found.items() if each.count is not None}
        return counts if counts and len(counts) == len(found) and self.counts_are_true else None

    @property
    def base(self) -> Seen | None:
        """The answer without the input, if it had records."""
        return self.without if self.without and self.without.has_records else None


def role_of(seen: Compared) -> Role | None:
    """What the answers prove; None if nothing."""
    if not seen.options:
        return None
    proofs = (_nested, _longer, _bounded, _needed, _unchanged, _counted, _fewer, _divided)
    return next((role for proof in proofs if (role := proof(seen))), None)


def _nested(seen: Compared) -> Role | None:
    found = {n: each for n, each in seen.found.items() if each.ids}
    chain = [*found.values(), *([seen.base] if seen.base and seen.base.ids else [])]
    chain.sort(key=lambda each: (len(each.ids), each.count or 0))
    if len(chain) < NESTED or len(found) < 2 or len(chain[0].ids) == len(chain[-1].ids):
        return None
    if not all(holds(more, less) for less, more in pairwise(chain)):
        return None
    widest = max(found, key=lambda n: (len(found[n].ids), found[n].count or 0))
    if _is_page_size(seen, found):
        return Role(PRESENTATION, "shows more or fewer of the same records", widest)
    return Role(MONOTONIC, "each answer holds the next smaller one", widest)


def _is_page_size(seen: Compared, found: Mapping[int, Seen]) -> bool:
    counts = [each.count for each in found.values()]
    known = [count for count in counts if count is not None]
    if len(known) == len(counts):
        return _nearly(min(known), max(known))
    numbers = seen.numbers
    if numbers is None:
        return False
    return sum(0 <= len(s.ids) - numbers[n] <= ADVERTS for n, s in found.items()) >= 2


def _longer(seen: Compared) -> Role | None:
    """The paper's own test, where no record could be read."""
    found = seen.found
    if seen.numbers is None or len(found) < LONGER or any(each.ids for each in found.values()):
        return None
    order = sorted(found, key=seen.numbers.__getitem__)
    lengths = [found[n].length for n in order]
    if not _rises(lengths) and not _rises(lengths[::-1]):
        return None
    widest = max(order, key=lambda n: found[n].length)
    return Role(MONOTONIC, "the longer the page, the larger the number", widest)


def _bounded(seen: Compared) -> Role | None:
    """Numbers of records that grow with the number chosen, of values that share records."""
    counts = seen.counts
    if seen.numbers is None or counts is None or len(set(counts.values())) < RISING:
        return None
    order = sorted(counts, key=seen.numbers.__getitem__)
    in_order = [counts[n] for n in order]
    if not _rises(in_order) and not _rises(in_order[::-1]):
        return None
    shown = Counter(record for n in counts for record in set(seen.options[n].ids))
    is_shared = sum(times > 1 for times in shown.values()) > SHARED * len(shown)
    whole = seen.base.count if seen.base else None
    # Where a value has more than there are without the input, that restricts too.
    is_over = whole is not None and max(in_order) <= whole < (1 - SHARED) * sum(in_order)
    if not is_shared and not is_over:
        return None
    widest = max(counts, key=lambda n: counts[n])
    return Role(MONOTONIC, f"{min(in_order)} to {max(in_order)} records, in order", widest)


def _needed(seen: Compared) -> Role | None:
    without, found = seen.without, list(seen.found.values())
    if without is None or without.has_records or seen.is_suspect:
        return None
    distinct = [n for n, each in enumerate(found) if not any(is_alike(each, o) for o in found[:n])]
    if len(distinct) < min(AGREEING, seen.values):
        return None
    return Role(SELECTION, "finds records where nothing is found without it")


def _unchanged(seen: Compared) -> Role | None:
    base, answers = seen.base, [each for each in seen.options.values() if not each.failed]
    if base is None or len(answers) < min(AGREEING, seen.values):
        return None
    if all(each.has_records and is_alike(each, base) for each in answers):
        return Role(PRESENTATION, f"the same records for {len(answers)} values")
    return None


def _counted(seen: Compared) -> Role | None:
    """What the numbers of records in all say, where they are said."""
    counts = seen.counts
    if counts is None or len(counts) < min(2, seen.values):
        return None
    whole = seen.base.count if seen.base else None
    least, most = min(counts.values()), max(counts.values())
    if _nearly(least, most) and (whole is None or _nearly(whole, most)):
        return _of_equal_counts(seen, most, len(counts), whole)
    return Role(SELECTION, f"{least} to {most} records of {whole or 'an unknown number'}")


def _of_equal_counts(seen: Compared, count: int, values: int, whole: int | None) -> Role | None:
    """The number may be that of the database, or one at which a site stops counting."""
    is_likely = seen.is_suspect and whole is not None and not _is_capped(count)
    needed = AGREEING if is_likely else SURELY if seen.values <= SEVERAL else SEVERAL
    emptied = any(not each.has_records and not each.failed for each in seen.options.values())
    if emptied or values < min(needed, seen.values) or _divided(seen):
        return None
    return Role(PRESENTATION, f"{count} records, whatever is chosen")


def _fewer(seen: Compared) -> Role | None:
    """Values that find nothing or little, where without the input there is more."""
    base = seen.base
    if base is None:
        return None
    goes_on = base.has_next or (seen.full_page is not None and len(base.ids) >= seen.full_page)
    fewer = [
        each
        for each in seen.options.values()
        if not each.failed and _is_less(each, base, goes_on=goes_on)
    ]
    return Role(SELECTION, f"fewer records for {len(fewer)} values") if fewer else None


def _is_less(seen: Seen, base: Seen, *, goes_on: bool) -> bool:
    if not seen.has_records:
        return True
    if seen.has_next or len(seen.ids) >= len(base.ids):
        return False
    return goes_on or set(seen.ids) < set(base.ids)


def _divided(seen: Compared) -> Role | None:
    base = seen.base
    if base is None or not base.ids:
        return None
    others = [each for each in seen.found.values() if not is_alike(each, base)]
    parts = [part for each in others if (part := _head_of(each, base))]
    again = Counter(record for part in parts for record in part)
    needed = FOUND_AGAIN * len(base.ids) * len(others) / seen.values
    if len(parts) < min(UNDER, seen.values) or len(again) < needed:
        return None
    if again.total() > OFTEN * len(again):
        return None
    return Role(SELECTION, f"divides {len(again)} of {len(base.ids)} records among its values")


def _head_of(seen: Seen, base: Seen) -> list[str]:
    """Records of another answer, if they all stand at the head of this one and in their order."""
    shared = [record for record in base.ids if record in set(seen.ids)]
    return shared if shared == list(seen.ids[: len(shared)]) else []


def _is_capped(count: int) -> bool:
    """Is it a number such as 1,000, at which a site may have stopped counting?"""
    return count >= 100 and len(str(count).rstrip("0")) == 1


def _nearly(one: int, other: int) -> bool:
    return abs(one - other) <= NEARLY * max(one, other)


def _rises(numbers: Sequence[float]) -> bool:
    return all(a <= b for a, b in pairwise(numbers)) and numbers[0] < numbers[-1]

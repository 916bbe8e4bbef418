"""Which members belong to a group of records?

Members of a list have most of their parts in common. What has not, within it, is a heading, an
advert or a pager; what has, beside it, is a record too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from deepweb.page.outline import Outline

# A part is common that so many members have; a member is like the others that has so many of them.
COMMON, ALIKE = 0.6, 0.7
# Members with fewer parts in common have nothing that others could be told by.
MIN_PARTS = 3
# Among fewer members nothing is typical.
MIN_TYPICAL = 4
# Share of members with a link, if one without is no record.
LINKED = 0.8
# A member with less of the common parts is something else, where so many have more. On 110 sites
# this leaves out 2 of 1,000 members, and no record.
ODD, MOST = 0.3, 0.7

Span = tuple[int, int]
"""A record: number of its first element, and number after the last element in it."""

Spans = tuple[Span, ...]


def alike(page: Outline, spans: Spans) -> Spans:
    """The members that have the parts which most members have."""
    held = _held_parts(page, spans)
    common = _common(held)
    least = ALIKE * len(common)
    return tuple([s for s, parts in zip(spans, held, strict=True) if len(common & parts) >= least])


def completed(page: Outline, spans: Spans) -> Spans:
    """With those that look like a member, stand as one does, and have the parts which most have.

    A record with one thing more, or less, is of another shape; and some pages have a list for each
    sort of record.
    """
    common = common_parts(page, spans)
    if len(common) < MIN_PARTS or any(page.ends[start] != end for start, end in spans):
        return spans
    taken = {start for start, _ in spans}
    looks = {page.looks[start] for start in taken}
    around = {(page.paths[n], page.looks[n]) for start in taken if (n := page.parents[start]) >= 0}
    parents = (
        n for n, place in enumerate(zip(page.paths, page.looks, strict=True)) if place in around
    )
    beside = (kid for parent in parents for kid in page.children[parent])
    more = [
        (kid, page.ends[kid])
        for kid in beside
        if kid not in taken and page.looks[kid] in looks
        if len(common.intersection(page.looks[kid : page.ends[kid]])) >= ALIKE * len(common)
    ]
    return tuple(sorted((*spans, *more))) if more else spans


def typical(page: Outline, spans: Spans) -> Spans:
    """Without the few that have next to nothing in common with the others: boxes of pictures, of
    adverts, of other questions to ask."""
    held = _held_parts(page, spans)
    common = _common(held)
    least = ODD * len(common)
    kept = [s for s, parts in zip(spans, held, strict=True) if len(common & parts) >= least]
    return tuple(kept) if len(spans) >= MIN_TYPICAL and len(kept) >= MOST * len(spans) else spans


def linked(page: Outline, spans: Spans) -> Spans:
    """Where nearly all members hold a link, those that do: the others are headings between them."""
    hrefs = page.hrefs
    kept = [span for span in spans if any(hrefs[n] for n in range(*span))]
    return tuple(kept) if LINKED * len(spans) <= len(kept) < len(spans) else spans


def common_parts(page: Outline, spans: Spans) -> set[int]:
    """Looks of elements that most members hold."""
    return _common(_held_parts(page, spans))


def _held_parts(page: Outline, spans: Spans) -> list[set[int]]:
    looks = page.looks
    return [set(looks[start:end]) for start, end in spans]


def _common(held: Sequence[set[int]]) -> set[int]:
    counts = Counter(chain.from_iterable(held))
    return {part for part, count in counts.items() if count >= COMMON * len(held)}

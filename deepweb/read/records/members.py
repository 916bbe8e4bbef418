"""Which elements belong to a group of records?

Members of a list have most of their parts in common. An element in the list that lacks them is a
heading, an advert or a pager; an element beside the list that has them is a record too.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

from deepweb.page.outline import Outline

# Share of members that have a common part.
_COMMON = 0.6
# Share of the common parts that makes an element like the members.
_ALIKE = 0.7
# Common parts by which further members can be recognised.
_MIN_PARTS = 3
# Share of members with a link, if one without a link is no record.
_LINKED = 0.8
# Share of the common parts below which a member is something else. On 110 sites this drops 2 of
# 1,000 members, and no record.
_ODD = 0.3
# Share of members that must not be odd, and members that a group must have, for odd ones to go.
_MIN_TYPICAL_SHARE = 0.7
_MIN_TYPICAL = 4

Span = tuple[int, int]
"""A record: number of its first element, and number after its last descendant."""

Spans = tuple[Span, ...]


def alike(page: Outline, spans: Spans) -> Spans:
    """The members that have the parts which most members have."""
    held = _held_parts(page, spans)
    common = _common(held)
    least = _ALIKE * len(common)
    return tuple([s for s, parts in zip(spans, held, strict=True) if len(common & parts) >= least])


def completed(page: Outline, spans: Spans) -> Spans:
    """The members, and elements that look like one, stand like one and have the common parts.

    A record with one part more or less has another shape, and some pages have a list for each sort
    of record.
    """
    common = common_parts(page, spans)
    if len(common) < _MIN_PARTS or any(page.ends[start] != end for start, end in spans):
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
        if len(common.intersection(page.looks[kid : page.ends[kid]])) >= _ALIKE * len(common)
    ]
    return tuple(sorted((*spans, *more))) if more else spans


def typical(page: Outline, spans: Spans) -> Spans:
    """The members without the few that share hardly any part: boxes of pictures or adverts."""
    held = _held_parts(page, spans)
    common = _common(held)
    least = _ODD * len(common)
    kept = [s for s, parts in zip(spans, held, strict=True) if len(common & parts) >= least]
    is_most = len(kept) >= _MIN_TYPICAL_SHARE * len(spans)
    return tuple(kept) if len(spans) >= _MIN_TYPICAL and is_most else spans


def linked(page: Outline, spans: Spans) -> Spans:
    """If nearly all members hold a link, those that do; the others are headings."""
    hrefs = page.hrefs
    kept = [span for span in spans if any(hrefs[n] for n in range(*span))]
    return tuple(kept) if _LINKED * len(spans) <= len(kept) < len(spans) else spans


def common_parts(page: Outline, spans: Spans) -> set[int]:
    """Looks of elements that most members hold."""
    return _common(_held_parts(page, spans))


def _held_parts(page: Outline, spans: Spans) -> list[set[int]]:
    looks = page.looks
    return [set(looks[start:end]) for start, end in spans]


def _common(held: Sequence[set[int]]) -> set[int]:
    counts = Counter(chain.from_iterable(held))
    return {part for part, count in counts.items() if count >= _COMMON * len(held)}

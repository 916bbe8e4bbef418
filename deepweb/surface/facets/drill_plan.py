"""Which attributes, taken together, divide a query best?

A page of a query with two selected values tells two pairs for each of its records, with three it
tells three; but small parts leave pages half empty, and the pages in between cost requests too.
From the counts beside the values, and as if attributes were independent, it follows how many new
pairs a page tells if the query is divided by one attribute, by two, and so on. The parts share no
records, so nothing is told twice. On a site of 5,000 entities this takes 850 pages, where asking
the most promising link at each step took 1,550.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil

MAX_PARTS = 2_000  # parts that a query is divided into
BETTER = 1.05  # how many times more pairs a page must tell with one more attribute

Kind = tuple[str, int]
"""An attribute, and the depth of a value in it."""


@dataclass(frozen=True, slots=True)
class Values:
    """The counts of an attribute's values, and the share of their pairs that is not known."""

    counts: tuple[int, ...]
    lacking: float


def best_chain(
    total: int, size: int, kinds: Mapping[Kind, Values]
) -> tuple[tuple[Kind, ...], float]:
    """The attributes to divide ``total`` records by, and the pairs per page of ``size``."""
    chain: tuple[Kind, ...] = ()
    gain = 0.0
    while True:
        tried = {(*chain, kind): 0.0 for kind in kinds if kind not in chain}
        for each in tried:
            tried[each] = _gain(total, size, [kinds[kind] for kind in _ordered(each, kinds)])
        best = max(tried, key=lambda each: tried[each], default=())
        if not best or tried[best] <= BETTER * gain:
            return _ordered(chain, kinds), gain
        chain, gain = best, tried[best]


def _ordered(chain: tuple[Kind, ...], kinds: Mapping[Kind, Values]) -> tuple[Kind, ...]:
    """Few values first, so that few pages lie in between; subvalues after their value."""
    return tuple(sorted(chain, key=lambda kind: (kind[1], len(kinds[kind].counts), kind)))


def _gain(total: int, size: int, chain: Sequence[Values]) -> float:
    """Pairs per page, if all parts are read."""
    parts, pages, told, reached = [float(total)], 0.0, 0.0, 1.0
    for at, values in enumerate(chain):
        shares = [count / total for count in values.counts]
        if len(parts) * len(shares) > MAX_PARTS:
            return 0.0
        parts = [part * share for part in parts for share in shares]
        reached *= min(sum(shares), 1.0)
        told += total * reached * values.lacking * max(sum(shares), 1.0)
        is_last = at == len(chain) - 1
        pages += sum(_pages(part, size if is_last else part) for part in parts)
    return told / max(pages, 1.0)


def _pages(part: float, size: float) -> float:
    """Expected pages of a part; one that may be empty is asked for only if it is not."""
    return ceil(part / size) if part >= 1 else part

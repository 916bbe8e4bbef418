"""How many pages of a site carry an argument with the same value?

He et al. (WSDM 2013), Definition 4. With D(p) the pairs of argument and value in the second-level
URLs of page p, and P the pages of the site:

    r(a, v) = |{p in P : (a, v) in D(p)}| / |P|         prevalence of a pair
    r(a)    = the mean of r(a, v) over all v of a       prevalence of an argument

Pages are counted as they arrive. The mean needs two figures an argument, not all pairs: the sum of
its r(a, v) is the number of times that a page had a value of it, S(a), over |P|; so
r(a) = S(a) / (|P| · N(a)) with N(a) its values that are different. S is counted; of N the values
themselves are kept while they are few, and beyond that a sketch counts (HyperLogLog, Flajolet et
al. 2007, within 2 %), so that arguments which are different in each link cost no memory.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable
from hashlib import blake2b

from deepweb.read.links.arguments import Pair

THETA = 0.1
"""An argument more prevalent than this is not part of what is selected (000, section 6.3.3)."""

# Values of an argument that are kept with their counts, and of all arguments together.
MOST_VALUES, MOST_KEPT = 2_000, 400_000
# Arguments beyond this many are not counted; the paper met 1,471 on one site.
MOST_ARGUMENTS = 2_000
_SKETCH_BITS = 12


class Prevalence:
    """Definition 4 over the pages seen so far."""

    def __init__(self) -> None:
        self.pages = 0
        self._counts: dict[str, _Count] = {}
        self._kept = 0

    def add_page(self, pairs: Iterable[Pair]) -> None:
        """The pairs of all second-level URLs of a page, D(p), each once."""
        self.pages += 1
        for name, value in pairs:
            count = self._counts.get(name)
            if count is None:
                if len(self._counts) >= MOST_ARGUMENTS:
                    continue
                count = self._counts[name] = _Count()
            self._kept += count.add(value, self._kept < MOST_KEPT)

    @property
    def arguments(self) -> Collection[str]:
        return self._counts.keys()

    def of(self, argument: str) -> float:
        """r(a)."""
        count = self._counts.get(argument)
        return count.times / (self.pages * count.different()) if count else 0.0

    def of_pair(self, argument: str, value: str) -> float:
        """r(a, v); of a value that is no longer kept, 0."""
        count = self._counts.get(argument)
        return count.values.get(value, 0) / self.pages if count else 0.0

    def beside(self, argument: str) -> float:
        """How likely another page has a value that one page has.

        With |P| pages no value has a prevalence under 1 / |P|. This one begins at 0 with any
        number of pages, and comes to r(a) with many, so that few pages can be held against θ too.
        """
        count = self._counts.get(argument)
        if count is None or self.pages < 2:
            return 0.0
        return max(0.0, (count.times / count.different() - 1) / (self.pages - 1))

    def different(self, argument: str) -> int:
        """N(a), the number of its values."""
        count = self._counts.get(argument)
        return count.different() if count else 0


class _Count:
    """What is counted of one argument."""

    __slots__ = ("sketch", "times", "values")

    def __init__(self) -> None:
        self.times = 0
        self.values: dict[str, int] = {}
        self.sketch: bytearray | None = None

    def add(self, value: str, may_keep: bool) -> int:
        """Count a value; how many more are kept than before."""
        self.times += 1
        if value in self.values:
            self.values[value] += 1
            return 0
        if may_keep and len(self.values) < MOST_VALUES:
            self.values[value] = 1
            return 1
        if self.sketch is None:
            self.sketch = bytearray(1 << _SKETCH_BITS)
        _note(self.sketch, value)
        return 0

    def different(self) -> int:
        return len(self.values) + (_estimate(self.sketch) if self.sketch else 0)


def _note(sketch: bytearray, value: str) -> None:
    digest = blake2b(value.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    number = int.from_bytes(digest, "big")
    place, rest = number & ((1 << _SKETCH_BITS) - 1), number >> _SKETCH_BITS
    # The run of zeros before the first one.
    rank = 64 - _SKETCH_BITS - rest.bit_length() + 1
    sketch[place] = max(sketch[place], rank)


def _estimate(sketch: bytearray) -> int:
    size = len(sketch)
    estimate = 0.7213 / (1 + 1.079 / size) * size * size / sum(2.0**-rank for rank in sketch)
    empty = sketch.count(0)
    if estimate <= 2.5 * size and empty:
        estimate = size * math.log(size / empty)
    return max(1, round(estimate))

"""How many pages of a site carry an argument with the same value? [He13 Definition 4]

With D(p) the pairs of argument and value in the second-level URLs of page p, and P the pages of the
site:

    r(a, v) = |{p in P : (a, v) in D(p)}| / |P|         prevalence of a pair
    r(a)    = the mean of r(a, v) over all v of a       prevalence of an argument

Pages are counted as they arrive. With N(a) the number of different values, and S(a) the number of
times that a page had one of them, r(a) = S(a) / (|P| · N(a)).

Departure: memory is bounded, so that an argument that differs in each link costs no more than
others. The mean is taken over the first values of an argument; later new ones are not counted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from deepweb.read.links.arguments import Pair

# An argument that is more prevalent does not select [He13 §6.3.3].
THETA = 0.1
# Values of an argument that are counted.
MAX_VALUES = 2_000
# Values of all arguments that are counted.
MAX_KEPT = 400_000
# Arguments that are counted; the paper met 1,471 on one site.
MAX_ARGUMENTS = 2_000


class Prevalence:
    """Definition 4 over the pages seen so far."""

    def __init__(self) -> None:
        self.pages = 0
        self._values: dict[str, set[str]] = {}
        self._times: dict[str, int] = {}
        self._kept = 0

    def add_page(self, pairs: Iterable[Pair]) -> None:
        """The pairs of all second-level URLs of a page, D(p), each once."""
        self.pages += 1
        for name, value in pairs:
            if value in self._values.get(name, ()) or self._keep(name, value):
                self._times[name] = self._times.get(name, 0) + 1

    def _keep(self, name: str, value: str) -> bool:
        """Count a new value from now on, if there is room."""
        values = self._values.get(name, set())
        is_new = not values
        if self._kept >= MAX_KEPT or len(values) >= MAX_VALUES:
            return False
        if is_new and len(self._values) >= MAX_ARGUMENTS:
            return False
        self._values.setdefault(name, values).add(value)
        self._kept += 1
        return True

    @property
    def arguments(self) -> Collection[str]:
        return self._values.keys()

    def of(self, argument: str) -> float:
        """r(a)."""
        different = self.different(argument)
        return self._times[argument] / (self.pages * different) if different else 0.0

    def beside(self, argument: str) -> float:
        """The probability that another page has a value that one page has.

        With |P| pages no value has a prevalence below 1 / |P|. This figure begins at 0 with any
        number of pages and approaches r(a) with many, so that few pages can be compared with θ too.
        """
        different = self.different(argument)
        if not different or self.pages < 2:
            return 0.0
        return max(0.0, (self._times[argument] / different - 1) / (self.pages - 1))

    def different(self, argument: str) -> int:
        """N(a), the number of different values."""
        return len(self._values.get(argument, ()))

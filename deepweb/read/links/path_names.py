"""Which steps of a site's paths are names of facets: ``/browse/category/rice/cuisine/thai``?

He et al. (WSDM 2013, section 6.3) read arguments from query strings only. A site that writes facets
into the path puts one behind the other as they are chosen, so a name, or the key of a step such as
``brand-garmin``, comes at several depths, each time with other values behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from deepweb.read.links.arguments import MAX_URL, path_and_query, steps_of

MIN_DEPTHS, MIN_VALUES = 2, 3
# Of a name that may be one, as many values are remembered; and as many names.
MOST_VALUES, MOST_NAMES = 5, 5_000
MAX_STEPS = 20
_KEY = re.compile(r"([^\W\d]\w*?)[-_](.+)")


def path_names(urls: Iterable[str]) -> frozenset[str]:
    """The names of facets in the paths of a site's links, in lower case."""
    seen: dict[tuple[str, bool], tuple[set[int], set[str]]] = {}
    for path in {path_and_query(url)[0] for url in urls if len(url) <= MAX_URL}:
        for at, name, is_key, value in _named(steps_of(path)[:MAX_STEPS]):
            if len(seen) < MOST_NAMES or (name, is_key) in seen:
                depths, values = seen.setdefault((name, is_key), (set(), set()))
                depths.add(at)
                if len(values) < MOST_VALUES:
                    values.add(value)
    return frozenset(
        name
        for (name, is_key), (depths, values) in seen.items()
        # A name and a value are two steps: the next name is two further on.
        if len(values) >= MIN_VALUES
        and max(len({d for d in depths if is_key or d % 2 == odd}) for odd in (0, 1)) >= MIN_DEPTHS
    )


def _named(steps: list[str]) -> Iterator[tuple[int, str, bool, str]]:
    """Depth, name, whether the name is the key of a step, and value."""
    for at, step in enumerate(steps):
        decoded = unquote(step).lower()
        if key := _KEY.fullmatch(decoded):
            yield at, key[1], True, key[2]
        elif at + 1 < len(steps) and steps[at + 1] and decoded.isalpha():
            yield at, decoded, False, steps[at + 1]

"""Which paths are one column, though they differ?

Those that never stand in the same record, hold the same kind of text, and end alike or differ by
the classes of states and looks only: a record in a wrapper, a price on sale.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from deepweb.read.fields.parts import Part
from deepweb.read.fields.values import kind_of

# Share of records in which two paths may stand together and still be one column.
TOGETHER = 0.05
# Paths that are learnt; a site with more of them has another for each record.
MOST_COLUMNS = 500
# Columns of like paths that each further one is compared with.
MOST_COMPARED = 8


def numbered_columns(rows: Sequence[Sequence[tuple[str, Part]]]) -> tuple[dict[str, int], int]:
    """Number of the column of each key, in the order in which they stand, and their number."""
    held: defaultdict[str, set[int]] = defaultdict(set)
    order: defaultdict[str, list[float]] = defaultdict(list)
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for index, row in enumerate(rows):
        for position, (key, part) in enumerate(row):
            held[key].add(index)
            order[key].append(position / len(row))
            kinds[key][kind_of(part.text)] += 1
    most = sorted(held, key=lambda key: (-len(held[key]), key))[:MOST_COLUMNS]
    heads = _heads({key: held[key] for key in most}, kinds)
    first = sorted(set(heads.values()), key=lambda key: (sum(order[key]) / len(order[key]), key))
    number = {key: column for column, key in enumerate(first)}
    return {key: number[head] for key, head in heads.items()}, len(first)


def _heads(held: Mapping[str, set[int]], kinds: Mapping[str, Counter[str]]) -> dict[str, str]:
    """For each key the one whose column it shares: alike in path, never in the same record."""
    heads = {key: key for key in held}
    together = {key: set(records) for key, records in held.items()}
    kind = {key: kinds[key].most_common(1)[0][0] for key in held}
    # What has a label is known by it alone.
    by_frequency = sorted((k for k in held if k[0] != "="), key=lambda k: (-len(held[k]), k))
    for likeness in (ending, _bare):
        buckets: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for key in by_frequency:
            bucket = buckets[likeness(key), kind[key]]
            own = _root(heads, key)
            for other in bucket[:MOST_COMPARED]:
                head = _root(heads, other)
                if head != own and _may_share(together[own], together[head]) and _alike(key, other):
                    heads[own] = head
                    together[head] |= together[own]
                    break
            bucket.append(key)
    return {key: _root(heads, key) for key in heads}


def _root(heads: Mapping[str, str], key: str) -> str:
    while heads[key] != key:
        key = heads[key]
    return key


def _may_share(one: set[int], other: set[int]) -> bool:
    return len(one & other) <= TOGETHER * min(len(one), len(other))


def ending(key: str) -> str:
    """The path from the last class or property name on, with slot and place."""
    path, _, place = key.partition("|")
    steps = path.split("/")
    for index in range(len(steps) - 1, -1, -1):
        if "." in steps[index] or "[" in steps[index]:
            return "/".join(steps[index:]) + "|" + place
    return key


def _bare(key: str) -> str:
    """The path in tags alone."""
    path, _, place = key.partition("|")
    return (
        "/".join(re.split(r"[.\[]", step, maxsplit=1)[0] for step in path.split("/")) + "|" + place
    )


def _alike(one: str, other: str) -> bool:
    """May two paths differ only by states and looks? Where both have classes, they share one."""
    if ending(one) == ending(other):
        return True
    paths = (key.partition("|")[0].split("/") for key in (one, other))
    for a, b in zip(*paths, strict=False):
        classes, others = set(a.split(".")[1:]), set(b.split(".")[1:])
        if classes and others and not classes & others:
            return False
    return True


def unique_endings(columns: Mapping[str, int]) -> dict[str, int]:
    endings: defaultdict[str, set[int]] = defaultdict(set)
    for key, column in columns.items():
        endings[ending(key)].add(column)
    return {end: min(found) for end, found in endings.items() if len(found) == 1}

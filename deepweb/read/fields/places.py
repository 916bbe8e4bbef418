"""Where a path stands several times in a record: several columns, or one of several values?

Several, one for each place, where their number is steady; records with fewer are aligned by kind
and length of text. Else one for each kind of text.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

from deepweb.read.fields.parts import Part
from deepweb.read.fields.values import kind_of

# Share of the records with a path in which it stands equally often, if its places are columns.
STEADY = 0.5
# The same where all places hold the same sort of text.
ALWAYS = 0.95
# Share of values that stand now in one place and now in another, if they are a list.
WANDERING = 0.3
# More places than these are a list, however steady; more parts than these are not aligned.
MOST_PLACES, MOST_FITTED = 15, 50
# Share of a path's values that a kind must have to get a column of its own.
MIN_KIND = 0.1


@dataclass(frozen=True, slots=True)
class Places:
    """How the parts of one path share out among columns."""

    steady: bool
    kinds: tuple[str, ...]
    """Of each place if they are steady, else the kinds that have a column of their own."""
    lengths: tuple[float, ...] = ()
    """Mean length of text at each place."""


ONE = Places(True, ("text",), (0.0,))


def learn_places(rows: Sequence[Sequence[Part]]) -> dict[str, Places]:
    """For each path that some record has several times."""
    by_path: defaultdict[str, list[list[str]]] = defaultdict(list)
    for row in rows:
        groups: defaultdict[str, list[str]] = defaultdict(list)
        for part in row:
            if not part.label:
                groups[f"{part.path}|{part.slot}"].append(part.text)
        for key, texts in groups.items():
            by_path[key].append(texts)
    return {k: _places(lists) for k, lists in by_path.items() if max(map(len, lists)) > 1}


def _places(lists: Sequence[Sequence[str]]) -> Places:
    size, times = max(Counter(map(len, lists)).items(), key=lambda item: (item[1], item[0]))
    if 1 < size <= MOST_PLACES and times >= STEADY * len(lists):
        alike = [texts for texts in lists if len(texts) == size]
        places = _standing(alike)
        # Values of one sort that are now more, now fewer, are a list, such as tags.
        is_list = _is_uniform(places) and times < ALWAYS * len(lists)
        if not is_list and _wandering(alike) < WANDERING:
            return places
    kinds = Counter(kind_of(text) for texts in lists for text in texts)
    own = tuple(sorted(k for k, n in kinds.items() if n >= MIN_KIND * kinds.total()))
    return Places(False, own)


def _standing(lists: Sequence[Sequence[str]]) -> Places:
    """The kind and the length of what stands at each place."""
    columns = list(zip(*lists, strict=True))
    kinds = tuple(Counter(map(kind_of, texts)).most_common(1)[0][0] for texts in columns)
    return Places(True, kinds, tuple(sum(map(len, texts)) / len(texts) for texts in columns))


def _is_uniform(places: Places) -> bool:
    return len(set(places.kinds)) == 1 and max(places.lengths) <= 3 * min(places.lengths)


def _wandering(lists: Sequence[Sequence[str]]) -> float:
    """Share of values that stand at several places: those of a list have no place of their own."""
    at: defaultdict[str, set[int]] = defaultdict(set)
    times: Counter[str] = Counter()
    for texts in lists:
        for place, text in enumerate(texts):
            at[text].add(place)
            times[text] += 1
    repeated = {text: n for text, n in times.items() if n > 1}
    wander = sum(n for text, n in repeated.items() if len(at[text]) > 1)
    return wander / max(1, times.total())


def shared_out(key: str, members: Sequence[Part], places: Places) -> Iterator[tuple[str, Part]]:
    if not places.steady:
        for part in members:
            kind = kind_of(part.text)
            yield (f"{key}#{kind}" if kind in places.kinds else f"{key}#text"), part
        return
    if len(members) == len(places.kinds):
        yield from ((f"{key}#{place}", part) for place, part in enumerate(members))
        return
    for place, part in zip(_fitted(members[:MOST_FITTED], places), members, strict=False):
        yield f"{key}#{place}", part


def _fitted(members: Sequence[Part], places: Places) -> list[int]:
    """The place of each part: in order, each at one of its own kind and length if there is one.

    The alignment of two sequences that gains most (Needleman and Wunsch, 1970); a part too many
    goes to the place of the part before it.
    """
    n = len(places.kinds)
    best = [[0.0] * (n + 1)]
    for i, part in enumerate(members):
        row = [0.0]
        for j in range(n):
            taken = best[i][j] + _gain(part, places.kinds[j], places.lengths[j])
            row.append(max(taken, best[i][j + 1], row[j]))
        best.append(row)
    found, j = [], n
    for i in range(len(members), 0, -1):
        while j and best[i][j] == best[i][j - 1]:
            j -= 1
        is_taken = j > 0 and best[i][j] != best[i - 1][j]
        found.append(j - 1 if is_taken else max(0, j - 1))
        j -= is_taken
    return found[::-1]


def _gain(part: Part, kind: str, length: float) -> float:
    alike = 1 / (1 + abs(log((len(part.text) + 1) / (length + 1))))
    return (2.0 if kind_of(part.text) == kind else 0.1) * alike

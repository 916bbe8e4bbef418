"""Which parts of records make one column, and which make several?

Three questions that an alignment (``alignment.py``) leaves open, settled by comparing all records:

1. Does a text with links and spans in it say one thing or several? Several, if text and links
   follow each other in the same way in most records ("by *Twain* on *3 May*"), or if separators cut
   it into equally many pieces in all of them ("noun | 3 letters | rare"). Prose and titles are one.
2. Is a path that occurs several times in a record one column or several? Several, one for each
   place, if the number is steady; records with fewer are aligned by kind and length of text. Else
   one column for each kind of text.
3. Which different paths are one column? Those that never occur in one record, hold the same kind of
   text, and end alike or differ only in classes of state and look (a wrapper, a price on sale).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from deepweb.read.fields.parts import ElementNotes, RecordPart, is_in_heading, is_link
from deepweb.read.fields.values import is_time, kind_of

# 1. One text or several
# Mean number of words beside its links that makes a text prose.
_PROSE = 8
# Share of occurrences in which text and links follow each other in the same way.
_SAME_PATTERN = 0.6
# Share of occurrences with text directly in the element, if it is one text.
_MIN_TEXT = 0.2
# Mean number of words between the values of a row ("by", "posted on").
_MAX_JOINING = 2.5
# Share of occurrences with blocks, if it is one text.
_MAX_BLOCKS = 0.1
# Share of the texts of a path that separators cut into equally many pieces.
_SAME_CUT = 0.9
# Characters of a text that is cut.
_MAX_CUT = 200

# 2. One place or several
# Share of records in which a path occurs equally often, if each place is a column.
_STEADY = 0.5
# The same if all places hold the same sort of text.
_ALWAYS = 0.95
# Share of values that occur at several places, if they are a list.
_WANDERING = 0.3
# Places of a path; more are a list, however steady.
_MAX_PLACES = 15
# Parts of a path that are aligned with its places.
_MAX_FITTED = 50
# Share of a path's values that gives their kind a column of its own.
_MIN_KIND = 0.1

# 3. One path or several
# Share of records in which two paths may occur together and still be one column.
_TOGETHER = 0.05
# Paths that are learnt; a site with more has others for each record.
MAX_COLUMNS = 500
# Columns of like paths that a further one is compared with.
_MAX_COMPARED = 8

_SEPARATOR = re.compile(r"(?<!\s)\s++[|·•‧∙⋅●/–—-]\s+|(?:(?<!\s)\s++)?(?:[|•●]\s*|;\s+)")


# 1. One text or several


def whole_paths(seen: ElementNotes) -> frozenset[str]:
    """Paths of elements that say one thing, including the links and spans in them."""
    return frozenset(p for p, patterns in seen.patterns.items() if _is_whole(p, patterns, seen))


def _is_whole(path: str, patterns: Counter[tuple[str, ...]], seen: ElementNotes) -> bool:
    """Is the content of an element one text, including the links and spans in it?"""
    total = patterns.total()
    with_text = sum(times for pattern, times in patterns.items() if "" in pattern)
    if seen.blocks[path] > _MAX_BLOCKS * total or with_text < _MIN_TEXT * total:
        return False
    if is_in_heading(path) or is_link(path):
        return True
    pattern, times = patterns.most_common(1)[0]
    is_steady = times >= _SAME_PATTERN * total and len(pattern) > 1
    if is_steady and "br" in pattern and set(pattern) - {"", "br"}:
        return False  # lines of different sorts
    if seen.words[path] >= _PROSE * with_text:
        return True
    return not is_steady and not _is_row(patterns, seen.words[path])


def _is_row(patterns: Counter[tuple[str, ...]], words: int) -> bool:
    """Are they values in a row, some optional: few words between elements, none twice?"""
    if len(patterns) == 1:
        return False
    texts = sum(pattern.count("") * times for pattern, times in patterns.items())
    steps = ([step for step in pattern if step] for pattern in patterns)
    once = sum(patterns[p] for p, s in zip(patterns, steps, strict=True) if len(set(s)) == len(s))
    return words <= _MAX_JOINING * texts and once >= 0.9 * patterns.total()


def split_paths(rows: Sequence[Sequence[RecordPart]]) -> dict[str, int]:
    """Paths of short texts with equally many separators in nearly all records."""
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    kinds: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for part in (p for row in rows for p in row if p.slot == "text"):
        pieces = [part.text] if len(part.text) > _MAX_CUT else _SEPARATOR.split(part.text)
        if len(pieces) > 1 and any(map(is_time, pieces)):
            pieces = [part.text]  # "3 May 2016 | 19:30 GMT"
        counts[part.path][len(pieces)] += 1
        if len(pieces) > 1:
            kinds[part.path].append(tuple(map(kind_of, pieces)))
    split = {}
    for path, by_size in counts.items():
        size, times = by_size.most_common(1)[0]
        if size > 1 and times >= 3 and times >= _SAME_CUT * by_size.total():
            shapes = Counter(shape for shape in kinds[path] if len(shape) == size)
            if len(set(shapes.most_common(1)[0][0])) > 1:
                split[path] = size
    return split


def cut(parts: Iterable[RecordPart], split: Mapping[str, int]) -> Iterator[RecordPart]:
    """The parts, those of ``split`` paths cut at their separators."""
    for part in parts:
        pieces = _SEPARATOR.split(part.text) if part.path in split else []
        if part.slot == "text" and len(pieces) == split.get(part.path):
            yield from (RecordPart(f"{part.path}/~", "text", p, part.label) for p in pieces if p)
        else:
            yield part


# 2. One place or several


@dataclass(frozen=True, slots=True)
class Places:
    """How the parts of one path are distributed among columns."""

    steady: bool
    kinds: tuple[str, ...]
    """The kind of each place if the number is steady, else the kinds that have a column."""
    lengths: tuple[float, ...] = ()
    """Mean length of the text at each place."""


ONE = Places(True, ("text",), (0.0,))


def learn_places(rows: Sequence[Sequence[RecordPart]]) -> dict[str, Places]:
    """The places of each path that occurs several times in a record."""
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
    if 1 < size <= _MAX_PLACES and times >= _STEADY * len(lists):
        alike = [texts for texts in lists if len(texts) == size]
        places = _standing(alike)
        # A varying number of values of one sort is a list, such as tags.
        is_list = _is_uniform(places) and times < _ALWAYS * len(lists)
        if not is_list and _wandering(alike) < _WANDERING:
            return places
    kinds = Counter(kind_of(text) for texts in lists for text in texts)
    own = tuple(sorted(k for k, n in kinds.items() if n >= _MIN_KIND * kinds.total()))
    return Places(False, own)


def _standing(lists: Sequence[Sequence[str]]) -> Places:
    """The kind and the mean length of the texts at each place."""
    columns = list(zip(*lists, strict=True))
    kinds = tuple(Counter(map(kind_of, texts)).most_common(1)[0][0] for texts in columns)
    return Places(True, kinds, tuple(sum(map(len, texts)) / len(texts) for texts in columns))


def _is_uniform(places: Places) -> bool:
    return len(set(places.kinds)) == 1 and max(places.lengths) <= 3 * min(places.lengths)


def _wandering(lists: Sequence[Sequence[str]]) -> float:
    """Share of values that occur at several places, as those of a list do."""
    at: defaultdict[str, set[int]] = defaultdict(set)
    times: Counter[str] = Counter()
    for texts in lists:
        for place, text in enumerate(texts):
            at[text].add(place)
            times[text] += 1
    repeated = {text: n for text, n in times.items() if n > 1}
    wander = sum(n for text, n in repeated.items() if len(at[text]) > 1)
    return wander / max(1, times.total())


def shared_out(
    key: str, members: Sequence[RecordPart], places: Places
) -> Iterator[tuple[str, RecordPart]]:
    """Each part of one path with the key of its column."""
    if not places.steady:
        for part in members:
            kind = kind_of(part.text)
            yield (f"{key}#{kind}" if kind in places.kinds else f"{key}#text"), part
        return
    if len(members) == len(places.kinds):
        yield from ((f"{key}#{place}", part) for place, part in enumerate(members))
        return
    for place, part in zip(_fitted(members[:_MAX_FITTED], places), members, strict=False):
        yield f"{key}#{place}", part


def _fitted(members: Sequence[RecordPart], places: Places) -> list[int]:
    """The place of each part, in order, by kind and length.

    The best alignment of two sequences (Needleman and Wunsch, 1970); a part too many gets the place
    of the part before it.
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


def _gain(part: RecordPart, kind: str, length: float) -> float:
    alike = 1 / (1 + abs(log((len(part.text) + 1) / (length + 1))))
    return (2.0 if kind_of(part.text) == kind else 0.1) * alike


# 3. One path or several


def numbered_columns(
    rows: Sequence[Sequence[tuple[str, RecordPart]]],
) -> tuple[dict[str, int], int]:
    """The column of each key, numbered in document order, and the number of columns."""
    held: defaultdict[str, set[int]] = defaultdict(set)
    order: defaultdict[str, list[float]] = defaultdict(list)
    kinds: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for index, row in enumerate(rows):
        for position, (key, part) in enumerate(row):
            held[key].add(index)
            order[key].append(position / len(row))
            kinds[key][kind_of(part.text)] += 1
    most = sorted(held, key=lambda key: (-len(held[key]), key))[:MAX_COLUMNS]
    heads = _heads({key: held[key] for key in most}, kinds)
    first = sorted(set(heads.values()), key=lambda key: (sum(order[key]) / len(order[key]), key))
    number = {key: column for column, key in enumerate(first)}
    return {key: number[head] for key, head in heads.items()}, len(first)


def _heads(held: Mapping[str, set[int]], kinds: Mapping[str, Counter[str]]) -> dict[str, str]:
    """For each key, the key whose column it shares: a like path, never in the same record."""
    heads = {key: key for key in held}
    together = {key: set(records) for key, records in held.items()}
    kind = {key: kinds[key].most_common(1)[0][0] for key in held}
    # Labelled parts are identified by their labels alone.
    by_frequency = sorted((k for k in held if k[0] != "="), key=lambda k: (-len(held[k]), k))
    for likeness in (ending, _bare):
        buckets: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for key in by_frequency:
            bucket = buckets[likeness(key), kind[key]]
            own = _root(heads, key)
            for other in bucket[:_MAX_COMPARED]:
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
    return len(one & other) <= _TOGETHER * min(len(one), len(other))


def ending(key: str) -> str:
    """The path from its last class or property name on, with slot and place."""
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
    """May two paths differ in state and look only? If both steps have classes, they share one."""
    if ending(one) == ending(other):
        return True
    paths = (key.partition("|")[0].split("/") for key in (one, other))
    for a, b in zip(*paths, strict=False):
        classes, others = set(a.split(".")[1:]), set(b.split(".")[1:])
        if classes and others and not classes & others:
            return False
    return True


def unique_endings(columns: Mapping[str, int]) -> dict[str, int]:
    """The column by the end of its path, for ends that only one column has."""
    endings: defaultdict[str, set[int]] = defaultdict(set)
    for key, column in columns.items():
        endings[ending(key)].add(column)
    return {end: min(found) for end, found in endings.items() if len(found) == 1}

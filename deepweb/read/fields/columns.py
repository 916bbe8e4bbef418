"""Does a text with links and spans in it say one thing, or several?

Several, where text and links follow each other in the same way in most records ("by *Twain* on *3
May*"), or where separators cut it into equally many parts in all of them ("noun | 3 letters |
rare"). Prose, titles and whatever is highlighted in them are one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log

from deepweb.read.fields.parts import ElementNotes, RecordPart, is_in_heading, is_link
from deepweb.read.fields.values import kind_of

# Mean number of words beside its links from which on a text is prose, and no row of values.
PROSE = 8
# Share of an element's occurrences in which its text and links follow each other in the same way.
SAME_PATTERN = 0.6
# Share of occurrences in which an element holds text of its own, if its text is one.
MIN_TEXT = 0.2
# Words between the values of a row ("by", "posted on"), on average.
MAX_JOINING = 2.5
# Share of occurrences in which an element of text may hold blocks.
MAX_BLOCKS = 0.1
# Share of the texts of a path that separators cut alike; the longest that are cut at all.
SAME_CUT, MAX_CUT = 0.9, 200

_SEPARATOR = re.compile(r"\s+[|·•‧∙⋅●/–—]\s+|\s*[|•●]\s*|\s*;\s+")


def whole_paths(seen: ElementNotes) -> frozenset[str]:
    """Paths of elements that say one thing, whatever links and spans are in them."""
    return frozenset(p for p, patterns in seen.patterns.items() if _is_whole(p, patterns, seen))


def _is_whole(path: str, patterns: Counter[tuple[str, ...]], seen: ElementNotes) -> bool:
    """Is what stands in an element one text, whatever links and spans are in it?"""
    total = patterns.total()
    with_text = sum(times for pattern, times in patterns.items() if "" in pattern)
    if seen.blocks[path] > MAX_BLOCKS * total or with_text < MIN_TEXT * total:
        return False
    if is_in_heading(path) or is_link(path):
        return True
    pattern, times = patterns.most_common(1)[0]
    is_steady = times >= SAME_PATTERN * total and len(pattern) > 1
    if is_steady and "br" in pattern and set(pattern) - {"", "br"}:
        return False  # lines, each of its own sort
    if seen.words[path] >= PROSE * with_text:
        return True
    return not is_steady and not _is_row(patterns, seen.words[path])


def _is_row(patterns: Counter[tuple[str, ...]], words: int) -> bool:
    """Values in a row, some of them optional: single words between elements, none of them twice."""
    if len(patterns) == 1:
        return False
    texts = sum(pattern.count("") * times for pattern, times in patterns.items())
    steps = ([step for step in pattern if step] for pattern in patterns)
    once = sum(patterns[p] for p, s in zip(patterns, steps, strict=True) if len(set(s)) == len(s))
    return words <= MAX_JOINING * texts and once >= 0.9 * patterns.total()


def split_paths(rows: Sequence[Sequence[RecordPart]]) -> dict[str, int]:
    """Paths of short texts that have equally many separators in all records but a few."""
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    kinds: defaultdict[str, list[tuple[str, ...]]] = defaultdict(list)
    for part in (p for row in rows for p in row if p.slot == "text"):
        is_one = len(part.text) > MAX_CUT or kind_of(part.text) == "date"
        pieces = [part.text] if is_one else _SEPARATOR.split(part.text)
        counts[part.path][len(pieces)] += 1
        kinds[part.path].append(tuple(map(kind_of, pieces)))
    split = {}
    for path, by_size in counts.items():
        size, times = by_size.most_common(1)[0]
        if size > 1 and times >= 3 and times >= SAME_CUT * by_size.total():
            shapes = Counter(shape for shape in kinds[path] if len(shape) == size)
            if len(set(shapes.most_common(1)[0][0])) > 1:
                split[path] = size
    return split


def cut(parts: Iterable[RecordPart], split: Mapping[str, int]) -> Iterator[RecordPart]:
    """The parts, those of some paths cut at their separators into so many."""
    for part in parts:
        pieces = _SEPARATOR.split(part.text) if part.path in split else []
        if part.slot == "text" and len(pieces) == split.get(part.path):
            yield from (RecordPart(f"{part.path}/~", "text", p, part.label) for p in pieces if p)
        else:
            yield part


# --- merged from places.py; rewrite or remove this note ---
# Where a path stands several times in a record: several columns, or one of several values?
#
# Several, one for each place, where their number is steady; records with fewer are aligned by kind
# and length of text. Else one for each kind of text.

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


def learn_places(rows: Sequence[Sequence[RecordPart]]) -> dict[str, Places]:
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


def shared_out(
    key: str, members: Sequence[RecordPart], places: Places
) -> Iterator[tuple[str, RecordPart]]:
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


def _fitted(members: Sequence[RecordPart], places: Places) -> list[int]:
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


def _gain(part: RecordPart, kind: str, length: float) -> float:
    alike = 1 / (1 + abs(log((len(part.text) + 1) / (length + 1))))
    return (2.0 if kind_of(part.text) == kind else 0.1) * alike


# --- merged from same_column.py; rewrite or remove this note ---
# Which paths are one column, though they differ?
#
# Those that never stand in the same record, hold the same kind of text, and end alike or differ by
# the classes of states and looks only: a record in a wrapper, a price on sale.

# Share of records in which two paths may stand together and still be one column.
TOGETHER = 0.05
# Paths that are learnt; a site with more of them has another for each record.
MOST_COLUMNS = 500
# Columns of like paths that each further one is compared with.
MOST_COMPARED = 8


def numbered_columns(
    rows: Sequence[Sequence[tuple[str, RecordPart]]],
) -> tuple[dict[str, int], int]:
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

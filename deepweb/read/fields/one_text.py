"""Does a text with links and spans in it say one thing, or several?

Several, where text and links follow each other in the same way in most records ("by *Twain* on *3
May*"), or where separators cut it into equally many parts in all of them ("noun | 3 letters |
rare"). Prose, titles and whatever is highlighted in them are one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from deepweb.read.fields.parts import Part, Seen, is_in_heading, is_link
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


def whole_paths(seen: Seen) -> frozenset[str]:
    """Paths of elements that say one thing, whatever links and spans are in them."""
    return frozenset(p for p, patterns in seen.patterns.items() if _is_whole(p, patterns, seen))


def _is_whole(path: str, patterns: Counter[tuple[str, ...]], seen: Seen) -> bool:
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


def split_paths(rows: Sequence[Sequence[Part]]) -> dict[str, int]:
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


def cut(parts: Iterable[Part], split: Mapping[str, int]) -> Iterator[Part]:
    """The parts, those of some paths cut at their separators into so many."""
    for part in parts:
        pieces = _SEPARATOR.split(part.text) if part.path in split else []
        if part.slot == "text" and len(pieces) == split.get(part.path):
            yield from (Part(f"{part.path}/~", "text", p, part.label) for p in pieces if p)
        else:
            yield part

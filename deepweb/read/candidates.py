"""Which groups of elements on a page may be its records?

Every repeated structure is a candidate; which of them is the answer is decided elsewhere
(``region.py``). A record is a run of sibling elements, mostly of one. Groups are made in five ways:

1. siblings: children of one element that share a tag, a look (tag and class), a class word or a
   shape (tags of their children), or all of them;
2. cousins: elements anywhere on the page that share a path, a look or a class word;
3. runs of siblings: each starts with a like child (``h3 p h3 p``), or ends with a separator;
4. cousin runs: the runs of several parents with the same path;
5. a group without those members that lack the parts which most members have (headings, adverts,
   pagers within the list).

The record, its parts and rows of several records all become candidates. Caverlee and Liu
(*QA-Pagelet*, section VI) find the region by comparing subtrees of several pages and then split it
into objects by its tags; we propose on one page, so that one page is enough, and let the other
pages vote.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from deepweb.read.outline import Outline, path
from deepweb.read.page import FORMATTING

# Elements that are never a record by themselves.
SMALL = FORMATTING | {"br", "hr", "img"}
# A group with less of the page's text is not looked at.
MIN_SHARE = 0.01
# So many groups are kept, those with most text, evenly spread, first; so many are purified.
MOST_GROUPS, MOST_PURIFIED = 90, 30
# A part is common that so many members have; a member is like the others that has so many of them.
COMMON, ALIKE = 0.6, 0.7
# Groups of fewer have no common parts.
MIN_PURIFIED = 4

Span = tuple[int, int]
"""A record: number of its first element, and number after the last element in it."""

Spans = tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class Key:
    """How a group was made: enough to make it again on another page of the site."""

    how: str
    where: str
    name: str
    pure: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A group of runs of siblings that may be the records of a page."""

    key: Key
    spans: Spans


class _Proposal(NamedTuple):
    """A group before its name is written out; ``first`` is the member that the name tells of."""

    how: str
    kind: str
    name: Hashable
    parent: int
    first: int
    spans: Sequence[Span]


def candidates(page: Outline) -> list[Candidate]:
    """The groups of a page, at most MOST_GROUPS and a few purified."""
    before = page.before
    least = max(1.0, MIN_SHARE * before[-1])
    found: dict[Spans, tuple[float, _Proposal]] = {}
    for proposal in _proposals(page, least):
        sizes = [before[end] - before[start] for start, end in proposal.spans]
        if sum(sizes) >= least:
            spans = tuple([s for s, size in zip(proposal.spans, sizes, strict=True) if size])
            if len(spans) > 1 and spans not in found:
                found[spans] = (sum([size**0.5 for size in sizes]), proposal)
    ranked = sorted(found.items(), key=lambda each: -each[1][0])[:MOST_GROUPS]
    groups = [Candidate(_key(page, proposal), spans) for spans, (_, proposal) in ranked]
    return [*groups, *_purified(page, groups[:MOST_PURIFIED], found)]


def made_again(page: Outline, key: Key) -> list[Spans]:
    """The groups that are made in a known way on another page, of a single member too."""
    kind, _, name = key.name.partition(" ")
    if key.how == "cousins":
        made = [p for p in _cousins(page, 1) if p.kind == kind]
    else:
        how = "siblings" if key.how == "siblings" else "runs"
        below = (p for at in _parents_at(page, key.where) for p in _below(page, at, 1))
        made = [p for p in below if (p.how, p.kind) == (how, kind)]
    found = [tuple(p.spans) for p in made if _written(page, p) == name]
    if key.how == "cousin runs":
        return [tuple(span for spans in found for span in spans)]
    return found


def _key(page: Outline, proposal: _Proposal) -> Key:
    where = path(page, proposal.parent) if proposal.parent >= 0 else ""
    return Key(proposal.how, where, f"{proposal.kind} {_written(page, proposal)}")


def _written(page: Outline, proposal: _Proposal) -> str:
    """A name that is the same on other pages."""
    kind, first = proposal.kind, proposal.first
    if kind == "look":
        return look_name(page, first)
    if kind == "shape":
        return f"{page.tags[first]}>{','.join([page.tags[k] for k in page.children[first]])}"
    if kind == "path":
        return path(page, first)
    if kind == "place":
        return (
            f"{path(page, first)} {look_name(page, page.parents[first])} {look_name(page, first)}"
        )
    return str(proposal.name)


def _proposals(page: Outline, least: float) -> Iterator[_Proposal]:
    runs: dict[Hashable, list[_Proposal]] = defaultdict(list)
    for parent, kids in enumerate(page.children):
        if len(kids) < 2 or page.before[page.ends[parent]] - page.before[parent] < least:
            continue
        for proposal in _below(page, parent, 2):
            yield proposal
            if proposal.how == "runs":
                runs[page.paths[parent], proposal.kind, proposal.name].append(proposal)
    for alike in runs.values():
        if len(alike) > 1:
            spans = [span for each in alike for span in each.spans]
            yield alike[0]._replace(how="cousin runs", spans=spans)
    yield from _cousins(page, 2)


def _below(page: Outline, parent: int, least: int) -> Iterator[_Proposal]:
    """Groups of at least so many members, and runs, among the children of one element."""
    kids, ends = page.children[parent], page.ends
    seen: set[tuple[int, ...]] = set()
    for kind, name, members in _sibling_groups(page, kids):
        # On a known way every name counts, whether or not its group has another name too.
        if len(members) < least or (least > 1 and tuple(members) in seen):
            continue
        seen.add(tuple(members))
        spans = [(k, ends[k]) for k in members]
        yield _Proposal("siblings", kind, name, parent, members[0], spans)
        if kind != "all" and len(members) < len(kids):
            spans = _headed(page, kids, members)
            if spans:
                yield _Proposal("runs", kind, name, parent, members[0], spans)
    for name, cuts in _separators(page, kids):
        yield _Proposal("runs", "between", name, parent, kids[0], _between(page, kids, cuts))


def _sibling_groups(page: Outline, kids: list[int]) -> Iterator[tuple[str, Hashable, list[int]]]:
    yield "all", "*", [k for k in kids if page.tags[k] not in SMALL]
    yield from (("tag", tag, group) for tag, group in _by(page.tags, kids).items())
    by_look, by_shape = _by(page.looks, kids), _by(page.shapes, kids)
    if len(by_look) > 1:
        yield from (("look", look, group) for look, group in by_look.items())
    yield from (("mark", mark, group) for mark, group in _by_mark(page, kids).items())
    if len(by_shape) > 1:
        yield from (("shape", shape, group) for shape, group in by_shape.items())


def _by(names: Sequence[Hashable], numbers: Iterable[int]) -> dict[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for number in numbers:
        groups[names[number]].append(number)
    return groups


def _by_mark(page: Outline, numbers: Iterable[int]) -> dict[Hashable, list[int]]:
    groups: dict[Hashable, list[int]] = defaultdict(list)
    for number in numbers:
        for mark in page.marks[number]:
            groups[mark].append(number)
    return groups


def look_name(page: Outline, number: int) -> str:
    """An element with its classes, as a CSS selector writes it."""
    tag = page.tags[number]
    classes = [m[len(tag) :] for m in page.marks[number] if m.startswith(f"{tag}.")]
    return tag + "".join(classes)


def _headed(page: Outline, kids: list[int], heads: list[int]) -> list[Span]:
    """Runs that each start with a head; the last is as long as most."""
    place = {kid: n for n, kid in enumerate(kids)}
    at = [place[head] for head in heads]
    lengths = Counter(b - a for a, b in pairwise(at))
    usual = lengths.most_common(1)[0][0] if lengths else len(kids)
    if len(lengths) == 1 and usual == 1:
        return []
    stops = [*at[1:], min(at[-1] + usual, len(kids))]
    return [(kids[a], page.ends[kids[b - 1]]) for a, b in zip(at, stops, strict=True)]


def _separators(page: Outline, kids: list[int]) -> Iterator[tuple[str, list[int]]]:
    """Places of children that only separate others: rules, empty blocks, empty lines."""
    tags = [page.tags[k] for k in kids]
    rules = [n for n, tag in enumerate(tags) if tag == "hr"]
    if rules:
        yield "hr", rules
    lines = [n for n, tag in enumerate(tags) if n and tag == tags[n - 1] == "br"]
    if len(lines) > 1:
        yield "br", lines
    bare = [n for n, k in enumerate(kids) if page.before[page.ends[k]] == page.before[k]]
    empty = [n for n in bare if tags[n] not in SMALL and page.ends[kids[n]] <= kids[n] + 2]
    if len(empty) > 1:
        yield "empty", empty


def _between(page: Outline, kids: list[int], cuts: list[int]) -> list[Span]:
    bounds = pairwise([-1, *cuts, len(kids)])
    return [(kids[a + 1], page.ends[kids[b - 1]]) for a, b in bounds if b - a > 1]


def _cousins(page: Outline, least: int) -> Iterator[_Proposal]:
    """Elements anywhere that share a path, a path with looks, a look or a mark."""
    before, ends, looks = page.before, page.ends, page.looks
    large = [
        n
        for n, tag in enumerate(page.tags)
        if n and before[ends[n]] > before[n] and tag not in SMALL
    ]
    places = [*zip(page.paths, [looks[parent] for parent in page.parents], looks, strict=True)]
    for kind, groups in (
        ("path", _by(page.paths, large)),
        ("place", _by(places, large)),
        ("look", _by(looks, large)),
        ("mark", _by_mark(page, large)),
    ):
        for name, group in groups.items():
            if len(group) >= least:
                yield _Proposal("cousins", kind, name, -1, group[0], _outermost(page, group))


def _outermost(page: Outline, group: list[int]) -> list[Span]:
    spans: list[Span] = []
    for n in group:
        if not spans or n >= spans[-1][1]:
            spans.append((n, page.ends[n]))
    return spans


def _purified(
    page: Outline, groups: Sequence[Candidate], found: Iterable[Spans]
) -> Iterator[Candidate]:
    seen = set(found)
    for group in groups:
        if len(group.spans) >= MIN_PURIFIED:
            spans = alike(page, group.spans)
            if 2 <= len(spans) < len(group.spans) and spans not in seen:
                seen.add(spans)
                key = group.key
                yield Candidate(Key(key.how, key.where, key.name, pure=True), spans)


def alike(page: Outline, spans: Spans) -> Spans:
    """The members that have the parts which most members have."""
    common = common_parts(page, spans)
    least = ALIKE * len(common)
    return tuple([s for s in spans if len(common.intersection(page.looks[s[0] : s[1]])) >= least])


def common_parts(page: Outline, spans: Spans) -> set[int]:
    """Looks of elements that most members hold."""
    counts: Counter[int] = Counter()
    for start, end in spans:
        counts.update(set(page.looks[start:end]))
    return {part for part, count in counts.items() if count >= COMMON * len(spans)}


def _parents_at(page: Outline, where: str) -> list[int]:
    names: dict[int, bool] = {}
    for number, known in enumerate(page.paths):
        if known not in names:
            names[known] = path(page, number) == where
    return [number for number, known in enumerate(page.paths) if names[known]]

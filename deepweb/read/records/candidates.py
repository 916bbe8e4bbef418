"""Which groups of elements on a page may be its records?

Every repeated structure is a candidate; ``region.py`` chooses among them. A record is a run of
sibling elements, mostly a single element. Groups are made in five ways:

1. siblings: children of one element that share a tag, a look (tag and class), a class word, a
   shape (tags of their children) or the shapes of their children, or simply all children;
2. cousins: elements anywhere on the page that share a path, a look or a class word;
3. runs: siblings, where each run starts with a like child (``h3 p h3 p``) or ends with a separator;
4. cousin runs: the runs of several parents with the same path;
5. pure groups: a group without members that lack the parts which most members have (headings,
   adverts, pagers within the list).

Records, parts of records and rows of several records all become candidates. [Caverlee §VI] finds
the region by comparing subtrees of several pages and then splits it into objects by tags.
Departure: groups are proposed on each page alone, so that one page is enough; other pages vote.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, pairwise
from typing import NamedTuple

from deepweb.page.outline import MOST_SHAPE, Outline, path
from deepweb.page.page import FORMATTING
from deepweb.read.records.members import Span, Spans, alike

# Elements that are never a record by themselves.
SMALL = FORMATTING | {"br", "hr", "img"}
# Share of the page's text that a group must hold.
_MIN_SHARE = 0.01
# Groups of a page that are kept; groups with much, evenly spread text come first.
MAX_GROUPS = 90
# Groups that are purified.
MAX_PURIFIED = 30
# Members of a group that is purified; fewer have no common parts.
_MIN_PURIFIED = 4

_Named = dict[Hashable, list[int]]
"""Groups of elements by what their members share."""
_Grouping = Callable[[Outline, Sequence[int]], _Named]


@dataclass(frozen=True, slots=True)
class GroupKey:
    """How a group was made, so that it can be made again on another page of the site."""

    how: str
    where: str
    name: str
    pure: bool = False


@dataclass(frozen=True, slots=True)
class RecordGroup:
    """A group of runs of siblings that may be the records of a page."""

    key: GroupKey
    spans: Spans


class _Proposal(NamedTuple):
    """A group whose name is not yet written out; ``first`` is the member that it describes."""

    how: str
    kind: str
    name: Hashable
    parent: int
    first: int
    spans: Sequence[Span]


def candidates(page: Outline) -> list[RecordGroup]:
    """The groups of a page that may be its records."""
    before = page.before
    least = max(1.0, _MIN_SHARE * before[-1])
    found: dict[Spans, tuple[float, _Proposal]] = {}
    tried: set[Spans] = set()
    for proposal in _proposals(page, least):
        spans = tuple(proposal.spans)
        if spans in tried:
            continue
        tried.add(spans)
        sizes = [before[end] - before[start] for start, end in spans]
        if sum(sizes) >= least:
            spans = tuple(compress(spans, sizes))
            if len(spans) > 1 and spans not in found and not _lead_to_one(page, spans):
                found[spans] = (sum([size**0.5 for size in sizes]), proposal)
    ranked = sorted(found.items(), key=lambda each: -each[1][0])[:MAX_GROUPS]
    groups = [RecordGroup(_key(page, proposal), spans) for spans, (_, proposal) in ranked]
    return [*groups, *_purified(page, groups[:MAX_PURIFIED], found)]


def made_again(page: Outline, key: GroupKey) -> list[Spans]:
    """The groups that a known way makes on another page, even of a single member."""
    kind, _, name = key.name.partition(" ")
    if key.how == "cousins":
        found = _cousins_again(page, kind, name)
    else:
        parents = _standing_at(page, key.where)
        again = _siblings_again if key.how == "siblings" else _runs_again
        found = (spans for parent in parents for spans in again(page, parent, kind, name))
    made = [tuple(spans) for spans in found]
    if key.how == "cousin runs":
        return [tuple(span for spans in made for span in spans)]
    return made


def _cousins_again(page: Outline, kind: str, name: str) -> Iterator[list[Span]]:
    group = [n for n in _called(page, kind, name) if _is_large(page, n)]
    if not group:
        return
    yield (outermost := _outermost(page, group))
    # On a page with few records, the box around them may have the name of each record.
    if (innermost := _innermost(page, group)) != outermost:
        yield innermost


def _called(page: Outline, kind: str, name: str) -> list[int]:
    """The elements of a page that have a known name."""
    if kind == "path":
        return _standing_at(page, name)
    if kind == "place":
        where, above, own = name.split(" ")
        names, parents = page.look_names, page.parents
        there = _standing_at(page, where)
        return [n for n in there if names[n] == own and names[parents[n]] == above]
    if kind == "look":
        return [n for n, look in enumerate(page.look_names) if look == name]
    return [n for n, marks in enumerate(page.marks) if name in marks] if kind == "mark" else []


def _siblings_again(page: Outline, parent: int, kind: str, name: str) -> Iterator[list[Span]]:
    for members in _named(page, _SIBLINGS.get(kind), page.children[parent], kind, name):
        yield [(member, page.ends[member]) for member in members]


def _runs_again(page: Outline, parent: int, kind: str, name: str) -> Iterator[list[Span]]:
    kids = page.children[parent]
    if kind == "between":
        yield from (_between(page, kids, cuts) for n, cuts in _separators(page, kids) if n == name)
    for members in _named(page, _SIBLINGS.get(kind), kids, kind, name):
        if kind != "all" and len(members) < len(kids) and (spans := headed(page, kids, members)):
            yield spans


def _named(
    page: Outline, grouping: _Grouping | None, numbers: Sequence[int], kind: str, name: str
) -> Iterator[list[int]]:
    """The groups of one kind that have this name."""
    for each, members in grouping(page, numbers).items() if grouping else ():
        if members and _written(page, kind, each, members[0]) == name:
            yield members


def _key(page: Outline, proposal: _Proposal) -> GroupKey:
    where = path(page, proposal.parent) if proposal.parent >= 0 else ""
    written = _written(page, proposal.kind, proposal.name, proposal.first)
    return GroupKey(proposal.how, where, f"{proposal.kind} {written}")


def _written(page: Outline, kind: str, name: Hashable, first: int) -> str:
    """The name of a group as it is on other pages too; ``first``: number of the first member."""
    if kind == "look":
        return page.look_names[first]
    if kind == "shape":
        return _shape(page, first)
    if kind == "inside":
        return " ".join([_shape(page, kid) for kid in page.children[first][:MOST_SHAPE]])
    if kind == "path":
        return path(page, first)
    if kind == "place":
        names = page.look_names
        return f"{path(page, first)} {names[page.parents[first]]} {names[first]}"
    return str(name)


def _shape(page: Outline, number: int) -> str:
    return f"{page.tags[number]}>{','.join([page.tags[k] for k in page.children[number]])}"


def _proposals(page: Outline, least: float) -> Iterator[_Proposal]:
    runs: dict[Hashable, list[_Proposal]] = defaultdict(list)
    for parent, kids in enumerate(page.children):
        if len(kids) < 2 or page.before[page.ends[parent]] - page.before[parent] < least:
            continue
        for proposal in _below(page, parent):
            yield proposal
            if proposal.how == "runs":
                runs[page.paths[parent], proposal.kind, proposal.name].append(proposal)
    for same in runs.values():
        if len(same) > 1:
            spans = [span for each in same for span in each.spans]
            yield same[0]._replace(how="cousin runs", spans=spans)
    yield from _cousins(page)


def _below(page: Outline, parent: int) -> Iterator[_Proposal]:
    """Groups of at least two, and runs, among the children of one element."""
    kids, ends = page.children[parent], page.ends
    seen: set[tuple[int, ...]] = set()
    for kind, grouped in _SIBLINGS.items():
        for name, members in grouped(page, kids).items():
            if len(members) < 2 or tuple(members) in seen:
                continue
            seen.add(tuple(members))
            if _are_labels(page, members):
                continue
            spans = [(k, ends[k]) for k in members]
            yield _Proposal("siblings", kind, name, parent, members[0], spans)
            if kind != "all" and len(members) < len(kids):
                spans = headed(page, kids, members)
                if spans:
                    yield _Proposal("runs", kind, name, parent, members[0], spans)
    for name, cuts in _separators(page, kids):
        yield _Proposal("runs", "between", name, parent, kids[0], _between(page, kids, cuts))


def _all(page: Outline, kids: Sequence[int]) -> _Named:
    return {"*": [k for k in kids if page.tags[k] not in SMALL]}


def _several(groups: _Named) -> _Named:
    """The groups; none if there is only one, which the tag makes too."""
    return groups if len(groups) > 1 else {}


def _by(names: Sequence[Hashable], numbers: Iterable[int]) -> _Named:
    groups: _Named = defaultdict(list)
    for number in numbers:
        groups[names[number]].append(number)
    return groups


def _by_mark(page: Outline, numbers: Iterable[int]) -> _Named:
    groups: _Named = defaultdict(list)
    for number in numbers:
        for mark in page.marks[number]:
            groups[mark].append(number)
    return groups


def _by_inside(page: Outline, kids: Sequence[int]) -> _Named:
    """By the shapes of the children, where all have one shape themselves: rows in turn."""
    shapes, children = page.shapes, page.children
    if len(kids) < 2 or len({shapes[kid] for kid in kids}) > 1:
        return {}
    groups: _Named = defaultdict(list)
    for kid in kids:
        groups[tuple([shapes[inner] for inner in children[kid][:MOST_SHAPE]])].append(kid)
    return groups


def _are_labels(page: Outline, heads: Sequence[int]) -> bool:
    """Do the texts of elements recur in turn, as those of labels within each record do?"""
    texts = [page.texts[head] for head in heads]
    return all(texts) and 1 < len(set(texts)) <= len(texts) / 2


def _lead_to_one(page: Outline, spans: Spans) -> bool:
    """Are the members links to one address, such as a title and its icon?"""
    if any(page.tags[start] != "a" for start, _ in spans):
        return False
    return len({page.hrefs[start] for start, _ in spans}) == 1


def headed(page: Outline, kids: Sequence[int], heads: Sequence[int]) -> list[Span]:
    """Runs that start with a head each; the last is as long as most."""
    place = {kid: n for n, kid in enumerate(kids)}
    at = [place[head] for head in heads]
    lengths = Counter(b - a for a, b in pairwise(at))
    usual = lengths.most_common(1)[0][0] if lengths else len(kids)
    if len(lengths) == 1 and usual == 1:
        return []
    stops = [*at[1:], min(at[-1] + usual, len(kids))]
    return [(kids[a], page.ends[kids[b - 1]]) for a, b in zip(at, stops, strict=True)]


def _separators(page: Outline, kids: Sequence[int]) -> Iterator[tuple[str, list[int]]]:
    """Kind and places of children that separate others: rules, empty lines, empty blocks."""
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


def _between(page: Outline, kids: Sequence[int], cuts: list[int]) -> list[Span]:
    bounds = pairwise([-1, *cuts, len(kids)])
    return [(kids[a + 1], page.ends[kids[b - 1]]) for a, b in bounds if b - a > 1]


def _cousins(page: Outline) -> Iterator[_Proposal]:
    """Elements anywhere that share a path, a path with looks, a look or a mark."""
    large = _large(page)
    seen: set[tuple[int, ...]] = set()
    for kind, grouped in _COUSINS.items():
        for name, group in grouped(page, large).items():
            if len(group) > 1 and (members := tuple(group)) not in seen:
                seen.add(members)
                yield _Proposal("cousins", kind, name, -1, group[0], _outermost(page, group))


def _large(page: Outline) -> list[int]:
    return [n for n in range(len(page.tags)) if _is_large(page, n)]


def _is_large(page: Outline, number: int) -> bool:
    """Does an element hold text, and may it be more than a part of a line?"""
    has_text = page.before[page.ends[number]] > page.before[number]
    return number > 0 and has_text and page.tags[number] not in SMALL


def _by_place(page: Outline, numbers: Iterable[int]) -> _Named:
    looks = page.looks
    above = [looks[parent] for parent in page.parents]
    return _by([*zip(page.paths, above, looks, strict=True)], numbers)


def _outermost(page: Outline, group: list[int]) -> list[Span]:
    spans: list[Span] = []
    for n in group:
        if not spans or n >= spans[-1][1]:
            spans.append((n, page.ends[n]))
    return spans


def _innermost(page: Outline, group: Sequence[int]) -> list[Span]:
    behind = [*group[1:], len(page.tags)]
    return [
        (n, page.ends[n]) for n, after in zip(group, behind, strict=True) if after >= page.ends[n]
    ]


def _purified(
    page: Outline, groups: Sequence[RecordGroup], found: Iterable[Spans]
) -> Iterator[RecordGroup]:
    seen = set(found)
    for group in groups:
        if len(group.spans) >= _MIN_PURIFIED:
            spans = alike(page, group.spans)
            if 2 <= len(spans) < len(group.spans) and spans not in seen:
                seen.add(spans)
                key = group.key
                yield RecordGroup(GroupKey(key.how, key.where, key.name, pure=True), spans)


def _standing_at(page: Outline, where: str) -> list[int]:
    """The elements with a path, in document order."""
    first, *names = where.split("/")
    level = [0] if page.tags[:1] == [first] else []
    for name in names:
        level = [kid for n in level for kid in page.children[n] if page.tags[kid] == name]
    return level


# In this order; of equal groups the first is kept.
_SIBLINGS: dict[str, _Grouping] = {
    "all": _all,
    "tag": lambda page, kids: _by(page.tags, kids),
    "look": lambda page, kids: _several(_by(page.looks, kids)),
    "mark": _by_mark,
    "shape": lambda page, kids: _several(_by(page.shapes, kids)),
    "inside": lambda page, kids: _several(_by_inside(page, kids)),
}
_COUSINS: dict[str, _Grouping] = {
    "path": lambda page, large: _by(page.paths, large),
    "place": _by_place,
    "look": lambda page, large: _by(page.looks, large),
    "mark": _by_mark,
}

"""Which elements of a page are its records, by fresh text alone?

Among groups of like siblings and of like cousins (the cards of a grid), the records are the group
with the most fresh text, evenly spread. Most records link to a page of their own; a group without
such links is taken only if nothing else holds as much. A page with one record has no group: there
the smallest element with most of the fresh text is the record.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from itertools import islice

from lxml.html import HtmlElement

from deepweb.page.outline import element_paths
from deepweb.page.page import visible_text
from deepweb.read.fresh import Fresh

# A group counts by the sum of its members' fresh text to this power. Below 1, many records beat few
# large blocks; above 0.5, records beat their own parts.
_EVENNESS = 0.7
# Share of the fresh text of a page that its records must hold.
MIN_SHARE = 0.3
# Share of the fresh text that a single record, or records without links, must hold.
_MOST = 0.6
# Records without links that are believed; two lines of text may be anything.
_MIN_UNLINKED = 3

Group = list[HtmlElement]


def record_elements(fresh: Fresh) -> Group:
    """The elements that are records, in document order."""
    groups = [(_weight(group, fresh), group) for group in _groups(fresh)]
    groups.sort(key=lambda weighed: -weighed[0])
    linked = next((g for _, g in groups if _is_linked(g, fresh)), [])
    if _share(linked, fresh) >= MIN_SHARE:
        # A member without a link, or with links to searches only, is a heading or a pager.
        return [member for member in linked if _has_own_link(member, fresh)]
    return _only_block(fresh) or _unlinked([g for _, g in groups], fresh)


def _groups(fresh: Fresh) -> Iterator[Group]:
    """Groups of at least two like siblings, or of like cousins with a link each."""
    paths = fresh.page.once(element_paths)
    cousins: dict[tuple[int, tuple[str, ...]], list[Group]] = defaultdict(list)
    for parent, children in fresh.children.items():
        # By tag, and by tag and class; alternating classes are common.
        same_look = _grouped(children, _look)
        yield from (g for g in (*_grouped(children, _tag), *same_look) if len(g) > 1)
        for group in same_look:
            if all(fresh.targets[member] for member in group):
                cousins[paths[parent], _look(group[0])].append(group)
    for groups in cousins.values():
        # The last row of a grid may hold a single record, but not every row.
        if len(groups) > 1 and max(map(len, groups)) > 1:
            yield [member for group in groups for member in group]


def _grouped(elements: Group, kind: Callable[[HtmlElement], tuple[str, ...]]) -> list[Group]:
    groups: dict[tuple[str, ...], Group] = defaultdict(list)
    for element in elements:
        groups[kind(element)].append(element)
    return list(groups.values())


def _tag(element: HtmlElement) -> tuple[str, ...]:
    return (str(element.tag),)


def _look(element: HtmlElement) -> tuple[str, ...]:
    return (str(element.tag), *sorted(element.get("class", "").split()))


def _weight(group: Group, fresh: Fresh) -> float:
    spread: float = sum(fresh.length[member] ** _EVENNESS for member in group)
    return spread * _likeness(group, fresh)


def _likeness(group: Group, fresh: Fresh) -> float:
    """How much the members hold the same kinds of elements as the most common member."""
    shapes = [frozenset(fresh.tags_in.get(member, ())) for member in group]
    common, _ = Counter(shapes).most_common(1)[0]
    alike = (len(s & common) / len(s | common) if s | common else 1.0 for s in shapes)
    return sum(alike) / len(group)


def _is_linked(group: Group, fresh: Fresh) -> bool:
    """Do most members link to a page of their own, and not all to the same one?"""
    led_to = {target for member in group for target in fresh.targets[member]}
    return 2 * len(led_to) > len(group)


def _share(group: Group, fresh: Fresh) -> float:
    return sum(fresh.length[member] for member in group) / (fresh.length[fresh.root] or 1)


def _only_block(fresh: Fresh) -> Group:
    """The smallest element with most of the fresh text, around a fresh link if there is one."""
    enough = _MOST * fresh.length[fresh.root]
    links = [e for e in fresh.targets if e.tag == "a" and fresh.targets[e] and fresh.length[e]]
    if links:
        link = max(links, key=lambda each: fresh.length[each])
        around = (e for e in (link, *link.iterancestors()) if fresh.length[e] >= enough)
        return list(islice(around, 1))
    block = fresh.root
    while inner := [e for e in fresh.children.get(block, ()) if fresh.length[e] >= enough]:
        block = inner[0]
    # The smallest element around an advert and a clock is a whole page, mostly not fresh.
    shown = len(visible_text(block))
    is_one = enough > 0 and fresh.length[block] >= _MOST * shown and _has_own_link(block, fresh)
    return [block] if is_one else []


def _has_own_link(element: HtmlElement, fresh: Fresh) -> bool:
    return any(e.get("href") and e not in fresh.searches for e in element.iter("a"))


def _unlinked(groups: list[Group], fresh: Fresh) -> Group:
    """The heaviest group of records without pages of their own, as in a register."""
    believed = (g for g in groups if len(g) >= _MIN_UNLINKED and _share(g, fresh) >= _MOST)
    return next(believed, [])

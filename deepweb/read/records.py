"""Page to records, from the repeated structure of the page.

The idea is that of Caverlee and Liu, *QA-Pagelet* (section VI): what answers the query differs from
answer to answer, the rest of the page does not. Text that also stands on the form's answers to
nonsense says nothing; among siblings that hold *fresh* text, the group with the most of it, evenly
spread, is the list of records.

1. Weigh each element by the fresh text below it.
2. Collect groups of like siblings; like groups below like parents (a grid) are one group.
3. Take the heaviest group; where there is none, the one element that holds the fresh text.
4. Read each member: title, link, text, fields.

Departure: one page at a time; clusters of pages and common subtrees over several pages are not used
yet, so that the result does not depend on the order in which the answers came.
"""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement

from deepweb.read.empty import Background
from deepweb.read.fields import fields, header_cells
from deepweb.read.page import Page, link_target, own_texts, seen_elements, visible_text
from deepweb.read.record_url import record_url

# Controls hold choices, not answers; a page's own navigation says itself what it is.
NOT_ANSWERS = frozenset({"select", "datalist", "textarea", "button", "nav", "label", "legend"})
# Some siblings of a list are of another kind (an advert, a heading): this share must be alike.
MIN_LIKENESS = 0.6
# A group counts by the sum of its members' weights to this power: below 1, so that many records
# beat few large blocks; above 0.5, so that records beat the parts that each of them consists of.
EVENNESS = 0.7
# What groups lose when their members lead nowhere: most records have a page of their own.
UNLINKED = 0.5
# Share of a page's fresh text that its records hold, and that a single record holds.
MIN_SHARE, MOST = 0.3, 0.6


@dataclass(frozen=True, slots=True)
class FoundRecord:
    """One record as it stands on a page."""

    id: str
    url: str | None
    title: str
    text: str
    fields: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Asked:
    """What a page is the answer to: the form's action and the values filled in."""

    action: str = ""
    query: Mapping[str, str] = field(default_factory=dict)

    def is_search(self, url: str) -> bool:
        """Does a link ask the form itself (next page, facet, related query)?"""
        there, here = urlsplit(url), urlsplit(self.action)
        if (there.netloc, there.path) != (here.netloc, here.path):
            return False
        arguments = dict(parse_qsl(there.query, keep_blank_values=True))
        return not arguments or any(name in arguments for name in self.query)

    def carries_query(self, url: str) -> bool:
        """Does a link hand the query on (000, section 6.2)? Facets do; some records' links too."""
        arguments = dict(parse_qsl(urlsplit(url).query))
        return any(value and arguments.get(name) == value for name, value in self.query.items())


class _Weights:
    """Fresh text and record links below each element of a page."""

    def __init__(self, page: Page, asked: Asked, background: Background) -> None:
        self.fresh: Counter[HtmlElement] = Counter()
        self.links: Counter[HtmlElement] = Counter()
        self.children: dict[HtmlElement, list[HtmlElement]] = defaultdict(list)
        values = list(asked.query.values())
        elements = list(_answering_elements(page.root))
        own = {e: _fresh_length(e, values, background) for e in elements}
        self.searches = _search_links(page, asked, [e for e in elements if e.tag == "a" and own[e]])
        # Children come after their parents, so walking backwards adds up from the leaves.
        for element in reversed(elements):
            if element in self.searches:
                self.fresh[element] = 0  # where it leads is no part of this answer
                continue
            self.fresh[element] += own[element]
            self.links[element] += _leads_on(page, element, background)
            parent = element.getparent()
            if parent is not None and element is not page.root and self.fresh[element]:
                self.fresh[parent] += self.fresh[element]
                self.links[parent] += self.links[element]
                self.children[parent].append(element)
        for siblings in self.children.values():
            siblings.reverse()


def _fresh_length(element: HtmlElement, values: list[str], background: Background) -> int:
    pieces = (text for text in own_texts(element) if not text.isspace())
    return sum(len(text.strip()) for text in pieces if not background.knows(text, values))


def _leads_on(page: Page, element: HtmlElement, background: Background) -> bool:
    """Is this a link to a page that the empty pages do not lead to?"""
    target = link_target(page, element) if element.tag == "a" else None
    return target is not None and target not in background.links


def _search_links(page: Page, asked: Asked, links: list[HtmlElement]) -> set[HtmlElement]:
    """Links to further searches; where every link hands the query on, that says nothing."""
    targets = {link: target for link in links if (target := link_target(page, link))}
    plain = {link for link, url in targets.items() if not asked.carries_query(url)}
    asking = {link for link, url in targets.items() if asked.is_search(url)}
    return asking | (targets.keys() - plain) if plain - asking else asking


def read_records(page: Page, asked: Asked, background: Background) -> list[FoundRecord]:
    """The records of a page, in document order; none where nothing reads as a record."""
    weights = _Weights(page, asked, background)
    members = _heaviest_group(page.root, weights) or _only_block(page.root, weights)
    headers = header_cells(members)
    found = (_record(page, asked, member, weights, headers) for member in members)
    # Twice the same record on a page (picture and name as two links) is one.
    return list({record.id: record for record in found if record.text}.values())


def _answering_elements(root: HtmlElement) -> Iterator[HtmlElement]:
    skipped: set[HtmlElement] = set()
    for element in seen_elements(root):
        if element.tag in NOT_ANSWERS or element.getparent() in skipped:
            skipped.add(element)
        else:
            yield element


def _heaviest_group(root: HtmlElement, weights: _Weights) -> list[HtmlElement]:
    best = max(_groups(weights), key=lambda group: _weight(group, weights), default=[])
    # The parts of a single record are repeated structure too, but not most of what is fresh.
    linked = sum(bool(weights.links[member]) for member in best)
    share = sum(weights.fresh[member] for member in best) / (weights.fresh[root] or 1)
    return best if 2 * linked > len(best) and share >= MIN_SHARE else []


def _groups(weights: _Weights) -> Iterator[list[HtmlElement]]:
    """Groups of at least two like siblings, and of like cousins that each have a link."""
    cousins: dict[tuple[str, ...], list[HtmlElement]] = defaultdict(list)
    for parent, children in weights.children.items():
        for group in _like_siblings(children):
            yield group
            if all(weights.links[member] for member in group):
                cousins[(*_path(parent), *_look(group[0]))] += group
    yield from cousins.values()


def _like_siblings(children: list[HtmlElement]) -> Iterator[list[HtmlElement]]:
    """Siblings of one tag, and of one tag and class: alternating classes are common."""
    if len(children) < 2:
        return
    for look in (lambda e: (e.tag,), _look):
        groups: dict[tuple[str, ...], list[HtmlElement]] = defaultdict(list)
        for child in children:
            groups[look(child)].append(child)
        yield from (group for group in groups.values() if len(group) > 1)


def _look(element: HtmlElement) -> tuple[str, ...]:
    return (str(element.tag), *sorted(element.get("class", "").split()))


def _path(element: HtmlElement) -> tuple[str, ...]:
    return tuple(str(e.tag) for e in (*reversed(list(element.iterancestors())), element))


def _weight(group: list[HtmlElement], weights: _Weights) -> float:
    likeness = _likeness(group)
    if likeness < MIN_LIKENESS:
        return 0.0
    linked = sum(bool(weights.links[member]) for member in group) / len(group)
    spread: float = sum(weights.fresh[member] ** EVENNESS for member in group)
    return spread * likeness * (UNLINKED + (1 - UNLINKED) * linked)


def _likeness(group: list[HtmlElement]) -> float:
    """Share of members that hold the same kinds of elements as the most common member."""
    shapes = [frozenset(str(e.tag) for e in member.iterdescendants()) for member in group]
    common, _ = Counter(shapes).most_common(1)[0]
    alike = sum(
        len(shape & common) / (len(shape | common) or 1) if shape | common else 1.0
        for shape in shapes
    )
    return alike / len(group)


def _only_block(root: HtmlElement, weights: _Weights) -> list[HtmlElement]:
    """A page with one record: the smallest element around its link with most of the fresh text."""
    links = [e for e, n in weights.links.items() if e.tag == "a" and n and weights.fresh[e]]
    if not links:
        return []
    link = max(links, key=lambda each: weights.fresh[each])
    enough = MOST * weights.fresh[root]
    around = (e for e in (link, *link.iterancestors()) if weights.fresh[e] >= enough)
    return list(islice(around, 1))


def _record(
    page: Page,
    asked: Asked,
    member: HtmlElement,
    weights: _Weights,
    headers: tuple[str, ...],
) -> FoundRecord:
    link = _main_link(member, weights)
    url = link_target(page, link) if link is not None else None
    text = visible_text(member)
    own_url = record_url(url, asked.query.values()) if url else None
    return FoundRecord(
        id=own_url or "sha256:" + hashlib.sha256(text.encode()).hexdigest()[:32],
        url=url,
        title=_title(member, link) or text[:100],
        text=text,
        fields=fields(member, headers),
    )


def _main_link(member: HtmlElement, weights: _Weights) -> HtmlElement | None:
    """The record's own page: the link in its heading, else the first that says something."""
    # A promoted record's link stands on every page, but is its own all the same.
    all_links = [e for e in member.iter("a") if e.get("href") and e not in weights.searches]
    links = [e for e in all_links if weights.links[e]] or all_links
    headed = [
        e for e in links if next(e.iterancestors("h1", "h2", "h3", "h4", "h5"), None) is not None
    ]
    telling = [e for e in links if weights.fresh[e]]
    return next(iter((*headed, *telling, *links)), None)


def _title(member: HtmlElement, link: HtmlElement | None) -> str:
    heading = next(member.iter("h1", "h2", "h3", "h4", "h5", "h6"), None)
    named = (visible_text(e) for e in (heading, link) if e is not None)
    return next((name for name in named if name), "")

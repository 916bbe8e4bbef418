"""Which text of a page answers the query, and which stands on every page of the form?

The idea is that of [Caverlee §VI]: the answer differs from query to query, the rest of the page
does not. Text that is also on the background pages says nothing; all other text is *fresh*.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement

from deepweb.page.page import Page, target, visible_text
from deepweb.page.walk import MAX_NODES, Walk, walked
from deepweb.page.words import all_normalised, normalised
from deepweb.read.kind.empty import MASK, Background

# Controls hold choices, not answers; navigation is declared as such.
NOT_ANSWERS = frozenset({"select", "datalist", "textarea", "button", "nav", "label", "legend"})


@dataclass(frozen=True, slots=True)
class AskedQuery:
    """The query that a page answers: the form's action and the values filled in."""

    action: str = ""
    query: Mapping[str, str] = field(default_factory=dict)

    def is_search(self, url: str) -> bool:
        """Does a link lead to the form's own results (next page, facet, related query)?"""
        place, _, arguments = url.partition("?")
        if place.partition("://")[2] != _place(self.action):
            return False
        names = {name for name, _ in parse_qsl(arguments, keep_blank_values=True)}
        return not names or not names.isdisjoint(self.query)

    def names_another(self, url: str, said: str) -> bool:
        """Does a link ask for something else, by a value that its text does not show?

        Such a value is the number of a record: some sites show a record by their search
        (``?search=0x1D7A3804``). The links of related queries show what they ask.
        """
        arguments = dict(parse_qsl(urlsplit(url).query))
        given = {n: arguments[n] for n, value in self.query.items() if value and n in arguments}
        if any(value == self.query[name] for name, value in given.items()):
            return False
        shown = _joined(said)
        return bool(shown) and any(_joined(value) not in shown for value in given.values())

    def carries_query(self, url: str) -> bool:
        """Does a link carry the query [He13 §6.2]? Facets do, and some links of records."""
        if "?" not in url:
            return False
        arguments = dict(parse_qsl(urlsplit(url).query))
        return any(value and arguments.get(name) == value for name, value in self.query.items())


@lru_cache(maxsize=64)
def _place(url: str) -> str:
    here = urlsplit(url)
    return here.netloc + here.path


class Fresh:
    """How much fresh text each element of a page holds, and where its fresh links lead."""

    def __init__(self, page: Page, asked: AskedQuery, background: Background) -> None:
        self.page, self.root = page, page.root
        self.length: Counter[HtmlElement] = Counter()
        self.targets: defaultdict[HtmlElement, tuple[str, ...]] = defaultdict(tuple)
        """For each element, one target of the links in it, if there is any."""
        self._walk = page.once(walked)
        self._answering = _answering(self._walk)
        self.said = all_normalised(self._walk.pieces, asked.query.values())
        """The pieces of text of the page, normalised."""
        own = _fresh_lengths(self._walk, self.said, asked, background)
        leads = _targets(page, self._walk, self._answering)
        asking = _search_links({n: url for n, url in leads.items() if own[n]}, asked)
        asking -= {n for n in asking if asked.names_another(leads[n], self._text(n))}
        self.searches = {self._walk.elements[n] for n in asking}
        new = {n: (url,) for n, url in leads.items() if url not in background.links}
        self._add_up(own, asking, new)

    def _text(self, number: int) -> str:
        return visible_text(self._walk.elements[number])

    def _add_up(
        self, own: Sequence[int], asking: Set[int], leads: Mapping[int, tuple[str, ...]]
    ) -> None:
        """Add up from the leaves: the walk in reverse, since children come after parents."""
        elements, parents = self._walk.elements, self._walk.parents
        below = [0] * len(own)
        targets: dict[int, tuple[str, ...]] = {}
        for number in reversed(self._answering):
            # Links to further searches are no part of this answer.
            is_search = number in asking
            length = below[number] + (0 if is_search else own[number])
            target = targets.get(number) or (None if is_search else leads.get(number))
            if not length and not target:
                continue
            if length:
                self.length[elements[number]] = length
            if target:
                self.targets[elements[number]] = target
            if (parent := parents[number]) >= 0 and not is_search:
                below[parent] += length
                if target:
                    targets.setdefault(parent, target)

    @cached_property
    def children(self) -> dict[HtmlElement, list[HtmlElement]]:
        """For each element, the children that hold fresh text, in document order."""
        found: dict[HtmlElement, list[HtmlElement]] = {}
        for number in self._answering[1:]:
            element, parent = self._walk.elements[number], self._walk.parents[number]
            if self.length[element] and element not in self.searches:
                found.setdefault(self._walk.elements[parent], []).append(element)
        return found

    @cached_property
    def tags_in(self) -> dict[HtmlElement, set[str]]:
        """For each element that has descendants, their tags."""
        found: dict[HtmlElement, set[str]] = {}
        for node in reversed(list(islice(self.root.iterdescendants(), MAX_NODES))):
            inside, parent = found.get(node), node.getparent()
            if parent is not None:
                held = found.setdefault(parent, set())
                held.add(str(node.tag))
                held.update(inside or ())
        return found


def _answering(page: Walk) -> list[int]:
    """Numbers of the elements that may hold a part of the answer."""
    # The last item stands for the root's parent, -1.
    is_skipped = [False] * (len(page.tags) + 1)
    for number, (tag, parent) in enumerate(zip(page.tags, page.parents, strict=True)):
        if tag in NOT_ANSWERS or is_skipped[parent]:
            is_skipped[number] = True
    return [number for number in range(len(page.tags)) if not is_skipped[number]]


def _fresh_lengths(
    page: Walk, normal: Sequence[str], asked: AskedQuery, background: Background
) -> list[int]:
    """For each element, the characters directly in it that the background pages lack."""
    values = list(asked.query.values())
    own = [0] * len(page.tags)
    known = background.texts
    if not known:
        normal = page.pieces
    for said, piece, length, owner in zip(
        normal, page.pieces, page.lengths, page.owners, strict=True
    ):
        if said not in known and not (MASK in said and background.knows(piece, values)):
            own[owner] += length
    return own


def _targets(page: Page, walk: Walk, numbers: Iterable[int]) -> dict[int, str]:
    """The targets of those elements that are links."""
    tags, attributes = walk.tags, walk.attributes
    hrefs = {n: attributes[n].get("href") for n in numbers if tags[n] == "a"}
    return {n: url for n, href in hrefs.items() if href and (url := target(page, href))}


def _search_links(leads: Mapping[int, str], asked: AskedQuery) -> set[int]:
    """Links to further searches; if every link carries the query, carrying it says nothing."""
    plain = {n for n, url in leads.items() if not asked.carries_query(url)}
    asking = {n for n, url in leads.items() if asked.is_search(url)}
    return asking | (leads.keys() - plain) if plain - asking else asking


def _joined(text: str) -> str:
    """A text without gaps, since addresses and texts have them at different places."""
    return normalised(text).replace(" ", "")

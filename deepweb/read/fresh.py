"""What on a page answers the query, and what stands there whatever is asked?

The idea is that of Caverlee and Liu, *QA-Pagelet* (section VI): the answer differs from query to
query, the rest of the page does not. Text that also stands on the form's answers to nonsense says
nothing; the rest is *fresh*.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement

from deepweb.read.empty import Background
from deepweb.read.page import Page, link_target, own_texts, seen_elements

# Controls hold choices, not answers; a page's own navigation says itself what it is.
NOT_ANSWERS = frozenset({"select", "datalist", "textarea", "button", "nav", "label", "legend"})


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


class Fresh:
    """How much fresh text is below each element of a page, and where its fresh links lead."""

    def __init__(self, page: Page, asked: Asked, background: Background) -> None:
        self.root = page.root
        self.length: Counter[HtmlElement] = Counter()
        self.targets: defaultdict[HtmlElement, list[str]] = defaultdict(list)
        self.children: defaultdict[HtmlElement, list[HtmlElement]] = defaultdict(list)
        """Of each element, those children that hold fresh text."""
        elements = list(_answering_elements(page.root))
        values = list(asked.query.values())
        own = {e: _fresh_length(e, values, background) for e in elements}
        self.searches = _search_links(page, asked, [e for e in elements if e.tag == "a" and own[e]])
        # Children come after their parents, so walking backwards adds up from the leaves.
        for element in reversed(elements):
            if element not in self.searches:  # where those lead is no part of this answer
                self.length[element] += own[element]
                self.targets[element] += _leads_to(page, element, background)
                self._add_up(element)
        for siblings in self.children.values():
            siblings.reverse()

    def _add_up(self, element: HtmlElement) -> None:
        parent = element.getparent()
        if parent is None or element is self.root:
            return
        self.targets[parent] += self.targets[element]  # of a picture too, which holds no text
        if self.length[element]:
            self.length[parent] += self.length[element]
            self.children[parent].append(element)


def _answering_elements(root: HtmlElement) -> Iterator[HtmlElement]:
    skipped: set[HtmlElement] = set()
    for element in seen_elements(root):
        if element.tag in NOT_ANSWERS or element.getparent() in skipped:
            skipped.add(element)
        else:
            yield element


def _fresh_length(element: HtmlElement, values: list[str], background: Background) -> int:
    pieces = (text for text in own_texts(element) if not text.isspace())
    return sum(len(text.strip()) for text in pieces if not background.knows(text, values))


def _leads_to(page: Page, element: HtmlElement, background: Background) -> list[str]:
    """Where a link leads, unless the empty pages lead there too."""
    target = link_target(page, element) if element.tag == "a" else None
    return [target] if target is not None and target not in background.links else []


def _search_links(page: Page, asked: Asked, links: list[HtmlElement]) -> set[HtmlElement]:
    """Links to further searches; where every link hands the query on, that says nothing."""
    targets = {link: target for link in links if (target := link_target(page, link))}
    plain = {link for link, url in targets.items() if not asked.carries_query(url)}
    asking = {link for link, url in targets.items() if asked.is_search(url)}
    return asking | (targets.keys() - plain) if plain - asking else asking

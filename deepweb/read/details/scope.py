"""Which part of a page holds what is read? Once a site is learnt, the rest is not walked over.

The scope is the innermost element around all fields, their labels and the title of the pages that
were compared. It is known by the places on the way down to it. If a page does not have a place on
this way, reading begins at the last place that it has.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import count, takewhile

from lxml.html import HtmlElement

from deepweb.page.page import UNSEEN, Page
from deepweb.page.walk import walk
from deepweb.read.details.texts import CELLS, Around, PageTexts, around_root, inside, texts_of

Scope = tuple[int, ...]
"""Places from the root down."""


def learn_scope(pages: Iterable[tuple[PageTexts, Sequence[int]]]) -> Scope:
    """The scope of pages, each with the numbers of the elements that are needed."""
    ways = [_way(texts, reduce(texts.common, needed)) for texts, needed in pages if needed]
    steps = takewhile(lambda places: len(set(places)) == 1, zip(*ways, strict=False))
    return tuple(places[0] for places in steps)


def _way(texts: PageTexts, element: int) -> list[int]:
    way = []
    while element >= 0:
        way.append(texts.around[element].place)
        element = texts.parents[element]
    return way[::-1]


def scope_texts(page: Page, scope: Scope) -> PageTexts:
    """The texts of a page within a scope."""
    element, around = page.root, around_root(page)
    for place in scope[1:]:
        ways = [(child, its) for child, its in _children(element, around) if its.place == place]
        if len(ways) != 1:
            break
        element, around = ways[0]
    return texts_of(walk(element), around)


def _children(element: HtmlElement, around: Around) -> Iterator[tuple[HtmlElement, Around]]:
    cells = count(1)
    for child in element:
        if isinstance(child.tag, str) and child.tag not in UNSEEN:
            column = next(cells) if child.tag in CELLS else 0
            yield child, inside(around, child.tag, column, dict(child.items()))

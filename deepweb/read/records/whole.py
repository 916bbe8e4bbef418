"""From a chosen group to whole records: without table heads, with all that is around each alone."""

from __future__ import annotations

from collections import Counter

from lxml.html import HtmlElement

from deepweb.page.outline import Outline
from deepweb.read.records.candidates import headed
from deepweb.read.records.members import Spans

# Share of the text of a menu that its links hold, and mean characters of a link.
_BARE = 0.95
_SHORT = 30
_LONG = 40  # characters of a link that is the title of something, not an entry of a menu
# Elements that head what follows them.
_HEADS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt"})
# Elements examined in search of whole records, as a multiple of the elements of the page.
_MAX_AROUND = 4


def are_bare(page: Outline, spans: Spans) -> bool:
    """Are the members nothing but short links, as in a menu?

    What most members say, such as the name of an icon, says nothing. Where most members have a
    long link among short ones, it is their title.
    """
    texts, hrefs = page.texts, page.hrefs
    times = Counter(text for span in spans for text in set(texts[slice(*span)]))
    most = max(1, len(spans) / 2)
    own = [len(text) if times[text] <= most else 0 for text in texts]
    links = [n for span in spans for n in range(*span) if hrefs[n]]
    linked = sum([sum(own[n : page.ends[n]]) for n in links])
    titled = [
        any(sum(own[n : page.ends[n]]) >= _LONG for n in range(*s) if hrefs[n]) for s in spans
    ]
    if 2 * sum(titled) > len(spans):
        return False
    length = sum([sum(own[slice(*span)]) for span in spans])
    return 0 < linked <= _SHORT * len(links) and linked >= _BARE * length


def with_followers(page: Outline, spans: Spans) -> Spans:
    """Headings, each with what follows it up to the next: a heading alone is no whole record."""
    parents = {page.parents[start] for start, _ in spans}
    heads = [start for start, _ in spans]
    if len(spans) < 2 or len(parents) > 1 or not {page.tags[n] for n in heads} <= _HEADS:
        return spans
    return tuple(headed(page, page.children[parents.pop()], heads)) or spans


def without_header(page: Outline, spans: Spans) -> Spans:
    """The members without the row that names the columns of a table."""
    is_header = [_is_header(page, span) for span in spans]
    if not is_header or sum(is_header[:1]) + 1 < sum(is_header):  # bold cells are a style here
        return tuple(s for s in spans if not _has_head_cells(page, s)) or spans
    kept = tuple(span for span, is_one in zip(spans, is_header, strict=True) if not is_one)
    return kept or spans


def _is_header(page: Outline, span: tuple[int, int]) -> bool:
    """Is it a row of header cells, or of cells with nothing but bold text?"""
    start, end = span
    if page.tags[start] != "tr" or page.ends[start] != end:
        return False
    cells = page.children[start]
    return _has_head_cells(page, span) or (
        len(cells) > 1 and all(_is_bold(page, cell) for cell in cells)
    )


def _has_head_cells(page: Outline, span: tuple[int, int]) -> bool:
    start, end = span
    cells = {page.tags[kid] for kid in page.children[start]}
    return page.tags[start] == "tr" and cells == {"th"} and page.ends[start] == end


def _is_bold(page: Outline, cell: int) -> bool:
    """Does a cell hold one text, all of it bold?"""
    inner = page.children[cell]
    return not page.texts[cell] and len(inner) == 1 and page.tags[inner[0]] in {"b", "strong"}


def levels_around(page: Outline, spans: Spans) -> int:
    """Levels up to the largest element around each record alone: a title is not a whole record."""
    levels, most = 0, _MAX_AROUND * len(page.tags)
    while len(spans) > 1 and _are_elements(page, spans):
        around = dict.fromkeys(page.parents[start] for start, _ in spans)
        looked_at = sum(page.ends[parent] - parent for parent in around)
        if -1 in around or len(around) < len(spans) or looked_at > most:
            break
        levels, spans = levels + 1, lifted(page, spans, 1)
    return levels


def lifted(page: Outline, spans: Spans, levels: int) -> Spans:
    """The ancestors of records, if these are one element each."""
    for _ in range(levels if _are_elements(page, spans) else 0):
        around = [max(0, page.parents[start]) for start, _ in spans]
        spans = tuple((parent, page.ends[parent]) for parent in around)
    return spans


def _are_elements(page: Outline, spans: Spans) -> bool:
    return all(page.ends[start] == end for start, end in spans)


def span_elements(page: Outline, span: tuple[int, int]) -> list[HtmlElement]:
    number, end = span
    found: list[HtmlElement] = []
    while number < end:
        found.append(page.elements[number])
        number = page.ends[number]
    return found

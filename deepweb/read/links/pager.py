"""Which links lead to the next page of a list, and to its other pages?

A link is judged by its text (in many languages, or an arrow), its marks (``rel``, class, label),
its neighbours (a row of numbers, one of them not a link) and its address (that of the page with
another number). The weights of its signs are added up. Links to other sites, to the same or the
previous page, and to another article, month or picture never lead to the next page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice, pairwise
from urllib.parse import parse_qsl, urlsplit

from lxml.html import HtmlElement

from deepweb.form.whole_page import event_of
from deepweb.page.address.same_page import differing_argument
from deepweb.page.page import Page, visible_text
from deepweb.page.phrases import spelt
from deepweb.read.links.pager_link import (
    ARROWS,
    BACKWARD,
    FORWARD,
    NUMBER,
    PageLink,
    PagerWords,
    bare,
    is_marked_next,
    is_same_site,
    page_links,
    page_number,
    plain_label,
    target,
)

# The signs of a next link must add up to this. The text "next" is enough; an arrow, a class or a
# number in the address alone are not.
_ENOUGH = 2.0
# Minimum difference between two page sizes that a site offers: 5, 10, 25.
_SIZES_APART = 5
# Maximum words in the box of a row of page numbers,
_MAX_WORDS = 60
# and further words for each number.
_WORDS_FOR_EACH = 4
# Minimum records of a page for finding the next page by its offset.
_MIN_SHOWN = 5
# Links of a page that are examined.
_MAX_LINKS = 2_000
# Characters at the end of an address that are searched for numbers and dates.
_MAX_END = 200

_BACK_CLASS = re.compile(r"(?<![a-z])(?:prev|previous|newer|first|last|back)(?![a-z]{3})", re.I)
_PAGER_CLASS = re.compile(
    r"pagi|pager|page-?(?:num|nav|links)|(?<![a-z])pages(?![a-z])|blaettern", re.I
)
_PAGE_CLASS = re.compile(r"(?<![a-z])page(?![a-z])|navpages|page-?num", re.I)
# "Show 20, 40, 60 on a page"
_COUNT_ARGUMENT = re.compile(
    r"[?&](?:count|limit|size|rows|num|show|per_?page|page_?size|display|ipp|rpp|hits)=", re.I
)
_DATE = re.compile(r"(?:19|20)\d\d[/-]?\d\d|[?&](?:day|month|year|week)=|calendar|kalender", re.I)
_DIGITS = re.compile(r"\d{1,6}")
_ARROW_CLASS = re.compile(r"(?:chevron|arrow|angle|caret)s?-(?:circle-)?right", re.I)
_SHOW_CLASS = re.compile(r"slide|carousel|gallery|calendar|kalender|datepicker|swiper|slick", re.I)
_CURRENT_CLASS = re.compile(r"(?<![a-z])(?:active|current|selected|this-?(?:page|class))", re.I)


@dataclass(frozen=True, slots=True)
class Pager:
    """The addresses of the other pages of a list."""

    next_url: str | None = None
    page_urls: tuple[str, ...] = ()
    """The numbered pages, in order."""
    score: float = 0.0
    reason: str = "no link leads to a next page"


def next_link(page: Page, words: PagerWords, shown: int = 0) -> str | None:
    """The address of the next page, if the page links to one; ``shown`` are its records."""
    return pager(page, words).next_url or _by_offset(page, shown)


def _by_offset(page: Page, shown: int) -> str | None:
    """The one link that leads as many records further as the page shows, whatever it says."""
    if shown < _MIN_SHOWN:
        return None
    here = _numeric_arguments(page.url)
    # Most links hold none of these numbers, and need not be looked at.
    numbers = [str(number) for number in (shown, shown + 1, *(n + shown for n in here.values()))]
    found: set[str] = set()
    for element in islice(page.root.iter("a"), _MAX_LINKS):
        href = element.get("href", "").strip()
        if not any(number in href for number in numbers):
            continue
        url = target(page, href)
        if not url or _COUNT_ARGUMENT.search(url):
            continue
        for name in differing_argument(page.url, url):
            there, start = _numeric_arguments(url).get(name, 0), here.get(name)
            steps = {there, there - 1} if start is None else {there - start}
            found |= {url} if shown in steps else set()
    return found.pop() if len(found) == 1 else None


def pager(page: Page, words: PagerWords) -> Pager:
    """The links of a page to other pages of its list."""
    known = page.once(_pagers)
    if words not in known:
        known[words] = _pager(page, words)
    return known[words]


def _pagers(page: Page) -> dict[PagerWords, Pager]:
    """The pagers of a page, cached: a page may be read both as an answer and as a list."""
    return {}


def _pager(page: Page, words: PagerWords) -> Pager:
    links = list(page_links(page, words))
    numbered = _numbered(links)
    here = _here(page, links, numbered)
    pages = tuple(dict.fromkeys(link.url for _, link in sorted(numbered.items())))
    best = max(_candidates(page, links, numbered, words, here), key=_score, default=None)
    if best and best.score > _ENOUGH:
        return Pager(best.url, pages, best.score, ", ".join(best.signs))
    if declared := _declared_next(page):
        return Pager(declared, pages, _ENOUGH, "the page declares it")
    if best and best.score >= _ENOUGH:
        return Pager(best.url, pages, best.score, ", ".join(best.signs))
    return Pager(None, pages)


def _score(link: PageLink) -> float:
    return link.score


def _numbered(links: Iterable[PageLink]) -> dict[int, PageLink]:
    """The row of page numbers: the box with the most numbers that lead to other pages."""
    rows: dict[HtmlElement, dict[int, PageLink]] = defaultdict(dict)
    for link in links:
        if match := NUMBER.fullmatch(link.label):
            box = link.element.getparent()
            for _ in range(3):
                if box is None or box.tag == "html":
                    break
                rows[box].setdefault(int(match[1].replace(",", "")), link)
                box = box.getparent()
    for row in rows.values():
        _note_offsets(row)
    good = [row for box, row in rows.items() if _is_row(row) and not _says_more(box, row)]
    # Of equal boxes the innermost comes first.
    return max(good, key=len, default={})


def _note_offsets(row: dict[int, PageLink]) -> None:
    """Note the argument that grows by the same step with each number, whatever its name."""
    if any(link.number is not None for link in row.values()):
        return
    for link in row.values() if (name := _page_argument(row)) else ():
        link.number = _numeric_arguments(link.url).get(name)


def _page_argument(row: Mapping[int, PageLink]) -> str:
    """The argument that grows by the same step with each number; the first page may lack it."""
    given = {number: _numeric_arguments(link.url) for number, link in sorted(row.items())}
    if given and not given[min(given)]:
        del given[min(given)]
    if len(given) < 2:
        return ""
    for name in sorted(set.intersection(*(set(arguments) for arguments in given.values()))):
        (first, start), (second, value) = [(n, given[n][name]) for n in islice(given, 2)]
        step = (value - start) // (second - first)
        if step > 0 and all(given[n][name] == start + step * (n - first) for n in given):
            return name
    return ""


def _here(page: Page, links: Iterable[PageLink], numbered: Mapping[int, PageLink]) -> int | None:
    """The number in the address of this page; also sets the numbers of the links."""
    here = page_number(page.url)
    if here is None and (name := _page_argument(numbered)):
        here = _numeric_arguments(page.url).get(name)
        for link in links:
            if link.number is None:
                link.number = _numeric_arguments(link.url).get(name)
    return here


def _numeric_arguments(url: str) -> dict[str, int]:
    try:
        arguments = parse_qsl(urlsplit(url).query, max_num_fields=100)
    except ValueError:
        return {}
    return {name: int(value) for name, value in arguments if value.isdecimal() and len(value) < 7}


def _is_row(row: dict[int, PageLink]) -> bool:
    """Do most numbers recur in their addresses, or stand in a pager?"""
    if len({link.url for link in row.values()}) < len(row) or _are_sizes(row):
        return False
    return 2 * sum(_is_page(number, link) for number, link in row.items()) > len(row)


def _are_sizes(row: Collection[int]) -> bool:
    """Are numbers sizes of a page, such as 20, 50 and 100? Pages have neighbours."""
    return len(row) > 1 and all(b - a >= _SIZES_APART for a, b in pairwise((0, *sorted(row))))


def _says_more(box: HtmlElement, row: Collection[int]) -> bool:
    """Does a box say so much that its numbers are those of records, and not of pages?"""
    return len(visible_text(box).split()) > _MAX_WORDS + _WORDS_FOR_EACH * len(row)


def _is_page(number: int, link: PageLink) -> bool:
    is_event = bool(event_of(link.url)) and not _DATE.search(f"{link.url[-_MAX_END:]}")
    if is_event or _PAGER_CLASS.search(link.around) or _PAGE_CLASS.search(link.marks):
        return True
    if _DATE.search(f"{link.url[-_MAX_END:]} {link.around}") or _COUNT_ARGUMENT.search(link.url):
        return False
    digits = {int(digits) for digits in _DIGITS.findall(link.url[-_MAX_END:])}
    return number in digits or link.number is not None


def _declared_next(page: Page) -> str | None:
    for link in page.root.iter("link"):
        if "next" in link.get("rel", "").lower().split():
            url = target(page, link.get("href", "").strip())
            if url and bare(url) != bare(page.url) and is_same_site(url, page):
                return url
    return None


def _candidates(
    page: Page,
    links: list[PageLink],
    numbered: dict[int, PageLink],
    words: PagerWords,
    here: int | None,
) -> Iterator[PageLink]:
    """Links that may lead to the next page, with their signs."""
    row = {link.element for link in numbered.values()}
    boxes = {box for element in row for box in _boxes(element)}
    following = _following(page, numbered, here)
    furthest = max((link.number or 0 for link in numbered.values()), default=0)
    for link in links:
        if link.element in row:
            link.signs = following.get(link.element, {})
        elif not _is_backward(link, words) and not _is_elsewhere(link, words):
            link.signs = {**_said(link, words), **_marked(link)}
            if link.signs and not _is_like(link, page, numbered.values()):
                continue
        there = link.number
        if not link.signs or (here is not None and there is not None and there < here):
            continue
        if link.label in FORWARD and there is not None and there > furthest > (here or 0):
            continue  # beyond all numbers: the last page
        if there is not None and there > (here or 0):
            link.signs[f"leads to {there}"] = 1.0
        if link.element not in row and not boxes.isdisjoint(_boxes(link.element)):
            link.signs["beside page numbers"] = 1.0
        elif _PAGER_CLASS.search(link.around):
            link.signs["among pages"] = 0.5
        yield link


def _is_like(link: PageLink, page: Page, numbered: Collection[PageLink]) -> bool:
    """Does a link lead where the numbered pages are, with no argument that these have not?

    A "next" that leads elsewhere is the next step of an order, or does something on the way.
    """
    if len(numbered) < 2 or event_of(link.url):
        return True
    (place, names), *others = map(_place, (link.url, page.url, *(each.url for each in numbered)))
    known = frozenset().union(*(each for _, each in others))
    return place in {each for each, _ in others} and names <= known


def _place(url: str) -> tuple[str, frozenset[str]]:
    """The path of an address, whatever its numbers, and the names of its arguments."""
    try:
        parts = urlsplit(url)
        arguments = parse_qsl(parts.query, keep_blank_values=True, max_num_fields=100)
    except ValueError:
        return "", frozenset()
    return _DIGITS.sub("0", parts.path), frozenset(name for name, _ in arguments)


def _following(
    page: Page, numbered: dict[int, PageLink], here: int | None
) -> dict[HtmlElement, dict[str, float]]:
    """The link with the number after that of this page, with its sign."""
    current, weight = (1, 2.0) if _is_first(page, numbered) else _current(numbered, here)
    after = numbered.get(current + 1)
    return {after.element: {f"number {current + 1} after {current}": weight}} if after else {}


def _is_first(page: Page, numbered: Mapping[int, PageLink]) -> bool:
    """Does the link to the first page only add its number to the address of this page?"""
    if 1 not in numbered:
        return False
    added = differing_argument(page.url, numbered[1].url)
    return len(added) == 1 and not added & _numeric_arguments(page.url).keys()


def _current(numbered: dict[int, PageLink], here: int | None) -> tuple[int, float]:
    """The number of this page: marked as current, in its address, or the one that is no link."""
    marked = [n for n, link in numbered.items() if _CURRENT_CLASS.search(link.marks)]
    if len(marked) == 1:
        return marked[0], 2.0
    if here is not None:
        return min(
            (n for n, link in numbered.items() if _leads_past(link, here)), default=0
        ) - 1, 2.0
    gaps = sorted(n - 1 for n in numbered if n > 1 and n - 1 not in numbered)
    between = [n for n in gaps if n - 1 in numbered]
    if len(between) == 1:
        return between[0], 2.0
    return (gaps[0], 1.5 if gaps[0] == 1 else 1.0) if gaps else (-1, 0.0)


def _leads_past(link: PageLink, here: int) -> bool:
    there = link.number
    return there is not None and there > here


def _said(link: PageLink, words: PagerWords) -> dict[str, float]:
    label = link.label.strip()
    plain = plain_label(label)
    if plain in words.forward:
        return {f"says {plain}": 2.0}
    if plain in words.more:
        return {f"says {plain}": 1.0}
    if label in FORWARD:
        # A double arrow may lead to the last page.
        return {f"says {label}": 1.0 if len(label) == 1 else 0.8}
    return {"an arrow": 1.0} if not plain and _ARROW_CLASS.search(link.marks) else {}


def _marked(link: PageLink) -> dict[str, float]:
    signs = {}
    if "next" in link.element.get("rel", "").lower().split():
        signs["rel next"] = 2.0
    if is_marked_next(link.marks):
        # A link with another text may be marked for another reason.
        signs["marked next"] = 0.8 if link.label.strip(ARROWS) else 1.0
    return signs


def _is_backward(link: PageLink, words: PagerWords) -> bool:
    label = link.label.strip()
    plain = plain_label(label)
    if plain in words.forward:
        return False
    if label in BACKWARD or plain in words.backward or "prev" in link.element.get("rel", ""):
        return True
    return bool(_BACK_CLASS.search(link.marks)) and not is_marked_next(link.marks)


def _is_elsewhere(link: PageLink, words: PagerWords) -> bool:
    """Does a link lead to another article, month or picture?"""
    if _SHOW_CLASS.search(f"{link.marks} {link.around}"):
        return True
    if _PAGER_CLASS.search(link.around) or link.number is not None:
        named = link.label
    else:
        named = f"{link.label} {link.marks}"
    is_named = not words.not_pages.isdisjoint(re.split(r"[\W_]+", spelt(named)))
    return is_named and link.label.strip(ARROWS) not in words.forward


def _boxes(element: HtmlElement) -> set[HtmlElement]:
    """The two innermost ancestors of an element."""
    return set(islice(element.iterancestors(), 2))

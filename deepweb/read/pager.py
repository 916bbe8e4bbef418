"""Which links lead to the next and to the other pages of the same list?

A link is judged by what it says (in many languages, or by an arrow), how it is marked (``rel``,
class, label), what stands around it (numbers in a row, one of them not a link) and where it leads
(the same address with another number). Signs are added up; what leads off the site, back to the
same page, to the previous page, or on to another article, month or picture is never the next page.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import islice
from urllib.parse import parse_qsl, unquote, urldefrag, urljoin, urlsplit

from lxml.html import HtmlElement

from deepweb.read.page import Page
from deepweb.read.phrases import folded
from deepweb.read.walk import Walk, walked

# A label longer than this is a title.
MAX_LABEL = 40
# Links beyond this many are not looked at.
MOST_LINKS = 5_000
# The signs of a next link add up to this at least. "Next" alone reaches it; an arrow, a class or a
# number in the address alone do not.
ENOUGH = 2.0

# Arrows to the right and to the left, single and double, as letters and as names of icons.
_RIGHT = ">\u00bb\u203a\u2192\u21d2\u279c\u2794\u25b6\u25ba\u25b8\u276f\u226b\u27e9"
_LEFT = "<\u00ab\u2039\u2190\u21d0\u25c0\u25c4\u276e\u226a\u27e8"
_ARROWS = f" \t\n{_RIGHT}{_LEFT}\u00b7|\u2026:.,-\u2013\u2014()[]"
_FORWARD = frozenset(
    {*_RIGHT, *(2 * arrow for arrow in _RIGHT), "->", "-->", "chevron_right", "navigate_next"}
)
_BACKWARD = frozenset(
    {*_LEFT, *(2 * arrow for arrow in _LEFT), "<-", "<--", "chevron_left", "navigate_before"}
)
_NEXT_CLASS = re.compile(r"(?<![a-z])next(?!button-?slide)|nextpage|(?<![a-z])older", re.I)
_BACK_CLASS = re.compile(r"(?<![a-z])(?:prev|previous|newer|first|last|back)(?![a-z]{3})", re.I)
_PAGER_CLASS = re.compile(
    r"pagi|pager|page-?(?:num|nav|links)|(?<![a-z])pages(?![a-z])|blaettern", re.I
)
_PAGE_CLASS = re.compile(r"(?<![a-z])page(?![a-z])|navpages|page-?num", re.I)
_NUMBER = re.compile(
    r"\W*(?:page|seite|página|pagina|strona|страница|第)?\s*(\d{1,4}|\d,\d{3})\s*[页頁]?\W*"
)
# "Show 20, 40, 60 on a page"
_COUNT_ARGUMENT = re.compile(
    r"[?&](?:count|limit|size|rows|num|show|per_?page|page_?size|display|ipp|rpp|hits)=", re.I
)
_DATE = re.compile(r"(?:19|20)\d\d[/-]?\d\d|[?&](?:day|month|year|week)=|calendar|kalender", re.I)
_AND_COUNT = re.compile(r"\s+\d{1,3}(?:\s+\w+)?$")
_DIGITS = re.compile(r"\d{1,6}")
# Attributes that mark a link, and elements in it that may be an arrow.
_MARKING, _ICONS = ("class", "id", "aria-label", "title", "rel"), frozenset({"span", "i", "img"})
_ARROW_CLASS = re.compile(r"(?:chevron|arrow|angle|caret)s?-(?:circle-)?right", re.I)
_SHOW_CLASS = re.compile(r"slide|carousel|gallery|calendar|kalender|datepicker|swiper|slick", re.I)
_CURRENT_CLASS = re.compile(r"(?<![a-z])(?:active|current|selected|this-?(?:page|class))", re.I)
_PAGE_ARGUMENT = re.compile(
    r"^(?:.*[_\-\[])?(?:p|pg|pn|page|paged|pagen?_?\d*|pageno|pagenum(?:ber)?|pageindex|currentpage|seite"
    r"|pagina|página|strona|stran|side|sida|sivu|oldal|str|start|offset|from|first|begin|skip|startat"
    r"|startindex|startrow|startrecord|b|st|rstart|cursor|after|pagesize)\]?$",
    re.I,
)
_PAGE_PATH = re.compile(
    r"(?:page|p|seite|pagina|página|pag|strona|side|sida|list)[/_=-]?(\d{1,4})\b", re.I
)


@dataclass(frozen=True, slots=True)
class Pager:
    """The links between the pages of a list, as addresses."""

    next_url: str | None = None
    previous_url: str | None = None
    page_urls: tuple[str, ...] = ()
    """Numbered pages, in the order of their numbers."""
    score: float = 0.0
    reason: str = "no link leads to a next page"


@dataclass(frozen=True, slots=True)
class PagerWords:
    """What links between pages say, folded."""

    forward: frozenset[str]
    more: frozenset[str]
    """They lead on, to more of the list or of something else."""
    backward: frozenset[str]
    not_pages: frozenset[str]


@dataclass(slots=True)
class _Link:
    """A link that may lead to another page of the list."""

    element: HtmlElement
    url: str
    label: str
    marks: str
    """Its class, id and label, and those of a box around it alone."""
    around: str
    """Names of the boxes around it."""
    number: int | None
    """The number in its address that says which page it is."""
    signs: dict[str, float] = field(default_factory=dict)

    @property
    def score(self) -> float:
        return sum(self.signs.values())


def next_link(page: Page, words: PagerWords) -> str | None:
    """Where the next page of the list is, if the page links to one."""
    return pager(page, words).next_url


def pager(page: Page, words: PagerWords) -> Pager:
    """The links of a page to the other pages of the list that it is a page of."""
    links = list(_links(page, words))
    numbered = _numbered(links)
    pages = tuple(dict.fromkeys(link.url for _, link in sorted(numbered.items())))
    back = next((link.url for link in links if _is_backward(link, words)), None)
    best = max(_candidates(page, links, numbered, words), key=_score, default=None)
    if best and best.score > ENOUGH:
        return Pager(best.url, back, pages, best.score, ", ".join(best.signs))
    if declared := _declared(page, "next"):
        return Pager(
            declared, back or _declared(page, "prev"), pages, ENOUGH, "the page declares it"
        )
    if best and best.score >= ENOUGH:
        return Pager(best.url, back, pages, best.score, ", ".join(best.signs))
    return Pager(None, back, pages)


def _score(link: _Link) -> float:
    return link.score


def _links(page: Page, words: PagerWords) -> Iterator[_Link]:
    """Links that say, or are marked, that they lead to another page."""
    here, walk = _bare(page.url), page.once(walked)
    links = (number for number, tag in enumerate(walk.tags) if tag == "a")
    for number in islice(links, MOST_LINKS):
        href = walk.attributes[number].get("href", "").strip()
        if not href or href[0] == "#" or len(label := _label(walk, number)) > MAX_LABEL:
            continue
        marks = _marks(walk, number)
        if not (_may_say(label, words) or _is_marked_next(marks)):
            continue
        url, element = _target(page, href), walk.elements[number]
        if url and _bare(url) != here and _is_same_site(url, page):
            yield _Link(element, url, label, marks, _around(element), _page_number(url))


@lru_cache(maxsize=1 << 12)
def _plain(label: str) -> str:
    """A label without arrows and counts: "next 20 matches »" says "next"."""
    return _AND_COUNT.sub("", label.strip(_ARROWS))


def _may_say(label: str, words: PagerWords) -> bool:
    plain = _plain(label)
    if not plain or label in _FORWARD or _NUMBER.fullmatch(label):
        return True
    return plain in words.forward or plain in words.more or plain in words.backward


def _is_marked_next(marks: str) -> bool:
    lower = marks.lower()  # most marks say neither, which is quicker told without a pattern
    return ("next" in lower or "older" in lower) and bool(_NEXT_CLASS.search(marks))


def _target(page: Page, href: str) -> str | None:
    if not href:
        return None
    try:
        url, _ = urldefrag(urljoin(page.root.base_url or page.url, href))
        scheme = urlsplit(url).scheme
    except ValueError:
        return None
    # A page from a file has no address of its own; its links are read all the same.
    return url if scheme in {"http", "https", "file", ""} else None


def _is_same_site(url: str, page: Page) -> bool:
    try:
        home = urlsplit(page.root.base_url or page.url).hostname or ""
        host = urlsplit(url).hostname or ""
    except ValueError:
        return False
    return host.removeprefix("www.") == home.removeprefix("www.")


def _bare(url: str) -> str:
    return url.partition("#")[0].rstrip("/?&")


def _label(walk: Walk, number: int) -> str:
    """What a link says; a picture says its description."""
    element = walk.elements[number]
    if len(element):
        text = " ".join(" ".join(element.itertext()).split())
    else:
        text = walk.said[walk.heads[number]] if number in walk.heads else ""
    if text:
        return folded(text) if len(text) <= MAX_LABEL else text
    pictures = [picture.get("alt") or picture.get("title") for picture in element.iter("img")]
    said = walk.attributes[number]
    all_said = (said.get("aria-label"), said.get("title"), *pictures)
    return folded(" ".join(next((text for text in all_said if text), "").split()))


def _marks(walk: Walk, number: int) -> str:
    element, said = walk.elements[number], walk.attributes[number]
    own = [said[name] for name in _MARKING if name in said]
    above = walk.parents[number]
    # A box around one link only marks that link.
    if above >= 0 and walk.tags[above] != "body" and len(walk.elements[above]) == 1:
        around = walk.attributes[above]
        own += [around[name] for name in ("class", "id") if name in around]
    if len(element):
        own += [child.get("class", "") for child in element if child.tag in _ICONS]
    return " ".join(own)[:500]


def _around(element: HtmlElement) -> str:
    boxes: list[str] = []
    for box in element.iterancestors():
        if len(boxes) == 5 or box.tag in {"body", "html", "main"}:
            break
        boxes.append(f"{box.get('class', '')} {box.get('id', '')} {box.get('role', '')}")
    return " ".join(boxes)[:600]


def _numbered(links: Iterable[_Link]) -> dict[int, _Link]:
    """The row of page numbers: the most numbers in one box that lead to other pages."""
    rows: dict[HtmlElement, dict[int, _Link]] = defaultdict(dict)
    for link in links:
        if match := _NUMBER.fullmatch(link.label):
            box = link.element.getparent()
            for _ in range(3):
                if box is None or box.tag == "html":
                    break
                rows[box].setdefault(int(match[1].replace(",", "")), link)
                box = box.getparent()
    for row in rows.values():
        _note_offsets(row)
    good = [row for row in rows.values() if _is_row(row)]
    # The smallest box that holds the most numbers comes first, since boxes are met inside out.
    return max(good, key=len, default={})


def _note_offsets(row: dict[int, _Link]) -> None:
    """Whatever an argument is called: if it grows by the same step with each number, it pages."""
    if len(row) < 2 or any(link.number is not None for link in row.values()):
        return
    given = {number: _numeric_arguments(link.url) for number, link in row.items()}
    shared = set.intersection(*(set(arguments) for arguments in given.values()))
    for name in sorted(shared):
        (first, start), (second, value) = [(n, given[n][name]) for n in sorted(given)[:2]]
        step = (value - start) // (second - first)
        if step > 0 and all(given[n][name] == start + step * (n - first) for n in given):
            for number, link in row.items():
                link.number = given[number][name]
            return


def _numeric_arguments(url: str) -> dict[str, int]:
    try:
        arguments = parse_qsl(urlsplit(url).query, max_num_fields=100)
    except ValueError:
        return {}
    return {name: int(value) for name, value in arguments if value.isdecimal() and len(value) < 7}


def _is_row(row: dict[int, _Link]) -> bool:
    """Do most numbers come again in the address, or stand where page numbers do?"""
    if len({link.url for link in row.values()}) < len(row):
        return False
    return 2 * sum(_is_page(number, link) for number, link in row.items()) > len(row)


def _is_page(number: int, link: _Link) -> bool:
    if _PAGER_CLASS.search(link.around) or _PAGE_CLASS.search(link.marks):
        return True
    if _DATE.search(f"{link.url[-200:]} {link.around}") or _COUNT_ARGUMENT.search(link.url):
        return False
    digits = {int(digits) for digits in _DIGITS.findall(link.url[-200:])}
    return number in digits or link.number is not None


def _page_number(url: str) -> int | None:
    """The number in an address that says which page it is."""
    try:
        parts = urlsplit(url)
        arguments = parse_qsl(parts.query, max_num_fields=100)
    except ValueError:
        return None
    for name, value in arguments:
        if value.isdecimal() and len(value) < 7 and _PAGE_ARGUMENT.match(name):
            return int(value)
    found = _PAGE_PATH.search(unquote(parts.path)[-200:])
    return int(found[1]) if found else None


def _declared(page: Page, relation: str) -> str | None:
    for link in page.root.iter("link"):
        if relation in link.get("rel", "").lower().split():
            url = _target(page, link.get("href", "").strip())
            if url and _bare(url) != _bare(page.url) and _is_same_site(url, page):
                return url
    return None


def _candidates(
    page: Page, links: list[_Link], numbered: dict[int, _Link], words: PagerWords
) -> Iterator[_Link]:
    """Links that may be the next one, with the signs that they are."""
    row = {link.element for link in numbered.values()}
    boxes = {box for element in row for box in _boxes(element)}
    following = _following(page, numbered)
    furthest = max((link.number or 0 for link in numbered.values()), default=0)
    here = _page_number(page.url)
    for link in links:
        if link.element in row:
            link.signs = following.get(link.element, {})
        elif not _is_backward(link, words) and not _is_elsewhere(link, words):
            link.signs = {**_said(link, words), **_marked(link)}
        there = link.number
        if not link.signs or (here is not None and there is not None and there < here):
            continue
        if link.label in _FORWARD and there is not None and there > furthest > (here or 0):
            continue  # past all numbers: to the last page
        if there is not None and there > (here or 0):
            link.signs[f"leads to {there}"] = 1.0
        if link.element not in row and not boxes.isdisjoint(_boxes(link.element)):
            link.signs["beside page numbers"] = 1.0
        elif _PAGER_CLASS.search(link.around):
            link.signs["among pages"] = 0.5
        yield link


def _following(page: Page, numbered: dict[int, _Link]) -> dict[HtmlElement, dict[str, float]]:
    """The link with the page number that comes after that of this page, and how sure that is."""
    current, weight = _current(page, numbered)
    after = numbered.get(current + 1)
    return {after.element: {f"number {current + 1} after {current}": weight}} if after else {}


def _current(page: Page, numbered: dict[int, _Link]) -> tuple[int, float]:
    """The number of this page: marked, the first that leads further less one, or not a link."""
    marked = [n for n, link in numbered.items() if _CURRENT_CLASS.search(link.marks)]
    if len(marked) == 1:
        return marked[0], 2.0
    here = _page_number(page.url)
    if here is not None:
        return min(
            (n for n, link in numbered.items() if _leads_past(link, here)), default=0
        ) - 1, 2.0
    gaps = sorted(n - 1 for n in numbered if n > 1 and n - 1 not in numbered)
    between = [n for n in gaps if n - 1 in numbered]
    if len(between) == 1:
        return between[0], 2.0
    return (gaps[0], 1.5 if gaps[0] == 1 else 1.0) if gaps else (-1, 0.0)


def _leads_past(link: _Link, here: int) -> bool:
    there = link.number
    return there is not None and there > here


def _said(link: _Link, words: PagerWords) -> dict[str, float]:
    label = link.label.strip()
    plain = _plain(label)
    if plain in words.forward:
        return {f"says {plain}": 2.0}
    if plain in words.more:
        return {f"says {plain}": 1.0}
    if label in _FORWARD:
        # Beside a single arrow a double one leads to the last page.
        return {f"says {label}": 1.0 if len(label) == 1 else 0.8}
    return {"an arrow": 1.0} if not plain and _ARROW_CLASS.search(link.marks) else {}


def _marked(link: _Link) -> dict[str, float]:
    signs = {}
    if "next" in link.element.get("rel", "").lower().split():
        signs["rel next"] = 2.0
    if _is_marked_next(link.marks):
        # A link that says something else as well may be marked for another reason.
        signs["marked next"] = 0.8 if link.label.strip(_ARROWS) else 1.0
    return signs


def _is_backward(link: _Link, words: PagerWords) -> bool:
    label = link.label.strip()
    plain = _plain(label)
    if plain in words.forward:
        return False
    if label in _BACKWARD or plain in words.backward or "prev" in link.element.get("rel", ""):
        return True
    return bool(_BACK_CLASS.search(link.marks)) and not _is_marked_next(link.marks)


def _is_elsewhere(link: _Link, words: PagerWords) -> bool:
    """Does a link lead on to another article, month or picture?"""
    if _SHOW_CLASS.search(f"{link.marks} {link.around}"):
        return True
    if _PAGER_CLASS.search(link.around) or link.number is not None:
        named = link.label
    else:
        named = f"{link.label} {link.marks}"
    is_named = not words.not_pages.isdisjoint(re.split(r"[\W_]+", folded(named)))
    return is_named and link.label.strip(_ARROWS) not in words.forward


def _boxes(element: HtmlElement) -> set[HtmlElement]:
    """The two innermost boxes that an element stands in."""
    return set(islice(element.iterancestors(), 2))

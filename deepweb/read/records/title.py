"""What is the title of a record, and which of its links leads to its own page?

The title stands out: a heading, a property called name, an element with a class like "title", else
the first link with a telling text, else the first line. Links that act on the record (cart,
compare), lead to parts of it (comments) or say "read more" are no titles; neither are prices, dates
and addresses.
"""

# ruff: noqa: RUF001 - signs and words of many scripts

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import chain, islice

from lxml.html import HtmlElement

from deepweb.page.page import seen_elements, visible_text
from deepweb.page.words import one_line
from deepweb.read.fields.labels import COLONS
from deepweb.read.fields.parts import INLINE, MAX_DEPTH, parts_of
from deepweb.read.fields.values import Scalar, kind_of

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
# Characters of the first line that stand for the title of a record without one.
_MAX_FIRST_LINE = 150
# Links and headings of a record that are examined.
_MAX_CANDIDATES = 60
# Elements of a record that are examined; a larger record is a whole page.
_MAX_ELEMENTS = 2_000
# Longer texts are descriptions, linked or not.
_MAX_LINE = 300
_MIN_CUT = 8  # letters of the beginning of a title that is cut
# Characters of an address that are searched for actions.
_MAX_ADDRESS = 500
_BOLD = frozenset({"b", "strong"})
_BLOCKS = frozenset(
    {"div", "p", "ul", "ol", "table", "section", "article", "header", "footer", "li"}
)

# Words in the address of a link that acts on the record.
_ACTION = re.compile(
    r"(?:^|[/?&=_.-])(?:cart|basket|checkout|compare|wishlist|favou?rites?|login|signin|register|share|"
    r"print|report|subscribe|addto\w*|review-?form|comment-?form)(?:$|[/?&=_.#-])",
    re.IGNORECASE,
)
_NOWHERE = re.compile(r"\s*(?:#|javascript:|mailto:|tel:|data:|$)", re.IGNORECASE)
_MORE = re.compile(
    r"(?:(?:read|show|see|view|learn|find out|load|get) )?(?:more|all|details?|now|here|info)\b\W*"
    r"|(?:read|show|see|view|load|get) (?:(?:the|full|all|more|this|\d+) )+\w*( \w+)?\W*"
    r"|(?:read|show|see|view|get) (?:article|story|post|recipe|offers?|product|profile|job)"
    r"|(?:read|view|see|continue) (?:more|reading)\b.*|(?:more|click) (?:info|here|from)\b.*"
    r"|(?:\d+ )?(?:comments?|reviews?|replies|answers?|share|cached|similar|translate|preview"
    r"|website|download|pdf|html|edit|reply|next|previous|save|print|compare|buy|add|ad|sponsored)"
    r"|(?:buy|add|order|shop|book|apply|sign|log)( to| now| in| up)( \w+)?|quick view|add to .*"
    r"|weiterlesen|mehr( \w+)?|lire la suite|en savoir plus|voir plus|leer más|ver más|saiba mais"
    r"|leia mais|ver mais|continua a leggere|leggi tutto|lees meer|подробнее|читать далее"
    r"|続きを読む|もっと見る|更多|查看详情|阅读全文|자세히|czytaj więcej|läs mer|devamı",
    re.IGNORECASE,
)
# "www.site.org > books > rivers" and other lines that say where something lies.
_HOST = r"(?:https?://)?[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}"
_ADDRESS = re.compile(rf"{_HOST}(?:[/:]\S*)?(?:\s*[›»>].*)?", re.IGNORECASE)
# "3/optimized/3685143_fpx.tif ,7/…", which scripts make pictures of.
_PICTURES = re.compile(
    r"[^\s,/]*+/[^\s,]+\.(?:tiff?|jpe?g|png|gif|webp|svg|avif)\b.*", re.IGNORECASE
)
_BREADCRUMB = re.compile(r"\s[›»>]\s.*\s[›»>]\s")
_TITLE_CLASS = re.compile(
    r"(?:^|[-_. ]|(?<=[a-z]))(?:[Tt]it(?:le|el|re|ulo)|[Hh]eadline|[Nn]ame)(?:$|[-_. ])"
)
_OTHER_NAME = re.compile(
    r"sub-?title|(?:user|author|site|brand|company|seller|store|shop|category|section|artist|file)"
    r"[-_]?name",
    re.IGNORECASE,
)
# Kinds of text that are no title, even in a heading.
_NO_TITLES = frozenset({"price", "rating", "count"})
_SCOPED_NAMES = frozenset({"name", "headline", "title"})


def title_and_link(record: Sequence[HtmlElement]) -> tuple[str, HtmlElement | None]:
    """The title of a record, and the link to its own page, if it has one."""
    links = record_links(record)
    title, element = _title(record, links)
    return title, _link_of(record, element, links)


def record_links(record: Sequence[HtmlElement]) -> list[HtmlElement]:
    """The links of a record that lead to a page."""
    found = (e for node in record for e in node.iter("a") if not _NOWHERE.match(e.get("href", "")))
    return list(islice(found, _MAX_CANDIDATES))


def _title(
    record: Sequence[HtmlElement], links: Sequence[HtmlElement]
) -> tuple[str, HtmlElement | None]:
    for element in _outstanding(record):
        text = _line_in(element)
        if 1 < len(text) <= _MAX_LINE and kind_of(text) not in _NO_TITLES:
            return text, element
    plain = [link for link in links if not _ACTION.search(link.get("href", "")[:_MAX_ADDRESS])]
    for link in plain:
        if text := _line_of(link):
            return text, link
    if (bold := _bold_begin(record)) is not None:
        return visible_text(bold), bold
    begin = _first_line(record)
    for link in plain:  # "1984" and "node.js" are titles too
        text = visible_text(link)
        if any(map(str.isalnum, text)) and len(text) <= _MAX_LINE and not _MORE.fullmatch(text):
            return text, link
    return begin, None


def _bold_begin(record: Sequence[HtmlElement]) -> HtmlElement | None:
    """The bold text with which a record begins, if it is no label."""
    element: HtmlElement | None = record[0] if record else None
    while element is not None and element.tag not in _BOLD:
        element = element[0] if len(element) and not (element.text or "").strip() else None
    if element is None or not may_be_title(text := visible_text(element)) or text[-1] in COLONS:
        return None
    return element if not (element.tail or "").lstrip().startswith(tuple(COLONS)) else None


def _line_in(element: HtmlElement) -> str:
    """The text of an outstanding element, without labels beside its link ("Ad", "[PDF]")."""
    text = visible_text(element)
    links = list(islice(element.iter("a"), 2))
    if len(links) == 1 or (links and element.tag not in HEADINGS):
        line = _line_of(links[0])
        if element.tag not in HEADINGS or 2 * len(line) > len(text):
            return line or text
    return text if element.tag in HEADINGS else _line_of(element) or text


def _outstanding(record: Sequence[HtmlElement]) -> Iterator[HtmlElement]:
    """The elements that the markup makes a title, the surest first."""
    every = (e for node in record for e in node.iter(*HEADINGS))
    headings = list(islice(every, _MAX_CANDIDATES))
    # A heading without a link may belong to several records.
    linked = [
        e for e in headings if next(chain(e.iter("a"), e.iterancestors("a")), None) is not None
    ]
    # Of a section's heading and the record's own, one that is called a title is the record's.
    yield from sorted(linked, key=lambda e: not _is_called_title(e)) if len(linked) > 1 else linked
    if (named := _named(record)) is not None:
        yield named
    yield from headings
    seen = (e for node in record for e in islice(seen_elements(node), _MAX_ELEMENTS))
    called = (e for e in seen if _is_called_title(e))
    found = list(islice(called, _MAX_CANDIDATES))
    around = {ancestor for e in found for ancestor in islice(e.iterancestors(), MAX_DEPTH)}
    yield from (e for e in found if e not in around)


def _is_called_title(element: HtmlElement) -> bool:
    looks = element.get("class")
    return looks is not None and _is_title_class(looks[:200])


@lru_cache(maxsize=8192)
def _is_title_class(looks: str) -> bool:
    return bool(_TITLE_CLASS.search(looks)) and not _OTHER_NAME.search(looks)


def _line_of(element: HtmlElement) -> str:
    """The text of an element, if it may be a title; for a card, its first line that may be."""
    text = visible_text(element)
    if may_be_title(text) and all(e.tag in INLINE for e in element.iterdescendants()):
        return text
    lines = [part for part in parts_of([element], frozenset()) if part.slot == "text"]
    if may_be_title(text) and not any("/" + tag in line.path for line in lines for tag in _BLOCKS):
        return text
    fit = [line for line in lines if may_be_title(line.text)]
    called = [line for line in fit if _TITLE_CLASS.search(line.path.rpartition("/")[2])]
    return next((line.text for line in (*called, *fit)), "")


def whole_title(title: str, fields: Mapping[str, Scalar], link: HtmlElement | None) -> str:
    """A title; if it is cut ("A short history of …"), what its link or its picture says in full."""
    begun = title.removesuffix("\u2026").removesuffix("...").rstrip()
    if begun == title or len(begun) < _MIN_CUT:
        return title
    shown = (value for name, value in fields.items() if name.startswith("image_text"))
    said = ((link.get("title") if link is not None else None), *shown)
    whole = (one_line(text) for text in said if isinstance(text, str) and len(text) <= _MAX_LINE)
    return next((text for text in whole if text.startswith(begun)), title)


def without_label(title: str, fields: Mapping[str, Scalar]) -> str:
    """A title without its label ("Title: …"), if the rest of it is a value of the record."""
    _, colon, value = title.partition(": ")
    return value if colon and value.strip() in fields.values() else title


def _named(record: Sequence[HtmlElement]) -> HtmlElement | None:
    """The element whose property names the record, not a part of it such as the author."""
    for node in record:
        for element in islice(node.iter(), _MAX_ELEMENTS):
            is_named = isinstance(element.tag, str) and element.get("itemprop") in _SCOPED_NAMES
            if is_named and not _is_of_part(element, node):
                return element
    return None


def _is_of_part(element: HtmlElement, node: HtmlElement) -> bool:
    """Does a property describe something that is itself a property of the record?"""
    for around in element.iterancestors():
        if around.get("itemscope") is not None:
            return around.get("itemprop") is not None and around is not node
        if around is node:
            return False
    return False


def may_be_title(text: str) -> bool:
    """Could a line be the title of something?"""
    if not text or len(text) > _MAX_LINE or not any(map(str.isalpha, text)) or text[0] in "›»>":
        return False
    if kind_of(text) in {"price", "date", "url", "count", "rating", "number"}:
        return False
    if _PICTURES.fullmatch(text):
        return False
    return not (_MORE.fullmatch(text) or _ADDRESS.fullmatch(text) or _BREADCRUMB.search(text))


def _first_line(record: Sequence[HtmlElement]) -> str:
    """The first text that may be a title, else the beginning of the record."""
    for part in parts_of(record, frozenset()):
        if part.slot == "text" and may_be_title(part.text):
            return part.text[:_MAX_FIRST_LINE].strip()
    return " ".join(filter(None, map(visible_text, record)))[:_MAX_FIRST_LINE].strip()


def _link_of(
    record: Sequence[HtmlElement], title: HtmlElement | None, links: Sequence[HtmlElement]
) -> HtmlElement | None:
    """The link in or around the title, or around the record; else the first that is no action."""
    inside = title.iter("a") if title is not None else iter(())
    around = (title if title is not None else record[0]).iterancestors("a") if record else iter(())
    near = (e for e in chain(inside, around) if not _NOWHERE.match(e.get("href", "")))
    if (link := next(near, None)) is not None:
        return link
    plain = [link for link in links if not _ACTION.search(link.get("href", "")[:_MAX_ADDRESS])]
    telling = (link for link in plain if visible_text(link))
    return next(chain(telling, plain, links), None)

"""What does a feed (RSS, Atom) list, and which feeds does a page name?

A feed is a list of the site as any other; it is written as a plain page, so that it is read by the
same code.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from itertools import islice

from lxml import etree

from deepweb.page.bounds import with_fewer_attributes
from deepweb.page.page import Page, link_target

TYPES = frozenset({"application/rss+xml", "application/atom+xml", "application/rdf+xml"})
MAX_BYTES = 2_000_000  # bytes of a feed that are read
MAX_ENTRIES = 1_000  # entries of a feed that are read
MAX_TEXT = 500  # characters of a text of an entry
_ROOTS = frozenset({"rss", "feed", "RDF"})
_ENTRIES = frozenset({"item", "entry"})
_TEXTS = frozenset(
    {"description", "summary", "author", "creator", "category", "pubDate", "updated"}
)


def feed_links(page: Page) -> tuple[str, ...]:
    """The addresses of the feeds that a page names, in document order."""
    named = (
        link_target(page, link)
        for link in page.root.iter("link")
        if "alternate" in link.get("rel", "").lower().split()
        and link.get("type", "").partition(";")[0].strip().lower() in TYPES
    )
    return tuple(dict.fromkeys(target for target in named if target))


def feed_as_page(body: bytes) -> str:
    """A feed as HTML, one list item for each entry; "" if it is no feed."""
    root = _parsed(body)
    if root is None or _name(root) not in _ROOTS:
        return ""
    entries = (each for each in root.iter(etree.Element) if _name(each) in _ENTRIES)
    items = "".join(map(_item, islice(entries, MAX_ENTRIES)))
    return f"<html><body><ul>{items}</ul></body></html>"


def _parsed(body: bytes) -> etree._Element | None:
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, remove_comments=True, recover=True
    )
    try:
        return etree.fromstring(with_fewer_attributes(body[:MAX_BYTES].lstrip()), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _item(entry: etree._Element) -> str:
    title, link, texts = "", "", []
    for each in entry:
        name = _name(each)
        if name == "title":
            title = title or _text(each)
        elif name == "link" and each.get("rel", "alternate") == "alternate":
            link = link or (each.get("href") or _text(each)).strip()
        elif name in _TEXTS:
            texts.append(_text(each))
    if not link:
        return ""
    told = "".join(f"<p>{escape(text)}</p>" for text in texts if text)
    return f'<li><a href="{escape(link)}">{escape(title or link)}</a>{told}</li>'


def _text(element: etree._Element) -> str:
    """The text in an element, without the markup that some feeds escape."""
    said = " ".join("".join(_pieces(element)).split())
    return "" if "<" in said else said[:MAX_TEXT]


def _pieces(element: etree._Element) -> Iterator[str]:
    return (str(piece) for piece in islice(element.itertext(), MAX_TEXT))


def _name(element: etree._Element) -> str:
    return etree.QName(element).localname if isinstance(element.tag, str) else ""

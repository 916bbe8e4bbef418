"""Text of a page to its tree.

As parsel parses it, but that all elements are of one class. lxml asks a function of Python for the
class of each, so that forms and their boxes get classes of their own: a tenth of what it takes to
parse a page and walk over it, and nobody here needs them.
"""

from __future__ import annotations

from lxml import etree
from lxml.html import HtmlComment, HtmlElement, HtmlEntity, HtmlProcessingInstruction

_CLASSES = etree.ElementDefaultClassLookup(
    element=HtmlElement,
    comment=HtmlComment,
    pi=HtmlProcessingInstruction,
    entity=HtmlEntity,
)
_NOTHING = b"<html/>"


def tree(text: str, base_url: str) -> HtmlElement:
    """The root of a page; of what is no page, one with nothing in it."""
    body = text.replace("\0", "").strip().encode(errors="replace") or _NOTHING
    root = _parsed(body, base_url)
    return root if root is not None else _empty(base_url)


def _empty(base_url: str) -> HtmlElement:
    root = _parsed(_NOTHING, base_url)
    assert root is not None
    return root


def _parsed(body: bytes, base_url: str) -> HtmlElement | None:
    parser = etree.HTMLParser(recover=True, encoding="utf-8", huge_tree=True)
    parser.set_element_class_lookup(_CLASSES)
    try:
        root = etree.fromstring(body, parser, base_url=base_url)
    except etree.XMLSyntaxError:
        return None
    return root if isinstance(root, HtmlElement) else None

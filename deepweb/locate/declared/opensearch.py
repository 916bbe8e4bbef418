"""Which searches does a site's OpenSearch description declare?

A page names the description by ``<link rel=search>``; browsers read it to offer the site's search.
Read as OpenSearch 1.1 (github.com/dewitt/opensearch) and Mozilla's SearchPlugin have it, 1.0 too.

Departures: a description is XML from an unknown site, so one that is long, broken or defines
entities is not read at all; an unescaped "&" is accepted. Required parameters get the values that
Firefox gives them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

from lxml import etree

from deepweb.form.charset import charset_name, form_encoding
from deepweb.form.submission import Pairs
from deepweb.locate.declared.declared_search import (
    LEFT_OUT,
    QUERY,
    DeclaredSearch,
    absolute,
    braced,
    declared,
    placeholders,
    settled,
)
from deepweb.page.page import Page, link_target

SOURCE = "OpenSearch"
DESCRIPTION_TYPE = "application/opensearchdescription+xml"
MAX_DESCRIPTION = 200_000  # bytes; most have 1 to 3 kB, with an icon some 20 kB
PER_PAGE = 10  # results of a page, where a description counts results and not pages

_ROOTS = frozenset({"OpenSearchDescription", "SearchPlugin"})
_HTML_TYPES = frozenset({"text/html", "application/xhtml+xml"})
_SEARCH_TERMS = "searchTerms"
_REQUIRED = {"count": "20", "startIndex": "1", "startPage": "1", "language": "*"}
_BARE_AMPERSAND = re.compile(rb"&(?!#?\w{1,20};)")


def opensearch_links(page: Page) -> list[str]:
    """The addresses of the descriptions that a page names, in document order."""
    named = (
        link_target(page, link)
        for link in page.root.iter("link")
        if "search" in link.get("rel", "").lower().split()
        and link.get("type", "").partition(";")[0].strip().lower() == DESCRIPTION_TYPE
    )
    return list(dict.fromkeys(target for target in named if target))


def read_opensearch(xml: bytes, url: str, page: int = 1) -> list[DeclaredSearch]:
    """The searches that a description at ``url`` declares and that answer with HTML.

    ``page``: the page of the answer to ask for, where the description says how.
    """
    root = _description(xml)
    if root is None:
        return []
    encoding = _encoding(root)
    found = (_search(element, url, _Values(encoding, page)) for element in _result_urls(root))
    return list(dict.fromkeys(search for search in found if search))


def _description(xml: bytes) -> etree._Element | None:
    if len(xml) > MAX_DESCRIPTION:
        return None
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        root = etree.fromstring(_BARE_AMPERSAND.sub(b"&amp;", xml.lstrip()), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    defined = root.getroottree().docinfo.internalDTD
    if defined is not None and any(True for _ in defined.iterentities()):
        return None
    return root if _local(root) in _ROOTS else None


def _result_urls(root: etree._Element) -> Iterator[etree._Element]:
    """The addresses of result pages for people: no feeds, no suggestions."""
    is_feed = any(_local(e) == "Format" and "rss" in (e.text or "") for e in root)
    for element in root:
        has = _attributes(element)
        if _local(element) != "Url" or "results" not in has.get("rel", "results").split():
            continue
        if has.get("type", "text/html").strip().lower() in _HTML_TYPES and not is_feed:
            yield element


def _search(element: etree._Element, url: str, values: _Values) -> DeclaredSearch | None:
    has = _attributes(element)
    # Version 1.0 writes the template into the element.
    written = braced(has.get("template") or element.text or "")
    method = "POST" if has.get("method", "").strip().lower() == "post" else "GET"
    parameters = _parameters(element)
    if method == "GET":
        written, parameters = _with_arguments(written, parameters), ()
    template = absolute(settled(written, values), url)
    body = tuple((name, settled(value, values)) for name, value in parameters)
    if template is None or not any(QUERY in text for text in (template, *(v for _, v in body))):
        return None
    return declared(
        DeclaredSearch(
            template=template,
            source=SOURCE,
            reason="its OpenSearch description says so",
            method=method,
            encoding=values.encoding,
            body=body,
            unusable=f"asks for {values.unknown}" if values.unknown else "",
        )
    )


class _Values:
    """The values of a template's parameters; remembers one that has none."""

    def __init__(self, encoding: str, page: int) -> None:
        self.encoding = encoding
        self.unknown = ""
        further = {"startPage": str(page), "startIndex": str(1 + PER_PAGE * (page - 1))}
        self._needed = further if page > 1 else {}
        self._known = {
            **_REQUIRED,
            **self._needed,
            _SEARCH_TERMS: QUERY,
            "inputEncoding": charset_name(encoding),
            "outputEncoding": "UTF-8",
        }

    def __call__(self, parameter: str) -> str:
        name = parameter.removesuffix("?")
        if name == _SEARCH_TERMS:
            return QUERY
        if name != parameter:
            return self._needed.get(name, LEFT_OUT)
        if name not in self._known:
            self.unknown = self.unknown or f"{{{name}}}"
        return self._known.get(name, LEFT_OUT)


def _parameters(element: etree._Element) -> Pairs:
    """What Mozilla's ``Param`` and the Parameter extension send, without optional values."""
    every = [_attributes(e) for e in element if _local(e) in {"Param", "Parameter"}]
    return tuple(
        (one["name"], braced(one.get("value", "")))
        for one in every
        if one.get("name") and not _may_be_left_out(one)
    )


def _may_be_left_out(told: Mapping[str, str]) -> bool:
    is_optional = told.get("minimum") == "0" or told.get("value", "").endswith("?}")
    return is_optional and _SEARCH_TERMS not in told.get("value", "")


def _with_arguments(template: str, parameters: Pairs) -> str:
    if not parameters:
        return template
    added = urlencode(parameters, safe="{}:?")
    # A "?" may also stand in a placeholder.
    bare = template
    for name in placeholders(template):
        bare = bare.replace(f"{{{name}}}", "")
    return f"{template}{'&' if '?' in bare else '?'}{added}"


def _encoding(root: etree._Element) -> str:
    """The codec for queries: the first that the site names and that is known."""
    named = (e.text or "" for e in root if _local(e) == "InputEncoding")
    return form_encoding("utf-8", " ".join(named))


def _local(element: etree._Element) -> str:
    """An element's name without its namespace; sites write it wrong, or not at all."""
    return element.tag.rpartition("}")[2] if isinstance(element.tag, str) else ""


def _attributes(element: etree._Element) -> dict[str, str]:
    return {str(name).rpartition("}")[2]: str(value) for name, value in element.items()}

"""Which searches does a page declare as schema.org SearchAction, in JSON-LD or microdata?

Search engines read it to offer a site's search (schema.org/SearchAction, schema.org/docs/actions):
``potentialAction`` has a ``target``, a URL template, and a ``query-input`` that names the
placeholder for the query. extruct reads it from the tree of the page.

Departures: any SearchAction on the page counts, whatever it belongs to. extruct reads only the
parts that name a SearchAction, since its time grows with the square of nested items, and it is
imported with the first of them (0.5 s). Broken declarations are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from lxml.etree import XPath
from lxml.html import Element, HtmlElement

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
from deepweb.page.page import Page

SOURCE = "SearchAction"
JSON_LD = "application/ld+json"
# Anything larger is no declaration of a search, but data or a trap.
MAX_SCRIPT = 500_000  # characters of a script
MAX_ELEMENTS = 500  # elements of an item of microdata
MAX_SCOPES = 10  # items inside of an item
MAX_ACTIONS = 10  # actions of a page

_ITEMS = XPath('descendant-or-self::*[@itemscope][contains(@itemtype, "SearchAction")]')
_NAME = re.compile(r"\bname\s*=\s*[\"']?([^\s\"']+)")
# RFC 6570: "/search{?q}" is "/search?q={q}".
_FORM_STYLE = re.compile(r"\{([?&])(\w+)\}")


def search_actions(page: Page) -> list[DeclaredSearch]:
    """The searches that a page declares, each once, in document order."""
    said = [*_said_in(page, "JSON-LD", _json_ld(page)), *_said_in(page, "microdata", _items(page))]
    return list({search.template: search for search in reversed(said)}.values())[::-1]


def _said_in(page: Page, syntax: str, actions: Iterable[dict[str, Any]]) -> list[DeclaredSearch]:
    return [
        search
        for action in islice(actions, MAX_ACTIONS)
        for target, method in _targets(action.get("target"))
        if (search := _search(page, target, method, _query_name(action), syntax))
    ]


def _search(
    page: Page, target: str, method: str, query: str | None, syntax: str
) -> DeclaredSearch | None:
    written = _FORM_STYLE.sub(r"\1\2={\2}", braced(target))
    known = placeholders(written)
    asked = query if query in known else known[0] if len(known) == 1 else None
    # Placeholders that nobody fills in become nothing (RFC 6570, section 3.2.1).
    filled = settled(written, lambda name: QUERY if name == asked else LEFT_OUT)
    template = absolute(filled, page.base_url)
    if template is None or QUERY not in template:
        return None
    reason = f"its {syntax} says SearchAction"
    unusable = "" if method == "GET" else f"wants {method}"
    return declared(DeclaredSearch(template, SOURCE, reason, unusable=unusable))


def _targets(target: object) -> Iterator[tuple[str, str]]:
    """Template and method of a target: text, an EntryPoint, or several of them."""
    for one in target if isinstance(target, list) else [target]:
        if isinstance(one, str):
            yield one, "GET"
        elif isinstance(one, dict):
            written = one.get("urlTemplate") or one.get("url")
            method = str(one.get("httpMethod") or "GET").strip().upper()
            yield from ((t, method) for t in _listed(written) if isinstance(t, str))


def _query_name(action: dict[str, Any]) -> str | None:
    """The placeholder for the query: "required name=q", or a PropertyValueSpecification."""
    for told in _listed(action.get("query-input")):
        if isinstance(told, dict) and isinstance(name := told.get("valueName"), str):
            return name
        if isinstance(told, str) and (found := _NAME.search(told)):
            return found[1]
    return None


def _json_ld(page: Page) -> Iterator[dict[str, Any]]:
    for script in page.root.iter("script"):
        kind, written = script.get("type", ""), script.text or ""
        if kind.partition(";")[0].strip().lower() != JSON_LD or SOURCE not in written:
            continue
        if len(written) <= MAX_SCRIPT:
            yield from _actions(_loaded(written))


def _loaded(written: str) -> list[Any]:
    """The JSON-LD of a script; extruct accepts comments, the last one only if its line ends."""
    from extruct.jsonld import JsonLdExtractor  # noqa: PLC0415

    try:
        script = Element("script", type=JSON_LD)
        script.text = f"{written}\n"
        return list(JsonLdExtractor().extract_items(script))
    except (ValueError, RecursionError):  # broken, or a trap
        return []


def _actions(data: list[Any]) -> Iterator[dict[str, Any]]:
    """The search actions anywhere in a piece of JSON-LD, in order."""
    stack = data[::-1]
    while stack:
        node = stack.pop()
        if isinstance(node, dict):
            if any(_is_search_action(kind) for kind in _listed(node.get("@type"))):
                yield node
            stack.extend(reversed(node.values()))
        elif isinstance(node, list):
            stack.extend(reversed(node))


def _items(page: Page) -> Iterator[dict[str, Any]]:
    small = (e for e in _ITEMS(page.root) if _is_small(e))
    for element in islice(small, MAX_ACTIONS):
        yield from (_as_json_ld(item) for item in _extracted(page, element)[:1])


def _is_small(element: HtmlElement) -> bool:
    below = list(islice(element.iter(), MAX_ELEMENTS + 1))
    scopes = sum(e.get("itemscope") is not None for e in below)
    is_far = any(e.get("itemref") for e in below)  # which may lead to the whole page
    return len(below) <= MAX_ELEMENTS and scopes <= MAX_SCOPES and not is_far


def _extracted(page: Page, element: HtmlElement) -> list[Any]:
    from extruct.w3cmicrodata import MicrodataExtractor  # noqa: PLC0415

    try:
        return list(MicrodataExtractor().extract_items(element, page.base_url))
    except ValueError:  # href="http://[" and its like
        return []


def _as_json_ld(item: Any) -> Any:
    """What extruct makes of an item of microdata, as JSON-LD."""
    if isinstance(item, list):
        return [_as_json_ld(one) for one in item]
    if not (isinstance(item, dict) and isinstance(item.get("properties"), dict)):
        return item
    return {name: _as_json_ld(value) for name, value in item["properties"].items()}


def _is_search_action(kind: object) -> bool:
    return isinstance(kind, str) and re.split(r"[/:#]", kind)[-1] == SOURCE


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]

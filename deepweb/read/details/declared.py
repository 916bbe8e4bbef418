"""What does a page declare for machines: JSON-LD, microdata, OpenGraph? And which is its picture?

Of the objects in JSON-LD only the one counts that is called as the page is. What the page shows as
well is left to the labels that people see.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from lxml.html import HtmlElement

from deepweb.page.page import Page, target
from deepweb.page.words import words
from deepweb.read.details.texts import PageTexts
from deepweb.read.fields.names import clean_name

Told = dict[str, list[str]]

# Characters of a script that is read, and of a value.
_MAX_SCRIPT = 500_000
_MAX_VALUE = 5_000
# Objects and values that are read.
_MAX_OBJECTS = 1_000
_MAX_VALUES = 200
# Levels of objects within the object.
_MAX_LEVELS = 3
# Share of the pages that have the picture.
_MIN_PICTURES = 0.6
# Properties by which things are called.
_CALLED = ("name", "headline", "title")
# Meta data with a name of its own; the site's are left out.
_META = ("product:", "book:", "article:", "video:", "music:", "place:", "event:")
_OPEN_GRAPH = {"og:image": "image", "og:description": "description"}


def declared(page: Page, title: str) -> Told:
    """Name to values, in the order of trust."""
    found: Told = {}
    for source in (_json_ld(page.root, title), _microdata(page.root), _open_graph(page.root)):
        for name, values in source.items():
            found.setdefault(name, values)
    if "image" in found:
        found["image"] = [target(page, url) or url for url in found["image"]]
    return found


def _json_ld(root: HtmlElement, title: str) -> Told:
    said = set(words(title))
    for thing in _things(root):
        called = next((thing[name] for name in _CALLED if isinstance(thing.get(name), str)), "")
        mine = set(words(called))
        if mine and said and (mine <= said or said <= mine):
            found: defaultdict[str, list[str]] = defaultdict(list)
            for name, value in _flat(thing, _MAX_LEVELS):
                if value not in found[name] and len(found) <= _MAX_VALUES:
                    found[name].append(value)
            return {name: values for name, values in found.items() if name not in _CALLED}
    return {}


def _things(root: HtmlElement) -> Iterator[Mapping[str, Any]]:
    """All objects in the JSON-LD of a page, the outer ones first."""
    stack = [_parsed(s.text) for s in root.iter("script") if "ld+json" in s.get("type", "")]
    for _ in range(_MAX_OBJECTS):
        if not stack:
            return
        value = stack.pop(0)
        if isinstance(value, Mapping):
            yield value
            stack += value.values()
        elif isinstance(value, list):
            stack += value


def _parsed(text: str | None) -> Any:
    try:
        return json.loads((text or "")[:_MAX_SCRIPT], strict=False)
    except (ValueError, RecursionError):
        return None


def _flat(thing: Mapping[str, Any], levels: int, before: str = "") -> Iterator[tuple[str, str]]:
    for key, value in thing.items():
        if key.startswith("@") or key == "url":
            continue
        for each in value if isinstance(value, list) else [value]:
            name = clean_name(key)
            if isinstance(each, Mapping):
                inner = next((each[k] for k in ("name", "@value", "url") if k in each), None)
                if isinstance(inner, str | int | float):
                    yield before + name, str(inner)[:_MAX_VALUE]
                elif levels:
                    # The price of an offer is the price of the thing; other parts keep their name.
                    inside = before if name == "offers" else f"{before}{name}_"
                    yield from _flat(each, levels - 1, inside)
            elif (
                isinstance(each, str | int | float)
                and not isinstance(each, bool)
                and str(each).strip()
            ):
                yield before + name, str(each).strip()[:_MAX_VALUE]


def _microdata(root: HtmlElement) -> Told:
    """Properties of microdata that nobody sees; those in texts name their fields."""
    found: Told = {}
    for element in root.iter("meta", "link", "img"):
        name = clean_name(element.get("itemprop", ""))
        value = element.get("content") or element.get("href") or element.get("src") or ""
        if name and value.strip() and name not in _CALLED and len(found) < _MAX_VALUES:
            found.setdefault(name, []).append(value.strip()[:_MAX_VALUE])
    return found


def _open_graph(root: HtmlElement) -> Told:
    found: Told = {}
    for meta in root.iter("meta"):
        key, value = meta.get("property", "").lower(), meta.get("content", "").strip()
        if value and (
            name := _OPEN_GRAPH.get(key)
            or (key.startswith(_META) and clean_name(key.partition(":")[2]))
        ):
            found.setdefault(name, []).append(value[:_MAX_VALUE])
    return found


def picture(texts: PageTexts, place: int | None) -> int:
    """The number of the picture at a place, an element; -1 if there is none."""
    return _pictures(texts).get(place, -1) if place is not None else -1


def picture_place(pages: Sequence[PageTexts]) -> int | None:
    """Where most pages have a picture of their own: that of the thing."""
    on: defaultdict[int, list[str]] = defaultdict(list)
    for page in pages:
        for place, number in _pictures(page).items():
            on[place].append(page.walk.attributes[number]["src"].strip())
    least = max(2, _MIN_PICTURES * len(pages))
    own = (place for place, sources in on.items() if least <= len(sources) == len(set(sources)))
    return next(own, None)


def _pictures(texts: PageTexts) -> dict[int, int]:
    """Place to the number of the picture there, if there is one and no other."""
    times: Counter[int] = Counter()
    found: dict[int, int] = {}
    for number, tag in enumerate(texts.tags):
        if tag == "img" and texts.walk.attributes[number].get("src", "").strip():
            place = texts.around[number].place
            times[place] += 1
            found[place] = number
    return {place: number for place, number in found.items() if times[place] == 1}


def shown_nowhere(told: Told, shown: Iterable[str]) -> Told:
    """What is declared without what the page shows."""
    said = {text.lower() for text in shown}
    return {
        n: values for n, values in told.items() if not said.issuperset(v.lower() for v in values)
    }

"""How chosen facets are written in an address, and read from it."""

import re
from collections.abc import Iterable
from itertools import pairwise
from urllib.parse import quote, unquote

from demosite.search import Index
from tests.site.style import Style
from tests.site.values import Pairs, Values

BROWSE = "/browse/"  # facets in the path follow, as attribute/value/attribute/value
PACKED = "rh"
REPEATED = "f"


def facet_path(style: Style, index: Index, narrowed: Pairs) -> str:
    """The part of the path that names the facets, or "": it begins with a slash."""
    if not narrowed:
        return ""
    match style.facet_style:
        case "path":
            steps = [step for pair in narrowed for step in pair]
            return BROWSE + "/".join(quote(step, safe="") for step in steps)
        case "slugs":
            return "/" + ",".join(_slug(attribute, value) for attribute, value in narrowed)
        case _:
            return ""


def facet_arguments(style: Style, index: Index, narrowed: Pairs) -> Pairs:
    """The arguments that name the facets."""
    match style.facet_style:
        case "query":
            return tuple((style.facet_prefix + name, value) for name, value in narrowed)
        case "packed" if narrowed:
            return ((PACKED, ",".join(_packed(style, index, *pair) for pair in narrowed)),)
        case "repeated":
            return tuple((REPEATED, f"{name}:{value}") for name, value in narrowed)
        case _:
            return ()


def facet_fragment(style: Style, narrowed: Pairs) -> str:
    """Facets that a script would act on: the server never sees them."""
    if style.facet_style != "fragment" or not narrowed:
        return ""
    return "#" + "&".join(f"{quote(name)}={quote(value)}" for name, value in narrowed)


def read_facets(style: Style, index: Index, values: Values, slugs: str = "") -> Pairs:
    """The facets that arguments and slugs name; what is no facet is passed over."""
    match style.facet_style:
        case "query":
            return tuple(_prefixed(style, values.pairs))
        case "packed":
            codes = values.get(PACKED, "").split(",")
            return tuple(pair for code in codes if (pair := _unpacked(style, index, code)))
        case "repeated":
            named = (value.partition(":") for value in values.all(REPEATED))
            return tuple((name, value) for name, _, value in named if name in style.facets)
        case "slugs":
            known = _slugs(style, index)
            return tuple(known[slug] for slug in unquote(slugs).split(",") if slug in known)
        case _:
            return ()


def read_path_facets(path: str) -> Pairs:
    """Facets in the path of an address; split before decoding, since values may hold slashes."""
    parts = [unquote(part) for part in path.removeprefix(BROWSE).split("/")]
    return tuple(zip(parts[::2], parts[1::2], strict=False))


def cuts(style: Style, attribute: str) -> list[str]:
    """The ranges of a facet that is cut into ranges, as low-high."""
    ends = ["", *map(str, style.ranges[attribute]), ""]
    return [f"{low}-{high}" for low, high in pairwise(ends)]


def _prefixed(style: Style, pairs: Pairs) -> Iterable[tuple[str, str]]:
    for name, value in pairs:
        attribute = name.removeprefix(style.facet_prefix)
        # Without a prefix, only the facets' own names tell them from other arguments.
        is_known = attribute in style.facets if not style.facet_prefix else attribute != name
        if is_known and value:
            yield attribute, value


def _packed(style: Style, index: Index, attribute: str, value: str) -> str:
    if attribute in style.ranges:
        return f"{_code(style, attribute)}:{value}"
    return f"{_code(style, attribute)}:{index.values(attribute).index(value) + 1}"


def _unpacked(style: Style, index: Index, code: str) -> tuple[str, str] | None:
    name, _, number = code.partition(":")
    attribute = next((a for a in style.facets if _code(style, a) == name), None)
    if attribute is None:
        return None
    if attribute in style.ranges:
        return attribute, number
    values = index.values(attribute)
    is_offered = number.isdecimal() and 1 <= int(number) <= len(values)
    return (attribute, values[int(number) - 1]) if is_offered else None


def _code(style: Style, attribute: str) -> str:
    place = style.facets.index(attribute)
    return f"p_{35 + place}" if place else "n"


def _slug(attribute: str, value: str) -> str:
    written = f"{attribute}-{value or 'none'}" if value[:1].isdigit() or "-" in value else value
    return re.sub(r"[^a-z0-9]+", "-", written.lower())


def _slugs(style: Style, index: Index) -> dict[str, tuple[str, str]]:
    known: dict[str, tuple[str, str]] = {}
    for attribute in style.facets:
        values = cuts(style, attribute) if attribute in style.ranges else index.values(attribute)
        known |= {_slug(attribute, value): (attribute, value) for value in values}
    return known

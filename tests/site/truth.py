"""What is true of a style: what its inputs and arguments do, what an address asks for.

For measuring what a crawler makes of a site; no page says any of it.
"""

from dataclasses import replace
from typing import Literal
from urllib.parse import urlsplit

from demosite.catalogue import Catalogue, label_of
from demosite.search import Bound, Index, Selection, index_of
from tests.site.addresses import TRACKING, item_id, read_arguments, read_asked
from tests.site.control_reading import RefusedError
from tests.site.controls import (
    Choice,
    Control,
    Flag,
    Presents,
    Range,
    Steps,
    Typed,
    Words,
    names_of,
)
from tests.site.facet_codes import PACKED, REPEATED, cuts
from tests.site.facets import value_label
from tests.site.inputs import form_controls, presenting
from tests.site.style import Style
from tests.site.submission import read_submission

ArgumentRole = Literal["query", "selection", "page", "presentation", "tracking"]


def roles(style: Style) -> dict[str, str]:
    """What each input does: ``keyword``, ``selection``, ``monotonic``, ``range``,
    ``presentation`` or ``typed as`` with a type. Hidden inputs have no role."""
    own = {style.query_name: "keyword"} if style.query_name else {}
    filled = {n: _role(control) for control in form_controls(style) for n in names_of(control)}
    return own | filled


def required_inputs(style: Style) -> frozenset[str]:
    """Inputs without which nothing is found: those that the form says must be filled in, and one
    that nothing else finds anything without."""
    if style.blank == "all":
        return frozenset(style.required)
    waiting = dependent_inputs(style)
    finding = {name for name, role in roles(style).items() if role != "presentation"}
    alone = {name for name in finding if all(waiting.get(n) == name for n in finding - {name})}
    return frozenset(style.required) | alone


def dependent_inputs(style: Style) -> dict[str, str]:
    """Inputs that count for nothing without another one, and which that is."""
    choices = (c for c in style.controls if isinstance(c, Choice))
    return {choice.name: choice.after for choice in choices if choice.after}


def arguments(style: Style) -> dict[str, ArgumentRole]:
    """What each argument of the site's links does. Those that are always the same are left out."""
    told: dict[str, ArgumentRole] = dict.fromkeys(_facet_arguments(style), "selection")
    for name, role in roles(style).items():
        told[name] = "query" if role == "keyword" else "selection"
    told |= dict.fromkeys(presenting(style).values(), "presentation")
    if style.next_links and style.page_by != "path":
        told[style.page_name] = "page"
    tracked = [TRACKING[what] for what in style.tracks]
    tracked += ["ref", "pos", "sid"] if style.tracking else []
    return told | dict.fromkeys(tracked, "tracking")


def meaning(style: Style, catalogue: Catalogue, url: str) -> tuple[object, ...]:
    """The same for two addresses that show the same, but for how they present it.

    A record, or a selection and a page of it, or the path of any other page.
    """
    address = urlsplit(url)
    if record := item_id(address.path):
        return ("item", record)
    index = index_of(catalogue)
    asked = read_asked(style, index, address.path, read_arguments(style, address.query))
    if asked is None:
        return ("other", address.path)
    try:
        submission = read_submission(style, index, asked.values, asked.narrowed, asked.page)
    except RefusedError:
        return ("refused", address.path)
    return ("search", _in_order(submission.selection), submission.page)


def pairs(style: Style, catalogue: Catalogue) -> set[tuple[str, str, str]]:
    """What the facets tell: ids of records, with attributes and values as the pages say them."""
    index = index_of(catalogue)
    told: set[tuple[str, str, str]] = set()
    for attribute in style.facets:
        label = label_of(attribute)
        if attribute in style.ranges:
            told |= _range_pairs(style, index, attribute)
        else:
            column = zip(catalogue.records, index.column(attribute), strict=True)
            told |= {(entry.id, label, value) for entry, value in column}
    return told


def _role(control: Control) -> str:
    match control:
        case Choice() | Flag():
            return "selection"
        case Steps():
            return "monotonic"
        case Range():
            return "range"
        case Typed():
            return f"typed as {control.kind}"
        case Words():
            return "keyword"
        case Presents():
            return "presentation"


def _facet_arguments(style: Style) -> list[str]:
    match style.facet_style:
        case "query":
            return [style.facet_prefix + attribute for attribute in style.facets]
        case "packed":
            return [PACKED]
        case "repeated":
            return [REPEATED]
        case _:
            return []


def _in_order(selection: Selection) -> Selection:
    """Without the order of results and of what narrows them."""
    return replace(
        selection,
        text=" ".join(selection.text.split()).lower(),
        equal=tuple(sorted(set(selection.equal))),
        among=tuple(sorted((name, tuple(sorted(set(v)))) for name, v in selection.among)),
        bounds=tuple(sorted(selection.bounds, key=str)),
        sort="",
    )


def _range_pairs(style: Style, index: Index, attribute: str) -> set[tuple[str, str, str]]:
    label, told = label_of(attribute), set()
    for cut in cuts(style, attribute):
        low, _, high = cut.partition("-")
        held = index.within(range(len(index.catalogue)), Bound(attribute, low, high))
        shown = value_label(style, attribute, cut)
        told |= {(entry.id, label, shown) for entry in index.entries(held)}
    return told

"""What does a submission of the search form ask for, and is it accepted?"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date

from tests.site.search import SORTS, Index, Selection
from tests.site.style import Style, TypedAs

FACET_ARGUMENT = "f."  # starts the name of an argument that narrows by a facet
PAGE_SIZES = (10, 20, 50, 100)

Pairs = tuple[tuple[str, str], ...]

_FORMATS: dict[TypedAs, re.Pattern[str]] = {
    "zip": re.compile(r"\d{5}"),
    "city": re.compile(r"[^\W\d_](?:[^\W\d_]|[ .,'\u2019()-])*"),
    "date": re.compile(r"\d{4}-\d\d-\d\d"),
    "price": re.compile(r"\d+(?:\.\d+)?"),
}
_EXPECTED: dict[TypedAs, str] = {
    "zip": "a five-digit zip code",
    "city": "the name of a city",
    "date": "a date such as 2024-05-31",
    "price": "an amount such as 19.99",
}


class RefusedError(Exception):
    """The submission is answered with a message instead of results."""


@dataclass(frozen=True, slots=True)
class Submission:
    """One page of results asked for."""

    selection: Selection
    page: int
    page_size: int
    values: Mapping[str, str]  # as filled in, without page and facets: links carry them on
    narrowed: Pairs = ()


def read_submission(
    style: Style, index: Index, values: Mapping[str, str], path_facets: Pairs = ()
) -> Submission:
    """What is asked for; raises RefusedError where the form was not filled in as it must be."""
    _check_filled(style, values)
    narrowed = path_facets + _query_facets(values)
    return Submission(
        selection=_selection(style, index, values, narrowed),
        page=_page(values.get(style.page_name, "")),
        page_size=_page_size(style, values),
        values={name: values[name] for name in _inputs(style) if values.get(name)},
        narrowed=narrowed,
    )


def is_facet(values: Mapping[str, str]) -> bool:
    return bool(_query_facets(values))


def _inputs(style: Style) -> list[str]:
    own = [style.query_name] if style.query_name else []
    return [*own, *style.menus, *style.typed, *style.presents, *style.hidden]


def _check_filled(style: Style, values: Mapping[str, str]) -> None:
    if any(values.get(name) != value for name, value in style.hidden.items()):
        raise RefusedError("Your session is not valid. Please start again from the form.")
    for name in style.required:
        if not values.get(name, "").strip():
            raise RefusedError(f"Please fill in the field {name}.")
    for name, kind in style.typed.items():
        value = values.get(name, "").strip()
        if value and not _is_well_formed(kind, value):
            raise RefusedError(f"Invalid value in the field {name}: expected {_EXPECTED[kind]}.")


def _is_well_formed(kind: TypedAs, value: str) -> bool:
    if not _FORMATS[kind].fullmatch(value):
        return False
    try:
        return kind != "date" or bool(date.fromisoformat(value))
    except ValueError:
        return False


def _selection(style: Style, index: Index, values: Mapping[str, str], narrowed: Pairs) -> Selection:
    sort = values.get("sort", "") if "sort" in style.presents else ""
    selection = Selection(
        text=values.get(style.query_name, "") if style.query_name else "",
        match=style.match,
        equal=_chosen(style, index, values) + narrowed,
        sort=sort if sort in SORTS else "",
    )
    for name, kind in style.typed.items():
        if value := values.get(name, "").strip():
            selection = _narrowed_by_type(selection, kind, value)
    return selection


def _narrowed_by_type(selection: Selection, kind: TypedAs, value: str) -> Selection:
    match kind:
        case "price":
            return replace(selection, dearest=float(value))
        case "date":
            return replace(selection, since=value)
        case _:
            return replace(selection, equal=(*selection.equal, (kind, value)))


def _chosen(style: Style, index: Index, values: Mapping[str, str]) -> Pairs:
    chosen = ((name, values.get(name, "")) for name in style.menus)
    return tuple((name, _meant(style, index, name, value)) for name, value in chosen if value)


def _meant(style: Style, index: Index, attribute: str, value: str) -> str:
    if not style.codes:
        return value
    offered = index.values(attribute)
    is_offered = value.isdecimal() and 1 <= int(value) <= len(offered)
    # An unknown code selects nothing, whatever the attributes hold.
    return offered[int(value) - 1] if is_offered else "\0"


def _query_facets(values: Mapping[str, str]) -> Pairs:
    return tuple(
        (name.removeprefix(FACET_ARGUMENT), value)
        for name, value in values.items()
        if name.startswith(FACET_ARGUMENT)
    )


def _page(value: str) -> int:
    return max(1, int(value)) if re.fullmatch(r"[0-9]{1,9}", value) else 1


def _page_size(style: Style, values: Mapping[str, str]) -> int:
    offered = {str(size): size for size in PAGE_SIZES}
    if "per_page" not in style.presents:
        return style.page_size
    return offered.get(values.get("per_page", ""), style.page_size)

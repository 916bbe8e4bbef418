"""What does a submission of the search form ask for, and is it accepted?"""

import re
from dataclasses import dataclass, replace

from demosite.search import SORTS, Bound, Index, Selection
from tests.site.control_reading import RefusedError, narrowed_by
from tests.site.controls import Choice
from tests.site.inputs import form_controls, input_names, presenting
from tests.site.style import Style
from tests.site.values import NO_VALUES, Pairs, Values

PAGE_SIZES = (10, 20, 50, 100)
SESSION = "sid"
_ANY = Selection()
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class Submission:
    """One page of results asked for."""

    selection: Selection
    page: int
    page_size: int
    values: Values = NO_VALUES  # as filled in, without page and facets: links carry them on
    narrowed: Pairs = ()
    session: str = ""  # of the visitor, where links carry it
    view: str = ""
    unnarrowed: Selection = _ANY  # without the facets


def read_submission(
    style: Style, index: Index, values: Values, narrowed: Pairs = (), page: int | None = None
) -> Submission:
    """What is asked for; raises RefusedError where the form was not filled in as it must be.

    Facets, and the page where it stands in the path, are read beforehand.
    """
    _check_filled(style, values)
    size = _page_size(style, values)
    view = presenting(style).get("view", "")
    unnarrowed = _selection(style, index, values)
    return Submission(
        selection=narrowed_selection(style, unnarrowed, narrowed),
        page=page or _page(style, values.get(style.page_name, ""), size),
        page_size=size,
        values=Values(_kept(style, values)),
        narrowed=narrowed,
        session=values.get(SESSION, ""),
        view=values.get(view, ""),
        unnarrowed=unnarrowed,
    )


def narrowed_selection(style: Style, selection: Selection, narrowed: Pairs) -> Selection:
    """The selection, narrowed by facets: of one that takes several values, any will do."""
    for attribute in dict.fromkeys(name for name, _ in narrowed):
        values = tuple(value for name, value in narrowed if name == attribute)
        if attribute in style.ranges:
            low, _, high = values[-1].partition("-")
            bound = Bound(attribute, low, high)
            selection = replace(selection, bounds=(*selection.bounds, bound))
        elif attribute in style.several:
            selection = replace(selection, among=(*selection.among, (attribute, values)))
        else:
            pairs = tuple((attribute, value) for value in values)
            selection = replace(selection, equal=(*selection.equal, *pairs))
    return selection


def _kept(style: Style, values: Values) -> Pairs:
    ticked = {c.name for c in style.controls if isinstance(c, Choice) and c.shown == "checkboxes"}
    kept: list[tuple[str, str]] = []
    for name in input_names(style):
        sent = values.all(name)
        kept += [(name, value) for value in (sent if name in ticked else sent[-1:])]
    return tuple(kept)


def _check_filled(style: Style, values: Values) -> None:
    if any(values.get(name) != value for name, value in style.hidden.items()):
        raise RefusedError("Your session is not valid. Please start again from the form.")
    unchosen = {c.name: c.any_value for c in style.controls if isinstance(c, Choice)}
    for name in style.required:
        if values.get(name, "").strip() in ("", unchosen.get(name)):
            raise RefusedError(f"Please fill in the field {name}.")


def _selection(style: Style, index: Index, values: Values) -> Selection:
    sort = values.get(presenting(style).get("sort", ""), "")
    selection = Selection(
        text=values.get(style.query_name, "") if style.query_name else "",
        match=style.match,
        sort=sort if sort in SORTS else "",
    )
    for control in form_controls(style):
        selection = narrowed_by(control, index, values, selection)
    return selection


def _page(style: Style, value: str, size: int) -> int:
    if not _NUMBER.fullmatch(value):
        return 1
    match style.page_by:
        case "zero":
            return int(value) + 1
        case "offset":
            return int(value) // size + 1
        case _:
            return max(1, int(value))


def _page_size(style: Style, values: Values) -> int:
    offered = {str(size): size for size in PAGE_SIZES}
    return offered.get(values.get(presenting(style).get("per_page", ""), ""), style.page_size)

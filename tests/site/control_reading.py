"""Which records does an input of the form select, as it was filled in?"""

from dataclasses import replace
from datetime import timedelta

from demosite.derived import LAST_DAY
from demosite.search import Bound, Index, Selection
from tests.site.controls import Choice, Control, Flag, Presents, Range, Steps, Typed, Words
from tests.site.typed import expected, read_typed
from tests.site.values import Values


class RefusedError(Exception):
    """The submission is answered with a message instead of results."""


def narrowed_by(control: Control, index: Index, values: Values, selection: Selection) -> Selection:
    """The selection, narrowed by what was filled in; what only presents changes nothing."""
    match control:
        case Choice():
            return _chosen(control, index, values, selection)
        case Steps():
            return _stepped(control, values, selection)
        case Range():
            return _ranged(control, values, selection)
        case Typed():
            return _typed(control, index, values, selection)
        case Flag() | Words():
            return _ticked_or_worded(control, values, selection)
        case Presents():
            return selection


def offered_values(control: Choice, index: Index) -> list[tuple[str, str]]:
    """What is sent, and what is shown for it."""
    values = index.values(control.attribute)
    return [(str(n) if control.codes else v, v) for n, v in enumerate(values, start=1)]


def _chosen(control: Choice, index: Index, values: Values, selection: Selection) -> Selection:
    sent = [value for value in values.all(control.name) if value != control.any_value]
    if not sent or (control.after and not values.get(control.after)):
        return selection
    meant = dict(offered_values(control, index))
    # What is not offered selects nothing.
    chosen = tuple(meant[value] for value in sent if value in meant)
    if control.shown != "checkboxes":
        chosen = chosen[-1:]
    return replace(selection, among=(*selection.among, (control.attribute, chosen)))


def _ticked_or_worded(control: Flag | Words, values: Values, selection: Selection) -> Selection:
    filled = values.get(control.name, "").strip()
    if not filled:
        return selection
    if isinstance(control, Flag):
        return replace(selection, equal=(*selection.equal, (control.attribute, control.value)))
    return replace(selection, words=(*selection.words, (control.attribute, filled)))


def _stepped(control: Steps, values: Values, selection: Selection) -> Selection:
    value = values.get(control.name, "")
    if not value.isdecimal():
        return selection
    match control.bound:
        case "most":
            bound = Bound(control.attribute, high=value)
        case "least":
            bound = Bound(control.attribute, low=value)
        case "days":
            first = LAST_DAY - timedelta(days=min(int(value), 100_000))
            bound = Bound(control.attribute, low=first.isoformat())
    return replace(selection, bounds=(*selection.bounds, bound))


def _ranged(control: Range, values: Values, selection: Selection) -> Selection:
    """What is not of the type counts for nothing."""
    low, high = (
        read_typed(control.kind, values.get(name, "").strip(), control.written) or ""
        for name in (control.low, control.high)
    )
    if not (low or high):
        return selection
    return replace(selection, bounds=(*selection.bounds, Bound(control.attribute, low, high)))


def _typed(control: Typed, index: Index, values: Values, selection: Selection) -> Selection:
    value = values.get(control.name, "").strip()
    if not value:
        return selection
    read = read_typed(control.kind, value, control.written)
    if read is not None:
        return _tested(control, index, read, selection)
    match control.wrong:
        case "refused":
            what = expected(control.kind, control.written)
            raise RefusedError(f"Invalid value in the field {control.name}: expected {what}.")
        case "empty":
            return replace(selection, among=(*selection.among, (control.selects, ())))
        case "ignored":
            return selection


def _tested(control: Typed, index: Index, value: str, selection: Selection) -> Selection:
    match control.test:
        case "equal":
            return replace(selection, equal=(*selection.equal, (control.selects, value)))
        case "least":
            bound = Bound(control.selects, low=value)
            return replace(selection, bounds=(*selection.bounds, bound))
        case "most":
            bound = Bound(control.selects, high=value)
            return replace(selection, bounds=(*selection.bounds, bound))
        case "near":
            near = tuple(v for v in index.values(control.selects) if v[:3] == value[:3])
            return replace(selection, among=(*selection.among, (control.selects, near)))

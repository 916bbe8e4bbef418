"""How the inputs of a form are written."""

from collections.abc import Iterable, Mapping, Sequence

from demosite.catalogue import label_of
from demosite.markup import Html, join, tag, text
from demosite.search import Index
from tests.site.control_reading import offered_values
from tests.site.controls import (
    Choice,
    Control,
    Flag,
    Presents,
    PresentsWhat,
    Range,
    Shown,
    Steps,
    Typed,
    Words,
)
from tests.site.style import Style
from tests.site.submission import PAGE_SIZES
from tests.site.values import Values

SORT_LABELS = {
    "": "Relevance",
    "title": "Title A to Z",
    "title-desc": "Title Z to A",
    "price": "Lowest price",
    "newest": "Newest first",
}
VIEW_LABELS = {"": "List", "grid": "Grid"}

Options = Iterable[tuple[str, str]]


def control_html(style: Style, index: Index, control: Control, filled: Values) -> Html:
    """The control with its label, filled in."""
    match control:
        case Choice():
            return _choice(style, index, control, filled)
        case Flag():
            chosen = filled.all(control.name)
            words = control.sent, control.label
            return _row(style, "", _button(style, "checkbox", control.name, *words, chosen))
        case Steps():
            offered = [("", control.any_label), *((str(n), str(n)) for n in control.offered)]
            return _one_of(style, control.name, control.label, control.shown, offered, filled)
        case Range():
            return _range(style, control, filled)
        case Typed() | Words():
            box = text_box(style, control.name, filled, control.label)
            return labelled(style, control.name, control.label, box)
        case Presents():
            shown = present_options(style, control.what)
            label = control.label or label_of(control.what)
            return _one_of(style, control.name, label, control.shown, shown, filled)


def labelled(style: Style, name: str, label: str, control: Html) -> Html:
    """A control with its label, as the style writes labels; without one where it has none."""
    if style.labels == "label" and label:
        return tag("div", tag("label", text(label), for_=name), control)
    return _row(style, label, control)


def text_box(style: Style, name: str, filled: Mapping[str, str], hint: str) -> Html:
    shown = {"placeholder": hint} if style.labels == "placeholder" and hint else {}
    return tag("input", type="text", name=name, id=name, value=filled.get(name, ""), **shown)


def present_options(style: Style, what: PresentsWhat) -> Options:
    match what:
        case "sort":
            return SORT_LABELS.items()
        case "view":
            return VIEW_LABELS.items()
        case "per_page":
            sizes = sorted({*PAGE_SIZES, style.page_size})
            # The usual size is the option without a value, as it is when nothing is chosen.
            return [("" if size == style.page_size else str(size), str(size)) for size in sizes]


def _choice(style: Style, index: Index, control: Choice, filled: Values) -> Html:
    offered = offered_values(control, index)
    if control.shown == "checkboxes":
        chosen = filled.all(control.name)
        boxes = [
            _button(style, "checkbox", control.name, value, shown, chosen)
            for value, shown in offered
        ]
        return _group(style, control.label, boxes)
    if control.any_label is not None:
        offered.insert(0, (control.any_value, control.any_label))
    return _one_of(style, control.name, control.label, control.shown, offered, filled)


def _one_of(
    style: Style, name: str, label: str, shown: Shown, offered: Options, filled: Values
) -> Html:
    options = list(offered)
    values = [value for value, _ in options]
    chosen = filled.get(name, "" if "" in values else values[0])
    if shown == "menu":
        return labelled(style, name, label, _menu(name, options, chosen))
    buttons = [_button(style, "radio", name, value, told, (chosen,)) for value, told in options]
    return _group(style, label, buttons)


def _menu(name: str, options: Options, chosen: str) -> Html:
    written = (
        tag("option", text(shown), value=value, **({"selected": ""} if value == chosen else {}))
        for value, shown in options
    )
    return tag("select", *written, name=name, id=name)


def _range(style: Style, control: Range, filled: Values) -> Html:
    ends = []
    for name, word in ((control.low, "from"), (control.high, "to")):
        if control.offered:
            offered = [("", "No limit"), *((value, value) for value in control.offered)]
            box = _menu(name, offered, filled.get(name, ""))
        else:
            hint = {"placeholder": word} if style.labels == "placeholder" else {}
            value = filled.get(name, "")
            box = tag("input", type=control.input_type, name=name, value=value, size="6", **hint)
        ends += [text(f" {word} "), box]
    return _row(style, control.label, join(ends, ""))


def _button(
    style: Style, kind: str, name: str, value: str, label: str, chosen: Sequence[str]
) -> Html:
    """A button to tick, with its words: inside a label, beside one, or just beside them."""
    ticked = {"checked": ""} if value in chosen else {}
    match style.labels:
        case "label":
            box = tag("input", type=kind, name=name, value=value, **ticked)
            return tag("label", box, text(f" {label}"))
        case "placeholder":
            own = f"{name}-{value}"
            box = tag("input", type=kind, name=name, value=value, id=own, **ticked)
            return join([box, tag("label", text(label), for_=own)])
        case "text" | "table":
            box = tag("input", type=kind, name=name, value=value, **ticked)
            return join([box, text(f" {label} "), tag("br")], "")


def _group(style: Style, label: str, buttons: Sequence[Html]) -> Html:
    if style.labels == "label":
        return tag("fieldset", tag("legend", text(label)), join(buttons))
    return _row(style, label, join(buttons))


def _row(style: Style, label: str, content: Html) -> Html:
    """What stands beside its label without being tied to it."""
    match style.labels:
        case "label":
            return tag("div", tag("span", text(label)), content) if label else tag("div", content)
        case "text":
            return tag("p", text(f"{label}: "), content) if label else tag("p", content)
        case "table":
            return tag("tr", tag("td", text(label)), tag("td", content))
        case "placeholder":
            return content

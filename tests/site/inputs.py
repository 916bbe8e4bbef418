"""Which inputs does the search form of a style have, in order?"""

from collections.abc import Mapping

from demosite.catalogue import label_of
from tests.site.controls import Choice, Control, Presents, PresentsWhat, Typed, names_of
from tests.site.style import Style, TypedAs

# A date is the earliest and a price the highest that is wanted.
_TESTS: Mapping[TypedAs, Typed] = {
    "zip": Typed("", "zip"),
    "city": Typed("", "city"),
    "date": Typed("", "date", test="least"),
    "price": Typed("", "price", test="most"),
}


def form_controls(style: Style) -> tuple[Control, ...]:
    """All but the box for keywords; what a style names in short is spelt out."""
    return (
        *(_menu(style, name) for name in style.menus),
        *(_typed(name, kind) for name, kind in style.typed.items()),
        *(Presents(name, name, label=label_of(name)) for name in style.presents),
        *style.controls,
    )


def input_names(style: Style) -> list[str]:
    """What links carry on, hidden inputs included."""
    own = [style.query_name] if style.query_name else []
    filled = [name for control in form_controls(style) for name in names_of(control)]
    presented = [name for name in presenting(style).values() if name not in filled]
    return [*own, *filled, *style.hidden, *presented]


def presenting(style: Style) -> dict[PresentsWhat, str]:
    """The inputs and the arguments of links that only present."""
    by_links = {what: style.names.get(what, what) for what in style.present_links}
    controls = (c for c in form_controls(style) if isinstance(c, Presents))
    return by_links | {control.what: control.name for control in controls}


def _menu(style: Style, name: str) -> Choice:
    label = label_of(name)
    return Choice(name, name, label, any_label=f"Any {label.lower()}", codes=style.codes)


def _typed(name: str, kind: TypedAs) -> Typed:
    known = _TESTS[kind]
    return Typed(name, known.kind, label_of(kind), test=known.test)

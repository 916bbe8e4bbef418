"""The search form, and the other forms beside it."""

from collections.abc import Iterable, Mapping
from itertools import islice, product

from tests.site.markup import Html, join, link, tag, text
from tests.site.search import Index
from tests.site.style import Beside, Style
from tests.site.submission import PAGE_SIZES

LABELS = {"zip": "Zip code", "city": "City", "per_page": "Results per page", "sort": "Sort by"}
SORT_LABELS = {
    "": "Relevance",
    "title": "Title A to Z",
    "title-desc": "Title Z to A",
    "price": "Lowest price",
    "newest": "Newest first",
}
BESIDE_PATHS: dict[Beside, str] = {
    "newsletter": "/newsletter",
    "login": "/login",
    "contact": "/message",
}
_BESIDE_INPUTS: dict[Beside, tuple[tuple[str, str], ...]] = {
    "newsletter": (("email", "email"),),
    "login": (("username", "text"), ("password", "password")),
    "contact": (("name", "text"), ("email", "email"), ("message", "text")),
}
_BESIDE_BUTTONS: dict[Beside, str] = {
    "newsletter": "Subscribe",
    "login": "Log in",
    "contact": "Send message",
}
TOKEN_NAME = "csrf_token"
TOKEN = "-the token of this visitor-"  # what pages hold until they are sent
_LONG_MENU = 300
_SYLLABLES = ("ba", "co", "di", "fu", "ge", "ka", "lo", "mi", "nu", "pe", "ra", "so", "ti", "vu")


def label_of(name: str) -> str:
    """An attribute or an input in words."""
    return LABELS.get(name, name.replace("_", " ").capitalize())


def search_form(style: Style, index: Index, values: Mapping[str, str]) -> Html:
    """The form, filled in with the values where the style echoes them."""
    filled = values if style.echo else {}
    inputs = [_labelled(style, name, control) for name, control in _controls(style, index, filled)]
    kept = [tag("input", type="hidden", name=n, value=v) for n, v in style.hidden.items()]
    if style.token:
        kept.append(tag("input", type="hidden", name=TOKEN_NAME, value=TOKEN))
    submit = tag("input", type="submit", value=style.button)
    if style.labels != "placeholder":
        submit = tag("button", text(style.button), type="submit")
    if style.labels == "table":
        body = tag("table", join(inputs), tag("tr", tag("td", submit, colspan="2")))
    else:
        body = join([*inputs, submit])
    if style.formless:
        return tag("div", body, role="search", class_=f"{style.prefix}-form")
    return tag(
        "form", *kept, body, action=style.action, method=style.method, class_=f"{style.prefix}-form"
    )


def beside_form(which: Beside) -> Html:
    """A form that is no search form."""
    inputs = join(
        tag("label", text(label_of(name) + " "), tag("input", type=kind, name=name))
        for name, kind in _BESIDE_INPUTS[which]
    )
    button = tag("button", text(_BESIDE_BUTTONS[which]), type="submit")
    return tag("form", inputs, button, action=BESIDE_PATHS[which], method="post", class_=which)


def long_menu() -> Html:
    """A drop-down of many constant options, for a script to act on."""
    options = (
        tag("option", text(f"Section {number:03d}"), value=f"section-{number}")
        for number in range(1, _LONG_MENU + 1)
    )
    return tag("select", *options, class_="jump")


def brand_menu(number: int) -> Html:
    """A drop-down of as many names, no two alike and no words of a catalogue."""
    names = map("".join, product(_SYLLABLES, repeat=4))
    options = (tag("option", text(name.capitalize())) for name in islice(names, number))
    return tag("select", *options, class_="brands")


def home_link(style: Style) -> Html:
    return link("/", style.title)


def _controls(style: Style, index: Index, filled: Mapping[str, str]) -> Iterable[tuple[str, Html]]:
    if style.query_name:
        yield style.query_name, _box(style, style.query_name, filled, style.query_label)
    for name in style.menus:
        offered = _menu_options(style, index, name)
        yield name, _menu(name, offered, filled)
    for name, kind in style.typed.items():
        yield name, _box(style, name, filled, label_of(kind))
    for name in style.presents:
        yield name, _menu(name, _present_options(style, name), filled)


def _box(style: Style, name: str, filled: Mapping[str, str], hint: str) -> Html:
    shown = {"placeholder": hint} if style.labels == "placeholder" else {}
    return tag("input", type="text", name=name, id=name, value=filled.get(name, ""), **shown)


def _menu(name: str, options: Iterable[tuple[str, str]], filled: Mapping[str, str]) -> Html:
    chosen = filled.get(name, "")
    written = (
        tag("option", text(shown), value=value, **({"selected": ""} if value == chosen else {}))
        for value, shown in options
    )
    return tag("select", *written, name=name, id=name)


def _menu_options(style: Style, index: Index, attribute: str) -> Iterable[tuple[str, str]]:
    yield "", f"Any {label_of(attribute).lower()}"
    for number, value in enumerate(index.values(attribute), start=1):
        yield (str(number) if style.codes else value), value


def _present_options(style: Style, name: str) -> Iterable[tuple[str, str]]:
    if name == "sort":
        return SORT_LABELS.items()
    sizes = sorted({*PAGE_SIZES, style.page_size})
    # The usual size is the option without a value, as it is when nothing is chosen.
    return [("" if size == style.page_size else str(size), str(size)) for size in sizes]


def _shown_label(style: Style, name: str) -> str:
    return style.query_label if name == style.query_name else label_of(style.typed.get(name, name))


def _labelled(style: Style, name: str, control: Html) -> Html:
    shown = _shown_label(style, name)
    match style.labels:
        case "label":
            return tag("div", tag("label", text(shown), for_=name), control)
        case "text":
            return tag("p", text(shown + ": "), control)
        case "table":
            return tag("tr", tag("td", text(shown)), tag("td", control))
        case "placeholder":
            return control

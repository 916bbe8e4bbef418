"""The search form, and the other forms beside it."""

from itertools import islice, product

from demosite.catalogue import label_of
from demosite.markup import Html, join, link, tag, text
from demosite.search import Index
from tests.site.control_markup import control_html, labelled, text_box
from tests.site.inputs import form_controls
from tests.site.style import Beside, Style
from tests.site.values import NO_VALUES, Values

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


def search_form(style: Style, index: Index, values: Values = NO_VALUES) -> Html:
    """The form, filled in with the values where the style echoes them."""
    inputs = _inputs(style, index, values if style.echo else NO_VALUES)
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


def _inputs(style: Style, index: Index, filled: Values) -> list[Html]:
    name, label = style.query_name, style.query_label
    own = [labelled(style, name, label, text_box(style, name, filled, label))] if name else []
    return own + [control_html(style, index, c, filled) for c in form_controls(style)]

"""HTML form to inputs, defaults and action.

The model is that of [Madhavan08 §2, §3.1]: a form has inputs; those that are filled in are
*binding*, the others keep their defaults. This module tells selection inputs from text boxes; which
inputs change only the presentation is found out later, from answers.

The parts have modules of their own: which controls belong to a form (``controls``), what each of
them is (``inputs``), what they send untouched (``defaults``), where to (``target``), which part of
a page-wide form is the search (``whole_page``). Together they follow the HTML standard.
form2request has no ``form=``, disabled controls, multipart, encodings, image buttons or ranges, and
is quadratic in nested forms; where it applies, tests compare with it.

Departure: POST forms are modelled too (the paper leaves them out).
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from itertools import islice
from urllib.parse import SplitResult, parse_qsl, urljoin, urlsplit

from lxml.html import HtmlElement

from deepweb.form.around import around, heading, home_name, icons, inside, named, tips
from deepweb.form.charset import form_encoding
from deepweb.form.controls import (
    SUBMITTING,
    FormControls,
    PageControls,
    kind,
    page_controls,
    submit_buttons,
)
from deepweb.form.deciding import with_options
from deepweb.form.defaults import sent_untouched
from deepweb.form.inputs import TEXT_KINDS, Input, InputReader, hints_of, without_false_traps
from deepweb.form.label import MAX_LABEL, Labels
from deepweb.form.script import (
    SENT_BY_SCRIPT,
    Script,
    button_behind,
    is_script_search,
    is_sent_by_script,
    search_button,
)
from deepweb.form.target import URLENCODED, base_url, root_of, target
from deepweb.form.traps import wants_captcha
from deepweb.form.whole_page import SearchPart, is_state, other_page, search_parts
from deepweb.page.address.argument_names import is_one_time, is_random, without_session
from deepweb.page.page import Page, short_text

__all__ = ["BY_SCRIPT", "IN_PART", "TEXT_KINDS", "WANTS_CAPTCHA", "Form", "Input", "forms"]

BY_SCRIPT = "it is no form, but driven by script"
IN_PART = "it is a whole page, and the search in it is asked by itself"
PASSED_OVER = "browsers take it for a part of the form around it"
WANTS_CAPTCHA = "it wants a captcha solved"

MAX_TEXT = 400  # characters kept of a form's text
MAX_SCRIPT_SEARCHES = 10  # boxes outside forms; a page with more is a spreadsheet


@dataclass(frozen=True, slots=True)
class Form:
    """A form, without the tree of the page that it was found on."""

    url: str
    index: int | None
    """Number of the form element on its page, from 0; None for a search that is none, or a part."""
    action: str
    method: str
    encoding: str
    """Python's name of the encoding in which values are sent."""
    inputs: tuple[Input, ...]
    defaults: tuple[tuple[str, str], ...]
    """Names and values that a browser sends when nothing is filled in."""
    hints: str = ""
    """The form's own id, class, role and name, which often tell its purpose."""
    unusable: str = ""
    """Why it cannot be submitted as it stands, if so."""
    enctype: str = URLENCODED
    text: str = ""
    """The text in the form outside its controls."""
    heading: str = ""
    """Its legend, or the heading in it or right before it."""
    around: tuple[str, ...] = field(default=(), compare=False)
    """Headings and sentences before it, in it and behind it; a form is the same on other pages."""
    inside: tuple[str, ...] = field(default=(), compare=False)
    """Those of them that stand in it."""
    tips: tuple[str, ...] = field(default=(), compare=False)
    """What it and its boxes show when one points at them."""
    named: tuple[str, str] = field(default=("", ""), compare=False)
    """Its first legend, and its heading, unless the title of the page says the same."""
    home: str = field(default="", compare=False)
    """What the first link to the home page says."""
    icons: str = field(default="", compare=False)
    """Classes of the pictures on its buttons that have no text."""
    tokens: tuple[str, ...] = ()
    """Names of hidden inputs whose values must be taken from a fresh copy of the page."""
    script: Script | None = None
    """How the search is asked, if it works by script."""

    @property
    def id(self) -> str:
        """A hash of what the form sends, where and how: the same for one form on many pages."""
        names = {i.name for i in self.inputs if i.name and not is_random(i.name)}
        where = without_session(self.action)
        how = f"{self.method} by script: {self.script.way}" if self.script else self.method
        what = "\n".join((how, where, *sorted(names.difference(self.tokens))))
        return hashlib.sha256(what.encode(errors="replace")).hexdigest()[:16]

    @property
    def address(self) -> SplitResult:
        """The parts of its action, all empty where that is no URL ("http://[")."""
        try:
            return urlsplit(self.action)
        except ValueError:
            return urlsplit("")

    @property
    def pressed(self) -> Input | None:
        """The button that is pressed when the form is asked; it comes before all other buttons."""
        return next((i for i in self.inputs if i.kind in SUBMITTING), None)

    @property
    def text_boxes(self) -> tuple[Input, ...]:
        """The boxes into which a keyword can be written."""
        return tuple(i for i in self.inputs if i.kind in TEXT_KINDS and i.name and not i.trap)


def forms(page: Page, any_words: Collection[str] = ()) -> list[Form]:
    """All forms of a page in document order, then the searches that are parts of forms or none.

    ``any_words`` are the names that menus give to their wild cards; without them, only values tell.
    """
    seen = page_controls(page.root)
    asked = {value for _, value in parse_qsl(urlsplit(page.url).query)}
    labels = Labels(page.root, seen.labels, asked)
    reader = _Reader(page, seen, labels, frozenset(any_words))
    found: list[Form] = []
    parts: list[Form] = []
    for index, each in enumerate(seen.forms):
        searches = [reader.part(each, part) for part in search_parts(each, labels)]
        whole = reader.form(index, each)
        found.append(replace(whole, unusable=whole.unusable or IN_PART) if searches else whole)
        parts += searches
    strays = (each for each in seen.strays if kind(each) in TEXT_KINDS)
    boxes = (each for each in strays if is_script_search(each, labels.of(each, page.root)))
    return found + parts + [reader.script_search(box) for box in islice(boxes, MAX_SCRIPT_SEARCHES)]


class _Reader:
    """Makes forms from the elements of one page."""

    def __init__(
        self, page: Page, seen: PageControls, labels: Labels, any_words: frozenset[str]
    ) -> None:
        self._page = page
        self._disabled = seen.disabled
        self._read = InputReader(labels, seen.disabled, any_words)
        self._base = base_url(page.url, page.root.base_url, seen.base)

    def form(
        self, index: int | None, owned: FormControls, button: HtmlElement | None = None
    ) -> Form:
        """A form; ``button`` is pressed, else the one that searches or that Enter presses."""
        element, buttons = owned.element, submit_buttons(owned.controls, self._disabled)
        button = search_button(buttons) if button is None else button
        encoding = form_encoding(self._page.encoding, element.get("accept-charset"))
        goal = target(element, button, self._page.url, self._base, encoding)
        pressed = button if button in owned.controls else None
        read = without_false_traps(tuple(self._read.all(owned, pressed)))
        inputs = with_options(read, owned.controls)
        by_script = is_sent_by_script(element) or _sends_nothing(inputs)
        against = (
            (PASSED_OVER, bool(owned.inside)),
            (WANTS_CAPTCHA, wants_captcha(element)),
            (SENT_BY_SCRIPT, by_script),
        )
        return Form(
            url=self._page.url,
            index=index,
            action=goal.action,
            method=goal.method,
            encoding=encoding,
            inputs=inputs,
            defaults=tuple(sent_untouched(owned.controls, button, self._disabled, encoding)),
            hints=hints_of(element, "id", "class", "role", "name", "aria-label"),
            unusable=goal.unusable or next((why for why, is_so in against if is_so), ""),
            enctype=goal.enctype,
            text=short_text(element, MAX_TEXT, pieces=2 * MAX_TEXT)[:MAX_TEXT].strip(),
            heading=heading(element),
            around=around(element),
            inside=inside(element),
            tips=tips(element),
            named=named(element),
            home=home_name(element),
            icons=icons(element),
            tokens=_tokens(inputs),
        )

    def part(self, owned: FormControls, part: SearchPart) -> Form:
        """A search within a form that is the whole page: all of that is sent with its button."""
        whole = self.form(None, owned, part.button)
        pressed = None if part.event else part.button
        own = tuple(self._read.all(FormControls(part.block, part.controls), pressed))
        link = _button(part.button) if part.event else None
        state = tuple(i for i in whole.inputs if i.kind == "hidden" and is_state(i.name))
        event, other = dict(part.event), other_page(part.button)
        return replace(
            whole,
            action=urljoin(self._base, other) if other else whole.action,
            inputs=with_options(
                without_false_traps((*own, *filter(None, [link]), *state)), part.controls
            ),
            defaults=tuple((name, event.get(name, said)) for name, said in whole.defaults),
            hints=hints_of(part.block, "id", "class", "role"),
            text=short_text(part.block, MAX_TEXT)[:MAX_TEXT].strip(),
            heading=heading(part.block),
            around=around(part.block),
            inside=inside(part.block),
            tips=tips(part.block),
            tokens=tuple(i.name for i in state),
        )

    def script_search(self, box: HtmlElement) -> Form:
        """A box outside any form. Where its script sends it is not known."""
        field, button = self._read.one(box, self._page.root), button_behind(box)
        name = field.name or box.get("id", "")
        buttons = () if button is None else (_button(button),)
        return Form(
            url=self._page.url,
            index=None,
            action=root_of(self._page.url),
            method="GET",
            encoding=form_encoding(self._page.encoding, None),
            inputs=(replace(field, name=name), *buttons),
            defaults=((name, field.default),) if name else (),
            hints=hints_of(box, "id", "class", "role", "name"),
            unusable=BY_SCRIPT,
            heading=heading(box),
            around=around(box),
            tips=tips(box),
        )


def _button(element: HtmlElement) -> Input:
    """A button that sends nothing itself."""
    said = short_text(element, MAX_LABEL) or element.get("value", "")[:MAX_LABEL]
    return Input("", "submit", said, hints=hints_of(element, "id", "class"))


def _sends_nothing(inputs: tuple[Input, ...]) -> bool:
    """Does a form have a text box, but nothing to fill in that a browser would send?"""
    boxes = [i for i in inputs if i.kind in TEXT_KINDS]
    filled = {"text", "selection", "other"}
    return bool(boxes) and not any(i.name for i in inputs if i.role in filled)


def _tokens(inputs: tuple[Input, ...]) -> tuple[str, ...]:
    hidden = (i for i in inputs if i.kind == "hidden" and i.name)
    return tuple(dict.fromkeys(i.name for i in hidden if is_one_time(i.name, i.default)))

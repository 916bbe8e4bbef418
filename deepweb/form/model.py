"""HTML form to inputs, defaults and action.

The model is that of [Madhavan08 §2, §3.1]: a form has inputs; those that are filled in are
*binding*, the others keep their defaults. This module tells selection inputs from text boxes; which
inputs change only the presentation is found out later, from answers.

The parts have modules of their own: which controls belong to a form (``controls``), what they are
called (``label``), what they send untouched (``defaults``), where to (``target``), which of them
are there to catch machines (``traps``), which option restricts nothing (``wildcard``). Together
they follow the HTML standard. form2request has no ``form=``, disabled controls, multipart,
encodings, image buttons or ranges, and is quadratic in nested forms; where it applies, tests
compare with it.

Departure: POST forms are modelled too (the paper leaves them out).
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from urllib.parse import SplitResult, urljoin, urlsplit

from lxml.html import HtmlElement

from deepweb.form.around import around, beside
from deepweb.form.charset import charset_name, form_encoding
from deepweb.form.controls import (
    BUTTON_KINDS,
    NOT_FILLED_IN,
    SUBMITTING,
    TYPED_KINDS,
    FormControls,
    PageControls,
    kind,
    page_controls,
    submit_button,
)
from deepweb.form.defaults import chosen, options, sent, value
from deepweb.form.label import MAX_LABEL, Labels, heading, unit_behind
from deepweb.form.script import SENT_BY_SCRIPT, Script, is_script_search, is_sent_by_script
from deepweb.form.target import URLENCODED, base_url, target
from deepweb.form.traps import HIDDEN, trap, wants_captcha
from deepweb.form.wildcard import named_by, says_any, wildcard
from deepweb.page.argument_names import is_one_time, is_random, without_session
from deepweb.page.page import Page, short_text

TEXT_KINDS = frozenset({"text", "search"})
"""Kinds of input into which a keyword can be written."""

ROLES = (
    dict.fromkeys(("select", "radio", "checkbox"), "selection")
    | dict.fromkeys(TYPED_KINDS, "text")
    | dict.fromkeys(BUTTON_KINDS, "button")
    | {"hidden": "hidden"}
)
BY_SCRIPT = "it is no form, but driven by script"
WANTS_CAPTCHA = "it wants a captcha solved"

MAX_TEXT = 400  # characters kept of a form's text
MAX_HINTS = 200  # characters kept of each attribute
MAX_SCRIPT_SEARCHES = 10  # boxes outside forms; a page with more is a spreadsheet


@dataclass(frozen=True, slots=True)
class Input:
    """A control of a form, or all its checkboxes or radio buttons of one name."""

    name: str
    kind: str
    label: str = ""
    default: str = ""
    """What is sent if nobody touches it; of a button, what is sent if it is pressed."""
    options: tuple[tuple[str, str], ...] = ()
    """Value and label of each choice of a menu, of checkboxes or of radio buttons."""
    sections: tuple[tuple[str, str], ...] = ()  # value of a choice and label of its ``optgroup``
    multiple: bool = False
    """May several values be sent?"""
    required: bool = False
    minimum: str = ""
    maximum: str = ""
    step: str = ""
    suggestions: tuple[str, ...] = ()
    """Values that the page's own list proposes for a text box."""
    autocomplete: str = ""
    placeholder: str = ""
    hints: str = ""
    """Its id and class, which often tell its purpose."""
    trap: str = ""
    """Why a person would leave it empty, so that it may be there to catch machines."""
    wildcard: str | None = None
    """The value of a menu or radio group that restricts nothing."""
    group: str = ""
    """The heading of the group of inputs that it stands in; "" if that is its label."""
    unit: str = ""
    """The unit behind a box: "km"."""
    min_length: int = 0
    """Characters that a text must have."""
    max_length: int = 0
    """Characters that a text may have; 0 if there is no limit."""
    says_any: bool = False
    """Does the label of that value say so in words ("All makes")?"""

    @property
    def role(self) -> str:
        """``selection``, ``text``, ``hidden``, ``button`` or ``other``, as in [Madhavan08 §2]."""
        return ROLES.get(self.kind, "other")


@dataclass(frozen=True, slots=True)
class Form:
    """A form, without the tree of the page that it was found on."""

    url: str
    index: int | None
    """Number of the form element on its page, from 0; None for a search that is no form."""
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
    beside: tuple[str, ...] = field(default=(), compare=False)  # those in it or right behind it
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
    def text_boxes(self) -> tuple[Input, ...]:
        """The boxes into which a keyword can be written."""
        return tuple(i for i in self.inputs if i.kind in TEXT_KINDS and i.name and not i.trap)


def forms(page: Page, any_words: Collection[str] = ()) -> list[Form]:
    """All forms of a page in document order, then the searches on it that are no forms.

    ``any_words`` are the names that menus give to their wild cards; without them, only values tell.
    """
    seen = page_controls(page.root)
    labels = Labels(page.root, seen.labels)
    reader = _Reader(page, seen, labels, frozenset(any_words))
    found = [reader.form(index, each) for index, each in enumerate(seen.forms)]
    strays = (each for each in seen.strays if kind(each) in TEXT_KINDS)
    boxes = (each for each in strays if is_script_search(each, labels.of(each, page.root)))
    return found + [reader.script_search(box) for box in islice(boxes, MAX_SCRIPT_SEARCHES)]


class _Reader:
    """Makes forms from the elements of one page."""

    def __init__(
        self, page: Page, seen: PageControls, labels: Labels, any_words: frozenset[str]
    ) -> None:
        self._page = page
        self._disabled = seen.disabled
        self._labels = labels
        self._any_words = any_words
        self._listed: dict[str, tuple[str, ...]] = {}
        self._base = base_url(page.url, page.root.base_url, seen.base)

    def form(self, index: int, owned: FormControls) -> Form:
        element = owned.element
        button = submit_button(owned.controls, self._disabled)
        encoding = form_encoding(self._page.encoding, element.get("accept-charset"))
        goal = target(element, button, self._page.url, self._base, encoding)
        inputs = _without_false_traps(tuple(self._inputs(owned)))
        passed_over = "browsers take it for a part of the form around it" if owned.inside else ""
        by_script = is_sent_by_script(element) or _sends_nothing(inputs)
        puzzle = WANTS_CAPTCHA if wants_captcha(element) else ""
        return Form(
            url=self._page.url,
            index=index,
            action=goal.action,
            method=goal.method,
            encoding=encoding,
            inputs=inputs,
            defaults=tuple(self._defaults(owned.controls, button, encoding)),
            hints=_hints(element, "id", "class", "role", "name", "aria-label"),
            unusable=goal.unusable or passed_over or puzzle or SENT_BY_SCRIPT * by_script,
            enctype=goal.enctype,
            text=short_text(element, MAX_TEXT, pieces=2 * MAX_TEXT)[:MAX_TEXT].strip(),
            heading=heading(element),
            around=around(element),
            beside=beside(element),
            tokens=_tokens(inputs),
        )

    def script_search(self, box: HtmlElement) -> Form:
        """A box outside any form. Where its script sends it is not known."""
        field = self._field(box, self._page.root)
        name = field.name or box.get("id", "")
        return Form(
            url=self._page.url,
            index=None,
            action=_root_of(self._page.url),
            method="GET",
            encoding=form_encoding(self._page.encoding, None),
            inputs=(replace(field, name=name),),
            defaults=((name, field.default),) if name else (),
            hints=_hints(box, "id", "class", "role", "name"),
            unusable=BY_SCRIPT,
            heading=heading(box),
            around=around(box),
        )

    def _defaults(
        self, controls: Sequence[HtmlElement], button: HtmlElement | None, encoding: str
    ) -> Iterator[tuple[str, str]]:
        last_radios = {c.get("name"): c for c in controls if _is_checked_radio(c)}
        for control in controls:
            name, said = control.get("name", ""), kind(control)
            is_off = control in self._disabled or (said in BUTTON_KINDS and control is not button)
            is_outdone = said == "radio" and last_radios.get(name, control) is not control
            if is_off or is_outdone or (not name and said != "image"):
                continue
            if said == "hidden" and name.lower() == "_charset_":
                yield name, charset_name(encoding)
            else:
                yield from sent(control, name)

    def _inputs(self, owned: FormControls) -> Iterator[Input]:
        """Inputs in document order; a group of boxes to tick stands where its first box does."""
        groups: dict[tuple[str, str], list[HtmlElement]] = {}
        for control in owned.controls:
            if _is_ticked(control) and control.get("name") and control not in self._disabled:
                groups.setdefault((kind(control), control.get("name", "")), []).append(control)
        for control in owned.controls:
            said = kind(control)
            if control in self._disabled and said not in SUBMITTING:
                continue
            members = groups.get((said, control.get("name", "")), [control])
            if not _is_ticked(control):
                yield self._field(control, owned.element)
            elif members[0] is control:
                yield self._group(members, owned.element)

    def _field(self, control: HtmlElement, form: HtmlElement) -> Input:
        said = kind(control)
        label = "" if said == "hidden" else self._labels.of(control, form)
        made = _input(control, label, value(control) if said != "select" else "")
        if said not in NOT_FILLED_IN:
            group = self._labels.heading_of(control, form)
            unit = unit_behind(control) if said in TYPED_KINDS else ""
            made = replace(_grouped(made, group), unit=unit)
        if said == "select":
            return self._menu(control, made)
        if made.role == "text" or said == "textarea":
            return replace(
                made,
                suggestions=self._suggestions(control),
                trap=trap(control, label, made.hints),
            )
        return made

    def _menu(self, control: HtmlElement, made: Input) -> Input:
        choices = options(control)
        offered = tuple((o.value, o.label) for o in choices if not o.is_disabled)
        # An option such as "Category", shown but not to be chosen, names the menu.
        shown = next((o.label for o in choices if o.is_selected and o.is_disabled), "")
        wild = wildcard(offered, self._any_words, required=made.required)
        if not made.label and offered and offered[0][0] in {"", wild}:
            # "Select a brand": the first option names a menu without a label; "Any" does not.
            made = replace(made, label=named_by(offered[0][1], self._any_words)[:MAX_LABEL])
        return replace(
            made,
            default=next((o.value for o in chosen(control, choices)), ""),
            options=offered,
            sections=tuple((o.value, o.section) for o in choices if o.section),
            placeholder=made.placeholder or shown,
            wildcard=wild,
            says_any=says_any(offered, wild, self._any_words),
        )

    def _group(self, members: Sequence[HtmlElement], form: HtmlElement) -> Input:
        first, is_radio = members[0], kind(members[0]) == "radio"
        names = self._labels.of_choices(members, form)
        offered = tuple(zip(map(value, members), names, strict=True))
        checked = [value(each) for each in members if "checked" in each.attrib]
        is_single = len(members) == 1 and not is_radio
        label = names[0] if is_single else self._labels.of_group(members, form)
        made = _input(first, label, "".join(checked[-1:] if is_radio else checked[:1]))
        group = self._labels.heading_of(first, form)
        made = _grouped(made, group)
        return replace(
            made,
            options=offered,
            multiple=not is_radio and len(members) > 1,
            trap=trap(first, label, made.hints) if is_single else "",
            wildcard=wildcard(offered, self._any_words) if is_radio else None,
        )

    def _suggestions(self, control: HtmlElement) -> tuple[str, ...]:
        named = control.get("list", "")
        if named and named not in self._listed:
            listed = self._labels.element(named)
            choices = options(listed) if listed is not None and listed.tag == "datalist" else []
            proposed = (o.value for o in choices if o.value and not o.is_disabled)
            self._listed[named] = tuple(proposed)
        return self._listed.get(named, ())


def _grouped(made: Input, heading: str) -> Input:
    """The input with the heading of its group, which is its label if it has no other."""
    if not made.label and made.kind != "select":
        return replace(made, label=heading)
    return replace(made, group="" if heading == made.label else heading)


def _input(control: HtmlElement, label: str, default: str) -> Input:
    get = control.get
    return Input(
        name=get("name", ""),
        kind=kind(control),
        label=label,
        default=default,
        multiple="multiple" in control.attrib,
        required="required" in control.attrib or get("aria-required") == "true",
        minimum=get("min", ""),
        maximum=get("max", ""),
        step=get("step", ""),
        autocomplete=get("autocomplete", ""),
        placeholder=" ".join(get("placeholder", "")[:MAX_HINTS].split()),
        hints=_hints(control, "id", "class"),
        min_length=_length(get("minlength", "")),
        max_length=_length(get("maxlength", "")),
    )


def _length(said: str) -> int:
    return int(said) if said.isdecimal() and len(said) < 6 else 0


def _is_ticked(control: HtmlElement) -> bool:
    return kind(control) in {"checkbox", "radio"}


def _is_checked_radio(control: HtmlElement) -> bool:
    return kind(control) == "radio" and "checked" in control.attrib


def _hints(element: HtmlElement, *attributes: str) -> str:
    said = " ".join(element.get(a, "")[:MAX_HINTS] for a in attributes)
    return " ".join(said.split())


def _without_false_traps(inputs: tuple[Input, ...]) -> tuple[Input, ...]:
    """A hidden text box opens on a click where the form has no other."""
    boxes = [i for i in inputs if i.kind in TEXT_KINDS]
    if all(box.trap for box in boxes):
        return tuple(replace(i, trap="") if i.trap == HIDDEN else i for i in inputs)
    return inputs


def _sends_nothing(inputs: tuple[Input, ...]) -> bool:
    """Does a form have a text box, but nothing that a browser would send?"""
    boxes = [i for i in inputs if i.kind in TEXT_KINDS]
    return bool(boxes) and not any(i.name for i in inputs if i.role != "button")


def _tokens(inputs: tuple[Input, ...]) -> tuple[str, ...]:
    hidden = (i for i in inputs if i.kind == "hidden" and i.name)
    return tuple(dict.fromkeys(i.name for i in hidden if is_one_time(i.name, i.default)))


def _root_of(url: str) -> str:
    try:
        return urljoin(url, "/")
    except ValueError:
        return url

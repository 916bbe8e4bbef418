"""HTML form to inputs, defaults and action.

The model is that of Madhavan et al., *Google's Deep-Web Crawl* (PVLDB 2008), sections 2 and 3.1: a
form has inputs; those that are filled in are *binding*, the rest keep their defaults. What a
browser would send with nothing filled in is worked out by form2request.

Departure: POST forms are modelled too (the paper leaves them out).
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from form2request import form2request
from lxml.html import FormElement, HtmlElement

from deepweb.read.page import UNSEEN, Page, visible_text

TEXT_KINDS = frozenset({"text", "search"})
"""Kinds of input into which a keyword can be written."""

CONTROLS = ("input", "select", "textarea", "button")

# A label longer than this is not a label but the page around the input.
MAX_LABEL = 80


@dataclass(frozen=True, slots=True)
class Input:
    """One control of a form that has a name, or a button."""

    name: str
    kind: str
    label: str = ""
    default: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """Of a menu: value and label of each option."""


@dataclass(frozen=True, slots=True)
class Form:
    """One form of a page, independent of the page it was found on."""

    url: str
    index: int
    action: str
    method: str
    encoding: str
    inputs: tuple[Input, ...]
    defaults: tuple[tuple[str, str], ...]
    """Name and value of all that a browser sends when nothing is filled in."""
    hints: str = ""
    """The form's own id, class, role and name, which often say what it is for."""
    unusable: str = ""
    """Why it cannot be submitted as it stands, if so."""

    @property
    def id(self) -> str:
        """The same for one form on many pages: what it sends, and where."""
        names = sorted({i.name for i in self.inputs if i.name})
        what = "\n".join((self.method, self.action, *names))
        return hashlib.sha256(what.encode()).hexdigest()[:16]

    @property
    def text_boxes(self) -> tuple[Input, ...]:
        return tuple(i for i in self.inputs if i.kind in TEXT_KINDS and i.name)


def forms(page: Page) -> list[Form]:
    """All forms of a page in document order."""
    found = (e for e in page.root.iter("form") if isinstance(e, FormElement))
    return [_form(page, index, element) for index, element in enumerate(found)]


def _form(page: Page, index: int, element: FormElement) -> Form:
    action, method, defaults, unusable = _submission(page, element)
    hints = " ".join(element.get(a, "") for a in ("id", "class", "role", "name", "aria-label"))
    return Form(
        url=page.url,
        index=index,
        action=action,
        method=method,
        encoding=page.encoding,
        inputs=tuple(_inputs(element)),
        defaults=defaults,
        hints=hints.strip(),
        unusable=unusable,
    )


def _submission(
    page: Page, element: FormElement
) -> tuple[str, str, tuple[tuple[str, str], ...], str]:
    """Action, method and defaults; where there are none, why."""
    try:
        asked = form2request(element)
    except (NotImplementedError, ValueError) as error:
        return page.url, element.get("method", "get").upper(), (), str(error)
    parts = urlsplit(asked.url)
    sent = parts.query if asked.method == "GET" else asked.body.decode()
    if not any(e.get("action") or e.get("formaction") for e in element.iter()):
        parts = urlsplit(page.url)  # without an action it is the page itself, whatever its base
    if asked.method == "GET":
        parts = parts._replace(query="")
    action = urlunsplit(parts._replace(fragment=""))
    unusable = "" if parts.scheme in {"http", "https"} else f"its action is {parts.scheme}:"
    return action, asked.method, tuple(parse_qsl(sent, keep_blank_values=True)), unusable


def _inputs(form: FormElement) -> Iterator[Input]:
    for control in form.iter(*CONTROLS):
        if isinstance(control, HtmlElement):
            yield Input(
                name=control.get("name", ""),
                kind=_kind(control),
                label=_label(form, control),
                default=control.get("value", ""),
                options=tuple(_options(control)),
            )


def _kind(control: HtmlElement) -> str:
    if control.tag == "input":
        return control.get("type", "text").strip().lower() or "text"
    if control.tag == "button":
        return control.get("type", "submit").strip().lower() or "submit"
    return str(control.tag)


def _options(control: HtmlElement) -> Iterator[tuple[str, str]]:
    if control.tag == "select":
        for option in control.iter("option"):
            label = visible_text(option)
            yield option.get("value", label), label


def _label(form: FormElement, control: HtmlElement) -> str:
    """What a person reads as the name of a control; the first source that says anything."""
    for text in _label_sources(form, control):
        if (label := " ".join(text.split())) and len(label) <= MAX_LABEL:
            return label
    return ""


def _label_sources(form: FormElement, control: HtmlElement) -> Iterator[str]:
    if identity := control.get("id"):
        for label in form.iter("label"):
            if label.get("for") == identity:
                yield visible_text(label, UNSEEN.union(CONTROLS))
    for above in control.iterancestors("label", "form"):
        if above.tag == "label":
            # Not the choices of the menu that it is wrapped around.
            yield visible_text(above, UNSEEN.union(CONTROLS))
        break
    yield from (control.get(a, "") for a in ("aria-label", "placeholder", "title"))
    if _kind(control) in {"submit", "image", "button", "reset"}:
        yield visible_text(control) or control.get("value") or control.get("alt") or ""
    else:
        yield _text_before(form, control)


def _text_before(form: FormElement, control: HtmlElement) -> str:
    """The text right before a control or its cell; what stands before another control is not."""
    for element in (control, control.getparent()):
        if element is None or element is form:
            break
        for before in element.itersiblings(preceding=True):
            if text := (before.tail or "").strip():
                return text
            if next(before.iter(*CONTROLS), None) is not None:
                return ""
            if text := visible_text(before):
                return text
        above = element.getparent()
        if text := ((above.text or "").strip() if above is not None else ""):
            return text
    return ""

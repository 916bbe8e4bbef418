"""Which boxes outside any form are searches, driven by script?

A text box that belongs to no form sends nothing by itself; where it calls itself a search, or its
label or the button beside it does, a script listens to it. Such a search is reported as a form
without an index, and cannot be submitted as it stands: what the script asks for is for a browser to
find out.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from deepweb.form.controls import BUTTON_KINDS, kind
from deepweb.page.page import short_text

_SAYS_SEARCH = re.compile(
    r"search|(?:^|[\W_])(?:q|qs|query|keywords?|kw|find)(?:$|[\W_])|such(?:e|en|begriff|wort)?\b"
    r"|recherche|busca|pesquis|procur|cerca\b|ricerca|zoek|\bs[öø][kg]\b|\bhae\b|szuka|hled[aá]"
    r"|keres|căuta|поиск|искать|найти|пошук|търс|αναζήτ|\bara(?:ma)?\b|بحث|חיפוש|खोज|ค้นหา|tìm"
    r"|搜|検索|검색|찾기|cari\b",
    re.IGNORECASE,
)
_ATTRIBUTES = ("type", "role", "name", "id", "class", "placeholder", "title", "aria-label")
_LONGEST = 200
# Scripts that take the place of sending, and attributes by which frameworks listen for it.
_STOPPED = re.compile(r"return\s+(?:false|!1)\s*;?\s*$|preventDefault")
_LISTENERS = ("ng-submit", "data-ng-submit", "v-on:submit", "@submit", "x-on:submit", "(ngsubmit)",
              "(submit)", "on:submit", "data-on-submit", "wire:submit")  # fmt: skip
SENT_BY_SCRIPT = "only its script sends it"
_WRAPPERS = 3
# Elements around a box among which its button is looked for; letters of a button.
_NEAR, _MAX_BUTTON = 30, 30
# Words on a button that opens a search; elements of a page that are looked at.
_FEW_WORDS, _MOST_ELEMENTS = 4, 20_000


def is_script_search(box: HtmlElement, label: str = "") -> bool:
    """Does a box outside any form call itself a search, or do its label or its button?"""
    if kind(box) == "search":
        return True
    if kind(box) != "text":
        return False
    said = " ".join(box.get(a, "")[:_LONGEST] for a in _ATTRIBUTES)
    if _SAYS_SEARCH.search(f"{said} {label}"):
        return True
    around = [above for _, above in zip(range(_WRAPPERS), box.iterancestors(), strict=False)]
    return any(above.get("role") == "search" for above in around) or _button_says(box, around)


def opens_search(root: HtmlElement) -> str:
    """What on a page without a search box makes one by script, or is one: in its own words."""
    for element in islice(root.iter(etree.Element), _MOST_ELEMENTS):
        tag = str(element.tag)
        said = _button_text(element) if tag == "button" or element.get("role") == "button" else ""
        if said and len(said.split()) <= _FEW_WORDS and _SAYS_SEARCH.search(said):
            return f"a button {' '.join(said.split())[:_MAX_BUTTON]!r}"
        is_editor = "contenteditable" in element.attrib and tag != "input"
        if is_editor and _SAYS_SEARCH.search(" ".join(element.get(a, "") for a in _ATTRIBUTES)):
            return "an editor"
        if "-" in tag and "search" in tag:
            return f"an element of its own, {tag[:_MAX_BUTTON]!r}"
    return ""


def _button_says(box: HtmlElement, around: Sequence[HtmlElement]) -> bool:
    """Does the first button behind a box say that it searches?"""
    for above in around:
        near = list(islice(above.iter(), _NEAR + 1))
        if len(near) > _NEAR:
            return False
        behind = near[near.index(box) + 1 :]
        button = next((each for each in behind if _is_button(each)), None)
        if button is not None:
            return _SAYS_SEARCH.search(_button_text(button)) is not None
    return False


def _is_button(element: HtmlElement) -> bool:
    if element.tag in {"button", "input"}:
        return kind(element) in BUTTON_KINDS
    return element.get("role") == "button"


def _button_text(button: HtmlElement) -> str:
    said = (button.get(a, "")[:_LONGEST] for a in ("value", "aria-label", "title"))
    return " ".join((*said, short_text(button, _MAX_BUTTON)))


def is_sent_by_script(form: HtmlElement) -> bool:
    """Does a form name no place to be sent to, and say that a script sends it?"""
    action = form.get("action", "").strip()
    if action.partition("#")[0] and not action.lower().startswith("javascript:"):
        return False
    if _STOPPED.search(form.get("onsubmit", "")[:_LONGEST]):
        return True
    return any(name.lower().startswith(_LISTENERS) for name in form.attrib)

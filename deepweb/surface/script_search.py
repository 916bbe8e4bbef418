"""Which boxes outside any form are searches, driven by script?

A text box that belongs to no form sends nothing by itself; where it calls itself a search, a script
listens to it. Such a search is reported as a form without an index, and cannot be submitted as it
stands: what the script asks for is for a browser to find out.
"""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from deepweb.surface.controls import kind

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


def is_script_search(box: HtmlElement) -> bool:
    """Does a box outside any form call itself a search?"""
    if kind(box) == "search":
        return True
    if kind(box) != "text":
        return False
    said = " ".join(box.get(a, "")[:_LONGEST] for a in _ATTRIBUTES)
    if _SAYS_SEARCH.search(said):
        return True
    around = list(zip(range(_WRAPPERS), box.iterancestors(), strict=False))
    return any(above.get("role") == "search" for _, above in around)


def is_sent_by_script(form: HtmlElement) -> bool:
    """Does a form name no place to be sent to, and say that a script sends it?"""
    action = form.get("action", "").strip()
    if action.partition("#")[0] and not action.lower().startswith("javascript:"):
        return False
    if _STOPPED.search(form.get("onsubmit", "")[:_LONGEST]):
        return True
    return any(name.lower().startswith(_LISTENERS) for name in form.attrib)

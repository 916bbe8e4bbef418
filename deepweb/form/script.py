"""Which searches work by script, and how are they asked?

A text box that belongs to no form sends nothing by itself; if it calls itself a search, or its
label or the button beside it does, a script listens to it. Such a search is reported as a form
without an index. It cannot be submitted as it stands: a browser must find out what its script
requests.

If the script requests answers, that request is a form like any other
(``surface/script/observed_request``) and ``way`` is ``request``. If it does not, every question
needs a browser, which opens an address (``open``) or fills in the box of the page (``fill``).

HTTP does not send what stands behind a ``#``. Such addresses are kept with ``%23`` in its place, so
that they are distinct, have arguments, and can be turned back.
"""

# ruff: noqa: RUF001 - letters of many alphabets

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import unescape
from itertools import islice
from typing import Any, Self
from urllib.parse import unquote

from lxml import etree
from lxml.html import HtmlElement

from deepweb.form.controls import BUTTON_KINDS, kind
from deepweb.page.page import short_text

REQUEST, OPEN, FILL = "request", "open", "fill"
IN_PATH = "{query}"
"""Stands for the query in a path, and is the name of the input that is written there."""
JSON_BODY = "application/json"
RAW_BODY = "{body}"
"""Name of the input that is the whole body, where that is neither a form nor JSON."""

_SAYS_SEARCH = re.compile(
    r"search|(?:^|[\W_])(?:q|qs|query|keywords?|kw|find)(?:$|[\W_])|such(?:e|en|begriff|wort)?\b"
    r"|look-?up|cherche|\btrouve[rz]|finden\b|b[uú]s(?:ca|qued)|pesquis|procur|cerca\b|ricerca|trova\b"
    r"|zoek|\bs[öø][kg](?:\b|e\b|ord|ning)|leita\b|\bhae\b|haku|\betsi\b|otsi\b|otsing|szuk[ai]"
    r"|h[lľ][ea]d[aá]|hledej|traži|pretra[gž]|išči|keres|c[aă]ut[aă]|meklē|paiešk|ieško|поиск|искать"
    r"|найти|пошук|шука|търс|αναζήτ|\bara(?:ma)?\b|axtar|qidir|بحث|جستجو|تلاش|חיפוש|חפש|खोज|शोध"
    r"|ค้นหา|tìm|搜|查[询詢]|検索|검색|찾기|cari(?:an)?\b",
    re.IGNORECASE,
)
# Tables and lists that a script narrows while one types.
_SAYS_FILTER = re.compile(
    r"filter|filtr|suodat|szűr|фильтр|филтър|φίλτρ|筛选|篩選|過濾|絞り込|フィルタ|필터",
    re.IGNORECASE,
)
# Attributes in which a box may call itself a search.
_ATTRIBUTES = ("type", "role", "name", "id", "class", "placeholder", "title", "aria-label")
_FOR_PEOPLE = ("placeholder", "title", "aria-label")
# Scripts that stop a form from being sent, and attributes by which frameworks listen for that.
_STOPPED = re.compile(r"return\s+(?:false|!1)\s*+(?:;\s*+)?$|preventDefault")
_LISTENERS = ("ng-submit", "data-ng-submit", "v-on:submit", "@submit", "x-on:submit", "(ngsubmit)",
              "(submit)", "on:submit", "data-on-submit", "wire:submit")  # fmt: skip
SENT_BY_SCRIPT = "only its script sends it"
_FILTERS = re.compile(r"filt[er]|филтр|фильтр|szűr|suodat|筛选|篩選|絞り込|필터", re.IGNORECASE)
_SHOWS = re.compile(
    r"\b(?:show|view|list|display|(?:an)?zeigen?|affiche[rz]?|voir|ver|mostra[r]?|consulta[r]?|toon"
    r"|visa|vis|näytä|pokaż|wyświetl|zobrazi[tť]|mutat|afișează|göster|listele|rodyti|rādīt|näita"
    r"|показать|показати|покажи|prikaži|εμφάνιση|lihat|xem)\b|عرض|הצג|نمایش|दिखाएं|แสดง|查看|显示|顯示"
    r"|表示|보기",
    re.IGNORECASE,
)
# "Clear filters"
_CLEARS = re.compile(
    r"clear|reset|remove|lösch|zurücksetz|effac|réinit|borr|limpi|limpar|cancella|azzera|pulisci|wis"
    r"|rensa|nulstil|nullstill|tyhjenn|wyczyść|vymaz|zrušit|töröl|șterge|temizle|сброс|очист|скин"
    r"|καθαρισμ|مسح|נקה|清除|重置|クリア|リセット|초기화",
    re.IGNORECASE,
)
# "Advanced search" leads to another form.
_FURTHER = re.compile(
    r"advanc|erweitert|avanc|avanz|uitgebreid|avancer|utökad|rozszerz|zaawans|rozšíř|расшир|gelişmiş"
    r"|高级|進階|詳細|상세",
    re.IGNORECASE,
)
MAX_TOKEN = 500  # characters of a token
_LONGEST = 200  # characters read of an attribute
_WRAPPERS = 3  # elements around a box that may call it a search
_NEAR = 30  # elements around a box among which its button may stand
_MAX_BUTTON = 30  # letters read of a button
_FEW_WORDS = 4  # words on a button that opens a search, at most
_MAX_ELEMENTS = 20_000  # elements of a page that are read

_ROUTE = re.compile(r"!|/|[^#]*[/=?]")
_ESCAPED = "%23"


@dataclass(frozen=True, slots=True)
class Paging:
    """How the script asked for the next page of an answer."""

    argument: str
    """The argument, or the attribute of the answer, that tells the next page."""
    kind: str
    """``number``, ``offset``, ``cursor``, or ``link`` for an address in an attribute."""
    step: int = 1
    size: int = 0
    """Records on a full page; a page with fewer is the last one."""
    first: str = ""
    """The value that stands for the first page, where it is not sent."""
    source: tuple[str, ...] = ()
    """Where an answer names the cursor of the next page; the path of an address."""
    is_supposed: bool = False
    """Was no next page seen? Then only a stated total says that there is one."""
    end: str = ""
    """The argument that tells where a page ends, which moves with ``argument``."""


@dataclass(frozen=True, slots=True)
class PageToken:
    """A value that an answer gives to a page, whose script sends it: a later visit gets another."""

    url: str
    """The address that gives it."""
    value: str
    before: str
    after: str
    """What stands around it there."""

    def found_in(self, text: str) -> str:
        """The value that such an answer gives now; "" if it gives none."""
        around = f"{re.escape(self.before)}([^\\r\\n]{{1,{MAX_TOKEN}}}?){re.escape(self.after)}"
        found = re.search(around, text)
        said = unescape(found[1]) if found else ""
        return said if "%" in self.value else unquote(said)


@dataclass(frozen=True, slots=True)
class Script:
    """How a search that works by script is asked, as a browser found out."""

    way: str = REQUEST
    headers: tuple[tuple[str, str], ...] = ()
    """Headers that the script adds to its requests."""
    records: tuple[str, ...] | None = None
    """Keys that lead to the list of records in a JSON answer, or to their HTML."""
    record_url: str = ""
    """Address of a record's own page, with the name of a field in braces."""
    title: str = ""
    """The field that is a record's title."""
    paging: Paging | None = None
    box: int = -1
    """Number of the box to fill in, among all boxes of the page."""
    is_sent: bool = True
    """Is Enter pressed, or is it enough to write into the box?"""
    may_post: bool = False
    """Is it a search so surely that its script may use POST?"""
    patterns: tuple[tuple[str, str], ...] = ()
    """Inputs whose values contain the query, each with ``{query}`` in its place."""
    tokens: tuple[PageToken, ...] = ()
    """Values of headers and inputs that a visit is given."""

    @property
    def needs_browser(self) -> bool:
        return self.way in {OPEN, FILL}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """From what ``asdict`` and JSON made of it."""
        paging, records = stored.get("paging"), stored.get("records")
        return cls(
            way=stored["way"],
            headers=tuple((name, value) for name, value in stored["headers"]),
            records=None if records is None else tuple(records),
            record_url=stored["record_url"],
            title=stored["title"],
            paging=Paging(**{**paging, "source": tuple(paging["source"])}) if paging else None,
            box=stored["box"],
            is_sent=stored["is_sent"],
            may_post=stored["may_post"],
            patterns=tuple((name, value) for name, value in stored.get("patterns", ())),
            tokens=tuple(PageToken(**each) for each in stored.get("tokens", ())),
        )


def escaped(url: str) -> str:
    """An address that HTTP keeps whole where its fragment is a route; others are unchanged."""
    place, mark, fragment = url.partition("#")
    return f"{place}{_ESCAPED}{fragment}" if mark and is_route(fragment) else url


def unescaped(url: str) -> str:
    """The address that a person sees."""
    return url.replace(_ESCAPED, "#", 1)


def is_route(fragment: str) -> bool:
    """Does a fragment name a page of a script, and not a place on the page?"""
    return _ROUTE.match(fragment) is not None


def is_script_search(box: HtmlElement, label: str = "") -> bool:
    """Does a box outside any form call itself a search, or do its label or its button?"""
    if kind(box) == "search":
        return True
    if kind(box) != "text":
        return False
    if box.get("aria-autocomplete") in {"list", "both"}:  # it shows what it finds while one types
        return True
    said = " ".join(box.get(a, "")[:_LONGEST] for a in _ATTRIBUTES)
    if _SAYS_SEARCH.search(f"{said} {label}") or _SAYS_FILTER.search(_told(box, label)):
        return True
    if any(above.get("role") == "search" for above in islice(box.iterancestors(), _WRAPPERS)):
        return True
    return button_behind(box) is not None


def _told(box: HtmlElement, label: str) -> str:
    """What a box tells people that it is."""
    return " ".join((*(box.get(a, "")[:_LONGEST] for a in _FOR_PEOPLE), label))


def opens_search(root: HtmlElement) -> str:
    """What opens a search by script on a page without a search box, for people to read."""
    for element in islice(root.iter(etree.Element), _MAX_ELEMENTS):
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


def names_search(label: str) -> bool:
    """Does a label speak of searching, also in scripts that write no spaces between words?"""
    return _SAYS_SEARCH.search(label) is not None and not _FURTHER.search(label)


def says_search(button: HtmlElement) -> bool:
    """Does a button, or a link in place of one, say that it searches, and little else?"""
    said = _button_text(button).strip() or _marks(button)
    is_short = len(dict.fromkeys(_button_text(button).lower().split())) < _FEW_WORDS
    return is_short and names_search(said)


def _says_shows(button: HtmlElement) -> bool:
    return _says(button, _SHOWS)


def _says_filter(button: HtmlElement) -> bool:
    return _says(button, _FILTERS) and not _says(button, _CLEARS)


def _says(button: HtmlElement, what: re.Pattern[str]) -> bool:
    said = _button_text(button).strip()
    return len(said.split()) < _FEW_WORDS and bool(what.search(said))


def search_button(buttons: Sequence[HtmlElement]) -> HtmlElement | None:
    """The first of several buttons that searches, shows or filters, else the first of all.

    The server cannot tell a button without a name and an address of its own from the others.
    """
    told = [b for b in buttons if b is buttons[0] or b.get("name") or b.get("formaction")]
    for says in (says_search, _says_shows, _says_filter):
        if found := [each for each in told if says(each)]:
            return found[0]
    return next(iter(told), None)


def button_behind(box: HtmlElement) -> HtmlElement | None:
    """The first button behind a box that belongs to no form, if it says that it searches."""
    for above in islice(box.iterancestors(), _WRAPPERS):
        near = list(islice((each for each in above.iter() if each.tag != "option"), _NEAR + 1))
        if len(near) > _NEAR:
            return None
        behind = near[near.index(box) + 1 :]
        button = next((each for each in behind if _is_button(each)), None)
        if button is not None:
            return button if _SAYS_SEARCH.search(_button_text(button)) else None
    return None


def _is_button(element: HtmlElement) -> bool:
    if element.tag in {"button", "input"}:
        return kind(element) in BUTTON_KINDS
    return element.get("role") == "button"


def _marks(button: HtmlElement) -> str:
    """The names of a button without a text, and those of its pictures."""
    parts = islice(button.iter(etree.Element), _NEAR)
    return " ".join(part.get(a, "")[:_LONGEST] for part in parts for a in ("id", "class", "src"))


def _button_text(button: HtmlElement) -> str:
    said = (button.get(a, "")[:_LONGEST] for a in ("value", "aria-label", "title"))
    return " ".join((*said, short_text(button, _MAX_BUTTON)))


def is_sent_by_script(form: HtmlElement) -> bool:
    """Does a form have no action, and say that a script sends it?"""
    action = form.get("action", "").strip()
    if action.partition("#")[0] and not action.lower().startswith("javascript:"):
        return False
    if _STOPPED.search(form.get("onsubmit", "")[:_LONGEST]):
        return True
    return any(name.lower().startswith(_LISTENERS) for name in form.attrib)

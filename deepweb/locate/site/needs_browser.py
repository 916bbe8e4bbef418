"""Does a page need a browser before its search can be asked, and why?

If a page holds a search that can be asked as it stands, no browser is needed. Otherwise it is
needed if a script drives a box that says that it searches, if a search form cannot be sent without
its script, if the first page has no box but something that opens one by script (a button, an
element of its own), or if it is an empty shell until its scripts fill it. Whether a form that can
be sent answers is found out by asking it; if it does not, scripts are the likely cause.

A table that its script fills (DataTables, a grid) mostly has a search box of its own, which stands
in no form. It is visited on any page, whatever other searches the page has.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from lxml.html import HtmlElement

from deepweb.form.model import BY_SCRIPT, Form
from deepweb.form.script import SENT_BY_SCRIPT
from deepweb.page.page import Page, visible_text

SHELL = "it is an empty shell until its scripts have filled it"

_DATA = re.compile(
    r"json|template|text/html|x-handlebars|importmap|speculationrules", re.IGNORECASE
)
# Libraries that draw tables with a search box of their own.
_GRIDS = re.compile(
    r"data-?tables(?=[.\-(/]|\b)|ag-?grid|tabulator|grid\.?js|bootstrap-table|jqgrid|jsgrid"
    r"|instantsearch",
    re.IGNORECASE,
)
MAX_KEY = 300
MIN_COLUMNS = 2  # headings of a table that a script fills
MAX_WAITING = 12  # words of a table that waits to be filled
MAX_SCRIPT = 20_000  # characters of a script that are read
MAX_NAME = 40  # characters of the name of a table
_NO_URL = "its action is javascript"


@dataclass(frozen=True, slots=True)
class SearchOfPage:
    """A search that a page holds, and whether it can be asked as it stands."""

    form: Form
    is_asked: bool


def needs_browser(
    searches: Sequence[SearchOfPage], *, is_shell: bool, opener: str = ""
) -> tuple[str, str]:
    """The box that needs it, if there is one, and the reason; empty if no browser is needed.

    ``searches`` are those that are judged to be some, whether they can be asked or not; ``opener``
    is what opens one.
    """
    if any(search.is_asked for search in searches):
        return "", ""
    for search in searches:
        if why := _by_script(search.form):
            return _key(search.form), why
    if opener and not is_shell and not searches:
        return "", f"{opener} opens a search by script"
    return ("", SHELL) if is_shell else ("", "")


def drawn_table(page: Page) -> str:
    """The table or grid of a page that its script fills; "" if there is none."""
    for table in page.root.iter("table"):
        has_heads = len([*table.iter("th")]) >= MIN_COLUMNS
        if has_heads and _name(table) and not _is_filled([*table.iter("td")]):
            return f"a table {_name(table)!r} without rows"
    told = [script.get("src", "") for script in page.root.iter("script")]
    inline = (script.text or "" for script in page.root.iter("script") if not script.get("src"))
    for text in (*told, *(each[:MAX_SCRIPT] for each in inline)):
        if found := _GRIDS.search(text):
            return f"a table by {found[0]}"
    return ""


def _is_filled(cells: Sequence[HtmlElement]) -> bool:
    """Do cells hold rows? One that says "Loading ..." stands alone in its row.

    Headings tell nothing: rows may begin with one, and one may stand above each text.
    """
    rows = (each.getparent() for each in cells)
    is_beside = any(row is not None and len(row) > 1 for row in rows)
    return is_beside or sum(len(visible_text(each).split()) for each in cells) > MAX_WAITING


def _name(table: HtmlElement) -> str:
    return (table.get("id") or table.get("class") or "")[:MAX_NAME]


def has_scripts(page: Page) -> bool:
    """Does a page hold scripts that run, and not only data for machines?"""
    return any(
        (script.get("src") or script.text) and not _DATA.search(script.get("type", ""))
        for script in page.root.iter("script")
    )


def _by_script(form: Form) -> str:
    if form.unusable in {BY_SCRIPT, SENT_BY_SCRIPT}:
        return form.unusable
    return form.unusable if form.unusable.startswith(_NO_URL) else ""


def _key(form: Form) -> str:
    """The same for one box on many pages, wherever its form would be sent."""
    boxes = [f"{i.kind} {i.name} {i.hints} {i.placeholder}" for i in form.text_boxes or form.inputs]
    return "; ".join(boxes)[:MAX_KEY]

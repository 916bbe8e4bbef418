"""Which of a page's boxes is the one that a form asks through?

Forms do not remember elements. In a browser the box is found again by its place among all boxes of
the page, which is the same in the page's text and in its live tree.
"""

from __future__ import annotations

from collections.abc import Iterator

from lxml.html import HtmlElement

from deepweb.form.controls import kind
from deepweb.form.model import MAX_HINTS, Input
from deepweb.page.page import Page

BOXES = ("input", "textarea")
_NOT_SHOWN = ("template", "noscript")


def box_places(page: Page, box: Input) -> list[int]:
    """The places of all boxes that are like this one, from 0."""
    return [
        place
        for place, element in enumerate(_boxes(page))
        if kind(element) == box.kind
        and box.name in {element.get("name", ""), element.get("id", ""), ""}
        and _folded(element.get("placeholder", "")) == box.placeholder
        and _hints(element.get("id", ""), element.get("class", "")) == box.hints
    ]


def _boxes(page: Page) -> Iterator[HtmlElement]:
    """All boxes that the page has in a browser: what scripts keep to copy from it has not."""
    for element in page.root.iter(*BOXES):
        if next(element.iterancestors(*_NOT_SHOWN), None) is None:
            yield element


def _folded(text: str) -> str:
    return " ".join(text[:MAX_HINTS].split())


def _hints(*said: str) -> str:
    return " ".join(" ".join(each[:MAX_HINTS] for each in said).split())

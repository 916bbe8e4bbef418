"""Which of a page's boxes is the one that a form asks through?

Forms do not remember elements. In a browser the box is found again by its place among all boxes of
the page, which is the same in the page's text and in its live tree.
"""

from __future__ import annotations

from deepweb.read.page import Page
from deepweb.surface.controls import kind
from deepweb.surface.form import MAX_HINTS, Input

BOXES = ("input", "textarea")


def box_places(page: Page, box: Input) -> list[int]:
    """The places of all boxes that are like this one, from 0."""
    return [
        place
        for place, element in enumerate(page.root.iter(*BOXES))
        if kind(element) == box.kind
        and box.name in {element.get("name", ""), element.get("id", ""), ""}
        and _folded(element.get("placeholder", "")) == box.placeholder
        and _hints(element.get("id", ""), element.get("class", "")) == box.hints
    ]


def _folded(text: str) -> str:
    return " ".join(text[:MAX_HINTS].split())


def _hints(*said: str) -> str:
    return " ".join(" ".join(each[:MAX_HINTS] for each in said).split())

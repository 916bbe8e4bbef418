"""What does an answer demand of the next question?

A form that was not filled in as it wants says so on its answer: "at least 3 characters", "please
choose a category", "too many results". Such a message stands in an element that is marked as one
(class, id or role), mostly beside the input that it is about; a message that is not marked must say
all of it in one sentence. On a page that the server sends as an error, every sentence is a message.
Words of forty languages are in ``resources/words/demands.txt``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any

from lxml.html import HtmlElement

from deepweb.form.controls import kind
from deepweb.page.concepts import Concepts
from deepweb.page.page import CONTROLS, UNSEEN, Page, short_text

CHOOSE = "choose"
"""A choice is missing."""
ENTER = "enter"
"""A text is missing."""
LENGTH = "length"
"""The text is too short or too long."""
NARROWER = "narrower"
"""The question finds too much."""

OFFER = "offer"
"""A menu of the form has other options on the answer: it depends on what was chosen."""
REFUSED = "refused"
"""An error shows the form again and says nothing that is understood."""

_MARKED = re.compile(
    r"error|invalid|warn|alert|danger|feedback|flash|notice|notif|messag|help-block|helptext|valid"
    r"|fehler|erreur|errore|hinweis|meldung|fout|virhe|blad|chyb|hiba|hata",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\d.,])\d{1,3}(?![\d.,]*\d)")
# Elements whose text is no message.
_NO_MESSAGE = frozenset(
    {"option", "select", "textarea", "button", "a", "title", "nav", "th", "legend"} | UNSEEN
)
_LONGEST = 240  # characters of a message
_ORDER = 60  # characters of a sentence such as "Choose a kind.", which says no "please"
_ENDS = (".", "!", "。", "।")  # how sentences end that are no labels
_MANY_PARTS = 12  # elements within a message
_MAX_ELEMENTS = 4_000  # elements of a page that are read
_MAX_DEMANDS = 5  # demands of a page
_AROUND = 4  # elements around a message that may hold its input
_BESIDE = 3  # inputs within such an element, at most
_MARKS_AROUND = 3  # elements around a message that may be marked


@dataclass(frozen=True, slots=True)
class Demand:
    """What a message demands."""

    kind: str
    input: str = ""
    """The name of the input that the message stands beside, if there is one."""
    least: int = 0
    """Characters that a text must have; 0 if the message does not say."""
    most: int = 0
    """Characters that a text may have; 0 if the message does not say."""
    text: str = ""
    options: tuple[tuple[str, str], ...] = ()
    """Of an offer, the values and labels of the menu."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Demand:
        return cls(**{**data, "options": tuple(map(tuple, data.get("options", ())))})


def demands(page: Page, words: Concepts, *, is_error: bool = False) -> tuple[Demand, ...]:
    """The demands of an answer, in the order of the page; ``is_error`` by its HTTP status."""
    found: dict[tuple[str, str], Demand] = {}
    for element in islice(page.root.iter(), _MAX_ELEMENTS):
        if not isinstance(element.tag, str) or element.tag in _NO_MESSAGE or not _own_text(element):
            continue
        if any(above.tag in _NO_MESSAGE for above in islice(element.iterancestors(), _AROUND)):
            continue
        if demand := _demand(element, words, is_error=is_error):
            found.setdefault((demand.kind, demand.input), demand)
        if len(found) >= _MAX_DEMANDS:
            break
    return tuple(found.values())


def demand_in(text: str, words: Concepts, *, is_marked: bool = False) -> Demand | None:
    """The demand of one sentence; ``is_marked`` if the page marks it as a message."""
    said = words.said_in(text)
    numbers = [int(found[0]) for found in _NUMBER.finditer(text)]
    if length := _length(said, numbers, is_marked):
        return Demand(LENGTH, least=length[0], most=length[1], text=text)
    is_about_results = "many" in said and "load" not in said
    if is_about_results and (is_marked or "must" in said):
        return Demand(NARROWER, text=text)
    is_order = text.endswith(_ENDS) and len(text) <= _ORDER
    if "choose" in said and ("must" in said or "least" in said or is_order):
        return Demand(CHOOSE, text=text)
    if "must" in said and ("enter" in said or is_marked):
        return Demand(ENTER, text=text)
    return None


def _length(said: frozenset[str], numbers: list[int], is_marked: bool) -> tuple[int, int] | None:
    """The least and the greatest number of characters."""
    if "characters" not in said:
        return (0, 0) if "short" in said and is_marked else None
    if "between" in said and len(numbers) >= 2:
        return min(numbers[:2]), max(numbers[:2])
    if numbers and ("least" in said or "short" in said):
        return numbers[0], 0
    if numbers and "long" in said:
        return 0, numbers[-1]
    return (0, 0) if "short" in said and is_marked else None


def _demand(element: HtmlElement, words: Concepts, *, is_error: bool) -> Demand | None:
    text = short_text(element, _LONGEST)
    if len(text) > _LONGEST or sum(1 for _ in islice(element.iter(), _MANY_PARTS)) == _MANY_PARTS:
        return None
    is_marked = is_error or _is_marked(element)
    # A label or a paragraph that is not marked belongs to the form, not to the answer.
    if element.tag == "label" and not is_marked:
        return None
    demand = demand_in(text, words, is_marked=is_marked)
    if demand is None:
        return None
    beside = _input_beside(element)
    if beside is None:
        return demand
    is_choice = kind(beside) in {"select", "checkbox", "radio"}
    what = CHOOSE if demand.kind == ENTER and is_choice else demand.kind
    return Demand(what, beside.get("name", ""), demand.least, demand.most, text)


def _own_text(element: HtmlElement) -> bool:
    own = (element.text or "").strip() or "".join((each.tail or "").strip() for each in element)
    return len(own) > 1


def _is_marked(element: HtmlElement) -> bool:
    around = [element, *islice(element.iterancestors(), _MARKS_AROUND)]
    return any(
        _MARKED.search(f"{e.get('class', '')[:200]} {e.get('id', '')[:100]} {e.get('role', '')}")
        for e in around
        if e.tag not in {"form", "body", "html"}
    )


def _input_beside(message: HtmlElement) -> HtmlElement | None:
    """The one input within the smallest element around a message that holds any."""
    for above in islice(message.iterancestors(), _AROUND):
        boxes = list(islice(_filled_in(above), _BESIDE + 1))
        if boxes:
            named = {box.get("name") for box in boxes}
            return boxes[0] if len(boxes) <= _BESIDE and len(named) == 1 else None
        if above.tag in {"form", "body"}:
            break
    return None


def _filled_in(element: HtmlElement) -> Iterator[HtmlElement]:
    for control in element.iter(*CONTROLS):
        is_box = kind(control) not in {"hidden", "submit", "image", "button", "reset"}
        if is_box and control.get("name"):
            yield control

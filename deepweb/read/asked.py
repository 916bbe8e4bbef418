"""Which query does a page say that it answers?

The search box of most answers still holds the query: of 324 labelled answers, eight in ten.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from lxml.html import HtmlElement

from deepweb.page.words import UNSPACED, terms

_BOXES = frozenset({"text", "search"})  # types of inputs that may hold the query
_MIN_WORD = 3  # letters of a word that is looked for; two where no spaces part words
_MAX_WORDS = 12  # words of a query that are looked for


def is_text_box(control: HtmlElement) -> bool:
    """Is it an input that a query is typed into?"""
    return control.tag == "input" and control.get("type", "text").lower() in _BOXES


def box_values(root: HtmlElement) -> dict[str, str]:
    """The values that the text boxes of a page hold, by name."""
    boxes = [box for box in root.iter("input") if is_text_box(box)]
    values = {box.get("name", ""): box.get("value", "").strip() for box in boxes}
    return {name: value for name, value in values.items() if value}


def asked_words(root: HtmlElement) -> list[str]:
    """The words that the first box holds."""
    every = dict.fromkeys(terms(next(iter(box_values(root).values()), "")))
    return [w for w in every if len(w) >= (2 if w > UNSPACED else _MIN_WORD)][:_MAX_WORDS]


def any_of(words: Iterable[str]) -> re.Pattern[str] | None:
    """A pattern that finds one of the words in a text, as a whole or as its part."""
    found = "|".join(map(re.escape, words))
    return re.compile(found, re.I) if found else None

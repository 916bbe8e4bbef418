"""What does a link of a facet say: which value, and how many records have it?

"Garmin (12)", "Garmin [1,234]", "Garmin" with a badge "12" inside or beside it, in the brackets and
digits of any script. A number that is a part of the text ("Size 12", "2012") is none. What is
rounded ("99+", "1.2k") is no count to build on.
"""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from deepweb.page.page import seen_elements, visible_text

# A value longer than this is a title.
MAX_VALUE = 80
_NUMBER = r"\d{1,3}(?:[.,'\s\u066c\u2019]\d{3})+|\d{1,9}"
# One word may stand with the number: "12 results", "12件".
_ALONE = rf"({_NUMBER})\s?(?:[^\W\d]{{1,12}})?"
# Brackets of Latin and East Asian scripts; then what else may stand around a number.
_LEFT, _RIGHT = r"(\[\uff08\u3010", r")\]\uff09\u3011"
_BRACKETED = re.compile(rf"(.*[^\s{_LEFT}])\s*[{_LEFT}]\s*{_ALONE}\s*[{_RIGHT}]\s*", re.S)
_BESIDE = re.compile(
    rf"[\s{_LEFT}\u00b7\u2022|:=~\-\u2013\u2014]*{_ALONE}[\s{_RIGHT}.,;|\u00b7\u2022]*"
)
_EMPTY = re.compile(r"[\W_]*")
# Bullets, arrows, ticks and dashes.
_EDGES = (
    " \t\n\u00b7\u2022|:,;>\u00bb\u203a\u2192\u2713\u2714\u2610\u2611\u25a1\u25a0"
    "-\u2013\u2014\u200b\u00a0"
)


def value_and_count(link: HtmlElement) -> tuple[str, int | None]:
    """What a link says, and the count in it."""
    text = visible_text(link)
    if len(text) > 2 * MAX_VALUE:
        return text, None
    if bracketed := _BRACKETED.fullmatch(text):
        return bracketed[1].strip(_EDGES), _number(bracketed[2])
    if len(link) and (badge := _badge(link, text)):
        return badge
    return text.strip(_EDGES), None


def count_beside(text: str) -> int | None:
    """The count that a text beside a link is, if it is nothing but that."""
    match = _BESIDE.fullmatch(text[:MAX_VALUE])
    return _number(match[1]) if match else None


def says_nothing(text: str) -> bool:
    """Does a text only set links apart?"""
    return bool(_EMPTY.fullmatch(text[:MAX_VALUE]))


def _badge(link: HtmlElement, text: str) -> tuple[str, int | None] | None:
    """A number in an element of its own, at the end or the beginning of a link."""
    for element in seen_elements(link):
        if element is link or len(element):
            continue
        said = visible_text(element)
        count = count_beside(said) if said and said != text else None
        if count is None:
            continue
        if text.endswith(said):
            return text.removesuffix(said).strip(_EDGES), count
        if text.startswith(said):
            return text.removeprefix(said).strip(_EDGES), count
    return None


def _number(digits: str) -> int:
    return int(re.sub(r"\D", "", digits))

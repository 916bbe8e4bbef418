"""Which boxes of a page in the browser may be filled in, and which words may find more there?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from lxml.html import HtmlElement

from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import rendered_page
from deepweb.crawl.scripted.visit import Box, fresh_pieces
from deepweb.form.controls import kind as control_kind
from deepweb.form.inputs import MAX_HINTS, TEXT_KINDS
from deepweb.form.model import WANTS_CAPTCHA, Form, Input, forms
from deepweb.page.page import Page
from deepweb.page.site import site_name
from deepweb.page.words import one_line
from deepweb.page.words import words as words_of
from deepweb.store.resources import any_words
from deepweb.surface.script.exchange import Exchange

BOXES = ("input", "textarea")
# Buttons that empty a search box; words that also mean to delete are left out.
_EMPTIES = re.compile(
    r"\W*(?:clear|reset|cancel|close|x|zurücksetzen|abbrechen|effacer|annuler|limpiar|limpar|cancella"
    r"|wis|rensa|nulstil|tyhjennä|wyczyść|vymazat|очистить|сбросить|清除|清空|重置|クリア|リセット|지우기|초기화)\W*",
    re.IGNORECASE,
)
MAX_STRINGS = 5_000  # texts of data that are searched for words
MIN_LETTERS = 4  # letters of a word of such data
MAX_BOXES = 500  # boxes of a page that are looked at
_NOT_SHOWN = ("template", "noscript")
_PERSONAL = frozenset({"password", "email", "tel", "file", "textarea"})


def search_boxes(
    html: str, url: str, judge: FormJudge, min_post: float, *, is_lone: bool = False
) -> list[Box]:
    """The boxes of a page that are searches and may be asked, the likeliest first.

    ``is_lone``: may it be the only text box of the page, though nothing says that it searches? The
    judge must take it for a search without that, and its script may not POST.
    """
    page = rendered_page(html, url)
    if page is None:
        return []
    for element in page.root.iter("input"):
        if "readonly" in element.attrib:  # nobody can type there: it opens a menu
            element.set("type", "hidden")
    site, found = site_name(url), list[tuple[float, Box]]()
    lone = _lone(page) if is_lone else None
    if lone is not None:
        lone.set("type", "search")  # which makes a form of a box that stands in none
    there = forms(page, any_words())
    usable = [_as_usable(form, url) for form in there]
    if lone is not None:
        usable = [replace(form, inputs=tuple(map(_as_text, form.inputs))) for form in usable]
    for seen, form, kind in zip(there, usable, judge.types(usable), strict=True):
        verdict = judge.verdict(form, kind, site)
        names = [control.name for control in form.inputs]
        if verdict.searchable and verdict.safe and verdict.query_input in names:
            asked = seen.inputs[names.index(verdict.query_input)]
            may_post = verdict.probability >= min_post and not is_lone
            places = tuple(box_places(page, asked))
            box = Box(places, may_post, verdict.reason, verdict.probability)
            found.append((verdict.probability, box))
    return [box for _, box in sorted(found, key=lambda each: -each[0])]


def broad_words(nothing: str, found: str, word: str, others: Sequence[str]) -> list[str]:
    """Words that may fill more than a page: those of several results, then short ones of others."""
    pieces = map(str.casefold, fresh_pieces(nothing, found))
    held = Counter(each for piece in pieces for each in set(words_of(piece)) if len(each) > 1)
    del held[word.casefold()]
    often = [each for each, times in held.most_common() if times > 1]
    return list(dict.fromkeys((*often, *sorted(others, key=len))))


def data_words(exchanges: Sequence[Exchange], most: int) -> list[str]:
    """The most frequent words of the data that a page has loaded: its search may know them."""
    said = (text for each in exchanges if not each.is_page for text in _strings(each.data))
    held = Counter(
        word
        for text in islice(said, MAX_STRINGS)
        for word in {*words_of(text.casefold())}
        if len(word) >= MIN_LETTERS and word.isalpha()
    )
    return [word for word, _ in held.most_common(most)]


def _strings(data: Any) -> Iterator[str]:
    waiting = [data]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
        elif isinstance(each, str):
            yield each


def box_places(page: Page, box: Input) -> list[int]:
    """The places, from 0, that a box may have among all boxes of its page.

    Forms do not remember elements. The browser finds a box again by its place, which is the same
    in the page's HTML and in its live tree.
    """
    return [
        place
        for place, element in enumerate(page.once(_boxes))
        if control_kind(element) == box.kind
        and box.name in {element.get("name", ""), element.get("id", ""), ""}
        and one_line(element.get("placeholder", "")[:MAX_HINTS]) == box.placeholder
        and _hints(element.get("id", ""), element.get("class", "")) == box.hints
    ]


def _as_usable(form: Form, url: str) -> Form:
    """The form as if its script sent all boxes, to its action or else to the page itself.

    A button that only empties the box says nothing of what the form does.
    """
    inputs = tuple(
        replace(control, name=f"q{place}")
        if control.role == "text" and not control.name
        else control
        for place, control in enumerate(form.inputs)
        if control.role != "button" or not _EMPTIES.fullmatch(control.label or control.default)
    )
    if not form.unusable or form.unusable == WANTS_CAPTCHA:
        return replace(form, inputs=inputs)
    return replace(form, inputs=inputs, unusable="", action=url)


def has_more_boxes(page: Page) -> bool:
    """Does a page have more boxes than are looked at?"""
    return next(islice(_shown_boxes(page), MAX_BOXES, None), None) is not None


def _lone(page: Page) -> HtmlElement | None:
    """The only box to write in of a page that asks nobody who they are."""
    boxes = [each for each in _boxes(page) if control_kind(each) in TEXT_KINDS]
    is_asking = any(control_kind(each) in _PERSONAL for each in _boxes(page))
    return boxes[0] if len(boxes) == 1 and not is_asking else None


def _as_text(control: Input) -> Input:
    return replace(control, kind="text") if control.kind == "search" else control


def _boxes(page: Page) -> list[HtmlElement]:
    """The first boxes of a page."""
    return list(islice(_shown_boxes(page), MAX_BOXES))


def _shown_boxes(page: Page) -> Iterator[HtmlElement]:
    """The boxes that the page has in a browser; templates of scripts hold none."""
    for box in page.root.iter(*BOXES):
        if next(box.iterancestors(*_NOT_SHOWN), None) is None:
            yield box


def _hints(*said: str) -> str:
    return " ".join(" ".join(each[:MAX_HINTS] for each in said).split())

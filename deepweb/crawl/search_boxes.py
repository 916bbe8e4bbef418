"""Which boxes of a page in the browser may be filled in, and what did a search there find?

``browser/visits.py`` asks; the answers are those of the rest of the crawl, by the same parser and
the same judge of forms.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Self

from lxml.html import HtmlElement
from scrapy.http import HtmlResponse
from scrapy.settings import BaseSettings

from deepweb.browser.observation import Box
from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import html_page
from deepweb.crawl.page_words import first_words
from deepweb.form.controls import kind as control_kind
from deepweb.form.model import MAX_HINTS, WANTS_CAPTCHA, Form, Input, forms
from deepweb.page.page import Page, text_pieces
from deepweb.page.site import site_name
from deepweb.page.words import one_line
from deepweb.page.words import words as words_of
from deepweb.store.resources import any_words

MIN_LETTERS = 12  # a page that found something shows so many letters that nonsense did not show
BOXES = ("input", "textarea")
_NOT_SHOWN = ("template", "noscript")


@dataclass(frozen=True, slots=True)
class RenderedPages:
    """Reads pages as the browser shows them (``PageReader`` of browser/observation.py)."""

    judge: FormJudge
    min_post: float

    @classmethod
    def of(cls, settings: BaseSettings) -> Self:
        return cls(FormJudge.of(settings), settings.getfloat("DEEPWEB_MIN_POST_PROBABILITY"))

    def boxes(self, html: str, url: str) -> list[Box]:
        return search_boxes(html, url, self.judge, self.min_post)

    def words(self, html: str, url: str, most: int) -> tuple[str, ...]:
        page = page_of(html, url)
        return first_words([page], most) if page else ()

    def has_results(self, nothing: str, found: str, word: str) -> bool:
        return has_results(nothing, found, word)

    def broad_words(self, nothing: str, found: str, word: str, most: int) -> list[str]:
        return broad_words(nothing, found, word, most)

    def texts(self, html: str) -> list[str]:
        return _pieces(html)


def page_of(html: str, url: str) -> Page | None:
    """The page that the browser shows."""
    return html_page(HtmlResponse(url, body=html, encoding="utf-8"))


def search_boxes(html: str, url: str, judge: FormJudge, min_post: float) -> list[Box]:
    """The boxes of a page that are searches and may be asked, the likeliest first."""
    page = page_of(html, url)
    if page is None:
        return []
    site, found = site_name(url), list[tuple[float, Box]]()
    there = forms(page, any_words())
    usable = [_as_usable(form, url) for form in there]
    for seen, form, kind in zip(there, usable, judge.types(usable), strict=True):
        verdict = judge.verdict(form, kind, site)
        names = [control.name for control in form.inputs]
        if verdict.searchable and verdict.safe and verdict.query_input in names:
            asked = seen.inputs[names.index(verdict.query_input)]
            may_post = verdict.probability >= min_post
            places = tuple(box_places(page, asked))
            box = Box(places, may_post, verdict.reason, verdict.probability)
            found.append((verdict.probability, box))
    return [box for _, box in sorted(found, key=lambda each: -each[0])]


def has_results(nothing: str, found: str, word: str) -> bool:
    """Does a page show something for a word that it does not show for nonsense?"""
    # Text that only repeats the query does not count, and neither does a number alone.
    telling = [
        piece
        for piece in _fresh_pieces(nothing, found)
        if word.casefold() not in piece.casefold() or " " in piece
    ]
    return sum(map(len, telling)) >= MIN_LETTERS and len(telling) > 1


def broad_words(nothing: str, found: str, word: str, most: int) -> list[str]:
    """Words that most results of a page contain: asked for, they may fill more than a page."""
    pieces = map(str.casefold, _fresh_pieces(nothing, found))
    held = Counter(each for piece in pieces for each in set(words_of(piece)) if len(each) > 1)
    del held[word.casefold()]
    return [each for each, times in held.most_common(most) if times > 1]


def box_places(page: Page, box: Input) -> list[int]:
    """The places, from 0, that a box may have among all boxes of its page.

    Forms do not remember elements. The browser finds a box again by its place, which is the same
    in the page's HTML and in its live tree.
    """
    return [
        place
        for place, element in enumerate(_boxes(page))
        if control_kind(element) == box.kind
        and box.name in {element.get("name", ""), element.get("id", ""), ""}
        and one_line(element.get("placeholder", "")[:MAX_HINTS]) == box.placeholder
        and _hints(element.get("id", ""), element.get("class", "")) == box.hints
    ]


def _fresh_pieces(nothing: str, found: str) -> list[str]:
    """The pieces of text of the second page that are not on the first."""
    empty, full = page_of(nothing, "http://x/"), page_of(found, "http://x/")
    if empty is None or full is None:
        return []
    known = {piece.casefold() for piece in text_pieces(empty.root)}
    return [piece for piece in text_pieces(full.root) if piece.casefold() not in known]


def _pieces(html: str) -> list[str]:
    page = page_of(html, "http://x/")
    return list(text_pieces(page.root)) if page else []


def _as_usable(form: Form, url: str) -> Form:
    """The form as if its script sent all boxes, to its action or else to the page itself."""
    inputs = tuple(
        replace(control, name=f"q{place}")
        if control.role == "text" and not control.name
        else control
        for place, control in enumerate(form.inputs)
    )
    if not form.unusable or form.unusable == WANTS_CAPTCHA:
        return replace(form, inputs=inputs)
    return replace(form, inputs=inputs, unusable="", action=url)


def _boxes(page: Page) -> Iterator[HtmlElement]:
    """The boxes that the page has in a browser; templates of scripts hold none."""
    for element in page.root.iter(*BOXES):
        if next(element.iterancestors(*_NOT_SHOWN), None) is None:
            yield element


def _hints(*said: str) -> str:
    return " ".join(" ".join(each[:MAX_HINTS] for each in said).split())

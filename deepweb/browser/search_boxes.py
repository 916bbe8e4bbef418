"""Which boxes of a page in the browser may be filled in, and what may its scripts ask for?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from urllib.parse import urlsplit

from lxml.html import HtmlElement
from scrapy.http import HtmlResponse
from scrapy.settings import BaseSettings

from deepweb.crawl.form_judge import FormJudge
from deepweb.crawl.html import html_page
from deepweb.form.controls import kind as control_kind
from deepweb.form.model import MAX_HINTS, WANTS_CAPTCHA, Form, Input, forms
from deepweb.locate.forms.script_safety import ScriptRule
from deepweb.page.page import Page, text_pieces
from deepweb.page.site import is_same_owner, site_name
from deepweb.page.words import one_line
from deepweb.page.words import words as words_of
from deepweb.store.resources import any_words, form_words

# Letters that a page must show for a word, and not for nonsense, to have found something.
LEAST_SHOWN = 12


@dataclass(frozen=True, slots=True)
class Box:
    """A search box of a page, and how sure it is that it is one."""

    places: tuple[int, ...]
    """Where it may stand among the boxes of the page."""
    may_post: bool
    told: str
    """Why it is taken for a search."""
    probability: float


def script_rule(site: str, settings: BaseSettings) -> ScriptRule:
    """How careful to be with the scripts of a site."""
    sites = (site, *settings.getlist("DEEPWEB_FORM_SITES"))
    has_libraries = settings.getbool("DEEPWEB_BROWSER_LIBRARIES")
    return ScriptRule(sites, form_words(), _relation(site), has_libraries=has_libraries)


def page_of(html: str, url: str) -> Page | None:
    """The page that the browser shows."""
    return html_page(HtmlResponse(url, body=html, encoding="utf-8"))


def search_boxes(html: str, url: str, judge: FormJudge, least_to_post: float) -> list[Box]:
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
            may_post = verdict.probability >= least_to_post
            places = tuple(box_places(page, asked))
            box = Box(places, may_post, verdict.reason, verdict.probability)
            found.append((verdict.probability, box))
    return [box for _, box in sorted(found, key=lambda each: -each[0])]


def has_results(nothing: str, found: str, word: str) -> bool:
    """Does a page show for a word what it does not show for nonsense?"""
    empty, full = page_of(nothing, "http://x/"), page_of(found, "http://x/")
    if empty is None or full is None:
        return False
    known = {piece.casefold() for piece in text_pieces(empty.root)}
    fresh = [p for p in text_pieces(full.root) if p.casefold() not in known]
    # What only repeats the query says nothing, nor does a count alone.
    telling = [piece for piece in fresh if word.casefold() not in piece.casefold() or " " in piece]
    return sum(map(len, telling)) >= LEAST_SHOWN and len(telling) > 1


def broad_words(nothing: str, found: str, word: str, most: int) -> list[str]:
    """Words that most of what a page found has in it: asked for, they may fill more than a page."""
    empty, full = page_of(nothing, "http://x/"), page_of(found, "http://x/")
    if empty is None or full is None:
        return []
    known = {piece.casefold() for piece in text_pieces(empty.root)}
    fresh = [p.casefold() for p in text_pieces(full.root) if p.casefold() not in known]
    held = Counter(each for piece in fresh for each in set(words_of(piece)) if len(each) > 1)
    del held[word.casefold()]
    return [each for each, times in held.most_common(most) if times > 1]


def _as_usable(form: Form, url: str) -> Form:
    """The form as if its script sent all of its boxes, to where it says or to the page itself."""
    inputs = tuple(
        replace(control, name=f"q{place}")
        if control.role == "text" and not control.name
        else control
        for place, control in enumerate(form.inputs)
    )
    if not form.unusable or form.unusable == WANTS_CAPTCHA:
        return replace(form, inputs=inputs)
    return replace(form, inputs=inputs, unusable="", action=url)


def _relation(site: str) -> Callable[[str], bool]:
    return partial(is_same_owner, urlsplit(f"//{site}").hostname or "")


# --- merged from box_place.py; rewrite or remove this note ---
# Which of a page's boxes is the one that a form asks through?
#
# Forms do not remember elements. In a browser the box is found again by its place among all boxes
# of the page, which is the same in the page's text and in its live tree.

BOXES = ("input", "textarea")
_NOT_SHOWN = ("template", "noscript")


def box_places(page: Page, box: Input) -> list[int]:
    """The places of all boxes that are like this one, from 0."""
    return [
        place
        for place, element in enumerate(_boxes(page))
        if control_kind(element) == box.kind
        and box.name in {element.get("name", ""), element.get("id", ""), ""}
        and one_line(element.get("placeholder", "")[:MAX_HINTS]) == box.placeholder
        and _hints(element.get("id", ""), element.get("class", "")) == box.hints
    ]


def _boxes(page: Page) -> Iterator[HtmlElement]:
    """All boxes that the page has in a browser: what scripts keep to copy from it has not."""
    for element in page.root.iter(*BOXES):
        if next(element.iterancestors(*_NOT_SHOWN), None) is None:
            yield element


def _hints(*said: str) -> str:
    return " ".join(" ".join(each[:MAX_HINTS] for each in said).split())

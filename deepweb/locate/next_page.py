"""Which page of a site to look at for a search form, when this one has none?

Links that say that they search come first; the rest follow in document order. How many are really
followed is for the stop criteria to say.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import unquote, urlsplit

from deepweb.locate.site import is_on_site
from deepweb.read.page import Page, link_target, visible_text
from deepweb.read.words import words


def next_pages(page: Page, site: str, search_words: frozenset[str]) -> list[str]:
    """The pages of the site that this page links to, the most promising first."""
    said: dict[str, bool] = {}
    for target, text in _links(page, site):
        path = unquote(urlsplit(target).path).replace("_", " ")
        says_search = bool(search_words.intersection(words(f"{text} {path}")))
        said[target] = said.get(target, False) or says_search
    said.pop(page.url, None)
    return sorted(said, key=lambda target: not said[target])


def _links(page: Page, site: str) -> Iterator[tuple[str, str]]:
    for link in page.root.iter("a"):
        target = link_target(page, link)
        if target and is_on_site(target, site):
            yield target, visible_text(link)

"""Pages of the sites of tests/site, got by asking their search forms over HTTP.

As in [Caverlee §VII]: each site is asked for 100 words of a dictionary and for 10 that
mean nothing. The dictionary is the vocabulary of two catalogues, and a site holds one of them, so
that about half of the words find something. The truth about a page is what the site's own log says
that it showed; the page itself says nothing of it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from lxml.html import HtmlElement
from parsel import Selector

from deepweb.form.model import Form, forms
from deepweb.form.submission import submission
from deepweb.page.page import Page
from deepweb.surface.keywords.first_words import nonsense
from demosite.catalogue import words_of
from tests.site import STYLES, Catalogue, Site, Style, unicode_characters, world_cities
from tests.site.browser import Reply, fetch, get

WORDS = 100
NONSENSE = 10
RECORDS = 2000
SEVERAL = 5


@dataclass(frozen=True, slots=True)
class Probe:
    """One answer: what was asked, what came, and what the site says that it is."""

    word: str
    is_nonsense: bool
    url: str
    html: str
    shown: int
    """Records among the results."""
    is_empty: bool
    """Does nothing on it answer the query, be it that another query is answered?"""

    def page(self) -> Page:
        return parsed(self.html, self.url)


@dataclass(frozen=True, slots=True)
class Probed:
    """A site and its answers, nonsense first."""

    name: str
    style: Style
    action: str
    probes: tuple[Probe, ...]


def probed_sites(words: int = WORDS) -> Iterator[Probed]:
    """Every style that has a box for keywords, asked live."""
    for name, style in STYLES.items():
        if style.query_name and set(style.required) <= {style.query_name}:
            yield _probed(name, replace(style, fault_rate=0.0, reset_rate=0.0, delay=0.0), words)


def _probed(name: str, style: Style, words: int) -> Probed:
    rng = random.Random(name)
    catalogue = _catalogue(style)
    held = {word for entry in catalogue.records for word in entry.words}
    with Site(catalogue, style) as site:
        home = get(site, "/")
        asker = _Asker(site, _search_form(home, style), held)
        queries = nonsense(rng, NONSENSE, home.visible)
        probes = [asker.ask(query, is_nonsense=True) for query in queries]
        probes += [asker.ask(word, is_nonsense=False) for word in _dictionary_words(rng, words)]
        return Probed(name, style, asker.form.action, tuple(probes))


class _Asker:
    def __init__(self, site: Site, form: Form, held: set[str]) -> None:
        self.form = form
        self._site = site
        self._held = held

    def ask(self, query: str, *, is_nonsense: bool) -> Probe:
        sent = submission(self.form, {self._site.style.query_name: query})
        reply = fetch(sent.url, sent.body if sent.method == "POST" else None)
        shown = len(self._site.hits[-1].shown)
        # A site that reformulates shows records of another query then.
        is_empty = not (shown and self._held.intersection(words_of(query)))
        return Probe(query, is_nonsense, reply.url, reply.text, shown, is_empty)


def _search_form(home: Reply, style: Style) -> Form:
    page = parsed(home.text, home.url)
    (form,) = [f for f in forms(page) if style.query_name in {b.name for b in f.text_boxes}]
    return form


def parsed(html: str, url: str) -> Page:
    """Parsed as Scrapy parses a response."""
    root = Selector(text=html, base_url=url).root
    assert isinstance(root, HtmlElement)
    return Page(url, root, "utf-8", len(html))


def _catalogue(style: Style) -> Catalogue:
    # Menus and facets name attributes of the characters; other sites hold either catalogue.
    is_free = not (style.menus or style.facets)
    return (
        world_cities(RECORDS) if is_free and style.layout != "list" else unicode_characters(RECORDS)
    )


def _dictionary_words(rng: random.Random, number: int) -> list[str]:
    """Half of them words that several records hold, half of them any words."""
    held_by = _vocabulary()
    frequent = rng.sample([word for word, n in held_by.items() if n >= SEVERAL], number // 2)
    others = [word for word in held_by if word not in frequent]
    return frequent + rng.sample(others, number - len(frequent))


@lru_cache(maxsize=1)
def _vocabulary() -> Mapping[str, int]:
    """The words of both catalogues and how many records hold them, without numbers."""
    both = (*unicode_characters(RECORDS).records, *world_cities(RECORDS).records)
    held_by = Counter(word for entry in both for word in sorted(entry.words))
    return {word: n for word, n in held_by.items() if len(word) > 1 and word.isalpha()}

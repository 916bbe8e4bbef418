"""Result pages of the styles of tests/site, got over HTTP, with the truth about their links."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import ExitStack
from dataclasses import replace
from urllib.parse import quote_plus

from lxml.html import HtmlElement
from parsel import Selector

from benchmarks.synthetic_links import TruthSite
from deepweb.page.page import Page, links
from deepweb.read.links.arguments import arguments_of_url
from deepweb.read.links.pager import next_link
from deepweb.read.links.query_place import PageLinks
from deepweb.read.links.roles import ComparedPage
from deepweb.store.resources import pager_words
from tests.site import LINK_STYLES, Site, Style, used_books
from tests.site.browser import get
from tests.site.truth import arguments, meaning

RECORDS = 1500
MAX_LINKS = 500
# Of the pages, how many are reached by a link of another one.
FOLLOWED = 0.4


def live_sites(pages: int, running: ExitStack) -> list[TruthSite]:
    """Every style that is asked by GET; the sites run on, so that doubts can be settled."""
    return [
        _crawled(name, running.enter_context(Site(used_books(RECORDS), _still(style))), pages)
        for name, style in LINK_STYLES.items()
        if style.method == "get" and style.query_name
    ]


def _still(style: Style) -> Style:
    """What changes between two looks is another benchmark's matter."""
    return replace(style, churn=0.0, unstable=0.0, fault_rate=0.0, delay=0.0)


def _crawled(name: str, site: Site, pages: int) -> TruthSite:
    style, rng = site.style, random.Random(name)
    asked = [f"{style.action}?{style.query_name}={quote_plus(w)}" for w in _words(site, rng)]
    got = [_page(site, path) for path in asked[: round(pages * (1 - FOLLOWED))]]
    found = [u for page in got for u in page.links if _selects(site, u)]
    got += [
        _page(site, "/" + url.removeprefix(site.url))
        for url in rng.sample(found, min(len(found), pages - len(got)))
    ]
    selects = {url: told for page in got for url in page.links if (told := _selects(site, url))}
    seen = {a.name for page in got for url in page.links for a in arguments_of_url(url).arguments}
    roles: dict[str, str] = {a: role for a, role in arguments(style).items() if a in seen}
    return TruthSite(name, got, roles, selects, lambda url: _shown(site, url))


def _words(site: Site, rng: random.Random) -> list[str]:
    counted = Counter(w for entry in site.catalogue.records for w in entry.words if len(w) > 3)
    words = [word for word, _ in counted.most_common(300)]
    rng.shuffle(words)
    return words


def _selects(site: Site, url: str) -> tuple[object, ...]:
    """What an address asks for, whichever page of it; () if it is no search."""
    told = meaning(site.style, site.catalogue, url)
    return told[:2] if told[0] == "search" else ()


def _page(site: Site, path: str) -> PageLinks:
    page = _parsed(get(site, path).text, site.url.rstrip("/") + path)
    return PageLinks(page.url, links(page, MAX_LINKS), next_link(page, pager_words()) or "")


def _shown(site: Site, url: str) -> ComparedPage:
    reply = get(site, "/" + url.removeprefix(site.url))
    page = _parsed(reply.text, url)
    return ComparedPage(tuple(reply.ids), goes_on=next_link(page, pager_words()) is not None)


def _parsed(html: str, url: str) -> Page:
    root = Selector(html, base_url=url).root
    assert isinstance(root, HtmlElement)
    return Page(url, root, "utf-8", len(html))

"""The simulated web: thousands of sites, whose pages are written on request.

``Web(5000)`` plans the sites and their links. Each page is written when it is fetched, from seed,
host and path. ``fetch`` answers in the same process, ``server.WebProxy`` over HTTP.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from urllib.parse import urlsplit

from tests.web.engine import ENGINE_HOST, SearchEngine
from tests.web.plan import SitePlan, WebPlan
from tests.web.site_pages import PageWriter
from tests.web.site_tree import SiteTree
from tests.web.subjects import TOPICS

TREES = 500  # sites whose structure is kept in memory


@dataclass(frozen=True, slots=True)
class WebAnswer:
    """The answer of a server of the simulated web."""

    status: int
    body: str
    type: str = "text/html; charset=utf-8"


@dataclass(frozen=True, slots=True)
class TrueForm:
    """A search of a database on a topic, and the page that contains it."""

    site: str
    page: str
    action: str
    depth: int


NOT_FOUND = WebAnswer(404, "<html><title>Not found</title><h1>Not found</h1></html>")
FAILING = WebAnswer(503, "<html><title>Error</title><h1>Service unavailable</h1></html>")


class Web:
    """All sites, and the search engine."""

    def __init__(
        self,
        sites: int = 5_000,
        seed: int = 1,
        noise: float = 1.0,
        topics: Sequence[str] = TOPICS,
    ) -> None:
        self.plan = WebPlan(sites, seed, topics)
        self._seed = seed
        self.tree = lru_cache(maxsize=TREES)(self._tree)
        self._writer = PageWriter(seed, noise, self.plan.sites.__getitem__, self._inner)
        self._engine = SearchEngine(self.plan, self.tree)

    def fetch(self, url: str) -> WebAnswer:
        """The answer to a GET request; callers must obey robots.txt themselves."""
        parts = urlsplit(url)
        host, path = parts.hostname or "", parts.path or "/"
        if host == ENGINE_HOST:
            status, body, kind = self._engine.answer(path, parts.query)
            return WebAnswer(status, body, kind)
        site = self.site(host)
        if site is None:
            return NOT_FOUND
        if path == "/robots.txt":
            return WebAnswer(200, self.robots(site), "text/plain")
        if site.health == "failing":
            return FAILING
        tree = self.tree(site.number)
        if path == "/sitemap.xml" and tree.has_sitemap:
            return WebAnswer(200, _sitemap(tree), "application/xml")
        node = tree.pages.get(f"{path}?{parts.query}" if parts.query else path)
        return WebAnswer(200, self._writer.html(tree, node)) if node else NOT_FOUND

    def is_allowed(self, url: str) -> bool:
        """Does robots.txt allow it?"""
        parts = urlsplit(url)
        site = self.site(parts.hostname or "")
        if site is None or site.health not in ("forbidden", "partly forbidden"):
            return True
        if site.health == "forbidden":
            return False
        path = f"{parts.path}?{parts.query}" if parts.query else parts.path
        return not path.startswith(self.tree(site.number).forbidden)

    def robots(self, site: SitePlan) -> str:
        forbidden = {"forbidden": "/"}.get(site.health) or self.tree(site.number).forbidden
        return f"User-agent: *\nDisallow: {forbidden}\n"

    def site(self, host: str) -> SitePlan | None:
        """The site of a host, with or without "www."."""
        found = self.plan.of_host
        return found.get(host) or found.get(f"www.{host}") or found.get(host.removeprefix("www."))

    def true_forms(self, topic: str) -> Iterator[TrueForm]:
        """The searches that a crawl on a topic can find: robots.txt allows their pages."""
        for site in self.plan.on_topic(topic):
            if not (site.has_database and site.is_reachable):
                continue
            tree = self.tree(site.number)
            for path, form in tree.searches(topic):
                page = f"http://{site.host}{path}"
                if self.is_allowed(page):
                    yield TrueForm(site.host, page, form.action, tree.pages[path].depth)

    def _tree(self, number: int) -> SiteTree:
        return SiteTree(self.plan.sites[number], self._seed)

    def _inner(self, site: SitePlan, rng: random.Random) -> str:
        return rng.choice(self.tree(site.number).home.below).path


def _sitemap(tree: SiteTree) -> str:
    pages = (escape(f"http://{tree.site.host}{path}") for path in tree.pages)
    listed = "".join(f"<url><loc>{url}</loc></url>" for url in pages)
    return f'<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">{listed}</urlset>'

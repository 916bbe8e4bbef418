"""The search engine of the simulated web.

``/search?q=words`` finds sites by the words of their home pages, ``q=link:host`` finds the pages
that link to a site, the most popular first. ``/opensearch.xml`` is its description. With
``format=json`` it answers as SearXNG does. Like any engine, it does not know all pages.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from functools import cached_property
from html import escape
from urllib.parse import parse_qs, urlencode
from zlib import crc32

from tests.web.plan import SitePlan, WebPlan
from tests.web.site_tree import SiteTree
from tests.web.subjects import subjects

ENGINE_HOST = "engine.example"
ENGINE = f"http://{ENGINE_HOST}"
PER_PAGE = 10  # results on a page
KNOWN_PERCENT = 75  # share of all pages that it knows
HTML, XML, JSON = "text/html; charset=utf-8", "application/xml", "application/json"
Found = tuple[str, str, str]
"""Address, title, snippet."""


class SearchEngine:
    """Answers queries about a web."""

    def __init__(self, plan: WebPlan, tree: Callable[[int], SiteTree]) -> None:
        self._plan = plan
        self._tree = tree

    def answer(self, path: str, asked: str) -> tuple[int, str, str]:
        """Status, body and type of an answer."""
        if path == "/opensearch.xml":
            return 200, _description(), XML
        if path == "/robots.txt":
            return 200, "User-agent: *\nAllow: /\n", "text/plain"
        arguments = {name: values[0] for name, values in parse_qs(asked).items()}
        if path not in ("/", "/search"):
            return 404, "<h1>Not found</h1>", HTML
        query, page = arguments.get("q", ""), max(1, _number(arguments.get("page", "1")))
        found = self.find(query, page) if query else []
        if arguments.get("format") == "json":
            return 200, _as_json(query, found), JSON
        return 200, _as_html(query, page, found), HTML

    def find(self, query: str, page: int = 1) -> list[Found]:
        """One page of results."""
        start = (page - 1) * PER_PAGE
        if query.startswith("link:"):
            return self._linking(query.removeprefix("link:").strip(), start)
        return [self._site(site) for site in self._about(query.lower().split())[start:][:PER_PAGE]]

    def _linking(self, host: str, start: int) -> list[Found]:
        host = host.partition("//")[2] or host
        host = host.partition("/")[0]
        known = self._plan.of_host
        site = known.get(host) or known.get(f"www.{host}") or known.get(host.removeprefix("www."))
        if site is None:
            return []
        sources = [self._plan.sites[n] for n in self._plan.back[site.number]]
        known_ones = [s for s in sources if _is_known(s.host, site.host)]
        ranked = sorted(known_ones, key=lambda s: (-s.popularity, s.number))
        return [self._source(each, site.number) for each in ranked[start : start + PER_PAGE]]

    def _source(self, site: SitePlan, target: int) -> Found:
        tree = self._tree(site.number)
        path = tree.path_of_link(target)
        node = tree.pages[path]
        return f"http://{site.host}{path}", node.text, f"{site.title} {' '.join(node.about)}"

    def _site(self, site: SitePlan) -> Found:
        snippet = " ".join(subjects()[name].slogans[0] for name in site.subjects[:2])
        return site.home, site.title, snippet

    def _about(self, words: Iterable[str]) -> list[SitePlan]:
        scores: Counter[int] = Counter()
        for word in set(words):
            scores.update(self._index.get(word, ()))
        # Sites that contain more of the words come first, then popular ones.
        sites = self._plan.sites
        ranked = sorted(scores, key=lambda n: (-scores[n], -sites[n].popularity, n))
        return [sites[n] for n in ranked]

    @cached_property
    def _index(self) -> dict[str, list[int]]:
        """By word, the sites whose home pages contain it."""
        index: defaultdict[str, list[int]] = defaultdict(list)
        for site in self._plan.sites:
            if site.is_reachable and _is_known(site.host, ""):
                for word in self._words(site):
                    index[word].append(site.number)
        return dict(index)

    def _words(self, site: SitePlan) -> set[str]:
        said = {*site.title.lower().replace(":", " ").replace(",", " ").split(), *site.subjects}
        for name in site.subjects[:4]:
            # A home page has room for some of the words only.
            words = subjects()[name].words
            said |= {word for word in words if crc32(f"{site.host} {word}".encode()) % 3}
            said |= {
                word for text in subjects()[name].sections[:5] for word in text.lower().split()
            }
        return said


def _is_known(source: str, target: str) -> bool:
    return crc32(f"{source} {target}".encode()) % 100 < KNOWN_PERCENT


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else 1


def _description() -> str:
    template = f"{ENGINE}/search?q={{searchTerms}}&amp;page={{startPage?}}"
    return (
        '<?xml version="1.0" encoding="UTF-8"?>'
        '<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">'
        "<ShortName>Engine</ShortName><Description>Searches the simulated web</Description>"
        f'<Url type="text/html" template="{template}"/></OpenSearchDescription>'
    )


def _as_json(query: str, found: Iterable[Found]) -> str:
    results = [{"url": url, "title": title, "content": said} for url, title, said in found]
    return json.dumps({"query": query, "results": results})


def _as_html(query: str, page: int, found: Iterable[Found]) -> str:
    results = "".join(
        f"<li><h3><a href='{escape(url)}'>{escape(title)}</a></h3><p>{escape(said)}</p></li>"
        for url, title, said in found
    )
    following = escape(f"/search?{urlencode({'q': query, 'page': page + 1})}")
    return (
        "<!doctype html><html><head><title>Engine</title><link rel=search "
        "type='application/opensearchdescription+xml' href='/opensearch.xml'></head><body>"
        f"<form action=/search><input name=q value='{escape(query)}'><button>Search</button></form>"
        f"<ol>{results}</ol><a href='{following}'>Next</a><a href='/about'>About this engine</a>"
        "</body></html>"
    )

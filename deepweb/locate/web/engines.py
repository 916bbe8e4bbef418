"""Search engines: sites with an OpenSearch description, and SearXNG servers.

Reverse searching (``reverse_search``) needs only a list of links from an engine. Any site
with an OpenSearch description has a search; all links of its answer to other sites are results.
Results that an engine wraps into an address of its own are unwrapped.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any
from urllib.parse import parse_qsl, quote_plus, urlsplit

from deepweb.locate.declared.declared_search import QUERY, DeclaredSearch
from deepweb.locate.declared.opensearch import read_opensearch
from deepweb.locate.site.fetched import Fetch, Fetched
from deepweb.locate.site.page_links import Link, links_away, page_links
from deepweb.locate.web.reverse_search import LINK, NAMED, TOPIC, EngineError, EngineQuery
from deepweb.page.effects.judge import NO_EFFECTS
from deepweb.page.page import Page
from deepweb.page.site import is_on_site, site_name

KINDS = (LINK, NAMED, TOPIC)
MAX_RESULTS = 50  # results of a query that are read
MAX_TEXT = 200  # characters read of the title and of the summary of a result


class OpenSearchEngine:
    """A site with an OpenSearch description; ``blocked`` tells why a page is no answer, or ""."""

    kinds = KINDS

    def __init__(self, description: str, blocked: Callable[[Page], str] = lambda page: "") -> None:
        self._description = description
        self._blocked = blocked
        self._described: Fetched | None = None
        self.name = site_name(description)

    async def find(self, query: EngineQuery, fetch: Fetch) -> list[Link]:
        if self._described is None:
            self._described = await self._had(fetch)
        search = self._search(self._described, query.page)
        if query.page > 1 and search == self._search(self._described, 1):
            return []  # the description does not say how to ask for the next page
        asked = quote_plus(query.text, encoding=search.encoding, errors="replace")
        got = await fetch(search.template.replace(QUERY, asked))
        if got.problem or got.page is None:
            raise EngineError(got.problem or "its answer is no page")
        if why := self._blocked(got.page):
            raise EngineError(why)
        return list(_results(got.page, self.name))[:MAX_RESULTS]

    async def _had(self, fetch: Fetch) -> Fetched:
        got = await fetch(self._description)
        if got.problem and not got.body:
            raise EngineError(f"its description {self._description}: {got.problem}")
        self._search(got, 1)
        return got

    def _search(self, described: Fetched, page: int) -> DeclaredSearch:
        usable = (
            search
            for search in read_opensearch(described.body, described.url, page)
            if search.method == "GET" and not search.unusable
        )
        found = next(usable, None)
        if found is None:
            raise EngineError(f"{self._description} describes no search that can be asked by GET")
        return found


class SearxEngine:
    """A SearXNG server whose settings allow ``format=json``."""

    kinds = KINDS

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/").removesuffix("/search")
        self.name = site_name(address)

    async def find(self, query: EngineQuery, fetch: Fetch) -> list[Link]:
        page = f"&pageno={query.page}" if query.page > 1 else ""
        got = await fetch(f"{self._address}/search?q={quote_plus(query.text)}{page}&format=json")
        answer = _json(got)
        listed = answer.get("results")
        if not isinstance(listed, list):
            raise EngineError("its JSON names no results")
        if not listed and answer.get("unresponsive_engines"):
            raise EngineError(f"its own engines do not answer: {answer['unresponsive_engines']}")
        found = (each for each in listed if isinstance(each, dict) and _is_web(each.get("url")))
        return [_link(each) for each in found][:MAX_RESULTS]


def _json(got: Fetched) -> dict[str, Any]:
    try:
        answer = json.loads(got.body)
    except (ValueError, RecursionError):
        raise EngineError(got.problem or "its answer is no JSON; allow format=json") from None
    if not isinstance(answer, dict):
        raise EngineError("its JSON names no results")
    return answer


def _link(result: dict[str, Any]) -> Link:
    title, about = (str(result.get(name) or "")[:MAX_TEXT] for name in ("title", "content"))
    return Link(result["url"], title, about)


def _is_web(url: object) -> bool:
    return isinstance(url, str) and url.startswith(("http://", "https://"))


def _results(page: Page, engine: str) -> Iterator[Link]:
    """Links to other sites, direct or through an address of the engine."""
    seen: set[str] = set()
    wrapped = (_unwrapped(link, engine) for link in page_links(page, engine, NO_EFFECTS))
    for link in (*links_away(page, engine), *wrapped):
        if link is not None and link.url not in seen:
            seen.add(link.url)
            yield link


def _unwrapped(link: Link, engine: str) -> Link | None:
    """``/l/?uddg=https%3A%2F%2Fexample.org%2F`` is a link to example.org."""
    for url in _addresses(urlsplit(link.url).query):
        if not is_on_site(url, engine):
            return Link(url, link.anchor, link.around)
    return None


def _addresses(arguments: str) -> Sequence[str]:
    return [value for _, value in parse_qsl(arguments) if _is_web(value)]

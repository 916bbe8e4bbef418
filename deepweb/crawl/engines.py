"""The engines that a user names in ``DEEPWEB_ENGINES``."""

from __future__ import annotations

import asyncio
import importlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from deepweb.crawl.backlinks import BacklinkFile
from deepweb.locate.site.page_links import Link
from deepweb.locate.web.engines import KINDS, OpenSearchEngine, SearxEngine
from deepweb.locate.web.reverse_search import Engine, EngineError, Query
from deepweb.locate.web.web_page import Fetch
from deepweb.page.page import Page
from deepweb.page.site import site_name, site_url
from deepweb.read.kind.page_kind import page_kind
from deepweb.store.resources import kind_words

# Results of one query, and seconds until one is given up.
MOST_RESULTS, TIMEOUT = 30, 20
REMEDY = "give opensearch=URL, searxng=URL, backlinks=FOLDER or ddgs, with commas between"


def named_engines(given: Sequence[str]) -> list[Engine]:
    """Raises ValueError that names the value and the remedy."""
    return [_engine(each.strip()) for each in given if each.strip()]


def engine_sites(given: Sequence[str]) -> list[str]:
    """The sites of engines, which may be asked though nobody gave them as seeds."""
    addresses = (each.strip().partition("=")[2] for each in given)
    return [site_name(address) for address in addresses if "://" in address]


def _engine(given: str) -> Engine:
    kind, _, value = given.partition("=")
    match kind:
        case "opensearch":
            return OpenSearchEngine(_address(given, value), why_blocked)
        case "searxng":
            return SearxEngine(_address(given, value))
        case "backlinks":
            if not Path(value).is_dir():
                raise ValueError(f"DEEPWEB_ENGINES: {value!r} is no folder; {REMEDY}")
            return BacklinkFile(Path(value))
        case "ddgs" if not value:
            return DdgsEngine()
    raise ValueError(f"DEEPWEB_ENGINES: {given!r} is no engine; {REMEDY}")


def _address(given: str, value: str) -> str:
    try:
        return site_url(value)
    except ValueError:
        raise ValueError(f"DEEPWEB_ENGINES: {given!r} names no address; {REMEDY}") from None


def why_blocked(page: Page) -> str:
    """Why an engine's answer is none: it takes us for a robot."""
    verdict = page_kind(page, kind_words(), records=0, score=0.0)
    return f"blocked: {verdict.reason}" if verdict.kind == "blocked" else ""


class DdgsEngine:
    """The ``ddgs`` package, which asks several search engines by itself."""

    kinds = KINDS
    name = "ddgs"

    def __init__(self) -> None:
        try:
            self._ddgs = importlib.import_module("ddgs")
        except ImportError:
            raise ValueError(
                "DEEPWEB_ENGINES: 'ddgs' is not installed; pip install 'deepweb[engines]'"
            ) from None

    async def find(self, query: Query, fetch: Fetch) -> list[Link]:
        try:
            found = await asyncio.to_thread(self._text, query)
        except Exception as error:  # whatever its many engines and their HTTP clients raise
            raise EngineError(f"{type(error).__name__}: {error}") from error
        links = (_link(each) for each in found)
        return [link for link in links if link.url.startswith("http")]

    def _text(self, query: Query) -> list[dict[str, Any]]:
        asked: list[dict[str, Any]] = self._ddgs.DDGS(timeout=TIMEOUT).text(
            query.text, max_results=MOST_RESULTS, page=query.page
        )
        return asked


def _link(result: dict[str, Any]) -> Link:
    told = (str(result.get(name) or "") for name in ("href", "title", "body"))
    return Link(*told)

"""The search engines that ``DEEPWEB_ENGINES`` names, for reverse searching [Gujrati]."""

from __future__ import annotations

import asyncio
import gzip
import importlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from deepweb.locate.site.fetched import Fetch
from deepweb.locate.site.page_links import Link
from deepweb.locate.web.engines import KINDS, OpenSearchEngine, SearxEngine
from deepweb.locate.web.reverse_search import LINK, Engine, EngineError, EngineQuery
from deepweb.page.page import Page
from deepweb.page.site import site_name, site_url
from deepweb.read.kind.page_kind import page_kind
from deepweb.store.resources import kind_words

MAX_RESULTS = 30  # maximum results of one query
TIMEOUT = 20  # seconds until a query is given up
REMEDY = "give opensearch=URL, searxng=URL, backlinks=FOLDER or ddgs, with commas between"


def named_engines(given: Sequence[str]) -> list[Engine]:
    """The engines of the setting. Raises ValueError that names the value and the remedy."""
    return [_engine(each.strip()) for each in given if each.strip()]


def engine_sites(given: Sequence[str]) -> list[str]:
    """The sites of the engines, which the crawl may visit although they are not seeds."""
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
                raise ValueError(f"DEEPWEB_ENGINES: {value!r} is not a folder; {REMEDY}")
            return BacklinkFile(Path(value))
        case "ddgs" if not value:
            return DdgsEngine()
    raise ValueError(f"DEEPWEB_ENGINES: {given!r} is not an engine; {REMEDY}")


def _address(given: str, value: str) -> str:
    try:
        return site_url(value)
    except ValueError:
        raise ValueError(f"DEEPWEB_ENGINES: {given!r} has no address; {REMEDY}") from None


def why_blocked(page: Page) -> str:
    """Why an engine's answer is unusable: it blocks robots."""
    verdict = page_kind(page, kind_words(), records=0, score=0.0)
    return f"blocked: {verdict.reason}" if verdict.kind == "blocked" else ""


class DdgsEngine:
    """The ``ddgs`` package, which queries several search engines."""

    kinds = KINDS
    name = "ddgs"

    def __init__(self) -> None:
        try:
            self._ddgs = importlib.import_module("ddgs")
        except ImportError:
            raise ValueError(
                "DEEPWEB_ENGINES: 'ddgs' is not installed; pip install 'deepweb[engines]'"
            ) from None

    async def find(self, query: EngineQuery, fetch: Fetch) -> list[Link]:
        try:
            found = await asyncio.to_thread(self._text, query)
        except Exception as error:  # its engines and HTTP clients raise errors of many types
            raise EngineError(f"{type(error).__name__}: {error}") from error
        links = (_link(each) for each in found)
        return [link for link in links if link.url.startswith("http")]

    def _text(self, query: EngineQuery) -> list[dict[str, Any]]:
        asked: list[dict[str, Any]] = self._ddgs.DDGS(timeout=TIMEOUT).text(
            query.text, max_results=MAX_RESULTS, page=query.page
        )
        return asked


def _link(result: dict[str, Any]) -> Link:
    values = (str(result.get(name) or "") for name in ("href", "title", "body"))
    return Link(*values)


MAX_SOURCES = 200  # maximum hosts that link to a site


class BacklinkFile:
    """Hosts that link to a site, from a local copy of Common Crawl's host graph.

    The folder holds files ``*vertices*`` with lines ``id<TAB>reversed.host`` (as in ``7
    org.example.www``) and ``*edges*`` with lines ``from<TAB>to``, plain or gzipped. The graph of
    the whole web does not fit into memory, so each query reads the files from top to bottom.
    """

    kinds = (LINK,)

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.name = f"backlinks {folder}"

    async def find(self, query: EngineQuery, fetch: Fetch) -> Sequence[Link]:
        try:
            hosts = await asyncio.to_thread(self._sources, query.site)
        except (OSError, EOFError, UnicodeDecodeError, ValueError) as error:
            raise EngineError(f"{self._folder}: {error}") from error
        return [Link(f"http://{host}/") for host in hosts]

    def _sources(self, site: str) -> list[str]:
        wanted = {_reversed(name) for name in (site, f"www.{site}")}
        targets = {number for number, host in self._vertices() if host in wanted}
        if not targets:
            return []
        sources = dict.fromkeys(self._linking(targets))
        named = {number: host for number, host in self._vertices() if number in sources}
        hosts = [_reversed(named[number]) for number in sources if number in named]
        return [host for host in hosts if host.removeprefix("www.") != site]

    def _linking(self, targets: set[str]) -> Iterator[str]:
        found = 0
        for source, target in _rows(self._files("edges")):
            if target in targets and found < MAX_SOURCES:
                found += 1
                yield source

    def _vertices(self) -> Iterator[tuple[str, str]]:
        return _rows(self._files("vertices"))

    def _files(self, kind: str) -> list[Path]:
        found = sorted(path for path in self._folder.glob(f"*{kind}*") if path.is_file())
        if not found:
            raise OSError(f"no file *{kind}*; give a folder with the vertices and edges of a graph")
        return found


def _rows(files: Iterable[Path]) -> Iterator[tuple[str, str]]:
    for path in files:
        with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as lines:
            for line in lines:
                first, tab, second = line.rstrip("\n").partition("\t")
                if tab:
                    yield first, second.partition("\t")[0]


def _reversed(host: str) -> str:
    return ".".join(reversed(host.split(".")))

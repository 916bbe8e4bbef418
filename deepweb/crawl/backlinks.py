"""Who links to a site, by a local copy of a host graph in Common Crawl's format.

Vertices are lines ``id<TAB>reversed.host`` (``7  org.example.www``), edges ``from<TAB>to``; files
may be packed with gzip. They are read from top to bottom for each round of questions, since the
graph of the whole web does not fit into memory; only the rows that were asked for are kept.
"""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from deepweb.locate.site.page_links import Link
from deepweb.locate.web.reverse_search import LINK, EngineError, Query
from deepweb.locate.web.web_page import Fetch

# Hosts that link to a site, of which the pages are named.
MOST_SOURCES = 200


class BacklinkFile:
    """A folder with ``*vertices*`` and ``*edges*``."""

    kinds = (LINK,)

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.name = f"backlinks {folder}"

    async def find(self, query: Query, fetch: Fetch) -> Sequence[Link]:
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
            if target in targets and found < MOST_SOURCES:
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

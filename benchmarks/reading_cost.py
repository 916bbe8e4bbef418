"""What does reading a page cost, beside the least that anybody can do with it?

usage: python -m benchmarks.reading_cost DATA [--pages N] [--json FILE]

DATA holds ``result_pages/`` and ``serps/`` as described in their README; N pages of 50 to 100 KB
are taken, evenly spread over sites that have at least two. CPU time; each page is read once, since
a page that is read again finds its words in caches and teaches nothing:

- *plain*: lxml parses the page and lists its words (lower case, none of scripts and styles) and its
  links (absolute);
- *crawl*: parse, and all that a crawl reads off a later answer of a site that it knows, with empty
  pages of the site as answers to nonsense where the data has some;
- *alone*: parse, and all that ``scrapy read`` tells of the page by itself.

Each ratio is the time over that of *plain* on the same page: median, mean, and nine in ten.
"""

from __future__ import annotations

import argparse
import gzip
import json
import re
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urljoin

from lxml.html import HTMLParser, document_fromstring
from parsel import Selector

from deepweb.page.lines import with_lines
from deepweb.page.page import Page
from deepweb.read.fresh import AskedQuery
from deepweb.read.kind.empty import Background
from deepweb.read.pages import read_pages
from deepweb.read.reading import read_answer
from deepweb.read.site_reader import SiteReader
from deepweb.store.resources import page_words, reading_knowledge

URL = "http://site.example/search"
LEAST, MOST = 50_000, 100_000
# Answers that a site is known by, and answers to nonsense.
KNOWN, NONSENSE = 3, 3
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class Source:
    """A page as it is kept."""

    path: Path
    encoding: str
    query: str
    is_empty: bool

    def body(self) -> bytes:
        return gzip.decompress(self.path.read_bytes())


def sources(data: Path) -> dict[str, list[Source]]:
    """The pages of each site that are answers, full or empty."""
    found: dict[str, list[Source]] = defaultdict(list)
    for row in _rows(data / "result_pages/index.jsonl"):
        path = data / f"result_pages/html/{row['id']}.html.gz"
        found[row["site"]].append(Source(path, row["encoding"] or "utf-8", row["keyword"], False))
    for row in _rows(data / "serps/labels.jsonl"):
        if (state := row["page_state"]) in {"results", "empty"}:
            path = data / f"serps/html/{row['id']}.html.gz"
            source = Source(path, row["encoding"] or "utf-8", row["query"] or "", state == "empty")
            found[row["service"]].append(source)
    return found


def _rows(path: Path) -> Iterator[dict[str, str]]:
    return map(json.loads, path.read_text("utf-8").splitlines())


def measured(sites: dict[str, list[Source]], most: int) -> list[tuple[str, Source]]:
    """Full pages of the size that is asked for, evenly spread."""
    fit = [
        (site, source)
        for site, pages in sites.items()
        for source in pages
        if sum(not page.is_empty for page in pages) > 1 and not source.is_empty
        if LEAST <= len(source.body()) <= MOST
    ]
    return fit[:: max(1, -(-len(fit) // most))]


def parsed(body: bytes, encoding: str) -> Page:
    root = Selector(_text(body, encoding), type="html", base_url=URL).root
    return Page(URL, with_lines(root), encoding, len(body))


def _text(body: bytes, encoding: str) -> str:
    try:
        return body.decode(encoding, "replace")
    except LookupError:
        return body.decode("utf-8", "replace")


def plain(body: bytes, encoding: str) -> tuple[list[str], list[str]]:
    """The words and the links of a page."""
    parser = HTMLParser(encoding="utf-8", huge_tree=True)
    root = document_fromstring(_text(body, encoding).encode(), parser=parser)
    texts = []
    for element in root.iter():
        if element.text and element.tag not in {"script", "style"}:
            texts.append(element.text)
        if element.tail:
            texts.append(element.tail)
    targets = [urljoin(URL, href) for link in root.iter("a") if (href := link.get("href"))]
    return WORD.findall(" ".join(texts).lower()), targets


def crawl(pages: Sequence[Source], page: Source) -> Callable[[bytes, str], object]:
    """What reads a later answer of a site of which others are known."""
    others = [each for each in pages if each is not page]
    nonsense, words = [each for each in others if each.is_empty][:NONSENSE], page_words()
    empty = [
        read_answer(parsed(each.body(), each.encoding), AskedQuery(URL), Background(), None, words)
        for each in nonsense
    ]
    background = Background.of([(reading.texts, reading.links) for reading in empty])
    learning = SiteReader(reading_knowledge().regions)
    for each in [each for each in others if not each.is_empty][:KNOWN]:
        asked = AskedQuery(URL, {"q": each.query})
        read_answer(parsed(each.body(), each.encoding), asked, background, learning, words)
    reader = SiteReader(reading_knowledge().regions, learning.memory)
    asked = AskedQuery(URL, {"q": page.query})
    return lambda body, encoding: read_answer(
        parsed(body, encoding), asked, background, reader, words
    )


def alone(body: bytes, encoding: str) -> object:
    """What ``scrapy read`` tells of one page."""
    return read_pages([parsed(body, encoding)], reading_knowledge())


def cost(work: Callable[[bytes, str], object], source: Source) -> float:
    """Milliseconds."""
    body = source.body()
    start = time.process_time()
    work(body, source.encoding)
    return 1000 * (time.process_time() - start)


def costs(sites: dict[str, list[Source]], most: int) -> dict[str, list[float]]:
    """Milliseconds of each page, by what was done with it."""
    found: dict[str, list[float]] = defaultdict(list)
    taken = measured(sites, most)
    # What a process loads once (models, words, modules) is no cost of a page.
    others = [each for each in measured(sites, 2 * most) if each not in taken]
    for _, source in others or taken:
        alone(source.body(), source.encoding)
    for site, source in taken:
        found["plain"].append(cost(plain, source))
        found["parse"].append(cost(parsed, source))
        found["crawl"].append(cost(crawl(sites[site], source), source))
        found["alone"].append(cost(alone, source))
    return found


def summary(times: Sequence[float], least: Sequence[float]) -> dict[str, float]:
    ratios = sorted(one / other for one, other in zip(times, least, strict=True))
    return {
        "ms": statistics.median(times),
        "ratio": statistics.median(ratios),
        "mean": sum(times) / sum(least),
        "nine in ten": ratios[int(0.9 * len(ratios))],
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--pages", type=int, default=100)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    found = costs(sources(given.data), given.pages)
    rows = {name: summary(times, found["plain"]) for name, times in found.items()}
    print(f"{len(found['plain'])} pages of {LEAST // 1000} to {MOST // 1000} KB")
    print(f"{'':8}{'ms':>8}{'ratio':>8}{'mean':>8}{'9 in 10':>8}")
    for name, row in rows.items():
        ms, *ratios = row.values()
        print(f"{name:8}{ms:8.2f}" + "".join(f"{ratio:8.2f}" for ratio in ratios))
    if given.json:
        given.json.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()

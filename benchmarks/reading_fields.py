"""How well do our columns agree with those of people, and our titles and links?

usage: python -m benchmarks.reading_fields DATA [WORST]

DATA holds result_pages/ (gold cells in columns) and serps/ (gold titles and URLs). The records are
given: the smallest element that holds most cells of a gold row, and no key of another row. For each
gold column the best of ours is taken: the share of its cells that are equal, white space and
punctuation aside. All records of a site are aligned at once, but gold columns agree within a page
only; figures are means over sites. Nothing is trained. "later" is the agreement on the other pages
of what was learnt from the first alone; "fit" how much of their text it knows; "title" how often
our title is a cell of the row. Prints a table and writes output/benchmarks/reading_fields.json.
"""

from __future__ import annotations

import csv
import gzip
import html
import json
import re
import statistics
import sys
import time
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from lxml.etree import iterwalk
from lxml.html import HtmlElement, HTMLParser, document_fromstring

from deepweb.page.page import UNSEEN
from deepweb.read.fields.fields import FieldModel
from deepweb.read.fields.learn import learn
from deepweb.read.records.title import title_and_link

_TAGS = re.compile(r"</?(?:em|b|strong|i|span|mark|font|br|a)\b[^<>]*>", re.IGNORECASE)
_GAPS = re.compile(r"[\W_]+")
# A cell may be cut by whoever copied it; its beginning finds the record.
KEY = 40


def folded(text: str | None) -> str:
    return _GAPS.sub("", _TAGS.sub("", html.unescape(text or ""))).lower()


def tree_of(path: Path, encoding: str | None) -> HtmlElement:
    body = gzip.decompress(path.read_bytes())
    try:
        return document_fromstring(
            body, parser=HTMLParser(encoding=encoding or "utf-8", huge_tree=True)
        )
    except (LookupError, ValueError):
        return document_fromstring(body)


@dataclass(frozen=True)
class Found:
    """A gold row and the element that holds it."""

    element: HtmlElement
    row: Sequence[str]


class Spans:
    """The folded text of a page, and from where to where each element reaches in it."""

    def __init__(self, root: HtmlElement) -> None:
        self.elements: list[HtmlElement] = []
        self.starts: list[int] = []
        self.ends: dict[HtmlElement, int] = {}
        pieces: list[str] = []
        length = unseen = 0
        for event, element in iterwalk(root, events=("start", "end", "comment", "pi")):
            is_unseen = not isinstance(element.tag, str) or element.tag in UNSEEN
            text = element.text if event == "start" else element.tail
            if event == "start":
                unseen += is_unseen
                if not unseen:
                    self.elements.append(element)
                    self.starts.append(length)
            elif event == "end":
                unseen -= is_unseen
                self.ends[element] = length
            pieces.append("" if unseen else folded(text))
            length += len(pieces[-1])
        self.text = "".join(pieces)

    def around(self, position: int, end: int) -> Iterator[HtmlElement]:
        """The elements that hold a stretch of text, the innermost first."""
        index = bisect_right(self.starts, position) - 1
        element: HtmlElement | None = self.elements[index] if index >= 0 else None
        while element is not None:
            if self.ends.get(element, 0) >= end:
                yield element
            element = element.getparent()


def records_on(root: HtmlElement, rows: Sequence[Sequence[str]]) -> Iterator[Found]:
    page = Spans(root)
    starts = dict(zip(page.elements, page.starts, strict=True))
    cells = [
        [c[:KEY] for c in map(folded, row) if len(c) > 3 and c[:KEY] in page.text] for row in rows
    ]
    keys = [max(found, key=len) if found else "" for found in cells]
    used: set[HtmlElement] = set()
    for row, found, key in zip(rows, cells, keys, strict=True):
        own = "".join(map(folded, row))
        others = sorted(
            m.start()
            for k in {*keys}
            if k and k not in own
            for m in re.finditer(re.escape(k), page.text)
        )
        best, most = None, (0, 0)
        for match in islice(re.finditer(re.escape(key), page.text), 5) if key else ():
            for element in page.around(*match.span()):
                start, end = starts[element], page.ends[element]
                if bisect_right(others, end - 1) > bisect_right(others, start - 1):
                    break
                held = sum(1 for cell in found if page.text.find(cell, start, end) >= 0)
                if element not in used and (held, start - end) > most:
                    best, most = element, (held, start - end)
        if best is not None:
            used.add(best)
            yield Found(best, row)


def reachable(found: Found) -> Found:
    """Without the cells that are not on the page as they are: a spreadsheet changed them."""
    text = folded("".join(found.element.itertext()))
    return Found(found.element, [cell if folded(cell) in text else "" for cell in found.row])


def widened(rows: Sequence[Sequence[str]]) -> Callable[[Found], Found]:
    """To the largest element around a title that holds no other."""
    titles = {folded(row[0]) for row in rows} - {""}

    def wide(found: Found) -> Found:
        own, element = folded(found.row[0]), found.element
        while (parent := element.getparent()) is not None and parent.tag not in {"body", "html"}:
            text = folded("".join(parent.itertext()))
            if len(titles) < 2 or any(t in text and t not in own for t in titles):
                break
            element = parent
        return Found(element, found.row)

    return wide


def best_shares(
    gold: Sequence[Sequence[str]],
    ours: Sequence[dict[str, str]],
    is_held: Callable[[str, str, str], bool],
) -> list[tuple[float, int]]:
    """For each gold column the share of its cells that our best column has, and its size."""
    shares = []
    for column in range(max(map(len, gold), default=0)):
        equal: Counter[str] = Counter()
        size, distinct = 0, set()
        for cells, fields in zip(gold, ours, strict=True):
            cell = folded(cells[column]) if column < len(cells) else ""
            if not cell:
                continue
            size += 1
            distinct.add(cell)
            equal.update(name for name, value in fields.items() if is_held(name, value, cell))
        if size and (len(distinct) > 1 or size < 3):  # the same in all records is no data
            shares.append((equal.most_common(1)[0][1] / size if equal else 0.0, size))
    return shares


def is_cell(name: str, value: str, cell: str) -> bool:
    """Is a value what a gold cell says?

    Gold cells have their label in them ("by Twain"), our values in their name. Long gold cells are
    cut a little before or after where the page cuts them.
    """
    text = folded(value)
    if len(cell) > 100 and text[:100] == cell[:100]:
        return 0.8 < len(text) / len(cell) < 1.25
    return cell in {text, folded(name) + text}


def is_in_list(name: str, value: str, cell: str) -> bool:
    """Gold has a column for each of several values, we have one for all."""
    return is_cell(name, value, cell) or cell in map(folded, re.split("; |\n", value))


def held_at_all(gold: Sequence[Sequence[str]], ours: Sequence[dict[str, str]]) -> float:
    """Share of gold cells that are a value of ours in whatever column."""
    pairs = ((folded(c), f) for g, f in zip(gold, ours, strict=True) for c in g)
    told = [any(is_cell(n, v, c) for n, v in f.items()) for c, f in pairs if c]
    return sum(told) / max(1, len(told))


def columns_of_sites(data: Path) -> list[dict[str, object]]:
    pages = defaultdict(list)
    for line in (data / "result_pages/index.jsonl").open():
        page = json.loads(line)
        pages[page["site"]].append(page)
    return [row for site, listed in pages.items() if (row := site_row(data, site, listed))]


def site_row(data: Path, site: str, pages: Sequence[dict[str, str]]) -> dict[str, object]:
    found = [page for page in (found_on(data, page) for page in pages) if page]
    flat = [each for page in found for each in page]
    if not flat:
        return {}
    records = [[each.element] for each in flat]
    begin = time.perf_counter()
    model = learn(records).model
    learnt = time.perf_counter()
    ours = [model.read(record) for record in records]
    end = time.perf_counter()
    first = learn([[each.element] for each in found[0]]).model
    later = [[each.element] for page in found[1:] for each in page]
    titles = [title_and_link(record)[0] for record in records]
    return {
        "site": site,
        "records": len(flat),
        "agreement": agreement(found, model, is_cell),
        "with_lists": agreement(found, model, is_in_list),
        "later": agreement(found[1:], first, is_cell) if later else None,
        "fit": first.read_page(later).fit if later else None,
        "held": held_at_all([each.row for each in flat], ours),
        "title": statistics.mean(
            folded(t) in set(map(folded, f.row)) for t, f in zip(titles, flat, strict=True)
        ),
        "ours": len({name for fields in ours for name in fields}),
        "learn_ms": (learnt - begin) * 1000 / len(found),
        "read_ms": (end - learnt) * 1000 / len(flat),
        "names": " ".join(c.name for c in model.columns if c.shown and c.constant is None),
    }


def found_on(data: Path, page: dict[str, str]) -> list[Found]:
    path = data / f"result_pages/records_csv/{page['id']}.csv"
    rows = list(csv.reader(path.open(encoding="utf-8", errors="replace")))
    root = tree_of(data / f"result_pages/html/{page['id']}.html.gz", page.get("encoding"))
    return [reachable(found) for found in records_on(root, rows)]


def agreement(
    found: Sequence[Sequence[Found]], model: FieldModel, is_held: Callable[[str, str, str], bool]
) -> float:
    """Mean share over the gold columns of all pages, by their cells."""
    shares = [
        share
        for page in found
        for share in best_shares(
            [f.row for f in page], [model.read([f.element]) for f in page], is_held
        )
    ]
    return sum(share * size for share, size in shares) / max(1, sum(size for _, size in shares))


def titles_of_services(data: Path) -> list[dict[str, object]]:
    told: defaultdict[str, list[tuple[bool, bool]]] = defaultdict(list)
    for line in (data / "serps/labels.jsonl").open():
        page = json.loads(line)
        if page["page_state"] != "results":
            continue
        root = tree_of(data / f"serps/html/{page['id']}.html.gz", page.get("encoding"))
        rows = [[r["title"] or "", r["snippet"] or ""] for r in page["results"]]
        urls = {r["title"] or "": r["url"] or "" for r in page["results"]}
        times = Counter(row[0] for row in rows)
        for found in map(widened(rows), records_on(root, rows)):
            if times[found.row[0]] > 1:
                continue  # which of them it is cannot be told
            title, link = title_and_link([found.element])
            href = link.get("href", "") if link is not None else ""
            told[page["service"]].append(
                (folded(title) == folded(found.row[0]), same_url(href, urls[found.row[0]]))
            )
    return [
        {
            "service": service,
            "records": len(pairs),
            "title": sum(t for t, _ in pairs) / len(pairs),
            "url": sum(u for _, u in pairs) / len(pairs),
        }
        for service, pairs in told.items()
    ]


def same_url(href: str, gold: str) -> bool:
    """Gold URLs are absolute; ours are as on the page."""
    return bool(href) and (
        folded(gold).endswith(folded(href.strip())) or folded(href) == folded(gold)
    )


SITE_FIGURES = ("agreement", "with_lists", "later", "fit", "held", "title", "ours", "learn_ms",
                "read_ms")  # fmt: skip


def mean(rows: Sequence[dict[str, object]], name: str) -> float:
    return statistics.mean(float(str(row[name])) for row in rows if row[name] is not None)


def shown(row: dict[str, object]) -> str:
    return " ".join(f"{v:.2f}" if isinstance(v, float) else str(v) for v in row.values())


def main() -> None:
    data = Path(sys.argv[1])
    worst = int(sys.argv[2]) if len(sys.argv) > 2 else 10
    sites = sorted(columns_of_sites(data), key=lambda row: float(str(row["agreement"])))
    print(*map(shown, sites[:worst]), sep="\n")
    figures = {name: mean(sites, name) for name in SITE_FIGURES}
    print(f"{len(sites)} sites:", " ".join(f"{n} {v:.3f}" for n, v in figures.items()))
    services = titles_of_services(data)
    print(*map(shown, services), sep="\n")
    told = {f"service_{name}": mean(services, name) for name in ("title", "url")}
    print(f"{len(services)} services:", " ".join(f"{n} {v:.3f}" for n, v in told.items()))
    result = {"figures": figures | told, "sites": sites, "services": services}
    target = Path("output/benchmarks/reading_fields.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(result, indent=1))


if __name__ == "__main__":
    main()

"""What kind of page is it, and where is the next one: measured on labelled pages, each alone.

usage: python -m benchmarks.reading_kinds DATA [--json FILE]

DATA holds serps/, page_states/ and pagination/ as their README describes them. Nothing is trained
on them; weights and word lists are written by hand. As in real use of saved files, serps and
page_states are read without their addresses. Prints the confusion matrix of kinds, precision and
recall of "empty" (all pages, and the mean over sites), of the next link, of numbered page links,
and the time.
"""

from __future__ import annotations

import argparse
import gzip
import json
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urljoin

from lxml.html import HtmlElement
from parsel import Selector
from w3lib.encoding import html_to_unicode

from deepweb.page.lines import with_lines
from deepweb.page.page import Page
from deepweb.read.kind.page_kind import page_kind
from deepweb.read.links.pager import pager
from deepweb.store.resources import kind_words, pager_words

Rows = list[dict[str, Any]]
# Labelled states beside the kinds that are right for them. The "single" of page_states means that
# all records fit on one page, however many they are.
RIGHT = {
    "results": {"results", "single"},
    "single": {"single", "results"},
    "empty": {"empty"},
    "form": {"empty"},
    "detail": {"detail"},
    "blocked": {"blocked"},
    "js_shell": {"shell"},
}
NOWHERE = "file:///page.html"


@dataclass
class Tally:
    """Right, wrong and missed."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def row(self, name: str) -> dict[str, Any]:
        precision = self.right / max(1, self.right + self.wrong)
        recall = self.right / max(1, self.right + self.missed)
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        figures = {"precision": precision, "recall": recall, "f1": f1}
        return (
            {"what": name} | {key: round(value, 3) for key, value in figures.items()} | vars(self)
        )


def page_at(path: Path, url: str, encoding: str | None = None) -> Page:
    raw = gzip.decompress(path.read_bytes())
    declared = f"text/html; charset={encoding}" if encoding else None
    used, text = html_to_unicode(declared, raw, default_encoding="utf-8")
    root = Selector(text=text, base_url=url, type="html").root
    assert isinstance(root, HtmlElement)
    return Page(url, with_lines(root), used, len(raw))


def lines(path: Path) -> Rows:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def labelled(data: Path) -> Iterator[tuple[str, str, Path]]:
    """Site, state and file of each page."""
    for row in lines(data / "serps" / "labels.jsonl"):
        yield row["service"], row["page_state"], data / "serps" / "html" / f"{row['id']}.html.gz"
    for row in lines(data / "page_states" / "index.jsonl"):
        yield row["site"], row["state"], data / "page_states" / "html" / f"{row['id']}.html.gz"


def kinds(data: Path) -> tuple[Counter[tuple[str, str]], Rows]:
    """How often a state was taken for a kind, and the figures drawn from that."""
    confusion: Counter[tuple[str, str]] = Counter()
    empty: dict[str, Tally] = defaultdict(Tally)
    costs = []
    for site, state, path in labelled(data):
        page = page_at(path, NOWHERE)
        start = time.process_time()
        verdict = page_kind(page, kind_words())
        if 60_000 < page.length < 90_000:
            costs.append((time.process_time() - start) * 1000)
        kind = "shell" if verdict.is_shell else verdict.kind
        confusion[state, kind] += 1
        if state in {"results", "empty"}:
            empty[site].right += state == kind == "empty"
            empty[site].wrong += state == "results" and kind == "empty"
            empty[site].missed += state == "empty" != kind
    whole = Tally(
        *(sum(getattr(t, k) for t in empty.values()) for k in ("right", "wrong", "missed"))
    )
    held = [tally.row(site) for site, tally in empty.items() if tally.right + tally.missed]
    mean = sum(row["recall"] for row in held) / max(1, len(held))
    rows = [
        whole.row("empty"),
        {"what": f"empty recall, mean of {len(held)} sites", "recall": round(mean, 3)},
    ]
    return confusion, [
        *rows,
        {"what": "ms for a page of 60 to 90 KB, median", "time": round(median(costs), 2)},
    ]


def gold(page: Page, selector: str) -> set[str]:
    """Where the links lead that a selector names, or that stand in or around what it names."""
    found = set()
    for selected in Selector(root=page.root).css(selector) if selector else ():
        inside, around = selected.root.iter("a"), selected.root.iterancestors("a")
        link = next(chain(inside, around), None)
        if link is not None and link.get("href"):
            found.add(bare(urljoin(page.base_url, link.get("href").strip())))
    return {url for url in found if url.startswith("http")} - {bare(page.url)}


def bare(url: str) -> str:
    return url.partition("#")[0].rstrip("/?&")


def next_pages(data: Path) -> Rows:
    """How well the links to the next and to numbered pages are found."""
    following, sensible, numbered = Tally(), Tally(), Tally()
    for row in lines(data / "pagination" / "index.jsonl"):
        if row["failed"]:
            continue
        path = data / "pagination" / "html" / f"{row['File Name']}.html.gz"
        page = page_at(path, row["Page URL"], row["Encoding"])
        found = pager(page, pager_words())
        want, pages = gold(page, row["NEXT"]), gold(page, row["PAGE"])
        count(following, found.next_url, want)
        # Labels of blogs call "newer posts" next; and some pages are labelled without a next link
        # although they declare one, or have numbers to go on with.
        back = gold(page, row["PREV"])
        is_older = bool(found.next_url) and bare(found.next_url or "") in back
        if not is_older and (want or found.reason != "the page declares it"):
            count(sensible, found.next_url, want or (pages & {bare(found.next_url or "")}))
        got = {bare(url) for url in found.page_urls}
        numbered.right += len(got & pages)
        numbered.wrong += len(got - pages)
        numbered.missed += len(pages - got)
    return [
        following.row("next link, as labelled"),
        sensible.row("next link, older and declared ones aside"),
        numbered.row("page links"),
    ]


def count(tally: Tally, url: str | None, want: set[str]) -> None:
    is_right = url is not None and bare(url) in want
    tally.right += is_right
    tally.wrong += url is not None and not is_right
    tally.missed += bool(want) and not is_right


def shown(confusion: Counter[tuple[str, str]]) -> None:
    columns = sorted({kind for _, kind in confusion})
    print(f"{'labelled':>10} " + " ".join(f"{kind:>8}" for kind in columns) + "    right")
    for state, kinds_of_it in RIGHT.items():
        row = {kind: confusion[state, kind] for kind in columns}
        right = sum(row.get(kind, 0) for kind in kinds_of_it) / max(1, sum(row.values()))
        print(
            f"{state:>10} " + " ".join(f"{n or '.':>8}" for n in row.values()) + f"    {right:.2f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--json", type=Path)
    given = parser.parse_args()
    confusion, rows = kinds(given.data)
    rows += next_pages(given.data)
    shown(confusion)
    for row in rows:
        print("  ".join(f"{name} {value}" for name, value in row.items()))
    if given.json:
        matrix = [{"state": s, "kind": k, "pages": n} for (s, k), n in sorted(confusion.items())]
        given.json.write_text(json.dumps({"rows": rows, "confusion": matrix}, indent=1))


if __name__ == "__main__":
    main()

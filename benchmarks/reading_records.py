"""Records on labelled result pages: precision, recall and F1, by cross-validation over sites.

usage: python -m benchmarks.reading_records DATA [--json FILE] [--model FILE]

DATA holds ``result_pages/`` and ``serps/`` as described in their README. The sites are dealt into
five parts; the records of each part are found by a ranker trained on the other four, so no site is
read by what was learnt of it. The pages of a site, ten at most, are read together, and once more
each alone. The key of a gold record is its longest cell, or its title, that stands on the page; a
told record is right when it holds the key and no key of another. *oracle* is the best that the
candidates allow. *as told* takes the record's text as the project prints it; the other rows also
take the spelling that has no gaps, or one at every tag. ``--model`` writes the ranker trained on
all sites.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import html
import json
import re
import statistics
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from multiprocessing import Pool
from pathlib import Path

from parsel import Selector

from benchmarks.plain_sites import plain_sites
from deepweb.page.lines import with_lines
from deepweb.page.page import Page
from deepweb.read.records.region import (
    RecordElements,
    RecordRegion,
    find_records,
    record_text,
)
from deepweb.read.region_model import RegionModel
from deepweb.train.regions import (
    Examples,
    GoldRecord,
    LabelledPage,
    fitted,
    fitting,
    matched,
    plain,
    site_examples,
    spelt,
)

FOLDS = 5
MAX_PAGES, MOST_EMPTY = 10, 5
SETS = ("result", "serp")
# A highlighted word, or a line, within a cell.
INNER = re.compile(r"</?(?:em|b|strong|i|span|mark|font|br|a)\b[^<>]*>", re.I)


@dataclass(frozen=True, slots=True)
class Source:
    """A page as it is kept: file, encoding, and for each record its cells and further text."""

    path: Path
    encoding: str
    records: tuple[tuple[tuple[str, ...], str], ...]


@dataclass(slots=True)
class Score:
    """Records told right, gold, told."""

    right: int = 0
    gold: int = 0
    told: int = 0

    def add(self, right: int, gold: int, told: int) -> None:
        self.right, self.gold, self.told = self.right + right, self.gold + gold, self.told + told

    @property
    def f1(self) -> float:
        return 2 * self.right / max(self.gold + self.told, 1)


Table = dict[str, dict[str, Score]]
"""Way of reading to site to score."""


def sources(data: Path) -> dict[str, list[Source]]:
    """The labelled pages with records, and empty ones, by site."""
    found: dict[str, list[Source]] = defaultdict(list)
    for line in (data / "result_pages/index.jsonl").read_text("utf-8").splitlines():
        page = json.loads(line)
        cells = data / f"result_pages/records_csv/{page['id']}.csv"
        with cells.open(encoding="utf-8", errors="replace") as file:
            rows = tuple((tuple(row), "") for row in csv.reader(file))
        path = data / f"result_pages/html/{page['id']}.html.gz"
        found["result:" + page["site"]].append(Source(path, page.get("encoding") or "utf-8", rows))
    for line in (data / "serps/labels.jsonl").read_text("utf-8").splitlines():
        page = json.loads(line)
        rows = tuple(((r["title"] or "",), r["snippet"] or "") for r in page["results"])
        path = data / f"serps/html/{page['id']}.html.gz"
        if page["page_state"] in {"results", "empty"}:
            source = Source(path, page.get("encoding") or "utf-8", rows)
            found["serp:" + page["service"]].append(source)
    return {site: pages for site, pages in found.items() if any(page.records for page in pages)}


def judged(pages: Sequence[Source]) -> list[Source]:
    """The pages that records are looked for on."""
    return [page for page in pages if page.records][:MAX_PAGES]


def labelled(source: Source) -> LabelledPage:
    body = gzip.decompress(source.path.read_bytes())
    try:
        text = body.decode(source.encoding, "replace")
    except LookupError:
        text = body.decode("utf-8", "replace")
    root = Selector(text, type="html", base_url="http://site.example/").root
    root = with_lines(root)
    page = Page("http://site.example/", root, source.encoding, len(body))
    shown = spelt([root])
    gold = (_gold(cells, more, shown) for cells, more in source.records)
    return LabelledPage(page, tuple(record for record in gold if record is not None))


def _gold(cells: Sequence[str], more: str, shown: str) -> GoldRecord | None:
    keys = {_words(cell, gap)[:40].strip() for cell in cells for gap in ("", " ")}
    on_page = sorted((k for k in keys if len(k) > 3 and k in shown), key=lambda k: (-len(k), k))
    text = " ".join(_words(cell, gap) for cell in (*cells, more) for gap in ("", " "))
    return GoldRecord(on_page[0], text) if on_page else None


def _words(text: str, gap: str) -> str:
    return plain(INNER.sub(gap, html.unescape(text)))


def examples(pages: Sequence[Source]) -> list[Examples]:
    """What a site teaches; of empty pages, that nothing there is a record."""
    empty = [page for page in pages if not page.records][:MOST_EMPTY]
    return site_examples([labelled(page) for page in (*judged(pages), *empty)])


def folds(sites: Iterable[str]) -> dict[str, int]:
    """Site to part; each part has its share of both sets."""
    dealt: dict[str, int] = {}
    for name in SETS:
        alike = sorted(site for site in sites if site.startswith(name))
        # By the reversed name, so that neighbours in the alphabet do not stay together.
        alike.sort(key=lambda site: site[::-1])
        dealt |= {site: number % FOLDS for number, site in enumerate(alike)}
    return dealt


def read(pages: Sequence[Source], model: RegionModel) -> dict[str, Score]:
    """Ways of reading the pages of a site, and what each got."""
    known = [labelled(page) for page in judged(pages)]
    together = find_records([each.page for each in known], model)
    alone = [find_records([each.page], model)[0] for each in known]
    return {
        "page alone": _score(known, alone, spelt),
        "site": _score(known, together, spelt),
        "site, as told": _score(known, together, lambda record: plain(record_text(record))),
    }


def _score(
    pages: Sequence[LabelledPage],
    found: Sequence[RecordRegion | None],
    text: Callable[[RecordElements], str],
) -> Score:
    score = Score()
    for page, region in zip(pages, found, strict=True):
        records = region.records if region is not None else ()
        fits = [fitting(page.gold, text(record)) for record in records]
        score.add(matched(fits), len(page.gold), len(records))
    return score


def oracle(pages: Sequence[Examples]) -> Score:
    score = Score()
    for page in (page for page in pages if page.gold):
        best = int(page.targets.argmax())
        score.add(int(page.right[best]), page.gold, int(page.told[best]))
    return score


def cross_validated(found: dict[str, list[Source]], taught: dict[str, list[Examples]]) -> Table:
    table: Table = defaultdict(dict)
    part = folds(found)
    with Pool() as pool:
        made = made_up()
        teachers = [
            [taught[s] for s in found if part[s] != number] + made for number in range(FOLDS)
        ]
        models = pool.map(fitted, teachers)
        scores = pool.starmap(read, [(found[s], models[part[s]]) for s in found], chunksize=4)
    for site, ways in zip(found, scores, strict=True):
        table["oracle"][site] = oracle(taught[site])
        for way, score in ways.items():
            table[way][site] = score
    return table


def made_up() -> list[list[Examples]]:
    """Examples of old sites, of which the labelled pages have none."""
    return [site_examples(site) for site in plain_sites()]


def summary(scores: dict[str, Score]) -> dict[str, float]:
    total = Score()
    for score in scores.values():
        total.add(score.right, score.gold, score.told)
    by_site = [score.f1 for score in scores.values()]
    return {
        "precision": total.right / max(total.told, 1),
        "recall": total.right / max(total.gold, 1),
        "f1": total.f1,
        "median site": statistics.median(by_site),
        "sites below .5": sum(f1 < 0.5 for f1 in by_site),
        "sites": len(by_site),
    }


def main() -> None:
    arguments = _arguments()
    found = sources(arguments.data)
    with Pool() as pool:
        taught = dict(zip(found, pool.map(examples, found.values(), chunksize=2), strict=True))
    table = cross_validated(found, taught)
    figures: dict[str, dict[str, dict[str, float]]] = defaultdict(dict)
    print(f"{'':15}{'set':8}{'P':>7}{'R':>7}{'F1':>7}{'median':>8}{'< .5':>6}{'sites':>7}")
    for way, scores in table.items():
        for name in SETS:
            row = summary({s: v for s, v in scores.items() if s.startswith(name)})
            figures[way][name] = row
            p, r, f1, median, failed, sites = row.values()
            print(f"{way:15}{name:8}{p:7.3f}{r:7.3f}{f1:7.3f}{median:8.3f}{failed:6}{sites:7}")
    _print_worst(table)
    if arguments.json:
        arguments.json.write_text(json.dumps(figures, indent=1))
    if arguments.model:
        arguments.model.write_bytes(fitted([*taught.values(), *made_up()]).to_bytes())


def _print_worst(table: Table) -> None:
    worst = sorted(table["site"].items(), key=lambda each: each[1].f1)
    for site, score in [each for each in worst if each[1].f1 < 0.9]:
        best = table["oracle"][site].f1
        told = f"right {score.right} of {score.gold}, told {score.told}"
        print(f"{score.f1:.3f} {site} {told}, oracle {best:.3f}")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("data", type=Path)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--model", type=Path)
    return parser.parse_args()


if __name__ == "__main__":
    main()

"""How much of each style of tests/site does a crawl reach, and what does it cost?

usage: python -m benchmarks.styles [--records N] [--budget N] [--before FILE] [STYLE …]

Every style of tests/site, with the same number of records, by ``scrapy crawl surfacer`` from its
address alone. The table is written to output/benchmarks/styles.json; ``--before`` puts an earlier
one beside it and names the styles that fell below .9.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path
from statistics import mean

from benchmarks.crawled import crawl
from tests.site import LINK_STYLES, STYLES, Catalogue, Site, Style, unicode_characters, used_books

RECORDS = 400
BUDGET = 500
GOOD = 0.9  # coverage below which no style may fall
Row = dict[str, float]


def catalogue(name: str, style: Style, records: int) -> Catalogue:
    """Menus and facets of the plain styles name attributes of characters, all others of books."""
    is_of_characters = name in STYLES and (style.menus or style.facets)
    return unicode_characters(records) if is_of_characters else used_books(records)


def row(name: str, style: Style, records: int, budget: int) -> Row:
    """Crawl one style."""
    with Site(catalogue(name, style, records), style) as site:
        crawled = crawl(site, budget)
    reached = len(crawled.reached)
    return {
        "coverage": round(reached / records, 3),
        "requests": crawled.requests,
        "others": crawled.told - reached,
        "exit": crawled.code,
    }


def fallen(before: Mapping[str, Row], now: Mapping[str, Row]) -> list[str]:
    """The styles that were good and are not any more."""
    return [
        name
        for name, each in now.items()
        if each["coverage"] < GOOD <= before.get(name, {}).get("coverage", 0.0)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("styles", nargs="*", metavar="STYLE", help="all, if none is named")
    parser.add_argument("--records", type=int, default=RECORDS)
    parser.add_argument("--budget", type=int, default=BUDGET)
    parser.add_argument("--before", type=Path, help="an earlier styles.json")
    options = parser.parse_args()
    before: dict[str, Row] = json.loads(options.before.read_text()) if options.before else {}
    styles = STYLES | LINK_STYLES
    rows: dict[str, Row] = {}
    for name in options.styles or styles:
        now = rows[name] = row(name, styles[name], options.records, options.budget)
        was = before.get(name)
        told = f"   before {was['coverage']:.3f} {was['requests']:4}" if was else ""
        print(f"{name:24} {now['coverage']:.3f} {now['requests']:4}{told}", flush=True)
    path = Path("output/benchmarks/styles.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(rows, indent=1))
    for when, table in (("before", before), ("now", rows)):
        if table:
            covered = mean(each["coverage"] for each in table.values())
            spent = sum(each["requests"] for each in table.values())
            print(f"{when}: mean coverage {covered:.3f}, {spent} requests, {len(table)} styles")
    for name in fallen(before, rows):
        print(f"fell below {GOOD}: {name}")


if __name__ == "__main__":
    main()

"""How much of a database does surfacing reach, and what does it make of the form?

Live crawls of the sites of tests/site, whose truth is known, against [Madhavan08]:

- ``styles``: every form of tests/site/surfacing_styles.py, a fixed budget each. The floor is n/k,
  the requests that a database of n records behind pages of k needs at least. Roles are compared
  with the truth; a presentation input in an informative template is a fault.
- ``menus``: forms of one to six menus; the URLs of the paper's rivals CP (Cartesian product), TP
  (all triples), TPL (triples of fewer than 100,000 URLs) and 1T (one input at a time) are counted,
  not asked for (Figure 4, Table 3).
- ``table5``: keywords only and first pages only, databases as large as in its Table 5, at most 500
  requests; beside it stand the share of records that the paper reached, and the ceiling, which is
  all that any number of words of the records themselves lead to.

    python -m benchmarks.surfacing [styles|menus|table5 …] [--quick] [--only NAME …] [--budget N]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Container, Mapping, Sequence
from functools import partial
from itertools import combinations
from math import ceil, prod
from pathlib import Path
from typing import Any

from benchmarks.crawled import Crawled, crawl
from demosite.search import Selection, index_of
from tests.site import (
    SURFACING_STYLES,
    Catalogue,
    Site,
    Style,
    unicode_characters,
    used_books,
    world_cities,
)
from tests.site.controls import Choice
from tests.site.surfacing_styles import MENUS
from tests.site.truth import required_inputs, roles

RECORDS = 1000
BUDGET = 300
HALF = 0.5
TYPED, REQUIRED = "typed as", "required"
UNDECIDED = ("untested", "uninformative")
PARTS = ("styles", "menus", "table5")
TRIPLE = 3
TPL_LIMIT = 100_000
QUICK = ("menus-3", "radios", "price-range", "zip-near", "dependent", "deaf")
CATALOGUES: Mapping[str, Callable[[int], Catalogue]] = {
    "books": used_books,
    "characters": unicode_characters,
    "cities": world_cities,
}
# Records, results a page, share of records that the paper reached, and what the records are here.
# Where databases are small, no words lead to as many cities or characters: names are too rare.
TABLE_5 = (
    (382, 20, 348 / 382, "books"),
    (506, 20, 475 / 506, "books"),
    (1_700, 25, 1485 / 1700, "books"),
    (4_700, 10, 2136 / 4700, "characters"),
    (5_000, 50, 4118 / 5000, "characters"),
    (18_200, 100, 5315 / 18_200, "cities"),
    (21_200, 10, 2661 / 21_200, "books"),
    (21_800, 200, 13_324 / 21_800, "characters"),
)
TABLE_5_BUDGET = 500

Row = dict[str, Any]


def style_row(name: str, style: Style, budget: int) -> Row:
    """One form, crawled."""
    catalogue = used_books(RECORDS)
    with Site(catalogue, style) as site:
        done = crawl(site, budget)
    return _reached_row(name, catalogue, style, done) | _roles_row(style, done)


def menus_row(name: str, style: Style, budget: int) -> Row:
    """One form of menus, crawled, and what the paper's rivals would have asked."""
    catalogue = used_books(RECORDS)
    with Site(catalogue, style) as site:
        done = crawl(site, budget)
    row = _reached_row(name, catalogue, style, done)
    tested = [template for template in done.templates if template.tested]
    found = [template for template in tested if template.informative]
    return (
        row
        | {"tested": len(tested), "informative": len(found)}
        | _rivals(_options(catalogue, style))
    )


def table_5_row(records: int, size: int, share: float, what: str) -> Row:
    """A box for keywords and nothing else; no further pages."""
    catalogue = CATALOGUES[what](records)
    style = Style(page_size=size, cap=size, next_links=False)
    with Site(catalogue, style) as site:
        done = crawl(site, TABLE_5_BUDGET)
    row = _reached_row(f"{what}-{records}/{size}", catalogue, style, done)
    ceiling = words_lead_to(catalogue, size) / records
    return row | {
        "ceiling": round(ceiling, 3),
        "paper": round(share, 3),
        "beats": len(done.reached) / records >= share,
    }


def words_lead_to(catalogue: Catalogue, size: int) -> int:
    """Records on the first pages of all words of all records found so, from the first record on."""
    index = index_of(catalogue)
    found, todo, asked = {0}, [0], set[str]()
    while todo:
        for word in catalogue.records[todo.pop()].words - asked:
            asked.add(word)
            new = set(index.positions(Selection(word))[:size]) - found
            found |= new
            todo += new
    return len(found)


def _reached_row(name: str, catalogue: Catalogue, style: Style, done: Crawled) -> Row:
    return {
        "name": name,
        "records": len(catalogue),
        "reached": len(done.reached),
        "share": round(len(done.reached) / len(catalogue), 3),
        "wrong": done.told - len(done.reached),
        "requests": done.requests,
        "floor": ceil(len(catalogue) / style.page_size),
        "urls": done.urls,
        "seconds": done.seconds,
        **({"failed": done.log} if done.failed else {}),
    }


def _roles_row(style: Style, done: Crawled) -> Row:
    truth, required = roles(style), required_inputs(style)
    told = {name: _compared(done, name, role, required) for name, role in truth.items()}
    bound = {name for t in done.templates if t.informative for name in t.binding}
    shows = {name for name, role in truth.items() if role == "presentation"}
    return {
        "inputs": len(truth),
        "decided": sum(bool(each["said"]) for each in told.values()),
        "right": sum(each["right"] for each in told.values()),
        "presentation_bound": sorted(bound & shows),
        "required_missed": sorted(n for n in required if not told[n]["said"].startswith(REQUIRED)),
        "roles": told,
    }


def _compared(done: Crawled, name: str, truth: str, required: Container[str]) -> Row:
    """An input without which nothing is found may be told to be just that."""
    said = done.roles.get(name, "")
    said = "" if said in UNDECIDED else said
    must, _, does = said.partition(", ") if said.startswith(REQUIRED) else ("", "", said)
    right = (not must or name in required) and (not does or does.startswith(_accepted(truth)))
    return {"said": said, "truth": truth, "right": bool(said) and right}


def _accepted(truth: str) -> tuple[str, ...]:
    # Either end of a range narrows more and more as it grows, and each is of a type.
    return {"range": ("range", "monotonic", TYPED), "monotonic": ("monotonic", "range")}.get(
        truth, (truth,)
    )


def _options(catalogue: Catalogue, style: Style) -> list[int]:
    """How many values each menu of the form offers, what stands for all left out."""
    index = index_of(catalogue)
    return [len(index.values(c.attribute)) for c in style.controls if isinstance(c, Choice)]


def _rivals(options: Sequence[int]) -> Row:
    triples = [prod(c) for c in combinations(options, min(TRIPLE, len(options)))]
    return {
        "cp": prod(options),
        "tp": sum(triples),
        "tpl": sum(urls for urls in triples if urls < TPL_LIMIT),
        "1t": sum(options),
    }


def summary(rows: Sequence[Row]) -> Row:
    """What is asked of all styles together."""
    told = [each for row in rows for each in row["roles"].values()]
    typed = [each for each in told if each["truth"].startswith(TYPED)]
    recognised = [each for each in typed if each["said"].startswith((TYPED, REQUIRED))]
    deaf = [row for row in rows if SURFACING_STYLES[row["name"]].deaf]
    hearing = [row for row in rows if row not in deaf]
    return {
        "styles": len(rows),
        "mean_share": round(sum(row["share"] for row in hearing) / max(1, len(hearing)), 3),
        "below_half": [row["name"] for row in hearing if row["share"] < HALF],
        "roles_right": f"{sum(each['right'] for each in told)}/{len(told)}",
        "typed_recognised": f"{len(recognised)}/{len(typed)}",
        "typed_right": f"{sum(each['right'] for each in recognised)}/{len(recognised)}",
        "presentation_bound": [row["name"] for row in rows if row["presentation_bound"]],
        "required_missed": [row["name"] for row in rows if row["required_missed"]],
        "requests_of_deaf_forms": [row["requests"] for row in deaf],
    }


def _print(title: str, rows: Sequence[Row]) -> None:
    columns = [key for key in rows[0] if key not in ("roles", "failed")]
    widths = {c: max(len(c), *(len(_cell(row[c])) for row in rows)) for c in columns}
    print(f"\n{title}")
    print("  ".join(c.rjust(widths[c]) for c in columns))
    for row in rows:
        print("  ".join(_cell(row[c]).rjust(widths[c]) for c in columns))
    for row in rows:
        for name, each in row.get("roles", {}).items():
            if not each["right"]:
                taken = each["said"] or "nothing"
                print(f"  {row['name']}: {name} is {each['truth']}, taken for {taken}")
        if "failed" in row:
            print(f"  {row['name']} failed: …{row['failed'][-300:]}")


def _cell(value: object) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def _measured(
    part: str, only: Sequence[str] | None, budget: int, *, is_quick: bool
) -> Sequence[Row]:
    measures = _measures(part, budget)
    quick = QUICK if part == "styles" else tuple(measures)[:2]
    chosen = only or (quick if is_quick else tuple(measures))
    return [_told(measures[name]()) for name in chosen if name in measures]


def _measures(part: str, budget: int) -> Mapping[str, Callable[[], Row]]:
    """What can be measured, by name."""
    match part:
        case "table5":
            return {f"{r[3]}-{r[0]}/{r[1]}": partial(table_5_row, *r) for r in TABLE_5}
        case "menus":
            return {n: partial(menus_row, n, style, budget) for n, style in MENUS.items()}
        case _:
            return {
                n: partial(style_row, n, style, budget) for n, style in SURFACING_STYLES.items()
            }


def _told(row: Row) -> Row:
    """A crawl takes its time: say how far it is."""
    print(f"{row['name']}: {row['share']:.1%} in {row['requests']} requests", file=sys.stderr)
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description="Coverage of surfacing on sites with known truth")
    parser.add_argument("parts", nargs="*", default=PARTS, choices=PARTS, metavar="part")
    parser.add_argument("--quick", action="store_true", help="a few rows of each part")
    parser.add_argument("--only", nargs="+", help="these styles or rows")
    parser.add_argument("--budget", type=int, default=BUDGET, help="requests a style")
    options = parser.parse_args()
    told: dict[str, Any] = {"records": RECORDS, "budget": options.budget}
    for part in options.parts:
        rows = _measured(part, options.only, options.budget, is_quick=options.quick)
        told[part] = rows
        if rows:
            _print(part, rows)
        if rows and part == "styles":
            told["summary"] = summary(rows)
            print(json.dumps(told["summary"], indent=1))
    target = Path("output/benchmarks/surfacing.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(told, indent=1))


if __name__ == "__main__":
    main()

"""How many URLs would be asked without the informativeness test?

The rivals that [Madhavan08 §4.4] compares ISIT
with, as counts of URLs:

- CP, the Cartesian product of all inputs;
- TP, all templates of three inputs, for forms with more than three (else CP);
- TPL, of those the ones with fewer than 100,000 URLs;
- 1T, the templates of one input.

usage: python -m benchmarks.surfacing_baselines

Prints, for forms of one to six menus over a made-up database, what ISIT tests, generates, asks and
reaches beside that, and writes output/benchmarks/surfacing_baselines.json.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Sequence
from itertools import combinations
from math import prod
from pathlib import Path

from deepweb.surface.templates.isit import IsitLimits, informative_templates
from deepweb.surface.templates.menu_source import MenuSource
from tests.surface.menu_database import MenuDatabase, menu, table

LIMITED = 100_000
RECORDS, PAGE, BUDGET, SHARE, PATIENCE = 4700, 20, 1000, 300, 50
VALUES = (40, 25, 15, 10, 8, 6)


def cp(values: Sequence[int]) -> int:
    """All values of all inputs; ``values`` are how many each input has."""
    return prod(values)


def tp(values: Sequence[int]) -> int:
    """All templates of three inputs."""
    return sum(map(prod, combinations(values, 3))) if len(values) > 3 else cp(values)


def tpl(values: Sequence[int], most: int = LIMITED) -> int:
    """All templates of three inputs that are not too large."""
    if len(values) <= 3:
        return cp(values) if cp(values) < most else 0
    return sum(urls for urls in map(prod, combinations(values, 3)) if urls < most)


def one_t(values: Sequence[int]) -> int:
    """All templates of one input."""
    return sum(values)


async def compare(menus: int, *, pages_on: bool) -> dict[str, object]:
    """One row of the table: a form with so many menus, and a sort order and a page size."""
    sizes = {f"m{n}_": VALUES[n] for n in range(menus)}
    database = MenuDatabase(
        table(RECORDS, sizes), page=PAGE, pages_on=pages_on, sort="s", counts=True
    )
    chosen = [menu(name, [f"{name}{n}" for n in range(many)]) for name, many in sizes.items()]
    chosen.append(menu("s", ["price", "-price", "id", "-id"], looks_like="sort order"))
    outcome = await informative_templates(chosen, database, IsitLimits(SHARE), random.Random(0))
    await harvest(database, MenuSource(outcome))
    values = VALUES[:menus]
    return {
        "menus": menus,
        "tested": len(outcome.templates),
        "informative": len(outcome.informative),
        "probing": outcome.requests,
        "ISIT": sum(template.size for template in outcome.informative),
        "asked": len(database.asked),
        "CP": cp(values),
        "TP": tp(values),
        "TPL": tpl(values),
        "1T": one_t(values),
        "reached": round(len(database.seen) / RECORDS, 3),
    }


async def harvest(database: MenuDatabase, source: MenuSource) -> None:
    """Ask what is left until the budget is spent, or nothing new came for a while."""
    dry = 0
    while len(database.asked) < BUDGET and dry < PATIENCE and (question := source.next()):
        before = set(database.seen)
        (answer,) = await database([question])
        new = [record for record in answer.found if record.id not in before]
        source.take(question, answer, new)
        dry = 0 if new else dry + 1


def main() -> None:
    """Print the table and write it."""
    rows = [asyncio.run(compare(n, pages_on=False)) for n in range(1, 7)]
    print("\t".join(rows[0]))
    for row in rows:
        print("\t".join(map(str, row.values())))
    written = Path("output/benchmarks/surfacing_baselines.json")
    written.parent.mkdir(parents=True, exist_ok=True)
    written.write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()

"""How many deep-web sites of a topic are located: ours against ACHE, SCDI and SmartCrawler.

usage: python -m benchmarks.locating [--sites 20000] [--pages 600] [--topics book,job] [--parts]
                                     [--tune] [--noise 1] [--homes 1500] [--json]

On a simulated web (tests/web) every strategy starts from the same ten sites of a topic, with the
same classifiers, and may fetch the same number of pages; requests to the search engine count. The
tables count sites that do have a search of a database on the topic, and such searches. "Precision"
is their share of everything that a strategy kept. The curves show the sites found after each tenth
of the budget.

``--parts`` also runs ours without each part of its strategy. ``--tune`` uses another
simulated web, on which all thresholds were chosen. ``--json`` prints JSON only. The same JSON is
always written to output/benchmarks/locating.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from benchmarks.exploring import judge, printed
from benchmarks.locating_rivals import Task, earlier_crawl, strategies
from benchmarks.locating_runs import Outcome, Pages
from deepweb.crawl.topics import read_topic
from deepweb.locate.web.topic_crawl import LocatingKnowledge
from deepweb.store.resources import exploring_words, link_vocabulary
from tests.web import TOPICS, Web

REPORT_SEED = 1  # seed of the web that figures are reported on
TUNE_SEED = 2  # seed of the web that thresholds were chosen on
OFFLINE_SEED = 99  # seed of the web that rivals learn from before they start
OFFLINE_SITES = 2_000  # sites of that web
TENTHS = 10  # points of a curve
MIN_TOPIC = 0.5  # probability from which on a site is classified as on the topic
Row = dict[str, Any]


def knowledge() -> LocatingKnowledge:
    """What all strategies know about forms and links."""
    return LocatingKnowledge(
        judge(), exploring_words(), link_vocabulary(), lambda url: url.split("/")[2]
    )


def tasks(pages: Pages, topics: Sequence[str], budget: int) -> Iterator[Task]:
    known, other = knowledge(), Pages(Web(OFFLINE_SITES, OFFLINE_SEED))
    for topic in topics:
        model = read_topic(topic)
        earlier = earlier_crawl(other, topic, known)
        yield Task(pages, topic, model, model.form_on_topic, known, budget, earlier)


def run(
    all_tasks: Iterator[Task], names: Sequence[str], *, is_quiet: bool
) -> dict[str, list[Outcome]]:
    """Run every strategy on every topic."""
    made: dict[str, list[Outcome]] = {name: [] for name in names}
    for task in all_tasks:
        for name in names:
            began = time.process_time()
            outcome = asyncio.run(_awaited(name, task))
            made[name].append(outcome)
            if not is_quiet:
                sites, spent = outcome.true_sites(task.budget), time.process_time() - began
                print(f"{task.topic:10} {name:40} {sites:4} sites {spent:6.1f} s", flush=True)
    return made


async def _awaited(name: str, task: Task) -> Outcome:
    return await strategies()[name](task)


def table(made: dict[str, list[Outcome]], budget: int) -> list[Row]:
    """One row for each strategy, summed over all topics."""
    ache_sites, ache_forms = _found(made["ACHE"], budget)
    rows = []
    for name, outcomes in made.items():
        sites, forms = _found(outcomes, budget)
        pages = sum(o.pages for o in outcomes)
        kept = [find for o in outcomes for find in o.finds]
        rows.append(
            {
                "strategy": name,
                "sites": sites,
                "x ACHE": round(sites / max(1, ache_sites), 2),
                "forms": forms,
                "forms x ACHE": round(forms / max(1, ache_forms), 2),
                "pages": pages,
                "harvest rate": round(forms / max(1, pages), 4),
                "precision": round(sum(find.is_true for find in kept) / max(1, len(kept)), 2),
            }
        )
    return rows


def _found(outcomes: Sequence[Outcome], budget: int) -> tuple[int, int]:
    sites = sum(o.true_sites(budget) for o in outcomes)
    return sites, sum(o.true_forms(budget) for o in outcomes)


def curves(made: dict[str, list[Outcome]], budget: int) -> list[Row]:
    """Relevant sites of all topics after each tenth of the budget."""
    steps = [budget * tenth // TENTHS for tenth in range(1, TENTHS + 1)]
    return [
        {"strategy": name} | {str(p): sum(o.true_sites(p) for o in outcomes) for p in steps}
        for name, outcomes in made.items()
    ]


def runs(made: dict[str, list[Outcome]], budget: int) -> list[Row]:
    """One row for each crawl, with its curves."""
    steps = [budget * tenth // TENTHS for tenth in range(1, TENTHS + 1)]
    return [
        {
            "strategy": name,
            "topic": outcome.topic,
            "pages": outcome.pages,
            "kept": len(outcome.finds),
            "true": sum(find.is_true for find in outcome.finds),
            "sites": [outcome.true_sites(step) for step in steps],
            "forms": [outcome.true_forms(step) for step in steps],
        }
        for name, outcomes in made.items()
        for outcome in outcomes
    ]


def by_topic(made: dict[str, list[Outcome]], web: Web, budget: int) -> list[Row]:
    rows = []
    for place, first in enumerate(made["ACHE"]):
        there = {form.site for form in web.true_forms(first.topic)}
        found = {name: outcomes[place].true_sites(budget) for name, outcomes in made.items()}
        short = {name: count for name, count in found.items() if " without " not in name}
        rows.append({"topic": first.topic, "there are": len(there)} | short)
    return rows


def classified(pages: Pages, topics: Sequence[str], most: int) -> list[Row]:
    """How often the site classifier is right about home pages.

    Directories are left out, since they list sites of all topics.
    """
    sites = [site for site in pages.web.plan.sites if site.role != "directory"][:most]
    homes = [(site, page) for site in sites if (page := pages.get(site.home).page)]
    rows = []
    for topic in topics:
        model = read_topic(topic)
        right: dict[bool, list[bool]] = {True: [], False: []}
        for site, page in homes:
            is_on = topic in site.subjects
            right[is_on].append((model.probability(page) >= MIN_TOPIC) is is_on)
        shares = [sum(side) / max(1, len(side)) for side in right.values()]
        rows.append(
            {
                "topic": topic,
                "pages": len(homes),
                "accuracy": round(sum(map(sum, right.values())) / max(1, len(homes)), 3),
                "of those on it": round(shares[0], 3),
                "of others": round(shares[1], 3),
                "both sides even": round(sum(shares) / 2, 3),
            }
        )
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sites", type=int, default=20_000)
    parser.add_argument("--pages", type=int, default=600)
    parser.add_argument("--topics", default=",".join(TOPICS))
    parser.add_argument("--noise", type=float, default=1.0)
    parser.add_argument("--homes", type=int, default=1_500, help="for the site classifier")
    parser.add_argument("--only", default="", help="strategies, separated by commas")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--tune", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    topics = given.topics.split(",")
    names = [name for name in strategies() if given.parts or not name.startswith("ours without")]
    if given.only:
        names = [name for name in names if name in {"ACHE", *given.only.split(",")}]
    web = Web(given.sites, TUNE_SEED if given.tune else REPORT_SEED, given.noise)
    pages = Pages(web)
    made = run(tasks(pages, topics, given.pages), names, is_quiet=given.json)
    results = {
        "table": table(made, given.pages),
        "curves": curves(made, given.pages),
        "by topic": by_topic(made, web, given.pages),
        "site classifier": classified(pages, topics, given.homes),
    }
    target = Path("output/benchmarks/locating.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    whole = vars(given) | results | {"runs": runs(made, given.pages)}
    target.write_text(json.dumps(whole, indent=1))
    if given.json:
        print(json.dumps(whole))
    else:
        print(f"{given.sites} sites, {given.pages} pages a topic, {len(topics)} topics")
        for name, rows in results.items():
            print(f"\n{name}", *printed(rows), sep="\n")


if __name__ == "__main__":
    main()

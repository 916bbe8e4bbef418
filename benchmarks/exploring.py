"""What exploring costs and finds: the plan of deepweb against simpler ones, on generated sites.

usage: python -m benchmarks.exploring [--half tune|report] [--seeds N]

Every strategy explores each site of the family (benchmarks/site_family.py) from its home page, with
the stop criteria of the settings. "all pages" is a crawl of everything within three clicks: what it
finds is what there is. The half "tune" was used to choose weights and limits, "report" was not.
Prints a table and writes output/benchmarks/exploring.json.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from parsel import Selector
from scrapy.settings import Settings

from benchmarks.site_family import FamilySite, family
from deepweb.crawl.form_judge import FormJudge
from deepweb.locate.site.exploration import Exploration, WaitingLink
from deepweb.locate.site.fetched import Fetched as SitePage
from deepweb.locate.site.in_site import InSite
from deepweb.locate.site.link_ranker import LinkRanker, LinkWords, SeenLink
from deepweb.locate.site.page_content import SiteForms, SitePages
from deepweb.locate.site.stop_criteria import SiteStops, StopLimits
from deepweb.middlewares.stop_early import stop_limits
from deepweb.page.page import Page
from deepweb.store.resources import exploring_words, link_vocabulary

DEPTH = 3
ANY = 10**9
Row = dict[str, object]


@dataclass(frozen=True, slots=True)
class Rules:
    """When to stop."""

    limits: StopLimits
    min_promise: float
    further: int


EVERYTHING = Rules(StopLimits(DEPTH, ANY, ANY, ANY, ANY), 0.0, ANY)


class BreadthFirst(Exploration):
    """In the order of meeting, depth by depth."""

    def worth(self, waiting: WaitingLink) -> float:
        return -waiting.depth


class AtRandom(Exploration):
    """Any link, always the same one in the same place."""

    def worth(self, waiting: WaitingLink) -> float:
        return random.Random(waiting.url).random()


class RankerOnly(Exploration):
    """The most promising link, wherever it is."""

    def worth(self, waiting: WaitingLink) -> float:
        return waiting.score


class TreeOnly(Exploration):
    """Depth by depth, the directory that had the fewest turns."""

    def worth(self, waiting: WaitingLink) -> float:
        return -waiting.depth - 1 + 1 / (1 + self.tree.turns(waiting.steps))


class RankedTree(Exploration):
    """Strictly depth by depth, as the paper has it; ranker and tree within a depth."""

    def worth(self, waiting: WaitingLink) -> float:
        return -waiting.depth - 1 + self._promise(waiting)


STRATEGIES: dict[str, type[Exploration]] = {
    "breadth first": BreadthFirst,
    "random": AtRandom,
    "ranker only": RankerOnly,
    "tree only": TreeOnly,
    "both, strictly by depth": RankedTree,
    "ranker and tree": Exploration,
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How one exploration of one site went."""

    pages: int
    found: int
    first: int | None
    """Pages until the first form."""
    followed: tuple[SeenLink, ...]


class Fetched:
    """The pages of one site, each read once for all strategies."""

    def __init__(self, site: FamilySite) -> None:
        self.site = site
        self._pages: dict[str, Page | None] = {}

    def page(self, url: str) -> Page | None:
        if url not in self._pages:
            self._pages[url] = self._read(url)
        return self._pages[url]

    def _read(self, url: str) -> Page | None:
        answer = self.site.fetch(url)
        if answer is None:
            return None
        led_to, html = answer
        return Page(led_to, Selector(html, base_url=led_to).root, "utf-8", len(html))


@cache
def project_settings() -> Settings:
    settings = Settings()
    settings.setmodule("deepweb.settings", priority="project")
    return settings


@cache
def judge() -> FormJudge:
    return FormJudge.of(project_settings())


@cache
def set_rules() -> Rules:
    settings = project_settings()
    further = settings.getint("DEEPWEB_FURTHER_PAGES")
    return Rules(stop_limits(settings), settings.getfloat("DEEPWEB_MIN_PROMISE"), further)


def explored(
    fetched: Fetched,
    strategy: type[Exploration],
    rules: Rules,
    known: Sequence[SeenLink] = (),
) -> Outcome:
    """Explore a site as a crawl does, only that nothing waits."""
    site, ranker = fetched.site, LinkRanker(link_vocabulary(), known)
    plan = strategy(site.url, ranker, rules.min_promise, rules.further)
    forms, stops = SiteForms(site.name, judge(), exploring_words()), SiteStops(rules.limits)
    search = InSite(SitePages(site.name, plan, forms, exploring_words()))

    async def fetch(url: str, depth: int | None = None) -> SitePage:
        if depth is not None and (stop := stops.refusal(url, depth)):
            return SitePage(url, problem=stop.reason, stop=stop)
        page = fetched.page(url)
        return SitePage(page.url, page) if page else SitePage(url, problem="HTTP 404")

    async def run() -> None:
        async for page in search.explore(fetch):
            stops.explored(site.name, page.seen.visit.depth, page.seen.found)

    asyncio.run(run())
    followed = tuple(SeenLink(page.visit.words, page.found > 0) for page in search.seen)
    return Outcome(search.pages, plan.found, search.first_found, followed)


def all_pages(fetched: Fetched) -> Outcome:
    """Everything within three clicks."""
    return explored(fetched, EveryPage, EVERYTHING)


class EveryPage(BreadthFirst):
    """Follows every link that may be followed at all."""

    def _is_worth_it(self, waiting: WaitingLink) -> bool:
        return True


def compare(sites: Sequence[FamilySite]) -> dict[str, list[Outcome]]:
    """Every strategy on every site; what one site taught is known at the next."""
    outcomes: dict[str, list[Outcome]] = {name: [] for name in ("all pages", *STRATEGIES)}
    outcomes["ranker and tree, learning from site to site"] = []
    known: list[SeenLink] = []
    for site in sites:
        fetched = Fetched(site)
        outcomes["all pages"].append(all_pages(fetched))
        for name, strategy in STRATEGIES.items():
            outcomes[name].append(explored(fetched, strategy, set_rules()))
        learnt = explored(fetched, Exploration, set_rules(), known[-5_000:])
        outcomes["ranker and tree, learning from site to site"].append(learnt)
        known += [link for link in learnt.followed if any(link.words)]
    return outcomes


def table(outcomes: dict[str, list[Outcome]], sites: Sequence[FamilySite]) -> list[Row]:
    there = outcomes["all pages"]
    forms, pages = sum(o.found for o in there), sum(o.pages for o in there)
    formless = [i for i, site in enumerate(sites) if site.place == "none"]
    rows: list[Row] = []
    for name, made in outcomes.items():
        found, cost = sum(o.found for o in made), sum(o.pages for o in made)
        firsts = [o.first for o in made if o.first]
        rows.append(
            {
                "strategy": name,
                "forms": found,
                "of all": round(found / forms, 3),
                "pages": cost,
                "of all pages": round(cost / pages, 3),
                "forms per page": round(found / cost, 4),
                "pages to first": round(sum(firsts) / max(1, len(firsts)), 1),
                "sites without": sum(
                    1 for o, t in zip(made, there, strict=True) if t.found and not o.found
                ),
                "most on formless": max((made[i].pages for i in formless), default=0),
            }
        )
    return rows


def by_place(outcomes: dict[str, list[Outcome]], sites: Sequence[FamilySite]) -> list[Row]:
    ours, there = outcomes["ranker and tree"], outcomes["all pages"]
    rows: list[Row] = []
    for place in sorted({site.place for site in sites}):
        of = [i for i, site in enumerate(sites) if site.place == place]
        rows.append(
            {
                "place": place,
                "sites": len(of),
                "forms": sum(there[i].found for i in of),
                "found": sum(ours[i].found for i in of),
                "pages": round(sum(ours[i].pages for i in of) / len(of), 1),
                "all pages": round(sum(there[i].pages for i in of) / len(of), 1),
            }
        )
    return rows


def scoring_cost() -> float:
    """CPU milliseconds to score 100 links whose words were met before and 100 that were not."""
    rng = random.Random(0)
    letters = "abcdefghijklmnopqrstuvwxyz"
    made = ["".join(rng.choices(letters, k=rng.randint(3, 12))) for _ in range(3_000)]
    links = [
        LinkWords(*(tuple(rng.choices(made, k=k)) for k in (3, 3, 8))) for _ in range(100 * 20)
    ]
    ranker = LinkRanker(link_vocabulary())
    costs = []
    for at in range(0, len(links), 100):
        began = time.process_time()
        ranker.scores(links[at : at + 100])
        costs.append(time.process_time() - began)
    return 1000 * sorted(costs)[len(costs) // 2]


def printed(rows: Sequence[Row]) -> Iterator[str]:
    lines = [list(rows[0]), *([str(value) for value in row.values()] for row in rows)]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        yield "  ".join(f"{cell:>{width}}" for cell, width in zip(line, widths, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--half", choices=("tune", "report"), default="report")
    parser.add_argument("--seeds", type=int, default=14)
    given = parser.parse_args()
    sites = list(family(given.half, range(given.seeds)))
    outcomes = compare(sites)
    rows, places = table(outcomes, sites), by_place(outcomes, sites)
    print(f"{len(sites)} sites of the half {given.half!r}")
    print("\n".join(printed(rows)), end="\n\n")
    print("\n".join(printed(places)), end="\n\n")
    print(f"100 links are scored in {scoring_cost():.2f} ms of CPU time")
    target = Path("output/benchmarks/exploring.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({"half": given.half, "rows": rows, "places": places}, indent=1))


if __name__ == "__main__":
    main()

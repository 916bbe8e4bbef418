"""How well is the size of a database guessed, and when does a crawl end by itself?

usage: python -m benchmarks.size [--small] [--fit] [--live [STYLE …] | --stores RECORDS=ADDRESS …]

Crawls by ``Surfacing`` against databases of known size in memory (``text_databases.py``): five
kinds, several sizes, pages of 10 to 100 records, one page or many. Told are

- at some shares of the database, how far guesses are off (mean of the absolute logarithm), and how
  often the truth is in our 95 % interval; Chao's estimator and the overlapping rate of Lu and Li
  (exponents 1.1 and 2.1) beside ours, over the same crawls;
- where the crawl ended by saturation: the share of the database that it had, the share of what
  words reach at all, and the share of its requests after the last new record.

``--live`` crawls sites of tests/site by ``scrapy crawl`` instead, and tells how far the estimates
are off at 10, 25, 50, 75 and 100 % of the crawl. With ``--fit`` the weights are fitted to every
second style of these crawls and to small databases in memory; the table tells the others apart.
``--stores`` tells the same of crawls that were made before, by the true number of records and the
address of the store.
The tables are also written to output/benchmarks/size.json and size_live.jsonl.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import random
import subprocess
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from itertools import islice, takewhile
from math import log
from pathlib import Path
from statistics import mean, median
from typing import Any

import numpy as np
from sqlalchemy import select

from benchmarks.crawled import FAST
from benchmarks.text_databases import Database, databases
from deepweb.page.site import site_name
from deepweb.page.words import words
from deepweb.report.history import SiteHistory
from deepweb.store import schema
from deepweb.store.ledger import CrawlStore
from deepweb.surface.answer import Answer, Found, NotAskedError, Question
from deepweb.surface.harvest.harvest import HarvestLimits
from deepweb.surface.harvest.size import Catches, Size
from deepweb.surface.record_numbers import KnownRecords
from deepweb.surface.run import Surfacing
from deepweb.surface.task import SurfacingLimits, Task
from tests.conftest import crawl_command, crawl_environment
from tests.site import LINK_STYLES, STYLES, Site, Style, unicode_characters, world_cities

SIZES = (300, 1_000, 3_000, 8_000)
# Records a page, and pages of an answer.
INTERFACES = ((10, 1), (20, 1), (50, 1), (100, 1), (10, 5), (25, 4), (10, 1000), (100, 1000))
SHARES = (0.2, 0.3, 0.5, 0.7, 0.9)
BUDGET = 1_500
HARVEST = HarvestLimits(patience=50, failures=5, together=2, saturation=300, coverage=0.995)
LIMITS = SurfacingLimits(background_first=4, tau=0.25, sample=20, harvest=HARVEST)
LIVE_BUDGET = 500
LIVE_SIZES = (300, 700, 1_500, 2_500)
LIVE_PARTS = (0.1, 0.25, 0.5, 0.75, 1.0)
LIVE_STYLES = {
    # Ranges need prices or dates, which these catalogues do not all have.
    name: style
    for name, style in (STYLES | LINK_STYLES).items()
    if name not in {"slow", "range-facets"}
}
NONSENSE = ("xqzv", "vvkq zzpw", "qq77wx", "zzqqvv")


@dataclass(slots=True)
class Box:
    """A search box over a database; keeps what was asked and shown."""

    database: Database
    page_size: int
    pages: int
    shown: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)

    async def __call__(self, question: Question) -> Answer:
        if len(self.shown) >= BUDGET:
            raise NotAskedError("budget spent")
        word, start = dict(question.values).get("q", "").lower(), int(question.link or 0)
        hits = self.database.search(word)
        page = tuple(hits[start : start + self.page_size])
        self.shown.append((word, page))
        if not page:
            return Answer("empty", "empty")
        end = start + self.page_size
        is_last = end >= len(hits) or end >= self.pages * self.page_size
        signature = hashlib.sha256(repr(page).encode()).hexdigest()
        found = tuple(self._found(number) for number in page)
        return Answer("results", signature, found, 1000 + len(page), "" if is_last else str(end))

    def _found(self, number: int) -> Found:
        document = self.database.documents[number]
        return Found(str(number), document.title, document.shown)

    @property
    def reachable(self) -> int:
        """Records that some single word of some record leads to."""
        most = self.page_size * self.pages
        vocabulary = {word for each in self.database.documents for word in words(each.searched)}
        return len({n for word in vocabulary for n in self.database.search(word)[:most]})


@dataclass(frozen=True, slots=True)
class Crawl:
    """One crawl: the database, what was shown, why it ended."""

    box: Box
    reason: str

    @property
    def size(self) -> int:
        return len(self.box.database)

    def until(self, share: float) -> list[tuple[str, tuple[int, ...]]] | None:
        """What was shown until so much of the database was known."""
        known: set[int] = set()
        before = []
        for word, page in self.box.shown:
            before.append((word, page))
            known.update(page)
            if len(known) >= share * self.size:
                return before
        return None

    def wasted(self) -> float:
        """The share of requests after the last new record."""
        known: set[int] = set()
        last = 0
        for number, (_, page) in enumerate(self.box.shown, 1):
            last = last if known.issuperset(page) else number
            known.update(page)
        return 1 - last / len(self.box.shown)


def crawl(database: Database, page_size: int, pages: int, limits: SurfacingLimits) -> Crawl:
    """Surface a database; the words of three records are on its form page."""
    rng = random.Random(f"{database.name} {len(database)}")
    box = Box(database, page_size, pages)
    shown = (database.documents[n].shown for n in rng.sample(range(len(database)), 3))
    first = tuple(word for text in shown for word in words(text))[:50]
    task = Task("q", NONSENSE, first)
    outcome = asyncio.run(Surfacing(task, box, KnownRecords(), limits).run())
    return Crawl(box, outcome.reason)


def crawls(sizes: Sequence[int], limits: SurfacingLimits) -> Iterator[Crawl]:
    for size in sizes:
        for database in databases(size, max(SIZES)):
            if len(database) == size:
                for page_size, pages in INTERFACES:
                    yield crawl(database, page_size, pages, limits)


def captures(shown: Sequence[tuple[str, tuple[int, ...]]]) -> list[set[int]]:
    """What each query caught, all its pages together."""
    caught: dict[str, set[int]] = {}
    for word, page in shown:
        if page:
            caught.setdefault(word, set()).update(page)
    return list(caught.values())


def chao(caught: Sequence[set[int]]) -> float:
    """Chao's lower bound (1984), bias-corrected: by what was caught once and twice."""
    times = Counter(n for each in caught for n in each)
    once, twice = (sum(1 for t in times.values() if t == k) for k in (1, 2))
    return len(times) + once * (once - 1) / (2 * (twice + 1))


def overlapping_rate(caught: Sequence[set[int]], exponent: float) -> float:
    """Lu and Li (2010): known / (1 - OR^-exponent), OR = all that was caught / distinct."""
    times = Counter(n for each in caught for n in each)
    rate = max(times.total() / len(times), 1.01)
    return float(len(times) / (1 - rate**-exponent))


def as_answers(shown: Sequence[tuple[str, tuple[int, ...]]]) -> list[tuple[str, int, int, None]]:
    """What was shown as purposes, records shown and new ones."""
    answers, known, asked = [], set[int](), set[str]()
    for word, page in shown:
        # A word that was asked before is a next page of its answer.
        purpose = "next" if word in asked else "keyword"
        answers.append((purpose, len(page), len(set(page) - known), None))
        asked.add(word)
        known.update(page)
    return answers


RIVALS: dict[str, Callable[[Sequence[set[int]]], float]] = {
    "Chao": chao,
    "Lu 1.1": lambda caught: overlapping_rate(caught, 1.1),
    "Lu 2.1": lambda caught: overlapping_rate(caught, 2.1),
}


def guesses(done: Sequence[Crawl], share: float) -> dict[str, Any]:
    """How far every way is off at a share of the database."""
    off: dict[str, list[float]] = {name: [] for name in ("ours", *RIVALS)}
    inside = []
    for each in done:
        shown = each.until(share)
        size = Course("", each.size, as_answers(shown)).sizes()[-1] if shown else None
        if shown and size:
            off["ours"].append(abs(log(size.likely / each.size)))
            inside.append(size.low <= each.size <= size.high)
            caught = captures(shown)
            for name, rival in RIVALS.items():
                off[name].append(abs(log(rival(caught) / each.size)))
    row = {name: mean(values) for name, values in off.items()}
    return {"share": share, "crawls": len(inside), "inside": mean(inside), **row}


def endings(done: Sequence[Crawl]) -> dict[str, float]:
    """What was had where a crawl ended by saturation."""
    ended = [each for each in done if each.reason.startswith("saturated")]
    known = [len({n for _, page in each.box.shown for n in page}) for each in ended]
    wasted = [each.wasted() for each in ended]
    return {
        "saturated": len(ended),
        "coverage": median(n / each.size for n, each in zip(known, ended, strict=True)),
        "of the reachable": median(
            n / each.box.reachable for n, each in zip(known, ended, strict=True)
        ),
        "wasted, median": median(wasted),
        "wasted, mean": mean(wasted),
    }


def live_crawl(name: str, style: Style, records: int) -> Course:
    """Crawl a live site of so many records."""
    catalogue = (unicode_characters, world_cities)[len(name) % 2](records)
    with Site(catalogue, style) as site, tempfile.TemporaryDirectory() as name_:
        folder = Path(name_)
        command = crawl_command(folder, site.url, "-a", f"max_requests={LIVE_BUDGET}", *FAST)
        subprocess.run(command, check=False, capture_output=True, env=crawl_environment())
        store = CrawlStore.open(f"sqlite:///{folder / 'store.db'}")
        try:
            with store.connect() as connection:
                asked = SiteHistory(connection, site_name(site.url)).asked()
        finally:
            store.close()
    answers = [(each.purpose, each.shown, each.new, each.count) for each in asked]
    return Course(name, len(catalogue.records), answers)


@dataclass(frozen=True, slots=True)
class Course:
    """A crawl: what was crawled, its size, and what each answer showed."""

    name: str
    size: int
    answers: Sequence[tuple[str, int, int, int | None]]

    def course(self) -> Iterator[tuple[Catches, int]]:
        """After each answer, what all of them tell, and the records known."""
        told, known = Catches(), 0
        for purpose, shown, new, count in self.answers:
            known += new
            told.take(purpose, shown, new, count)
            yield told, known

    def sizes(self) -> list[Size | None]:
        """The estimate after each answer."""
        return [told.size(known) for told, known in self.course()]

    def estimates(self) -> list[Size | None]:
        """The estimates at the parts of the crawl."""
        sizes = self.sizes()
        return [sizes[round(part * (len(sizes) - 1))] for part in LIVE_PARTS if sizes]


def live_crawls(names: Sequence[str]) -> list[Course]:
    """Crawl live sites, and keep what they answered."""
    path = Path("output/benchmarks/size_live.jsonl")
    path.parent.mkdir(parents=True, exist_ok=True)
    asked = {name: style for name, style in LIVE_STYLES.items() if not names or name in names}
    done = []
    with path.open("w") as lines:
        for number, (name, style) in enumerate(asked.items()):
            done.append(live_crawl(name, style, LIVE_SIZES[number % len(LIVE_SIZES)]))
            lines.write(json.dumps(asdict(done[-1])) + "\n")
            print(name, done[-1].size, *done[-1].estimates(), flush=True)
    return done


def tell_live(done: Sequence[Course], what: str) -> None:
    """Print how far the estimates of live crawls are off."""
    for number, part in enumerate(LIVE_PARTS):
        told = [(each.size, sizes[number]) for each in done if (sizes := each.estimates())]
        known = [(truth, size) for truth, size in told if size]
        if known:
            error = mean(abs(log(size.likely / truth)) for truth, size in known)
            inside = mean(size.low <= truth <= size.high for truth, size in known)
            print(
                f"{what}, {part:4.0%} of the crawl: {len(known)} of {len(done)} have an estimate; "
                f"truth inside {inside:.2f}, mean |log| {error:.2f}"
            )


def fit(done: Sequence[Course]) -> None:
    """Print the weights: lines through the median and the highest fortieth of the odds."""
    shares, odds = list[float](), list[float]()
    for each in done:
        step = max(1, len(each.answers) // 50)
        for told, known in islice(each.course(), 0, None, step):
            if told._caught(known) and max(told._total, told._stated.most) <= known:
                shares.append(log(told._first.share()))
                odds.append(log((max(0, each.size - known) + 0.5) / known))
    for name, part in (("LIKELY", 0.5), ("MOST", 0.975)):
        print(name, *(f"{n:.2f}" for n in quantile_line(np.array(shares), np.array(odds), part)))


def quantile_line(x: Any, y: Any, part: float) -> tuple[float, float]:
    """The constant and the weight of the line below which this part of the points lies."""

    def loss(weight: float) -> float:
        over = y - weight * x
        over = over - np.quantile(over, part)
        return float(np.where(over > 0, part * over, (part - 1) * over).sum())

    best = min(np.arange(0, 2, 0.05), key=loss)
    return float(np.quantile(y - best * x, part)), float(best)


def stored_course(told: str) -> Course:
    """The crawl of the one site in a store, given as RECORDS=ADDRESS."""
    records, _, address = told.partition("=")
    store = CrawlStore.open(address)
    try:
        with store.connect() as connection:
            site = connection.execute(select(schema.pages.c.site)).scalars().first()
            asked = SiteHistory(connection, site or "").asked()
    finally:
        store.close()
    answers = [(each.purpose, each.shown, each.new, each.count) for each in asked]
    return Course(address, int(records), answers)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--small", action="store_true", help="databases up to 1,000 records")
    parser.add_argument("--fit", action="store_true", help="with --live: fit the weights anew")
    parser.add_argument("--live", nargs="*", metavar="STYLE", help="crawl live sites instead")
    parser.add_argument("--stores", nargs="+", metavar="RECORDS=ADDRESS", help="crawls in stores")
    options = parser.parse_args()
    sizes = tuple(takewhile(lambda size: size <= 1_000, SIZES)) if options.small else SIZES
    if options.stores:
        stored = [stored_course(told) for told in options.stores]
        for each in stored:
            print(each.name, each.size, *each.estimates())
        tell_live(stored, "crawls in stores")
        return
    if options.live is not None:
        live = live_crawls(options.live)
        tell_live(live[1::2], "styles that took no part in the fit")
        tell_live(live[::2], "the others")
        if options.fit:
            small = crawls(SIZES[:2], LIMITS)
            fit([*live[::2], *(Course("", e.size, as_answers(e.box.shown)) for e in small)])
        return
    done = list(crawls(sizes, LIMITS))
    table = [guesses(done, share) for share in SHARES]
    print("share  crawls  inside 95 %   ours   Chao  Lu 1.1  Lu 2.1   (mean |log guess/truth|)")
    for row in table:
        print(
            f"{row['share']:5}  {row['crawls']:6}  {row['inside']:11.2f}  {row['ours']:5.2f}  "
            f"{row['Chao']:5.2f}  {row['Lu 1.1']:6.2f}  {row['Lu 2.1']:6.2f}"
        )
    ended = endings(done)
    print(
        ", ".join(f"{name} {value:.3g}" for name, value in ended.items()), f"of {len(done)} crawls"
    )
    path = Path("output/benchmarks/size.json")
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({"guesses": table, "endings": ended}, indent=2))


if __name__ == "__main__":
    main()

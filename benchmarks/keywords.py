"""How much of a database do keywords reach? Our plan against two others, as in the paper's Table 5.

usage: python -m benchmarks.keywords [REQUESTS]

[Madhavan08, Table 5]: databases of the same sizes behind pages of the same sizes,
first result page only, at most 500 keywords. Each row is run over databases of five kinds
(``text_databases.py``, the catalogues of tests/site). Rivals:

- ``sorts``: the plan that we had before: sorts of words as now, but every sort promises half a page
  of 20 before it was tried, none learns from its neighbours, no pairs, no beginnings;
- ``paper``: section 5.1: rounds of probing with up to 1,500 candidates, and of these the 500 that
  the paper's rule chooses. What it probes is not counted as reached, only what it chooses, as in
  the paper; its requests are all that it probes.

All start from the words of the same three records, as a form page may show. Prints two tables and
writes output/benchmarks/keywords.json.
"""

from __future__ import annotations

import heapq
import json
import random
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from typing import Protocol

from benchmarks.text_databases import Database, databases, unspaced_databases
from deepweb.page.words import words
from deepweb.surface.keywords.first_words import seeds
from deepweb.surface.keywords.keyword_choice import (
    Probed,
    choose_keywords,
    top_words,
)
from deepweb.surface.keywords.keywords import KeywordPlan

# Records, records a page, and how many the paper reached.
TABLE_5 = (
    (382, 20, 348),
    (506, 20, 475),
    (1_700, 25, 1_485),
    (4_700, 10, 2_136),
    (5_000, 50, 4_118),
    (18_200, 100, 5_315),
    (21_200, 10, 2_661),
    (21_800, 200, 13_324),
)
TOGETHER = 2
# [Madhavan08 §5.1]: rounds of probing, candidates in all, and the largest share of pages with one.
MAX_ROUNDS = 15
MAX_CANDIDATES = 1500
MAX_SHARE = 0.8


@dataclass(frozen=True, slots=True)
class Row:
    """One database: shares of it that were reached, and requests."""

    database: str
    records: int
    page_size: int
    printed: float | None
    ours: float
    sorts: float
    paper: float | None
    ours_requests: int
    ours_until_printed: int | None
    sorts_until_printed: int | None
    paper_requests: int | None


class Plan(Protocol):
    def add(self, title: str, text: str) -> None: ...
    def next(self) -> str | None: ...
    def exclude(self, word: str) -> None: ...
    def credit(
        self, word: str, new: int, count: int | None = None, shown: int | None = None
    ) -> None: ...


class Sorts:
    """What a sort of words brought lately is what its next word promises, and nothing more."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()
        self._titles: Counter[str] = Counter()
        self._heaps: defaultdict[tuple[int, ...], list[tuple[int, str]]] = defaultdict(list)
        self._asked: dict[str, tuple[int, ...] | None] = {}
        self._brought: defaultdict[tuple[int, ...], float] = defaultdict(float)
        self._answers: defaultdict[tuple[int, ...], float] = defaultdict(float)

    def add(self, title: str, text: str) -> None:
        in_title = set(words(title))
        for word in in_title.union(words(text)).difference(self._asked):
            self._held[word] += 1
            self._titles[word] += word in in_title
            heapq.heappush(self._heaps[self._sort(word)], (-self._held[word], word))

    def next(self) -> str | None:
        ready = [sort for sort in self._heaps if self._has_word(sort)]
        if not ready:
            return None
        best = max(ready, key=lambda sort: (self._promise(sort), sort))
        _, word = heapq.heappop(self._heaps[best])
        self._asked[word] = best
        return word

    def exclude(self, word: str) -> None:
        self._asked.setdefault(word, None)

    def credit(
        self, word: str, new: int, count: int | None = None, shown: int | None = None
    ) -> None:
        if sort := self._asked.get(word):
            for group in (sort, sort[:2]):
                self._brought[group] = 0.9 * self._brought[group] + new
                self._answers[group] = 0.9 * self._answers[group] + 1

    def _sort(self, word: str) -> tuple[int, ...]:
        held = self._held[word]
        kind = 0 if word.isdigit() else 1 if any(c.isdigit() for c in word) else 2
        return kind, 2 * self._titles[word] >= held, held.bit_length()

    def _has_word(self, sort: tuple[int, ...]) -> bool:
        heap = self._heaps[sort]
        while heap and (
            heap[0][1] in self._asked
            or -heap[0][0] != self._held[heap[0][1]]
            or self._sort(heap[0][1]) != sort
        ):
            heapq.heappop(heap)
        return bool(heap)

    def _promise(self, sort: tuple[int, ...]) -> float:
        family = (10 + self._brought[sort[:2]]) / (1 + self._answers[sort[:2]])
        return (family + self._brought[sort]) / (1 + self._answers[sort])


def form_page(database: Database) -> list[str]:
    rng = random.Random(len(database))
    return [each.shown for each in rng.sample(list(database.documents), 3)]


def reached(database: Database, plan: Plan, page_size: int, requests: int) -> list[int]:
    """How many records were reached after each request."""
    seen: set[int] = set()
    curve: list[int] = []
    for chosen in _rounds(plan, seeds(form_page(database), stop_words=frozenset()), seen):
        for word in chosen[: requests - len(curve)]:
            shown = database.search(word)[:page_size]
            new = [number for number in shown if number not in seen]
            seen.update(new)
            for number in new:
                plan.add(database.documents[number].title, database.documents[number].shown)
            plan.credit(word, len(new), shown=len(shown))
            curve.append(len(seen))
        if len(curve) >= requests:
            break
    return curve


def _rounds(plan: Plan, first: Iterable[str], seen: set[int]) -> Iterator[list[str]]:
    """Seeds until one finds something, then what the plan says; two words a round."""
    for seed in first:
        if seen:
            break
        plan.exclude(seed)
        yield [seed]
    while chosen := [word for _ in range(TOGETHER) if (word := plan.next()) is not None]:
        yield chosen


@lru_cache(maxsize=30_000)
def _words(text: str) -> frozenset[str]:
    return frozenset(words(text))


def candidates(pages: Sequence[Set[str]], held: Mapping[str, int], most: int) -> list[str]:
    """The keywords of the next round: top words that stand on several pages, but not on most.

    ``pages`` are the top words of all pages so far, ``held`` counts the pages that hold a word.
    """
    found = Counter(word for page in pages for word in page)
    fit = [w for w in found if 1 < held.get(w, 0) <= MAX_SHARE * len(pages)]
    return sorted(fit, key=lambda word: (-found[word], word))[:most]


def papers_choice(database: Database, page_size: int, most: int) -> tuple[int, int]:
    """How many records the chosen keywords reach, and how many words were probed for it."""
    first = seeds(form_page(database), stop_words=frozenset())
    probed: dict[str, Probed] = {}
    held: Counter[str] = Counter()
    asked: set[str] = set()
    wanted: Sequence[str] = first
    for _ in range(MAX_ROUNDS):
        wanted = [word for word in wanted if word not in asked][: MAX_CANDIDATES - len(asked)]
        if not wanted:
            break
        for word in wanted:
            asked.add(word)
            texts = [database.documents[n].shown for n in database.search(word)[:page_size]]
            if texts:
                held.update(frozenset().union(*map(_words, texts)))
                probed[word] = Probed(word, top_words(texts), sum(map(len, texts)))
        pages = [probe.top for probe in probed.values()]
        wanted = candidates(pages, held, MAX_CANDIDATES)
    rng = random.Random(len(database))
    chosen = choose_keywords(list(probed.values()), rng, most=most)
    return len({n for word in chosen for n in database.search(word)[:page_size]}), len(asked)


def compare(database: Database, page_size: int, printed: float | None, requests: int) -> Row:
    size = len(database)
    ours = reached(database, KeywordPlan(), page_size, requests)
    sorts = reached(database, Sorts(), page_size, requests)
    paper = papers_choice(database, page_size, requests) if printed is not None else None
    return Row(
        database.name,
        size,
        page_size,
        printed,
        round(ours[-1] / size, 3),
        round(sorts[-1] / size, 3),
        round(paper[0] / size, 3) if paper else None,
        len(ours),
        _first(ours, printed, size),
        _first(sorts, printed, size),
        paper[1] if paper else None,
    )


def row_of_table(row: tuple[int, int, int], requests: int) -> list[Row]:
    """A row of Table 5, over databases of every kind."""
    size, page_size, paper = row
    largest = max(size for size, _, _ in TABLE_5)
    share = round(paper / size, 3)
    return [compare(each, page_size, share, requests) for each in databases(size, largest)]


def _first(curve: Sequence[int], share: float | None, size: int) -> int | None:
    """After how many requests a share was reached."""
    if share is None:
        return None
    return next((n for n, found in enumerate(curve, 1) if found >= share * size), None)


def next_cost(number: int = 10_000) -> float:
    """Milliseconds for each word of so many, learning included."""
    rng = random.Random(0)
    plan = KeywordPlan()
    for _ in range(number // 4):
        plan.add("", " ".join(f"w{rng.randrange(number)}x" for _ in range(20)))
    start = time.perf_counter()
    asked = 0
    while (word := plan.next()) is not None:
        plan.credit(word, asked % 20, shown=20)
        asked += 1
    return 1000 * (time.perf_counter() - start) / asked


def table(rows: Sequence[Row]) -> Iterator[str]:
    names = list(asdict(rows[0]))
    yield " ".join(f"{name:>19}" for name in names)
    for row in rows:
        yield " ".join(f"{'-' if v is None else v!s:>19}" for v in asdict(row).values())


def main() -> None:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with ProcessPoolExecutor() as pool:
        asked = [pool.submit(row_of_table, row, requests) for row in reversed(TABLE_5)]
        rows = [row for answer in reversed(asked) for row in answer.result()]
    unspaced = [compare(each, 25, None, requests) for each in unspaced_databases(1_700)]
    cost = next_cost()
    print(f"share of records reached with {requests} keywords, first result page only")
    print(*table(rows), sep="\n")
    print("without spaces between words, searched by parts of the text")
    print(*table(unspaced), sep="\n")
    print(f"{cost:.3f} ms for each next word of 10,000")
    target = Path("output/benchmarks/keywords.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    found = {
        "requests": requests,
        "next_ms": round(cost, 4),
        "rows": [asdict(row) for row in rows],
        "unspaced": [asdict(row) for row in unspaced],
    }
    target.write_text(json.dumps(found, indent=1))


if __name__ == "__main__":
    main()

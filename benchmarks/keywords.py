"""How many records a number of words reach: our plan against the most frequent word of all.

usage: python -m benchmarks.keywords [REQUESTS]

Both start from the same seeds and see the first page of each answer over catalogues of tests/site.
The rival asks, of all words seen and not asked, the one that most records hold (the usual greedy
probing). Prints a table and writes output/benchmarks/keywords.json.
"""

from __future__ import annotations

import heapq
import json
import random
import sys
from collections import Counter
from pathlib import Path
from typing import Protocol

from deepweb.read.words import words
from deepweb.surface.keywords import KeywordPlan
from tests.site import Catalogue, unicode_characters, world_cities
from tests.site.search import Index, Selection

# What the pages show beside the title; prices and populations are shown, but not searched.
SHOWN = ("category", "script", "country", "continent", "timezone", "price", "population")
SEEDS = 3


class Plan(Protocol):
    def add(self, title: str, text: str) -> None: ...
    def next(self) -> str | None: ...
    def credit(self, word: str, new: int) -> None: ...


class MostFrequent:
    """The rival."""

    def __init__(self) -> None:
        self._held: Counter[str] = Counter()
        self._heap: list[tuple[int, str]] = []
        self._asked: set[str] = set()

    def add(self, title: str, text: str) -> None:
        for word in {*words(title), *words(text)} - self._asked:
            self._held[word] += 1
            heapq.heappush(self._heap, (-self._held[word], word))

    def next(self) -> str | None:
        while self._heap:
            _, word = heapq.heappop(self._heap)
            if word not in self._asked:
                self._asked.add(word)
                return word
        return None

    def credit(self, word: str, new: int) -> None:
        """It does not learn."""


def reached(index: Index, plan: Plan, page_size: int, requests: int, rng: random.Random) -> int:
    first = rng.choice(index.catalogue.records)
    plan.add(first.title, first.title)
    seen: set[str] = set()
    for _ in range(requests):
        word = plan.next()
        if word is None:
            break
        entries = index.entries(index.positions(Selection(word))[:page_size])
        new = [entry for entry in entries if entry.id not in seen]
        for entry in new:
            seen.add(entry.id)
            plan.add(entry.title, " ".join(entry.attributes.get(name, "") for name in SHOWN))
        plan.credit(word, len(new))
    return len(seen)


def compare(catalogue: Catalogue, page_size: int, requests: int) -> dict[str, object]:
    index = Index(catalogue)

    def mean(plan: type[KeywordPlan] | type[MostFrequent]) -> float:
        runs = (
            reached(index, plan(), page_size, requests, random.Random(seed))
            for seed in range(SEEDS)
        )
        return sum(runs) / SEEDS

    ours, rival = mean(KeywordPlan), mean(MostFrequent)
    return {
        "catalogue": catalogue.name,
        "records": len(catalogue),
        "page_size": page_size,
        "ours": round(ours),
        "most_frequent": round(rival),
        "ratio": round(ours / rival, 2),
    }


def main() -> None:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    catalogues = [make(n) for make in (unicode_characters, world_cities) for n in (2_000, 20_000)]
    rows = [compare(c, size, requests) for c in catalogues for size in (20, 100)]
    print(f"records reached in {requests} requests, mean of {SEEDS} seeds")
    print(" ".join(f"{name:>18}" for name in rows[0]))
    for row in rows:
        print(" ".join(f"{value!s:>18}" for value in row.values()))
    target = Path("output/benchmarks/keywords.json")
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps({"requests": requests, "rows": rows}, indent=1))


if __name__ == "__main__":
    main()

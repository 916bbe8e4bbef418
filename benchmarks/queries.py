"""Queries from logs and knowledge: how well, how fast, in how much memory.

    python -m benchmarks.queries                  # 1 million rows and 1 million names
    python -m benchmarks.queries --full           # 20 million of each
    python -m benchmarks.queries --seeds 5        # mean and least of five logs and worlds
    python -m benchmarks.queries --data FOLDER    # names from FOLDER/*.tsv.gz, too

``query_engines`` compares engines for the same work, ``queries_live`` crawls with and without.
Prints tables as in [He13, Figures 5 and 6]; ``--json`` prints all of it as JSON.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import resource
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import accumulate
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.synthetic_log import LogWriter, World, is_pattern, write_knowledge
from deepweb.knowledge.knowledge_base import KnowledgeBase
from deepweb.knowledge.log_queries import LogQueries
from deepweb.knowledge.query_log import QueryLog
from deepweb.store.resources import commonness, log_column_names, prepositions
from deepweb.surface.queries.type_match import (
    THRESHOLD,
    BestScores,
    Document,
    OwnWords,
    Rarity,
    TypeLengths,
    TypesOf,
    tf_idf,
)

SOME, ALL = 1_000_000, 20_000_000
TOPS = (10, 20, 50, 100, 200)
THRESHOLDS = (0.3, 0.5, 0.7)
Told = dict[str, Any]


@dataclass(slots=True)
class Clock:
    """Seconds and memory of steps."""

    steps: dict[str, Told] = field(default_factory=dict)

    def run(self, name: str, rows: int, step: Callable[[], Any]) -> Any:
        wall, cpu = time.perf_counter(), time.process_time()
        done = step()
        seconds = time.perf_counter() - wall
        self.steps[name] = {
            "rows": rows,
            "seconds": round(seconds, 1),
            "cpu_seconds": round(time.process_time() - cpu, 1),
            "rows_per_second": round(rows / seconds) if seconds else 0,
            "peak_mb": peak_mb(),
        }
        return done


def peak_mb() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def scale_and_quality(folder: Path, world: World, size: int, seed: int) -> Told:
    """All steps on a log and a knowledge base of a size."""
    clock, making = Clock(), Clock()
    make(folder, world, size, seed, making)
    knowledge: KnowledgeBase = clock.run(
        "read names", size, lambda: KnowledgeBase.open(folder / "kb")
    )
    with LogQueries(QueryLog.open(folder / "log.tsv", log_column_names()), knowledge) as steps:
        clock.run("read log", size, steps.load)
        clock.run("filter", steps.totals.rows, steps.filter)
        kept = steps.totals.kept
        clock.run("cut and count", kept, lambda: steps.aggregate(prepositions()))
        clock.run("clean", kept, lambda: sum(1 for _ in steps.cleaned()))
        matches = clock.run("match types", steps.totals.sites, lambda: dict(steps.expand()))
        documents = dict(steps.documents())
    assert matches
    total = sum(step["seconds"] for step in clock.steps.values())
    return {
        "made": making.steps,
        "steps": clock.steps,
        "seconds": round(total, 1),
        "cpu_seconds": round(sum(step["cpu_seconds"] for step in clock.steps.values()), 1),
        "peak_mb": peak_mb(),
        "totals": asdict(steps.totals),
        "patterns": pattern_precision([each.text for each in steps.patterns]),
        "wrong_patterns": [e.text for e in steps.patterns if not is_pattern(e.text)],
        "cleaned": round(steps.totals.patterned / kept, 3),
        "duplicates": round(1 - steps.totals.cleaned / kept, 3),
        "types": type_precision(world, knowledge, documents),
        "own_words": own_words(world, knowledge, seed),
    }


def make(folder: Path, world: World, size: int, seed: int, clock: Clock) -> None:
    """The files, unless they are there from another run."""
    is_made, rng = folder / "made", random.Random(seed)
    if not is_made.exists():
        clock.run("names", size, lambda: write_knowledge(folder / "kb", world, size, rng))
        clock.run("log", size, lambda: LogWriter(world, rng).write(folder / "log.tsv", size))
        is_made.touch()


def pattern_precision(patterns: Sequence[str]) -> dict[int, float]:
    right = [is_pattern(text) for text in patterns]
    return {top: round(sum(right[:top]) / len(right[:top]), 3) for top in TOPS if right}


def type_precision(
    world: World, knowledge: KnowledgeBase, documents: Mapping[str, Document]
) -> list[Told]:
    """As in Figure 6: pairs of a real type and a site, and how many of them are right."""
    scores = {name: _scores(score, documents) for name, score in measures(knowledge, documents)}
    wanted = _judged(_pairs(scores["TF-IDF"], THRESHOLD, knowledge), world)["recall"]
    return [
        {
            "measure": name,
            "ranking": _mean_average_precision(each, world, knowledge),
            "precision_at_equal_recall": _precision_at(wanted, each, world, knowledge),
            "at": {
                threshold: _judged(_pairs(each, threshold, knowledge), world)
                for threshold in THRESHOLDS
            },
        }
        for name, each in scores.items()
    ]


def plain_cosine(document: Document, types_of: TypesOf, sizes: Sequence[int]) -> dict[int, float]:
    """The cosine by frequency alone, without IDF."""
    size = math.sqrt(sum(times * times for times in document.values()))
    products: Counter[int] = Counter()
    for name, times in document.items():
        products.update(dict.fromkeys(types_of(name), times))
    return {each: total / (size * math.sqrt(sizes[each])) for each, total in products.items()}


def jaccard(document: Document, types_of: TypesOf, sizes: Sequence[int]) -> dict[int, float]:
    """The share of names that a document and a type have in common."""
    shared = Counter(each for name in document for each in types_of(name))
    return {each: n / (len(document) + sizes[each] - n) for each, n in shared.items()}


def measures(
    knowledge: KnowledgeBase, documents: Mapping[str, Document]
) -> Iterator[tuple[str, Callable[[Document], dict[int, float]]]]:
    of, sizes = cache(knowledge.types_of), knowledge.sizes
    holders = Counter(name for document in documents.values() for name in document)
    rarity = Rarity(len(documents), holders)
    lengths = TypeLengths(sizes, rarity)
    for name in holders:
        lengths.add(name, of(name))
    yield "TF-IDF", lambda document: tf_idf(document, of, lengths, rarity)
    yield "cosine", lambda document: plain_cosine(document, of, sizes)
    yield "Jaccard", lambda document: jaccard(document, of, sizes)


Pair = tuple[str, str]
"""A site and the name of a type."""


def _scores(
    score: Callable[[Document], dict[int, float]], documents: Mapping[str, Document]
) -> dict[str, dict[int, float]]:
    """Of each site by type, as shares of the best site's."""
    found = {site: score(document) for site, document in documents.items()}
    best = BestScores()
    for each in found.values():
        best.add(each)
    return {
        site: {match.type: match.share for match in best.matches(each, 0.0)}
        for site, each in found.items()
    }


def _pairs(
    scores: Mapping[str, Mapping[int, float]], threshold: float, knowledge: KnowledgeBase
) -> set[Pair]:
    return {
        (site, knowledge.type_name(number))
        for site, shares in scores.items()
        for number, share in shares.items()
        if share >= threshold
    }


def _judged(found: set[Pair], world: World) -> Told:
    """Pairs of real types only: what made-up types match has no truth."""
    pairs = {pair for pair in found if pair[1] in world.names}
    right = len(pairs & _true(world))
    precision = right / len(pairs) if pairs else 0.0
    recall = right / len(_true(world))
    return {
        "pairs": len(pairs),
        "precision": round(precision, 3),
        "recall": round(recall, 3),
        "f1": round(2 * precision * recall / ((precision + recall) or 1), 3),
    }


def _true(world: World) -> set[Pair]:
    return {(site, kind) for site, kind in world.sites.items() if kind}


def _mean_average_precision(
    scores: Mapping[str, Mapping[int, float]], world: World, knowledge: KnowledgeBase
) -> float:
    """How well each type ranks the sites, whatever the threshold."""
    every = []
    for number, each in enumerate(knowledge.types):
        if each.name in world.names:
            shares = {site: found.get(number, 0.0) for site, found in scores.items()}
            ranked = sorted(shares, key=lambda site: (-shares[site], site))
            right = [world.sites.get(site) == each.name and shares[site] > 0 for site in ranked]
            so_far = [n / rank for rank, n in enumerate(accumulate(right), 1)]
            found_at = [so_far[place] for place, is_right in enumerate(right) if is_right]
            every.append(sum(found_at) / sum(kind == each.name for kind in world.sites.values()))
    return round(sum(every) / len(every), 3)


def _precision_at(
    recall: float,
    scores: Mapping[str, Mapping[int, float]],
    world: World,
    knowledge: KnowledgeBase,
) -> float:
    """The precision of the highest threshold that finds as many of the true pairs."""
    judged = (_judged(_pairs(scores, step / 100, knowledge), world) for step in range(100, 0, -1))
    return next((each["precision"] for each in judged if each["recall"] >= recall), 0.0)


def own_words(world: World, knowledge: KnowledgeBase, seed: int) -> Told:
    """Types by the records of a site alone: a name each, among other words."""
    rng = random.Random(seed)
    words = [word for word in commonness().holders if len(word) > 2]
    found = set()
    for site, kind in world.sites.items():
        own = OwnWords(knowledge, knowledge.types_of, commonness())
        for _ in range(300):
            thing = rng.choice(world.names[kind] if kind else world.shops[site])
            own.add(" ".join([thing, *rng.choices(words, k=12)]))
        found |= {(site, knowledge.type_name(match.type)) for match in own.matches()}
    return _judged(found, world)


def of_seeds(every: Sequence[Told]) -> Told:
    """Mean and least of the figures of several worlds and logs."""
    return {
        "patterns": {top: _spread(told["patterns"][top] for told in every) for top in TOPS},
        "cleaned": _spread(told["cleaned"] for told in every),
        "duplicates": _spread(told["duplicates"] for told in every),
        "types": [
            {
                "measure": rows[0]["measure"],
                "ranking": _spread(row["ranking"] for row in rows),
                "precision_at_equal_recall": _spread(
                    row["precision_at_equal_recall"] for row in rows
                ),
                "at": {
                    threshold: {
                        what: _spread(row["at"][threshold][what] for row in rows)
                        for what in ("precision", "recall", "f1")
                    }
                    for threshold in THRESHOLDS
                },
            }
            for rows in zip(*(told["types"] for told in every), strict=True)
        ],
    }


def _spread(figures: Iterable[float]) -> str:
    """Mean, and the least of several."""
    every = list(figures)
    mean = sum(every) / len(every)
    return f"{mean:.3f}" if len(every) == 1 else f"{mean:.3f} ({min(every):.3f})"


def tables(every: Sequence[Told]) -> Iterator[str]:
    """For people."""
    for told in every:
        yield from _cost(told)
    figures = of_seeds(every)
    yield f"\nseeds {len(every)}; mean (least), if several\nprecision of the top patterns"
    yield "  ".join(f"{top}: {told}" for top, told in figures["patterns"].items())
    wrong = Counter(text for told in every for text in told["wrong_patterns"])
    yield f"wrong ones  {', '.join(text for text, _ in wrong.most_common(20))}"
    yield f"queries cleaned {figures['cleaned']}, duplicates removed {figures['duplicates']}"
    yield f"\n{'measure':<9}{'at':>5}{'precision':>16}{'recall':>16}{'F1':>16}"
    for row in figures["types"]:
        for threshold, told in row["at"].items():
            cells = "".join(f"{told[what]:>16}" for what in ("precision", "recall", "f1"))
            yield f"{row['measure']:<9}{threshold:>5}{cells}"
    yield f"\n{'measure':<9}{'mean average precision':>24}{'precision at equal recall':>28}"
    for row in figures["types"]:
        ranked, equal = row["ranking"], row["precision_at_equal_recall"]
        yield f"{row['measure']:<9}{ranked:>24}{equal:>28}"
    yield f"by the site's own words alone: {[told['own_words'] for told in every]}"


def _cost(told: Told) -> Iterator[str]:
    yield f"\n{'step':<16}{'rows':>12}{'seconds':>9}{'CPU s':>8}{'rows/s':>12}{'peak MB':>9}"
    for name, step in told["steps"].items():
        yield (
            f"{name:<16}{step['rows']:>12,}{step['seconds']:>9}{step['cpu_seconds']:>8}"
            f"{step['rows_per_second']:>12,}{step['peak_mb']:>9,}"
        )
    rate = round(told["totals"]["rows"] / told["seconds"])
    yield (
        f"{'all':<16}{'':>12}{told['seconds']:>9}{told['cpu_seconds']:>8}"
        f"{rate:>12,}{told['peak_mb']:>9,}"
    )
    made = [f"{name} {each['seconds']} s" for name, each in told["made"].items()]
    yield f"not counted: making of {' and '.join(made) or 'nothing, all was there'}"
    yield f"{told['totals']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=SOME, help="rows, and names")
    parser.add_argument("--full", action="store_true", help="20 million of each")
    parser.add_argument("--data", type=Path, help="folder of type.tsv.gz files")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seeds", type=int, default=1, help="how many, from --seed on")
    parser.add_argument("--made", type=Path, help="folder to leave files in, and to find them in")
    parser.add_argument("--json", action="store_true")
    opts = parser.parse_args()
    every, size = [], ALL if opts.full else opts.size
    for seed in range(opts.seed, opts.seed + opts.seeds):
        world = World.of(opts.data, seed)
        with TemporaryDirectory() as room:
            folder = opts.made / f"{size}-{seed}" if opts.made else Path(room)
            every.append(scale_and_quality(folder, world, size, seed))
    told = {"runs": every, "seeds": of_seeds(every)}
    print(json.dumps(told, indent=1) if opts.json else "\n".join(tables(every)))


if __name__ == "__main__":
    main()

"""Queries from logs and knowledge: how well, how fast, in how much memory.

    python -m benchmarks.queries                  # 1 million rows and 1 million names
    python -m benchmarks.queries --full           # 20 million of each
    python -m benchmarks.queries --data FOLDER    # names from FOLDER/*.tsv.gz, too

``query_engines`` compares engines for the same work, ``queries_live`` crawls with and without.
Prints tables as in Figures 5 and 6 of He et al. (WSDM 2013); ``--json`` prints all of it as JSON.
"""

from __future__ import annotations

import argparse
import json
import random
import resource
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.synthetic_log import LogWriter, World, is_pattern, write_knowledge
from deepweb.knowledge import KnowledgeBase
from deepweb.log_queries import LogQueries
from deepweb.query_log import QueryLog
from deepweb.resources import commonness, prepositions
from deepweb.surface.own_words import OwnWords
from deepweb.surface.type_match import (
    BestScores,
    Document,
    Rarity,
    TypeLengths,
    jaccard,
    plain_cosine,
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
    rng, clock, making = random.Random(seed), Clock(), Clock()
    making.run("names", size, lambda: write_knowledge(folder / "kb", world, size, rng))
    making.run("log", size, lambda: LogWriter(world, rng).write(folder / "log.tsv", size))
    knowledge: KnowledgeBase = clock.run(
        "read names", size, lambda: KnowledgeBase.open(folder / "kb")
    )
    with LogQueries(QueryLog.open(folder / "log.tsv"), knowledge) as steps:
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


def pattern_precision(patterns: Sequence[str]) -> dict[int, float]:
    right = [is_pattern(text) for text in patterns]
    return {top: round(sum(right[:top]) / len(right[:top]), 3) for top in TOPS if right}


def type_precision(
    world: World, knowledge: KnowledgeBase, documents: Mapping[str, Document]
) -> list[Told]:
    """As in Figure 6: pairs of a real type and a site, and how many of them are right."""
    holders: dict[str, int] = {}
    for document in documents.values():
        for name in document:
            holders[name] = holders.get(name, 0) + 1
    rarity = Rarity(len(documents), holders)
    lengths = TypeLengths(knowledge.sizes, rarity)
    for name in holders:
        lengths.add(name, knowledge.types_of(name))
    of, sizes = knowledge.types_of, knowledge.sizes
    measures: dict[str, Callable[[Document], dict[int, float]]] = {
        "TF-IDF": lambda document: tf_idf(document, of, lengths, rarity),
        "cosine": lambda document: plain_cosine(document, of, sizes),
        "Jaccard": lambda document: jaccard(document, of, sizes),
    }
    rows = []
    for measure, score in measures.items():
        scores = {site: score(document) for site, document in documents.items()}
        best = BestScores()
        for each in scores.values():
            best.add(each)
        for threshold in THRESHOLDS:
            found = {
                (site, knowledge.type_name(match.type))
                for site, each in scores.items()
                for match in best.matches(each, threshold)
            }
            rows.append({"measure": measure, "threshold": threshold} | _judged(found, world))
    return rows


def _judged(found: set[tuple[str, str]], world: World) -> Told:
    """Pairs of real types only: what made-up types match has no truth."""
    pairs = {pair for pair in found if pair[1] in world.names}
    true = {(site, kind) for site, kind in world.sites.items() if kind}
    right = len(pairs & true)
    return {
        "pairs": len(pairs),
        "precision": round(right / len(pairs), 3) if pairs else None,
        "recall": round(right / len(true), 3),
    }


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


def tables(told: Told) -> Iterator[str]:
    """For people."""
    if "steps" in told:
        yield f"{'step':<16}{'rows':>12}{'seconds':>9}{'CPU s':>8}{'rows/s':>12}{'peak MB':>9}"
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
        made = " and ".join(f"{name} {each['seconds']} s" for name, each in told["made"].items())
        yield f"not counted: making of {made}"
        yield f"\n{told['totals']}"
        yield f"\nprecision of the top patterns  {told['patterns']}"
        yield f"wrong ones                     {', '.join(told['wrong_patterns'][:20])}"
        yield f"queries cleaned                {told['cleaned']:.1%}"
        yield f"duplicates removed             {told['duplicates']:.1%}"
        yield f"\n{'measure':<10}{'threshold':>10}{'pairs':>8}{'precision':>11}{'recall':>8}"
        for row in told["types"]:
            yield (
                f"{row['measure']:<10}{row['threshold']:>10}{row['pairs']:>8}"
                f"{row['precision']!s:>11}{row['recall']:>8}"
            )
        yield f"by the site's own words alone: {told['own_words']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=SOME, help="rows, and names")
    parser.add_argument("--full", action="store_true", help="20 million of each")
    parser.add_argument("--data", type=Path, help="folder of type.tsv.gz files")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--room", help="folder for the files made (default: the system's)")
    parser.add_argument("--json", action="store_true")
    opts = parser.parse_args()
    with TemporaryDirectory(dir=opts.room) as folder:
        size = ALL if opts.full else opts.size
        told = scale_and_quality(Path(folder), World.of(opts.data), size, opts.seed)
    print(json.dumps(told, indent=1) if opts.json else "\n".join(tables(told)))


if __name__ == "__main__":
    main()

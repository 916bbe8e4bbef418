"""What do 100,000 waiting sites cost in time (to add, choose, rank again) and in memory?

    python -m benchmarks.frontier [--sites 100000] [--json FILE]

Sites have made-up names, three words in their links and eight around them. Times are CPU times, so
other processes do not count. Memory is the peak of the process.
"""

from __future__ import annotations

import argparse
import json
import resource
import time
from pathlib import Path
from random import Random
from statistics import mean, quantiles

from deepweb.crawl.topics import read_topic
from deepweb.locate.site.page_links import Link
from deepweb.locate.web.frontier import Candidate, SiteFrontier
from deepweb.locate.web.ranker import SeenSites, odds_weights, site_words

CHOICES = 2000  # sites that are chosen, one after the other


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--sites", type=int, default=100_000)
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    options = parser.parse_args()
    found = figures(options.sites)
    for name, value in found.items():
        print(f"{name:<28} {value:>12,.4f}")
    if options.json:
        options.json.write_text(json.dumps(found, indent=1))


def figures(sites: int) -> dict[str, float]:
    rng, topic, seen = Random(0), read_topic("book").words, SeenSites.none()
    words = [word for word in topic if word.isascii()]
    before = _memory()
    frontier = SiteFrontier(odds_weights(seen, topic), alpha=0.6)
    began = time.process_time()
    for number in range(sites):
        frontier.add(_candidate(rng, words, number))
    added = time.process_time() - began
    choices = []
    for number in range(CHOICES):
        began = time.process_time()
        chosen = frontier.choose()
        choices.append(1000 * (time.process_time() - began))
        assert chosen is not None
        seen.learn(chosen.candidate.words.tokens(), led=number % 3 == 0)
        frontier.add(_candidate(rng, words, sites + number))
    began = time.process_time()
    frontier.rank(odds_weights(seen, topic))
    ranked = time.process_time() - began
    return {
        "sites": sites,
        "to add one, ms": 1000 * added / sites,
        "to choose, mean ms": mean(choices),
        "to choose, 99 %, ms": quantiles(choices, n=100)[98],
        "to choose, most ms": max(choices),
        "to rank all anew, s": ranked,
        "memory, MB": (_memory() - before) / 1024,
        "memory of the process, MB": _memory() / 1024,
    }


def _candidate(rng: Random, words: list[str], number: int) -> Candidate:
    site = f"{rng.choice(words)}{rng.choice(words)}{number}.example"
    link = Link(f"http://{site}/", " ".join(rng.sample(words, 3)), " ".join(rng.sample(words, 8)))
    votes = float(rng.random() < 0.1)
    return Candidate(site, link.url, site_words(link), votes, "link of a site")


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


if __name__ == "__main__":
    main()

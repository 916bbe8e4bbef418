"""The empty page filter over the test sites, probed live, beside the plain method [He13 §5].

usage: python -m benchmarks.empty [--json FILE]

Of each site's 100 answers to words, 20 are looked at to learn which words say nothing, and the
other 80 are judged. As in the paper, precision and recall are those of the pages called not empty;
a page that answers another query than was asked counts as empty. Three methods:

- plain: mean Jaccard of the page's words to those of the answers to nonsense, at least θ;
- words: the same, without the words that say nothing;
- ours: with the records that were read off the page, and the signs of another query.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.live import Probe, Probed, probed_sites
from deepweb.page.signature import page_words as words_of
from deepweb.read.fresh import AskedQuery
from deepweb.read.kind.empty import AnswerText, Background, judged
from deepweb.read.reading import Reading, read_answer
from deepweb.read.site_reader import SiteReader
from deepweb.store.resources import page_words, reading_knowledge

THETAS = tuple(round(0.4 + 0.05 * step, 2) for step in range(12))
THETA = 0.85
LOOKED_AT = 20
VARIANTS = {"10 nonsense": (10, 20), "4 nonsense": (4, 20), "4, nothing looked at": (4, 0)}
METHODS = ("plain", "words", "ours")


@dataclass(frozen=True, slots=True)
class Judged:
    """A page: the truth, and what each method says at each θ."""

    is_empty: bool
    empty: Mapping[str, Mapping[float, bool]]
    reason: str


def judged_pages(site: Probed, nonsense: int, looked_at: int) -> list[Judged]:
    words = [probe for probe in site.probes if not probe.is_nonsense]
    random.Random(site.name).shuffle(words)
    pages = [read(site, p, Background(), None) for p in site.probes if p.is_nonsense][:nonsense]
    said = [(page.texts, page.links) for page in pages]
    plain = Background.of(said)
    reader = SiteReader(reading_knowledge().regions)
    answers = [answer_text(read(site, probe, plain, reader), probe) for probe in words]
    learnt = Background.of(said, answers[:looked_at])
    rest = zip(words[LOOKED_AT:], answers[LOOKED_AT:], strict=True)
    return [_judged(probe.is_empty, answer, learnt, plain) for probe, answer in rest]


def read(site: Probed, probe: Probe, background: Background, reader: SiteReader | None) -> Reading:
    asked = AskedQuery(site.action, {site.style.query_name: probe.word})
    return read_answer(probe.page(), asked, background, reader, page_words())


def answer_text(reading: Reading, probe: Probe) -> AnswerText:
    records = [record.text for record in reading.records]
    own_links = sum(record.url is not None for record in reading.records)
    return AnswerText(reading.texts, records, own_links, (probe.word,))


def _judged(is_empty: bool, answer: AnswerText, learnt: Background, plain: Background) -> Judged:
    words = words_of(answer.texts, answer.query)
    # The method of the paper leaves no word out.
    like = Background(pages=plain.pages).similarity(words)
    like_but_for = learnt.similarity(words)
    said = {
        "plain": {theta: like >= theta for theta in THETAS},
        "words": {theta: like_but_for >= theta for theta in THETAS},
        "ours": {theta: judged(answer, learnt, theta=theta).empty for theta in THETAS},
    }
    return Judged(is_empty, said, judged(answer, learnt, theta=THETA).reason)


def score(pages: Sequence[Judged], method: str, theta: float) -> dict[str, float]:
    """Of the pages that are not empty, as the paper counts them."""
    called_full = [page for page in pages if not page.empty[method][theta]]
    right = sum(not page.is_empty for page in called_full)
    full = sum(not page.is_empty for page in pages)
    return {
        "precision": right / len(called_full) if called_full else 1.0,
        "recall": right / full if full else 1.0,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--json", type=Path, help="write the figures to this file too")
    given = parser.parse_args()
    sites = list(probed_sites())
    result: dict[str, Any] = {"sites": len(sites)}
    for variant, (nonsense, looked_at) in VARIANTS.items():
        by_site = {site.name: judged_pages(site, nonsense, looked_at) for site in sites}
        result[variant] = _figures(by_site)
        _show(variant, result[variant])
    if given.json:
        given.json.parent.mkdir(parents=True, exist_ok=True)
        given.json.write_text(json.dumps(result, indent=1))


def _figures(by_site: Mapping[str, Sequence[Judged]]) -> dict[str, Any]:
    pages = [page for of_site in by_site.values() for page in of_site]
    curve = {t: {method: score(pages, method, t) for method in METHODS} for t in THETAS}
    sites = {
        name: {method: score(of_site, method, THETA) for method in METHODS}
        for name, of_site in by_site.items()
    }
    wrong = [
        f"{name}: {'full' if page.empty['ours'][THETA] else 'empty'} page, but {page.reason}"
        for name, of_site in by_site.items()
        for page in of_site
        if page.empty["ours"][THETA] != page.is_empty
    ]
    return {"pages": len(pages), "curve": curve, "sites": sites, "wrong": wrong}


def _show(variant: str, figures: Mapping[str, Any]) -> None:
    print(f"\n{variant}: {figures['pages']} pages; precision and recall over θ")
    print(f"{'θ':>6}" + "".join(f"{method:>16}" for method in METHODS))
    for theta, row in figures["curve"].items():
        print(f"{theta:>6}" + "".join(f"{_pair(row[method]):>16}" for method in METHODS))
    print(f"sites that are not perfect for some method, θ = {THETA}")
    for name, row in figures["sites"].items():
        if any(score["precision"] + score["recall"] < 2 for score in row.values()):
            print(f"  {name:24}" + "".join(f"{_pair(row[method]):>16}" for method in METHODS))
    print(f"wrong: {len(figures['wrong'])}", *figures["wrong"][:10], sep="\n  ")


def _pair(found: Mapping[str, float]) -> str:
    return f"{found['precision']:.3f}/{found['recall']:.3f}"


if __name__ == "__main__":
    main()

"""How do the other pages of a site settle doubts about one page?

[Caverlee] finds answers without any model: pages are grouped by their tags (§V), and in each group
the part that varies is the pagelet (§VI). Here this settles doubts: a page whose kind is not plain
is of the kind of the sure pages of its cluster, and a doubtful region outside the pagelet gives way
to one inside (``records/region.py``). ``thor`` tells clusters, pagelets and their objects
by themselves.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from lxml.html import HtmlElement

from deepweb.page.page import Page, visible_text
from deepweb.read.kind.evidence import PageVerdict
from deepweb.read.thor.clusters import page_clusters, tag_signature
from deepweb.read.thor.pagelet import (
    Answered,
    Pagelet,
    PageletPlace,
    pagelet_at,
    pagelet_place,
    pagelet_places,
)

# Probability up to which the kind of a page is in doubt.
DOUBTFUL = 0.6
# Minimum pages for clusters.
MIN_PAGES = 4
# Sure pages of a cluster that settle the kind of another, and the share of them that must agree.
_MIN_SURE = 2
_AGREEING = 0.8
# Minimum pages for finding where they vary, and maximum pages that are compared.
_MIN_VARYING = 3
_MAX_VARYING = 10
# The same pages always give the same clusters.
_SEED = 0


@dataclass(frozen=True, slots=True)
class ThorReading:
    """What Thor tells of a page: its cluster, the pagelet in it, and the objects of the pagelet."""

    cluster: int
    """Place of the cluster among those of the site, the likeliest to hold answers first."""
    rank: float
    """Likelihood that the cluster holds answers, from 0 to 1."""
    pages: int
    pagelet: str | None
    reason: str
    objects: tuple[str, ...]


def thor(pages: Sequence[Page]) -> list[ThorReading]:
    """Clusters, pagelets and objects of the pages of one site."""
    rng = random.Random(_SEED)  # noqa: S311 - no secret
    clusters, labels = page_clusters([tag_signature(page) for page in pages], rng)
    members: defaultdict[int, list[Answered]] = defaultdict(list)
    for page, label in zip(pages, labels, strict=True):
        members[label].append(Answered(page))
    places = pagelet_places([members[label] for label in range(len(clusters))], rng)
    readings = []
    for page, label in zip(pages, labels, strict=True):
        cluster, place = clusters[label], places[label]
        found = pagelet_at(page, place) if place else Pagelet(None, "nothing on the pages varies")
        readings.append(
            ThorReading(
                label,
                round(cluster.rank, 3),
                cluster.pages,
                "/".join(place.path) if place and found.element is not None else None,
                found.reason,
                tuple(map(visible_text, objects(found.element))),
            )
        )
    return readings


def objects(pagelet: HtmlElement | None) -> list[HtmlElement]:
    """The objects of a pagelet [Caverlee, Fig. 1]: its children with the most common tag."""
    kids = [] if pagelet is None else [kid for kid in pagelet if isinstance(kid.tag, str)]
    told = [kid for kid in kids if visible_text(kid)]
    if not told:
        return [] if pagelet is None else [pagelet]
    (tag, _), *_ = Counter(kid.tag for kid in told).most_common(1)
    return [kid for kid in told if kid.tag == tag]


def varying_place(pages: Sequence[Page]) -> PageletPlace | None:
    """Where the pages of a site vary, if there are enough of them to tell."""
    if len(pages) < _MIN_VARYING:
        return None
    answers = [Answered(page) for page in pages[:_MAX_VARYING]]
    return pagelet_place(answers, random.Random(_SEED))  # noqa: S311 - no secret


def settled(pages: Sequence[Page], verdicts: Sequence[PageVerdict]) -> list[PageVerdict]:
    """The verdicts, where those in doubt follow the sure ones of their cluster."""
    is_doubtful = [verdict.probability <= DOUBTFUL for verdict in verdicts]
    if len(pages) < MIN_PAGES or not any(is_doubtful):
        return list(verdicts)
    rng = random.Random(_SEED)  # noqa: S311 - no secret
    _, labels = page_clusters([tag_signature(page) for page in pages], rng)
    sure: defaultdict[int, Counter[str]] = defaultdict(Counter)
    for label, verdict, doubtful in zip(labels, verdicts, is_doubtful, strict=True):
        if not doubtful:
            sure[label][verdict.kind] += 1
    return [
        _as_others(verdict, sure[label]) if doubtful else verdict
        for label, verdict, doubtful in zip(labels, verdicts, is_doubtful, strict=True)
    ]


def _as_others(verdict: PageVerdict, sure: Counter[str]) -> PageVerdict:
    total = sure.total()
    kind, times = sure.most_common(1)[0] if sure else ("", 0)
    if times < _MIN_SURE or times < _AGREEING * total or kind == verdict.kind:
        return verdict
    reason = f"built as {times} of {total} pages that are {kind}; alone: {verdict.reason}"
    return replace(verdict, kind=kind, probability=times / (total + 1), reason=reason)

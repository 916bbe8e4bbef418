"""Pages of one site to what each of them says: its kind, its records, where it goes on.

All pages are read together: what they share is no answer, the way in which records are found on
most of them is tried on the rest, and the columns of the records are the same on all.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from deepweb.page.page import Page
from deepweb.read.fields.fields import Row
from deepweb.read.fields.learn import learn
from deepweb.read.kind.beside_empty import BesideEmpty, beside_empty
from deepweb.read.kind.evidence import KindWords, PageVerdict
from deepweb.read.kind.page_kind import page_kind
from deepweb.read.links.pager import next_link
from deepweb.read.links.pager_link import PagerWords
from deepweb.read.records.records import FoundRecord, found_records
from deepweb.read.records.region import RecordRegion, RegionModel, find_records

# Kinds of pages that have records.
ANSWERING = frozenset({"results", "single"})
# So like the pages that are known to be empty is an empty page (He et al., section 5).
THETA = 0.85
# Verdicts on a page by nothing but its shape are not surer than this.
BY_SHAPE = 0.6


@dataclass(frozen=True, slots=True)
class ReadingKnowledge:
    """What reading needs to know beforehand: the words of many sites, and a model of regions."""

    kinds: KindWords
    pager: PagerWords
    regions: RegionModel


@dataclass(frozen=True, slots=True)
class PageReading:
    """What a page says."""

    kind: str
    records: tuple[FoundRecord, ...]
    next_url: str | None
    region: str | None
    reason: str


def read_pages(
    pages: Sequence[Page],
    known: ReadingKnowledge,
    background: Sequence[Page] = (),
    *,
    theta: float = THETA,
) -> list[PageReading]:
    """Read the pages of one site; ``background``: pages of it that are known to be empty."""
    beside = beside_empty(pages, background) if background else None
    fresh = [each.fresh.length for each in beside] if beside else None
    regions = find_records(pages, known.regions, fresh=fresh)
    if beside:
        regions = [each.region(found) for each, found in zip(beside, regions, strict=True)]
    verdicts = [_verdict(*each, known) for each in zip(pages, regions, strict=True)]
    if beside:
        verdicts = [_compared(*each, theta) for each in zip(verdicts, regions, beside, strict=True)]
    answers = [
        region if region and verdict.kind in ANSWERING else None
        for region, verdict in zip(regions, verdicts, strict=True)
    ]
    every = [record for region in answers if region for record in region.records]
    rows = iter(learn(every).rows())
    return [
        _reading(page, region, verdict, rows, known)
        for page, region, verdict in zip(pages, answers, verdicts, strict=True)
    ]


def _verdict(page: Page, region: RecordRegion | None, known: ReadingKnowledge) -> PageVerdict:
    records, score = (len(region.records), region.score) if region else (0, 0.0)
    return page_kind(page, known.kinds, records=records, score=score)


def _compared(
    verdict: PageVerdict, region: RecordRegion | None, beside: BesideEmpty, theta: float
) -> PageVerdict:
    """What a page seems to be, unless it is like those that are known to be empty.

    They tell better than its shape alone whether it answers; what it says of itself is believed.
    """
    is_shape = verdict.probability <= BY_SHAPE and verdict.kind in {"empty", "detail"}
    if verdict.kind not in ANSWERING and not is_shape:
        return verdict
    compared = beside.emptiness(region, theta=theta)
    if compared.empty:
        return replace(verdict, kind="empty", reason=compared.reason)
    if is_shape:
        kind = "single" if region and len(region.records) == 1 else "results"
        return replace(verdict, kind=kind, reason=compared.reason)
    return replace(verdict, reason=f"{verdict.reason}; {compared.reason}")


def _reading(
    page: Page,
    region: RecordRegion | None,
    verdict: PageVerdict,
    rows: Iterator[Row],
    known: ReadingKnowledge,
) -> PageReading:
    """``rows``: the fields of this page's records and of all that follow."""
    records = region.records if region else ()
    found = found_records(page, records, list(islice(rows, len(records))))
    return PageReading(
        kind=verdict.kind,
        records=tuple(found),
        next_url=next_link(page, known.pager) if verdict.kind in ANSWERING else None,
        region=region.where if region else None,
        reason="; ".join([verdict.reason, *([region.reason] if region else [])]),
    )

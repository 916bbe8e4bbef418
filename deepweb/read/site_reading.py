"""Pages of one site to what each of them says: its kind, its records, where it goes on.

All pages are read together: what they share is no answer, the way in which records are found on
most of them is tried on the rest, and the columns of the records are the same on all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deepweb.read.empty import Background
from deepweb.read.fields import FieldModel, learn
from deepweb.read.fresh import Asked, Fresh
from deepweb.read.page import Page, links, text_pieces
from deepweb.read.page_kind import KindWords, PageVerdict, page_kind
from deepweb.read.pager import PagerWords, next_link
from deepweb.read.records import FoundRecord, found_records
from deepweb.read.region import RecordRegion, RegionModel, find_records
from deepweb.read.words import normalised

# Kinds of pages that have records.
ANSWERING = frozenset({"results", "single"})


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
    pages: Sequence[Page], known: ReadingKnowledge, background: Sequence[Page] = ()
) -> list[PageReading]:
    """Read the pages of one site; ``background``: pages of it that are known to be empty."""
    fresh = [each.length for each in _fresh(pages, background)] if background else None
    regions = find_records(pages, known.regions, fresh=fresh)
    verdicts = [
        page_kind(
            page,
            known.kinds,
            records=len(region.records) if region else 0,
            score=region.score if region else 0.0,
        )
        for page, region in zip(pages, regions, strict=True)
    ]
    answers = [
        region if region and verdict.kind in ANSWERING else None
        for region, verdict in zip(regions, verdicts, strict=True)
    ]
    fields = learn([record for region in answers if region for record in region.records])
    return [
        _reading(page, region, verdict, fields, known)
        for page, region, verdict in zip(pages, answers, verdicts, strict=True)
    ]


def _fresh(pages: Sequence[Page], background: Sequence[Page]) -> list[Fresh]:
    empty = [
        ([normalised(piece) for piece in text_pieces(page.root)], links(page, 500))
        for page in background
    ]
    return [Fresh(page, Asked(), Background.of(empty)) for page in pages]


def _reading(
    page: Page,
    region: RecordRegion | None,
    verdict: PageVerdict,
    fields: FieldModel,
    known: ReadingKnowledge,
) -> PageReading:
    records = found_records(page, region.records, fields) if region else []
    return PageReading(
        kind=verdict.kind,
        records=tuple(records),
        next_url=next_link(page, known.pager) if verdict.kind in ANSWERING else None,
        region=region.where if region else None,
        reason="; ".join([verdict.reason, *([region.reason] if region else [])]),
    )

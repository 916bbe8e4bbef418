"""What do several pages of one site say: their kind, their records, their next page?

This is what ``scrapy read`` prints. The pages are read together: text that they share is no answer,
the way in which records are found on most pages is tried on the others, and the records of all
pages have the same columns.

Pages of the site that are known to be empty may be given as background. As in a crawl
(``reading.py``), records must then hold text that the background pages lack, and a page that is
like them is empty [He13 §5]. The query is taken from the search box of each page, which still
holds it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from deepweb.page.page import Page, links, text_pieces
from deepweb.page.phrases import spelt
from deepweb.page.walk import walked
from deepweb.page.words import all_normalised
from deepweb.read.asked import box_values, is_text_box
from deepweb.read.fields.learn import learn
from deepweb.read.fields.value_names import NameKnowledge
from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.kind.empty import SEVERAL_PAGES, AnswerText, Background, Emptiness, judged
from deepweb.read.kind.evidence import KindWords, PageVerdict
from deepweb.read.kind.page_kind import page_kind
from deepweb.read.kind.visible import visible_page
from deepweb.read.links.pager import next_link
from deepweb.read.links.pager_link import PagerWords
from deepweb.read.records.candidates import GroupKey
from deepweb.read.records.fresh_records import MIN_SHARE, record_elements
from deepweb.read.records.records import FoundRecord, named_records
from deepweb.read.records.region import (
    SURE,
    RecordElements,
    RecordRegion,
    find_records,
    record_text,
)
from deepweb.read.region_model import RegionModel
from deepweb.read.thor.arbiter import settled

# Kinds of pages that have records.
ANSWERING = frozenset({"results", "single"})
# Similarity to the background pages from which on a page is empty [He13 §5].
THETA = 0.85
# Highest probability of a verdict that follows from the shape of a page alone.
BY_SHAPE = 0.6
# Links of a background page that are remembered.
_MAX_LINKS = 500
# Records that are looked for in the visible text.
_SAMPLE = 5
# Mean characters of the lines of a form.
_MAX_LABEL = 60


@dataclass(frozen=True, slots=True)
class ReadingKnowledge:
    """What reading needs to know in advance: words of many languages, and a model of regions."""

    kinds: KindWords
    pager: PagerWords
    regions: RegionModel
    names: NameKnowledge = field(default_factory=NameKnowledge)


@dataclass(frozen=True, slots=True)
class PageReading:
    """What one page says."""

    kind: str
    records: tuple[FoundRecord, ...]
    next_url: str | None
    region: str | None
    reason: str
    sure: bool = True
    """Is it plain which parts of the page are its records?"""


def read_pages(
    pages: Sequence[Page],
    known: ReadingKnowledge,
    background: Sequence[Page] = (),
    *,
    theta: float = THETA,
) -> list[PageReading]:
    """Read the pages of one site; ``background``: pages of the site that are known to be empty."""
    compared = beside_empty(pages, background) if background else None
    fresh = [each.fresh.length for each in compared] if compared else None
    regions = find_records(pages, known.regions, fresh=fresh)
    if compared:
        regions = [each.region(found) for each, found in zip(compared, regions, strict=True)]
    verdicts = settled(pages, [_verdict(*each, known) for each in zip(pages, regions, strict=True)])
    if compared:
        rows_of = zip(verdicts, regions, compared, strict=True)
        verdicts = [_verdict_beside_empty(*each, theta) for each in rows_of]
    answers = [_answer(*each) for each in zip(pages, regions, verdicts, strict=True)]
    named = [
        named_records(page, region.records if region else ())
        for page, region in zip(pages, answers, strict=True)
    ]
    every = [record for each in named for record in each.records]
    titles = [title for each in named for title in each.titles]
    rows = iter(learn(every, titles, known.names).rows())
    found = [each.found([*islice(rows, len(each.records))]) for each in named]
    return [_reading(*each, known) for each in zip(pages, answers, verdicts, found, strict=True)]


def _verdict(page: Page, region: RecordRegion | None, known: ReadingKnowledge) -> PageVerdict:
    if region is None or _may_be_menu(page, region):
        return page_kind(page, known.kinds, records=0, score=0.0)
    return page_kind(page, known.kinds, records=len(region.records), score=region.score)


def _answer(page: Page, region: RecordRegion | None, verdict: PageVerdict) -> RecordRegion | None:
    """The records of a page, if it answers. Beside a single answer a menu is no list of records."""
    if region is None or verdict.kind not in ANSWERING:
        return None
    return None if verdict.kind == "single" and _may_be_menu(page, region) else region


def _may_be_menu(page: Page, region: RecordRegion) -> bool:
    """Is it a list of short links, or hidden, or in a form?"""
    return region.is_bare or _is_form(region) or not _is_seen(page, region)


def _is_seen(page: Page, region: RecordRegion) -> bool:
    """Is any of the first records visible?"""
    shown = page.once(visible_page).text
    first = (next(text_pieces(record[0]), "") for record in region.records[:_SAMPLE])
    return any(spelt(text) in shown for text in first if text)


def _is_form(region: RecordRegion) -> bool:
    """Are the records lines of a form: a label and a box each?"""
    records = region.records
    if 2 * sum(map(_has_box, records)) <= len(records):
        return False
    return sum(len(record_text(record)) for record in records) <= _MAX_LABEL * len(records)


def _has_box(record: RecordElements) -> bool:
    controls = (e for node in record for e in node.iter("input", "select", "textarea"))
    return any(e.tag != "input" or is_text_box(e) for e in controls)


def _verdict_beside_empty(
    verdict: PageVerdict, region: RecordRegion | None, page: BesideEmpty, theta: float
) -> PageVerdict:
    """The verdict, corrected by the similarity to the background pages.

    They tell better than its shape whether a page answers; but what it says itself is believed.
    """
    is_shape = verdict.probability <= BY_SHAPE and verdict.kind in {"empty", "detail"}
    if verdict.kind not in ANSWERING and not is_shape:
        return verdict
    compared = page.emptiness(region, theta=theta)
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
    found: Sequence[FoundRecord],
    known: ReadingKnowledge,
) -> PageReading:
    return PageReading(
        kind=verdict.kind,
        records=tuple(found),
        next_url=next_link(page, known.pager) if verdict.kind in ANSWERING else None,
        region=region.where if region else None,
        reason="; ".join([verdict.reason, *([region.reason] if region else [])]),
        sure=region is None or region.is_sure,
    )


@dataclass(frozen=True, slots=True)
class BesideEmpty:
    """A page with its fresh text, and the background pages."""

    texts: tuple[str, ...]
    asked: tuple[str, ...]
    fresh: Fresh
    empty: Background

    def region(self, found: RecordRegion | None) -> RecordRegion | None:
        """The fresh records of ``found``; if those are not convincing, records by freshness."""
        kept = replace(found, records=self._fresh_records(found)) if found else None
        if found and kept and found.score >= SURE and self._is_most_of_it(found, kept):
            return kept
        alone = tuple((element,) for element in record_elements(self.fresh))
        return _fresh_region(alone) if alone else None

    def emptiness(self, region: RecordRegion | None, *, theta: float) -> Emptiness:
        """Is the page empty, like the background pages?"""
        records = region.records if region else ()
        own_links = sum(bool(self._targets(record)) for record in records)
        said = [record_text(record) for record in records]
        answer = AnswerText(self.texts, said, own_links, self.asked)
        return judged(answer, self.empty, theta=theta)

    def _fresh_records(self, region: RecordRegion) -> tuple[RecordElements, ...]:
        """Records with fresh text, or at least a link that the background pages lack."""
        return tuple(r for r in region.records if self._length(r) or self._targets(r))

    def _is_most_of_it(self, found: RecordRegion, kept: RecordRegion) -> bool:
        """Are most records fresh, and is enough of the fresh text in records?"""
        least = MIN_SHARE * self.fresh.length[self.fresh.root]
        is_most = 2 * len(kept.records) >= len(found.records)
        return is_most and sum(map(self._length, kept.records)) >= least

    def _length(self, record: RecordElements) -> int:
        return sum(self.fresh.length[element] for element in record)

    def _targets(self, record: RecordElements) -> list[str]:
        return [target for element in record for target in self.fresh.targets[element]]


def beside_empty(pages: Sequence[Page], background: Sequence[Page]) -> list[BesideEmpty]:
    """Compare each page with the background pages."""
    asked = [_asked(page) for page in pages]
    texts = list(map(_texts, pages, asked))
    # What one or two pages share may be the answer itself.
    answers = [AnswerText(each) for each in texts] if len(pages) >= SEVERAL_PAGES else []
    nothing = [(_texts(page, _asked(page)), links(page, _MAX_LINKS)) for page in background]
    empty = Background.of(nothing, answers)
    return [
        BesideEmpty(said, tuple(query.query.values()), Fresh(page, query, empty), empty)
        for page, said, query in zip(pages, texts, asked, strict=True)
    ]


def _asked(page: Page) -> AskedQuery:
    """The query, as the search box of the page holds it."""
    return AskedQuery(query=box_values(page.root))


def _texts(page: Page, asked: AskedQuery) -> tuple[str, ...]:
    pieces = page.once(walked).pieces
    return tuple(dict.fromkeys(all_normalised(pieces, list(asked.query.values()))))


def _fresh_region(records: tuple[RecordElements, ...]) -> RecordRegion:
    parent = records[0][0].getparent()
    around = [] if parent is None else [*reversed(list(parent.iterancestors())), parent]
    where = "/".join(str(element.tag) for element in around)
    return RecordRegion(
        records, where, 1.0, "what the empty pages do not say", GroupKey("fresh", "", "")
    )

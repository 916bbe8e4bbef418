"""Which records do the answers of one form hold?

A model of the site is learnt from its first answers, applied to later ones, and learnt again when
it no longer fits. Three ways to find the records of an answer are tried in turn: as on earlier
answers; by the model learnt from many sites (``region.py``), if it is sure; and by fresh text alone
(``fresh_records.py``). Records must always hold text that background pages lack.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from lxml.html import HtmlElement

from deepweb.page.page import Page
from deepweb.read.fields.fields import FieldModel, Row
from deepweb.read.fields.learn import learn
from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.records.fresh_records import MIN_SHARE, record_elements
from deepweb.read.records.records import FoundRecord, found_records
from deepweb.read.records.region import (
    RecordElements,
    RecordRegion,
    RegionModel,
    SiteRegions,
    find_records,
    read_site,
)

# A choice this sure is believed on the page alone; with so many records, it teaches.
SURE, TEACHING = 0.8, 3
# A choice this likely is believed if what is fresh says where the list is, and most have own links.
LIKELY, MOST = 0.4, 0.8
# Pages that the model is learnt from.
REMEMBERED = 3
# Share of the text of a page's records that stands in known columns, below which the columns are
# learnt again.
FIT = 0.6


@dataclass(frozen=True, slots=True)
class SiteModel:
    """What was learnt about how a site shows its records."""

    regions: SiteRegions = field(default_factory=SiteRegions)
    fields: FieldModel | None = None

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings, for storage."""
        return {
            "regions": self.regions.to_json(),
            "fields": self.fields.to_json() if self.fields else None,
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """What ``to_json`` gave."""
        fields = FieldModel.from_json(stored["fields"]) if stored["fields"] else None
        return cls(SiteRegions.from_json(stored["regions"]), fields)


class SiteReader:
    """Reads the answers of one form and learns from them; ``model`` is what it has learnt."""

    def __init__(self, regions: RegionModel, model: SiteModel | None = None) -> None:
        self.model = model or SiteModel()
        self._is_learning = model is None
        self._regions = regions
        self._pages: list[tuple[Page, Mapping[HtmlElement, int]]] = []
        self._records: list[Sequence[RecordElements]] = []

    def records(self, page: Page, asked: AskedQuery, fresh: Fresh) -> list[FoundRecord]:
        """The records of an answer, in document order."""
        found = self._found(page, fresh)
        if not found:
            return []
        return found_records(page, found, self._rows(found), asked, fresh)

    def _found(self, page: Page, fresh: Fresh) -> Sequence[RecordElements]:
        known = self.model.regions.find(page)
        if known is not None and (records := _fresh_records(known, fresh)):
            return records
        (region,) = find_records([page], self._regions, fresh=[fresh.length])
        # One alone is any part of the page; what is fresh tells better.
        is_sure = region is not None and region.score >= SURE and len(region.records) > 1
        if region is not None and is_sure and (records := _fresh_records(region, fresh)):
            self._learn_regions(page, fresh, records)
            return records
        elements = record_elements(fresh)
        if region is not None and len(elements) == 1 and _takes_apart(region, fresh):
            self._learn_regions(page, fresh, region.records)
            return _fresh_records(region, fresh)
        # What two ways find is so.
        if region is not None and [*region.records] == [(element,) for element in elements]:
            self._learn_regions(page, fresh, region.records)
        return [(element,) for element in elements]

    def _learn_regions(self, page: Page, fresh: Fresh, records: Sequence[RecordElements]) -> None:
        if len(records) < TEACHING:
            return
        self._pages = [*self._pages, (page, fresh.length)][-REMEMBERED:]
        pages, lengths = zip(*self._pages, strict=True)
        _, regions = read_site(pages, self._regions, fresh=lengths)
        self.model = replace(self.model, regions=regions)

    def _rows(self, records: Sequence[RecordElements]) -> Sequence[Row]:
        """The fields of the records, in the columns of the site."""
        fields = self.model.fields
        is_new = self._is_learning and len(records) > 1 and len(self._records) < REMEMBERED
        if fields is not None and not is_new and (read := fields.read_page(records)).fit >= FIT:
            return read.rows
        # One record does not tell what is a label and what a value.
        teaching = [*self._records, records]
        learnt = learn([record for page in teaching for record in page])
        if len(records) > 1:
            self._records = teaching[-REMEMBERED:]
            self.model = replace(self.model, fields=learnt.model)
        return learnt.rows(len(learnt.records) - len(records))


def _takes_apart(region: RecordRegion, fresh: Fresh) -> bool:
    """Is a single fresh block a list of records, each with a link of its own?

    The parts of one record have no links, or share one.
    """
    records = _fresh_records(region, fresh)
    leads = [{fresh.targets[each] for each in record if fresh.targets[each]} for record in records]
    own = {frozenset(targets) for targets in leads if targets}
    is_likely = region.score >= LIKELY and len(records) >= TEACHING
    return is_likely and len(own) >= MOST * len(records)


def _fresh_records(region: RecordRegion, fresh: Fresh) -> Sequence[RecordElements]:
    """The records of a region that hold fresh text; none if most records hold no fresh text."""
    lengths = [sum(fresh.length[element] for element in record) for record in region.records]
    kept = [record for record, n in zip(region.records, lengths, strict=True) if n]
    enough = sum(lengths) >= MIN_SHARE * fresh.length[fresh.root]
    return kept if enough and 2 * len(kept) >= len(lengths) else ()

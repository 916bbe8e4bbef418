"""Which records do the answers of one form hold?

A model of the site is learnt from its first answers, applied to later ones, and learnt again when
it no longer fits. Three ways to find the records of an answer are tried in turn: as on earlier
answers; by the model learnt from many sites (``region.py``), if it is sure; and by fresh text alone
(``fresh_records.py``). Records must always hold text that background pages lack.

All that a reader knows is its ``SiteMemory``, which can be stored: a reader that is made from a
stored memory reads the next answer as the first reader would have done.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Self

from lxml.html import HtmlElement

from deepweb.page.page import Page
from deepweb.read.fields.fields import FieldModel, Row
from deepweb.read.fields.learn import learn, renamed
from deepweb.read.fields.value_names import NameKnowledge
from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.records.fresh_records import MIN_SHARE, record_elements
from deepweb.read.records.own_link import part_name
from deepweb.read.records.records import FoundRecord, NamedRecords, RecordLinks, named_records
from deepweb.read.records.region import (
    RecordElements,
    RecordRegion,
    SiteRegions,
    find_records,
    learnt_regions,
)
from deepweb.read.region_model import RegionModel

# Score from which on a region is believed.
_SURE = 0.8
# Score from which on a region is believed if it takes the only fresh block apart.
_LIKELY = 0.4
# Share of the records of such a region that must have links of their own.
_MOST_LINKED = 0.8
# Records of a page from which the region is learnt.
_MIN_TEACHING = 3
# Pages that the model is learnt from.
_REMEMBERED = 3
_ALWAYS_TAUGHT = 2  # pages that teach columns; one more does so if they do not fit it well
_GOOD_FIT = 0.95  # share of the text of records in known columns that is a good fit
_TAUGHT = 3_000  # records that the columns are learnt from
# Share of the text of records in known columns below which the columns are learnt again.
_MIN_FIT = 0.6


@dataclass(frozen=True, slots=True)
class SiteModel:
    """What was learnt about how a site shows its records."""

    regions: SiteRegions = field(default_factory=SiteRegions)
    fields: FieldModel | None = None
    links: RecordLinks = field(default_factory=RecordLinks)

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings, for storage."""
        return {
            "regions": self.regions.to_json(),
            "fields": self.fields.to_json() if self.fields else None,
            "links": [self.links.place, sorted(self.links.echoed), list(self.links.view)],
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """What ``to_json`` gave."""
        fields = FieldModel.from_json(stored["fields"]) if stored["fields"] else None
        place, echoed, view = (*stored.get("links", ("", ())), ("", ""))[:3]
        links = RecordLinks(place, frozenset(echoed), (view[0], view[1]))
        return cls(SiteRegions.from_json(stored["regions"]), fields, links)


@dataclass(frozen=True, slots=True)
class SiteMemory:
    """What a reader has learnt, and the last pages that taught it: it may learn from them again."""

    model: SiteModel = field(default_factory=SiteModel)
    regions: tuple[tuple[Page, Mapping[HtmlElement, int]], ...] = ()
    """Pages whose regions were learnt, with the characters of fresh text in each element."""
    records: tuple[tuple[Page, Sequence[RecordElements]], ...] = ()
    """Pages whose fields were learnt, with their records."""

    def to_json(self) -> dict[str, Any]:
        """As plain lists and mappings; elements are numbered in document order."""
        pages = list({id(page): page for page, _ in (*self.regions, *self.records)}.values())
        places = {id(page): _places(page) for page in pages}
        numbers = {id(page): number for number, page in enumerate(pages)}
        return {
            "model": self.model.to_json(),
            "pages": [[p.url, p.source.decode("latin-1"), p.encoding] for p in pages],
            "regions": [
                [numbers[id(page)], [[places[id(page)][e], n] for e, n in lengths.items()]]
                for page, lengths in self.regions
            ],
            "records": [
                [numbers[id(page)], [[places[id(page)][e] for e in each] for each in records]]
                for page, records in self.records
            ],
        }

    @classmethod
    def from_json(cls, stored: Mapping[str, Any], parse: Callable[[str, bytes, str], Page]) -> Self:
        """What ``to_json`` gave; ``parse`` makes a page from address, source and encoding."""
        pages = [parse(url, text.encode("latin-1"), enc) for url, text, enc in stored["pages"]]
        elements = [list(page.root.iter()) for page in pages]
        return cls(
            SiteModel.from_json(stored["model"]),
            tuple(
                (pages[page], Counter({elements[page][place]: n for place, n in lengths}))
                for page, lengths in stored["regions"]
            ),
            tuple(
                (pages[page], [tuple(elements[page][place] for place in each) for each in records])
                for page, records in stored["records"]
            ),
        )


class SiteReader:
    """Reads the answers of one form, and learns from them; ``memory`` is all that it knows."""

    def __init__(
        self,
        regions: RegionModel,
        memory: SiteMemory | None = None,
        names: NameKnowledge | None = None,
    ) -> None:
        self.memory = memory or SiteMemory()
        self._regions = regions
        self._names = names
        self.renamed: dict[str, str] = {}
        """Fields of earlier answers that got another name."""

    @property
    def model(self) -> SiteModel:
        """What it has learnt."""
        return self.memory.model

    def records(self, page: Page, asked: AskedQuery, fresh: Fresh) -> list[FoundRecord]:
        """The records of an answer, in document order."""
        found = self._found(page, fresh)
        if not found:
            return []
        named = named_records(page, found, asked, fresh, links=self.model.links)
        rows = self._rows(page, named)
        if named.links != self.model.links:
            self.memory = replace(self.memory, model=replace(self.model, links=named.links))
        return named.found(rows)

    def _found(self, page: Page, fresh: Fresh) -> Sequence[RecordElements]:
        known = self.model.regions.find(page)
        if known is not None and (records := _fresh_records(known, fresh)):
            return records
        (region,) = find_records([page], self._regions, fresh=[fresh.length])
        # A single record may be any part of the page; fresh text is a better guide.
        is_sure = region is not None and region.score >= _SURE and len(region.records) > 1
        if region is not None and is_sure and (records := _fresh_records(region, fresh)):
            self._learn_regions(page, fresh, records)
            return records
        elements = record_elements(fresh)
        if region is not None and len(elements) == 1 and _takes_apart(region, fresh):
            self._learn_regions(page, fresh, region.records)
            return _fresh_records(region, fresh)
        ours = [(element,) for element in elements]
        # What two ways find is sure. By its text alone, the heading of a table is a record.
        if region is not None and [*region.records] in (ours, ours[1:]):
            self._learn_regions(page, fresh, region.records)
            return region.records
        return ours

    def _learn_regions(self, page: Page, fresh: Fresh, records: Sequence[RecordElements]) -> None:
        if len(records) < _MIN_TEACHING:
            return
        teaching = (*self.memory.regions, (page, fresh.length))[-_REMEMBERED:]
        pages, lengths = zip(*teaching, strict=True)
        regions = learnt_regions(pages, self._regions, fresh=lengths)
        model = replace(self.model, regions=regions)
        self.memory = replace(self.memory, model=model, regions=teaching)

    def _rows(self, page: Page, named: NamedRecords) -> Sequence[Row]:
        """The fields of the records, in the columns of the site."""
        records = named.records
        fields, least = self.model.fields, self._least_fit(len(records))
        if fields and least <= 1 and (read := fields.read_page(records)).fit >= least:
            return read.rows
        # One record does not show which texts are labels and which are values.
        teaching = (*self.memory.records, (page, records))
        every = [r for _, taught in teaching for r in taught]
        titles = ("",) * (len(every) - len(records)) + (*named.titles,)
        learnt = learn(every, titles, self._names, fields)
        if len(records) > 1:
            self.renamed = renamed(learnt.model, fields) if fields else {}
            model = replace(self.model, fields=learnt.model)
            self.memory = replace(self.memory, model=model, records=teaching[-_REMEMBERED:])
        return learnt.rows(len(learnt.records) - len(records))

    def _least_fit(self, records: int) -> float:
        """How well the columns must fit a page that they are not learnt from; 2: it teaches."""
        pages, taught = len(self.memory.records), sum(len(each) for _, each in self.memory.records)
        if records < 2 or pages >= _REMEMBERED or taught >= _TAUGHT:
            return _MIN_FIT
        return _GOOD_FIT if pages >= _ALWAYS_TAUGHT else 2


def _places(page: Page) -> dict[HtmlElement, int]:
    """The place of each element in the document."""
    return {element: place for place, element in enumerate(page.root.iter())}


def _takes_apart(region: RecordRegion, fresh: Fresh) -> bool:
    """Is a single fresh block a list of records, each with a link or a name of its own?

    The parts of one record have no links, or share one.
    """
    records = _fresh_records(region, fresh)
    names = {part_name(record) for record in records} - {""}
    if len(records) >= _MIN_TEACHING and len(names) >= _MOST_LINKED * len(records):
        return True
    leads = [{fresh.targets[each] for each in record if fresh.targets[each]} for record in records]
    own = {frozenset(targets) for targets in leads if targets}
    is_likely = region.score >= _LIKELY and len(records) >= _MIN_TEACHING
    return is_likely and len(own) >= _MOST_LINKED * len(records)


def _fresh_records(region: RecordRegion, fresh: Fresh) -> Sequence[RecordElements]:
    """The records of a region that hold fresh text; none if most records hold no fresh text."""
    lengths = [sum(fresh.length[element] for element in record) for record in region.records]
    kept = [record for record, n in zip(region.records, lengths, strict=True) if n]
    enough = sum(lengths) >= MIN_SHARE * fresh.length[fresh.root]
    return kept if enough and 2 * len(kept) >= len(lengths) else ()

"""Pages beside others of their site that are known to be empty: what do they say that those do not?

As in a crawl (``reading.py``), where answers to nonsense are known and what was asked is too. Here
a page tells itself what was asked, by a search box that still holds it. Records must hold fresh
text, and a page that is like the empty ones is empty (He et al., WSDM 2013, section 5).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deepweb.page.page import Page, links
from deepweb.page.walk import walked
from deepweb.page.words import all_normalised
from deepweb.read.fresh import Asked, Fresh
from deepweb.read.kind.empty import SEVERAL_PAGES, AnswerText, Background, Emptiness, judged
from deepweb.read.records.candidates import Key
from deepweb.read.records.record_list import MIN_SHARE, record_elements
from deepweb.read.records.region import SURE, Record, RecordRegion, record_text

# Links of an empty page that are remembered.
MOST_LINKS = 500
BOXES = frozenset({"text", "search"})


@dataclass(frozen=True, slots=True)
class BesideEmpty:
    """A page, what of it is fresh, and the empty pages."""

    texts: tuple[str, ...]
    asked: tuple[str, ...]
    fresh: Fresh
    empty: Background

    def region(self, found: RecordRegion | None) -> RecordRegion | None:
        """The records that hold fresh text; where ``found`` are hardly those, what is fresh."""
        kept = replace(found, records=self._fresh_records(found)) if found else None
        if found and kept and found.score >= SURE and self._is_most_of_it(found, kept):
            return kept
        alone = tuple((element,) for element in record_elements(self.fresh))
        return _region(alone) if alone else None

    def emptiness(self, region: RecordRegion | None, *, theta: float) -> Emptiness:
        """Is the page one of the empty ones?"""
        records = region.records if region else ()
        own_links = sum(bool(self._targets(record)) for record in records)
        said = [record_text(record) for record in records]
        answer = AnswerText(self.texts, said, own_links, self.asked)
        return judged(answer, self.empty, theta=theta)

    def _fresh_records(self, region: RecordRegion) -> tuple[Record, ...]:
        """Those with fresh text, or at least a link that the empty pages do not have."""
        return tuple(r for r in region.records if self._length(r) or self._targets(r))

    def _is_most_of_it(self, found: RecordRegion, kept: RecordRegion) -> bool:
        """Are most of the records fresh, and much of what is fresh records?"""
        least = MIN_SHARE * self.fresh.length[self.fresh.root]
        is_most = 2 * len(kept.records) >= len(found.records)
        return is_most and sum(map(self._length, kept.records)) >= least

    def _length(self, record: Record) -> int:
        return sum(self.fresh.length[element] for element in record)

    def _targets(self, record: Record) -> list[str]:
        return [target for element in record for target in self.fresh.targets[element]]


def beside_empty(pages: Sequence[Page], background: Sequence[Page]) -> list[BesideEmpty]:
    """Each of some pages beside the empty ones."""
    asked = [_asked(page) for page in pages]
    texts = list(map(_texts, pages, asked))
    # Of one or two pages all that they share may be the answer.
    answers = [AnswerText(each) for each in texts] if len(pages) >= SEVERAL_PAGES else []
    nothing = [(_texts(page, _asked(page)), links(page, MOST_LINKS)) for page in background]
    empty = Background.of(nothing, answers)
    return [
        BesideEmpty(said, tuple(query.query.values()), Fresh(page, query, empty), empty)
        for page, said, query in zip(pages, texts, asked, strict=True)
    ]


def _asked(page: Page) -> Asked:
    boxes = [box for box in page.root.iter("input") if box.get("type", "text").lower() in BOXES]
    values = {box.get("name", ""): box.get("value", "").strip() for box in boxes}
    return Asked(query={name: value for name, value in values.items() if value})


def _texts(page: Page, asked: Asked) -> tuple[str, ...]:
    pieces = page.once(walked).pieces
    return tuple(dict.fromkeys(all_normalised(pieces, list(asked.query.values()))))


def _region(records: tuple[Record, ...]) -> RecordRegion:
    parent = records[0][0].getparent()
    around = [] if parent is None else [*reversed(list(parent.iterancestors())), parent]
    where = "/".join(str(element.tag) for element in around)
    return RecordRegion(
        records, where, 1.0, "what the empty pages do not say", Key("fresh", "", "")
    )

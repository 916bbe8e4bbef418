"""What is read from one answer of a crawl: texts, records, signature, links, next page, count."""

from __future__ import annotations

from dataclasses import dataclass

from deepweb.page.page import Page, links
from deepweb.page.signature import page_words, signature
from deepweb.page.walk import walked
from deepweb.page.words import all_normalised
from deepweb.read.fresh import AskedQuery, Fresh
from deepweb.read.kind.empty import Background
from deepweb.read.kind.result_count import page_count
from deepweb.read.links.pager import next_link, pager
from deepweb.read.links.pager_link import PagerWords
from deepweb.read.records.records import FoundRecord
from deepweb.read.site_reader import SiteReader

# Links of an answer that are kept; some pages have thousands.
MAX_LINKS = 500


@dataclass(frozen=True, slots=True)
class PageWords:
    """Words of many languages for next pages and for results."""

    pager: PagerWords
    counted: frozenset[str]


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read from an answer."""

    texts: tuple[str, ...]
    records: tuple[FoundRecord, ...]
    signature: str
    links: tuple[str, ...]
    next_url: str = ""
    count: int | None = None


def read_answer(
    page: Page,
    asked: AskedQuery,
    background: Background,
    reader: SiteReader | None,
    known: PageWords | None = None,
) -> Reading:
    """Read a page that answers a query, given what the form answers to background queries.

    Without a ``reader`` (for a background query) no records are read. ``known`` are the words by
    which the next page and the number of results are found.
    """
    values = list(asked.query.values())
    fresh = Fresh(page, asked, background) if reader else None
    pieces = fresh.said if fresh else all_normalised(page.once(walked).pieces, values)
    records = tuple(reader.records(page, asked, fresh)) if reader and fresh else ()
    records = _without_page_numbers(page, records, known) if known else records
    # If there are records they alone make the signature: adverts and clocks change by themselves.
    telling = [record.text for record in records] or pieces
    goes_on = known if records else None
    count = page_count(page.once(walked).pieces, len(records), goes_on.counted) if goes_on else None
    return Reading(
        texts=tuple(dict.fromkeys(pieces)),
        records=records,
        signature=signature(page_words(["\n".join(telling)], values)),
        links=links(page, MAX_LINKS),
        next_url=(next_link(page, goes_on.pager, len(records)) if goes_on else None) or "",
        count=count,
    )


def _without_page_numbers(
    page: Page, records: tuple[FoundRecord, ...], known: PageWords
) -> tuple[FoundRecord, ...]:
    """The records without numbers of pages, which stand alone behind the last page of a list."""
    numbered = [record for record in records if record.title.isdecimal()]
    pages = pager(page, known.pager).page_urls if numbered else ()
    return tuple(each for each in records if each not in numbered or each.url not in pages)

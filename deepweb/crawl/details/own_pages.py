"""Reads the response to a question for a record's own page into a ``ResultPage``.

A page that is not the record's leaves the record as it was, with a reason: a refusal, a redirect to
the home page or to the page of another record, a page unlike the others.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlsplit

from scrapy.http import Response

from deepweb.crawl.html import content_type, html_page, page_again
from deepweb.items import AskedQuestion, RecordDetails, ResultPage
from deepweb.page.page import Page
from deepweb.read.details.detail_reader import DetailMemory, DetailReader, OwnPage
from deepweb.read.kind.page_kind import page_kind
from deepweb.read.kind.response import kind_by_status
from deepweb.read.pages import BY_SHAPE
from deepweb.read.records.answer_data import read_data
from deepweb.read.records.json_fields import fields
from deepweb.store.ledger import CrawlStore
from deepweb.store.resources import kind_words

DETAILS = "details"
"""The purpose of questions for the own pages of records."""
RECORD = "record"
"""The name of the value that holds the id of the record."""
MAX_TAGS = 15_000  # tags that are read of the page of one record, which is compared with others
WAITS = "waits for more pages to compare it with"
# Kinds of pages that are no page of a record.
_REFUSALS = frozenset({"blocked", "error"})


class OwnPageReader:
    """Reads the own pages of records, each with what was learnt from the stored ones."""

    def __init__(self, store: CrawlStore) -> None:
        self._store = store
        self._memories: dict[str, DetailMemory] = {}

    def read(self, response: Response, asked: AskedQuestion, unread: ResultPage) -> ResultPage:
        """Read a page; what is learnt from it counts once it is stored (``keep``)."""
        came = replace(unread, status=response.status, length=len(response.body), kind="detail")
        id_ = asked.query[RECORD]
        if kind := kind_by_status(response.status):
            return _refused(came, id_, response.url, f"HTTP {response.status}", kind)
        if reason := self._elsewhere(response, asked):
            return _refused(came, id_, response.url, reason)
        page = html_page(response, MAX_TAGS)
        if page is None:
            return _data(response, came, id_)
        verdict = page_kind(page, kind_words(), records=0, score=0.0)
        if verdict.kind in _REFUSALS and verdict.probability > BY_SHAPE:
            return _refused(came, id_, response.url, verdict.reason)
        return self._read(page, asked, came)

    def keep(self, site: str, learnt: DetailMemory) -> None:
        """Use what was learnt from a stored page for later pages."""
        self._memories[site] = learnt

    def _read(self, page: Page, asked: AskedQuestion, came: ResultPage) -> ResultPage:
        before = self._memory(asked.site, asked.form)
        reader = DetailReader(before)
        known = reader.read(asked.query[RECORD], page)
        mine = [each.reason or "read" for each in known if each.record == asked.query[RECORD]]
        return replace(
            came,
            reason=mine[0] if mine else WAITS,
            details=told(known),
            learnt=reader.memory if reader.memory is not before else None,
        )

    def _memory(self, site: str, form: str) -> DetailMemory:
        if site not in self._memories:
            self._memories[site] = stored_memory(self._store, site, form)
        return self._memories[site]

    def _elsewhere(self, response: Response, asked: AskedQuestion) -> str:
        """Where a redirect led that is not the page of the record; "" if it is."""
        if response.url == asked.found_on:
            return ""
        parts = urlsplit(response.url)
        if not parts.path.strip("/") and not parts.query:
            return "leads to the home page"
        other = self._store.details.read_at(asked.site, response.url, asked.query[RECORD])
        return "leads to the page of another record" if other else ""


def stored_memory(store: CrawlStore, site: str, form: str) -> DetailMemory:
    """What was learnt from the own pages of a site."""
    stored = store.reading(site, form)
    return DetailMemory.from_json(stored, page_again) if stored else DetailMemory()


def told(known: Iterable[OwnPage]) -> tuple[RecordDetails, ...]:
    """What own pages say, for the store."""
    return tuple(
        RecordDetails(
            each.record, each.url, dict(each.details.fields) if each.details else {}, each.reason
        )
        for each in known
    )


def _refused(
    came: ResultPage, record: str, url: str, reason: str, kind: str = "error"
) -> ResultPage:
    return replace(
        came, kind=kind, reason=reason, details=(RecordDetails(record, url, reason=reason),)
    )


def _data(response: Response, came: ResultPage, record: str) -> ResultPage:
    """A page that is no HTML: the data of the record, or nothing."""
    data = read_data(response.body)
    if not isinstance(data, dict) or not (said := fields(data)):
        reason = f"not HTML: {content_type(response)}"
        return _refused(came, record, response.url, reason)
    return replace(came, reason="read", details=(RecordDetails(record, response.url, dict(said)),))

"""Reads the response to a question for a record's own page into a ``ResultPage``.

A page that is not the record's leaves the record as it was, with a reason: a refusal, a redirect to
the home page or to the page of another record, a page unlike the others. A page that is a shell is
read from its data: those that it holds itself, or those that its script requests, which the browser
sees once for a site (``LOOK``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from urllib.parse import urlsplit

from scrapy.http import Response

from deepweb.crawl.html import content_type, html_page, page_again, rendered_page
from deepweb.crawl.scripted.visit import Observation
from deepweb.items import AskedQuestion, RecordDetails, ResultPage
from deepweb.page.page import Page, visible_text
from deepweb.read.data.answer_data import read_data
from deepweb.read.details.detail_reader import DetailMemory, DetailReader, OwnPage
from deepweb.read.details.own_data import own_fields
from deepweb.read.details.reading import NOTHING_OWN
from deepweb.read.kind.page_kind import page_kind
from deepweb.read.kind.response import kind_by_status
from deepweb.read.pages import BY_SHAPE
from deepweb.store.ledger import CrawlStore
from deepweb.store.resources import kind_words
from deepweb.surface.script.own_data import data_address

DETAILS = "details"
"""The purpose of questions for the own pages of records."""
RECORD = "record"
"""The name of the value that holds the id of the record."""
MAX_TAGS = 15_000  # tags that are read of the page of one record, which is compared with others
SHELL = "shell"
"""The kind of a page that says nothing until its script has drawn it."""
NO_DATA = "no request of its script, as the browser saw it, brings the data of its record"
WAITS = "waits for more pages to compare it with"
# Kinds of pages that are no page of a record.
_REFUSALS = frozenset({"blocked", "error"})


class OwnPageReader:
    """Reads the own pages of records, each with what was learnt from the stored ones."""

    def __init__(self, store: CrawlStore) -> None:
        self._store = store
        self._memories: dict[tuple[str, str], DetailMemory] = {}

    def read(self, response: Response, asked: AskedQuestion, unread: ResultPage) -> ResultPage:
        """Read a page; what is learnt from it counts once it is stored (``keep``)."""
        came = replace(unread, status=response.status, length=len(response.body), kind="detail")
        id_ = asked.query[RECORD]
        if kind := kind_by_status(response.status):
            return _refused(came, id_, response.url, f"HTTP {response.status}", kind)
        if "observed" in response.meta:
            return self._look(response.meta["observed"], asked, came)
        if reason := self._elsewhere(response, asked):
            return _refused(came, id_, response.url, reason)
        page = html_page(response, MAX_TAGS)
        if page is None or asked.script:
            return self._data(response, asked, came)
        return self._judged(page, asked, came)

    def keep(self, stored: ResultPage) -> None:
        """Use what was learnt from a stored page for later pages."""
        if isinstance(stored.learnt, DetailMemory):
            self._memories[stored.site, stored.form] = stored.learnt

    def _judged(self, page: Page, asked: AskedQuestion, came: ResultPage) -> ResultPage:
        """Read a page, unless it says itself that it is none of a record."""
        verdict = page_kind(page, kind_words(), records=0, score=0.0)
        if verdict.is_shell:
            return self._shell(page, asked, came, verdict.reason)
        if verdict.kind in _REFUSALS and verdict.probability > BY_SHAPE:
            return _refused(came, asked.query[RECORD], page.url, verdict.reason)
        return self._read(page, asked, came)

    def _read(self, page: Page, asked: AskedQuestion, came: ResultPage) -> ResultPage:
        before = self._memory(asked.site, asked.form)
        reader = DetailReader(before)
        known = reader.read(asked.query[RECORD], page)
        mine = [each.reason or "read" for each in known if each.record == asked.query[RECORD]]
        return replace(
            came,
            kind=SHELL if mine == [NOTHING_OWN] else came.kind,
            reason=mine[0] if mine else WAITS,
            details=told(known),
            learnt=reader.memory if reader.memory is not before else None,
        )

    def _data(self, response: Response, asked: AskedQuestion, came: ResultPage) -> ResultPage:
        """A page that is no HTML: the data of the record, or nothing."""
        id_, data = asked.query[RECORD], read_data(response.body)
        if data is None:
            reason = f"neither HTML nor data: {content_type(response)}"
        elif said := own_fields(data, self._store.details.listed(asked.site, id_).texts):
            return _told(came, RecordDetails(id_, response.url, dict(said)))
        else:
            reason = "its data say nothing that its list does"
        return _refused(came, id_, response.url, reason)

    def _shell(self, page: Page, asked: AskedQuestion, came: ResultPage, reason: str) -> ResultPage:
        """A page that shows little: it is a short one, or scripts draw it."""
        record = self._store.details.listed(asked.site, asked.query[RECORD])
        if record.title.casefold() in visible_text(page.root).casefold():
            return self._read(page, asked, came)
        held = (read_data((each.text or "").encode()) for each in page.root.iter("script"))
        found = (own_fields(data, record.texts) for data in held if data is not None)
        if said := max(found, key=len, default=None):
            return _told(came, RecordDetails(record.id, page.url, dict(said)))
        return _refused(came, record.id, page.url, reason, SHELL)

    def _look(self, seen: Observation, asked: AskedQuestion, came: ResultPage) -> ResultPage:
        """What the browser saw on the own page of a record."""
        record = self._store.details.listed(asked.site, asked.query[RECORD])
        page = rendered_page(seen.raw, seen.opened)
        others = [each for each in self._store.details.wanted(asked.site) if each.id != record.id]
        data = data_address(seen.exchanges, page, record, others) if page else None
        if data is None:
            return replace(came, kind=SHELL, reason=NO_DATA)
        reason = f"its data are at {data.pattern}"
        return replace(came, reason=reason, learnt=DetailMemory(data=data))

    def _memory(self, site: str, form: str) -> DetailMemory:
        if (site, form) not in self._memories:
            self._memories[site, form] = stored_memory(self._store, site, form)
        return self._memories[site, form]

    def _elsewhere(self, response: Response, asked: AskedQuestion) -> str:
        """Where a redirect led that is not the page of the record; "" if it is."""
        if response.url == asked.found_on or asked.script:
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


def _told(came: ResultPage, details: RecordDetails) -> ResultPage:
    return replace(came, reason="read", details=(details,))

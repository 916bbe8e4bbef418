"""``ResultPage`` → judged: does the page answer the query, or is it empty [He13 §5]?

Only this pipeline decides whether an answer is ``results``, ``empty``, ``background``, ``blocked``
or ``error``. It checks, in this order:

1. the HTTP status, and whether the response can be read;
2. whether one file answers every question: then scripts read the query from the URL;
3. the text of a page without clear records: "nothing found", "are you a robot?";
4. the similarity to the form's background pages, its answers to nonsense.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.store import store_of
from deepweb.items import Record, ResultPage
from deepweb.page.page import Page, text_pieces
from deepweb.page.signature import page_words
from deepweb.read.kind.demands import NARROWER, Demand, demand_in
from deepweb.read.kind.empty import (
    MANY,
    ONE_FILE,
    SOLE,
    UNREAD,
    AnswerText,
    Background,
    judged,
    told_instead,
)
from deepweb.read.kind.evidence import PageVerdict
from deepweb.read.kind.page_kind import page_kind
from deepweb.read.kind.response import kind_by_status
from deepweb.read.pages import BY_SHAPE
from deepweb.read.records.listed import sole_record
from deepweb.store.ledger import CrawlStore
from deepweb.store.resources import demand_words, kind_words
from deepweb.surface.answer import BROWSING
from deepweb.surface.harvest.genuine import BY_WORDS, shows

ALIKE = 0.5  # minimum similarity of a page that is a background page, whatever its text says
SEVERAL = 3  # different answers without a list, before answers are records themselves
MAX_SEE_ALSO = 5  # links of such a record; an answer with more is a list that could not be read
# Purposes of questions for a word.
WORDS = frozenset({"seed", "keyword", "log", "knowledge", "related"})
ADVERTS = "no record holds the words asked, on a site whose other records proved to be none"


class EmptyPageFilter:
    """Sets the kind of each page and the reason, and removes the records of empty pages."""

    def __init__(self, store: CrawlStore, theta: float, stats: StatsCollector) -> None:
        self._store = store
        self._theta = theta
        self._stats = stats
        self._boxes: dict[tuple[str, str], str] = {}
        """Of sites and forms that show adverts, the box whose words records must hold."""

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        theta = crawler.settings.getfloat("DEEPWEB_EMPTY_THETA")
        return cls(store_of(crawler), theta, crawler.stats)

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, ResultPage):
            return item
        page = item
        if item.kind == "unread":
            page = self._without_adverts(replace(self._judged(item), page=None))
        self._stats.inc_value(f"deepweb/pages/{page.kind}")
        return page

    def expect_words(self, site: str, form: str, box: str) -> None:
        """In answers to words, read only records that hold them: others were adverts."""
        self._boxes[site, form] = box

    def _without_adverts(self, page: ResultPage) -> ResultPage:
        asked = page.query.get(self._boxes.get((page.site, page.form), ""), "")
        if not asked or page.kind != "results" or page.purpose not in BY_WORDS:
            return page
        kept = tuple(each for each in page.records if shows(f"{each.title} {each.text}", asked))
        self._stats.inc_value("deepweb/records/adverts", len(page.records) - len(kept))
        kind, reason = ("results", page.reason) if kept else ("empty", ADVERTS)
        return replace(page, records=kept, kind=kind, reason=reason)

    def _judged(self, page: ResultPage) -> ResultPage:
        if kind := kind_by_status(page.status):
            told = f"HTTP {page.status}"
            if page.demands:  # the site answers, but refuses the question
                return _unread(page, "empty", f"{told}: {page.demands[0].text}")
            return _unread(page, kind, told)
        if page.reason:
            return _unread(page, "error", page.reason)
        if self._is_file_again(page):
            return replace(_unread(page, "error", ONE_FILE), learnt=None)
        return self._read(page)

    def _read(self, page: ResultPage) -> ResultPage:
        """The verdict on an answer that could be read."""
        background = self._store.background(page.site, page.form)
        if page.page is not None and (said := _by_itself(page, page.page, background)):
            return said
        if page.purpose in BROWSING:
            return _listing(page)
        if page.purpose == "background":
            count = 0 if page.page is not None and _says_nothing_found(page.page) else page.count
            reason = "answer to nonsense"
            return replace(page, kind="background", reason=reason, records=(), count=count)
        return _with_message(self._by_likeness(page, background), background)

    def _is_file_again(self, page: ResultPage) -> bool:
        """Did the same file answer another question to this form?"""
        first = self._store.first_file(page.site, page.form) if page.file else None
        return first is not None and first[0] == page.file and first[1] != page.query

    def _by_likeness(self, page: ResultPage, background: Background) -> ResultPage:
        answer = AnswerText(
            texts=page.texts,
            records=[record.text for record in page.records],
            own_links=sum(record.url is not None for record in page.records),
            query=list(page.query.values()),
        )
        verdict = judged(answer, background, theta=self._theta)
        is_other = verdict.reason == UNREAD and verdict.similarity < ALIKE
        if is_other and (sole := self._as_sole_record(page, background)):
            return replace(sole, similarity=verdict.similarity)
        return replace(
            page,
            kind="empty" if verdict.empty else "results",
            reason=verdict.reason,
            similarity=verdict.similarity,
            records=() if verdict.empty else page.records,
        )

    def _as_sole_record(self, page: ResultPage, background: Background) -> ResultPage | None:
        """The answer as a record, where a form answers each word with one thing and never a list.

        So dictionaries do. The record's address is that of the query.
        """
        tree, query = page.page, list(page.query.values())
        if tree is None or page.method != "GET" or page.purpose not in WORDS or page.next_url:
            return None
        if len({*page.links} - background.links) > MAX_SEE_ALSO or _says_nothing_found(tree):
            return None
        if self._store.unread_answers(page.site, page.form, ALIKE) < SEVERAL:
            return None
        fresh = [text for text in text_pieces(tree.root) if not background.knows(text, query)]
        found = sole_record(tree, page.url, fresh, query)
        if found is None:
            return None
        record = Record(
            site=page.site,
            id=found.id,
            url=found.url,
            title=found.title,
            text=found.text,
            fields={},
            found_on=page.url,
            query=page.query,
        )
        return replace(page, kind="results", reason=SOLE, records=(record,))


def _with_message(page: ResultPage, background: Background) -> ResultPage:
    """An empty page with the demand that it makes by saying something else than "nothing"."""
    if page.kind != "empty" or page.page is None or page.demands:
        return page
    # Where nonsense is told what is missing, it is not told that there is nothing.
    is_refusing = any(demand_in(text, demand_words()) for text in background.texts)
    if is_refusing or _says_nothing_found(page.page):
        return page
    query = list(page.query.values())
    told = told_instead(text_pieces(page.page.root), query, background)
    if not told and (page.count or 0) >= MANY:
        told = f"{page.count} found, none shown"
    return replace(page, demands=(Demand(NARROWER, text=told),)) if told else page


def _unread(page: ResultPage, kind: str, reason: str) -> ResultPage:
    """An answer without anything that was read from it."""
    return replace(
        page,
        kind=kind,
        reason=reason,
        signature="",
        texts=(),
        records=(),
        links=(),
        next_url="",
        count=None,
        facets=(),
    )


def _listing(page: ResultPage) -> ResultPage:
    """The verdict on a page of the site that answers no form."""
    if page.records:
        return replace(page, kind="results", reason=f"lists {len(page.records)} records")
    return replace(page, kind="empty", reason="lists no records")


def _by_itself(page: ResultPage, tree: Page, background: Background) -> ResultPage | None:
    """The verdict by the text of a page without clear records, if the text tells."""
    is_nonsense = page.purpose == "background"
    refusal = None if page.records else _refusal(page, tree, background)
    # An empty shell is a valid background page: it shows what the site answers to nonsense. The
    # page of a search by script is not a shell, however little it shows.
    if refusal and not (refusal.is_shell and (is_nonsense or page.is_by_script)):
        return _unread(page, refusal.kind, refusal.reason)
    # A single record may be a notice; without background pages, any record may be one.
    is_doubtful = (
        not is_nonsense
        and page.purpose not in BROWSING
        and (not background.pages or len(page.records) == 1)
    )
    if is_doubtful and (nothing := _nothing(page, tree)):
        without = replace(page, records=(), next_url="", count=None, facets=())
        return replace(without, kind="empty", reason=nothing)
    return None


def _refusal(page: ResultPage, tree: Page, background: Background) -> PageVerdict | None:
    """The verdict on a page that blocks robots or is an empty shell; None for other pages.

    A page similar to the background pages is only empty.
    """
    if background.similarity(page_words(page.texts, ())) >= ALIKE:
        return None
    verdict = page_kind(tree, kind_words(), records=0, score=0.0)
    # Many pages of a site show little, with a login beside it; and a shell may link to other pages.
    is_mild = verdict.probability <= BY_SHAPE or (verdict.is_shell and page.links)
    if page.purpose in BROWSING and is_mild:
        return None
    return verdict if verdict.kind == "blocked" or verdict.is_shell else None


def _nothing(page: ResultPage, tree: Page) -> str:
    """Why a page is empty, by its text; "" if it is not."""
    if page.purpose == "unrestricted" and len(page.records) == 1:
        return "a single record is not a list of all records"
    verdict = page_kind(tree, kind_words(), records=len(page.records), score=1.0)
    return verdict.reason if verdict.kind == "empty" else ""


def _says_nothing_found(tree: Page) -> bool:
    verdict = page_kind(tree, kind_words(), records=0, score=0.0)
    return verdict.kind == "empty" and verdict.probability > BY_SHAPE

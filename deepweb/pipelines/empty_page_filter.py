"""``ResultPage`` → judged: does it answer the query, or say that there is nothing [He13 §5]?

The only place where an answer is called ``results``, ``empty``, ``background``, ``blocked`` or
``error``. The signs are, in this order:

1. the HTTP status, and whether anything came back that can be read;
2. whether one file answers every question: then scripts read the question out of the address;
3. what a page without clear records says of itself: that nothing was found, that we are a robot;
4. how like the form's answers to nonsense it is.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Self

from scrapy.crawler import Crawler
from scrapy.statscollectors import StatsCollector

from deepweb.crawl.store import store_of
from deepweb.items import ResultPage
from deepweb.page.page import Page
from deepweb.page.signature import page_words
from deepweb.read.kind.empty import AnswerText, Background, judged
from deepweb.read.kind.evidence import PageVerdict
from deepweb.read.kind.page_kind import page_kind
from deepweb.read.kind.response import kind_by_status
from deepweb.read.pages import BY_SHAPE
from deepweb.store.ledger import CrawlStore
from deepweb.store.resources import kind_words

# A page this like the answers to nonsense is one of them, whatever it says.
ALIKE = 0.5
ONE_FILE = "one file answers every question: the same bytes, last modified at the same time"


class EmptyPageFilter:
    """Takes the records off pages that are empty, and says why."""

    def __init__(self, store: CrawlStore, theta: float, stats: StatsCollector) -> None:
        self._store = store
        self._theta = theta
        self._stats = stats

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> Self:
        theta = crawler.settings.getfloat("DEEPWEB_EMPTY_THETA")
        return cls(store_of(crawler), theta, crawler.stats)

    def process_item(self, item: Any) -> Any:
        if not isinstance(item, ResultPage):
            return item
        page = replace(self._judged(item), page=None) if item.kind == "unread" else item
        self._stats.inc_value(f"deepweb/pages/{page.kind}")
        return page

    def _judged(self, page: ResultPage) -> ResultPage:
        if kind := kind_by_status(page.status):
            return _unread(page, kind, f"HTTP {page.status}")
        if page.reason:
            return _unread(page, "error", page.reason)
        if self._is_file_again(page):
            return replace(_unread(page, "error", ONE_FILE), learnt=None)
        background = self._store.background(page.site, page.form)
        if page.page is not None and (said := _by_itself(page, page.page, background)):
            return said
        if page.purpose == "background":
            count = 0 if page.page is not None and _says_nothing_found(page.page) else page.count
            reason = "answer to nonsense"
            return replace(page, kind="background", reason=reason, records=(), count=count)
        return self._by_likeness(page, background)

    def _is_file_again(self, page: ResultPage) -> bool:
        """Was another question to this form answered with the very same file?"""
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
        return replace(
            page,
            kind="empty" if verdict.empty else "results",
            reason=verdict.reason,
            similarity=verdict.similarity,
            records=() if verdict.empty else page.records,
        )


def _unread(page: ResultPage, kind: str, reason: str) -> ResultPage:
    """An answer of which nothing is believed but that it came."""
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


def _by_itself(page: ResultPage, tree: Page, background: Background) -> ResultPage | None:
    """The verdict by what a page without clear records says of itself, if it says anything."""
    is_nonsense = page.purpose == "background"
    refusal = None if page.records else _refusal(page, tree, background)
    # An empty shell is what such a site answers to nonsense, too: that is worth knowing. And what
    # scripts made, or asked for, is none, however little it shows.
    if refusal and not (refusal.is_shell and (is_nonsense or page.is_by_script)):
        return _unread(page, refusal.kind, refusal.reason)
    # One thing that stands out may be a note; where no answers to nonsense are known, all may be.
    is_doubtful = not is_nonsense and (not background.pages or len(page.records) == 1)
    if is_doubtful and (nothing := _nothing(page, tree)):
        without = replace(page, records=(), next_url="", count=None, facets=())
        return replace(without, kind="empty", reason=nothing)
    return None


def _refusal(page: ResultPage, tree: Page, background: Background) -> PageVerdict | None:
    """What a page says that answers nobody: that it takes us for a robot, or nothing at all.

    One that is like the answers to nonsense is only empty.
    """
    if background.similarity(page_words(page.texts, ())) >= ALIKE:
        return None
    verdict = page_kind(tree, kind_words(), records=0, score=0.0)
    return verdict if verdict.kind == "blocked" or verdict.is_shell else None


def _nothing(page: ResultPage, tree: Page) -> str:
    """Why a page is empty, by what it says of itself."""
    if page.purpose == "unrestricted" and len(page.records) == 1:
        return "one thing is no list of all"
    verdict = page_kind(tree, kind_words(), records=len(page.records), score=1.0)
    return verdict.reason if verdict.kind == "empty" else ""


def _says_nothing_found(tree: Page) -> bool:
    verdict = page_kind(tree, kind_words(), records=0, score=0.0)
    return verdict.kind == "empty" and verdict.probability > BY_SHAPE

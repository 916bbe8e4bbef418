"""``answer = await ask(…)``: how an algorithm's questions reach the site.

A question that was ever answered is answered by the store. Any other goes as an ordinary request
through Scrapy's scheduler, so that robots.txt, delays, retries and the budget all apply; its answer
counts only once the ``Store`` pipeline has committed it (signal ``page_stored``).
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, Protocol

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import Response
from twisted.python.failure import Failure

from deepweb import signals as our_signals
from deepweb.items import ResultPage, SearchForm
from deepweb.store import CrawlStore
from deepweb.surface.answer import Answer, AnswerLostError, Found, NotAskedError
from deepweb.surface.form import Form
from deepweb.surface.one_time import without_session
from deepweb.surface.submission import Submission, submission, with_tokens

# An error page is an answer too. (With "handle_httpstatus_all" redirects would not be followed.)
ERRORS = list(range(400, 600))


class AnsweringSpider(Protocol):
    """The spider's side: its callbacks turn responses and failures into ``ResultPage`` items."""

    def parse_answer(self, response: Response) -> Any: ...

    def parse_failure(self, failure: Failure) -> Any: ...


class Submissions:
    """The questions under way, each waiting for its answer."""

    def __init__(self, crawler: Crawler, store: CrawlStore) -> None:
        self._crawler = crawler
        self._store = store
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._asked: dict[str, tuple[SearchForm, str, dict[str, str]]] = {}
        self._renewed: dict[tuple[str, str], Form] = {}
        connect = crawler.signals.connect
        connect(self._answered, our_signals.page_stored)
        connect(self._not_asked, our_signals.not_asked)
        connect(self._ask_again, our_signals.form_renewed)
        connect(self._item_lost, signals.item_error)
        connect(self._item_dropped, signals.item_dropped)
        connect(self._unreadable, signals.spider_error)

    async def ask(self, form: SearchForm, purpose: str, query: dict[str, str]) -> Answer:
        """The site's answer to a form filled in with ``query``."""
        request = self._request(form, purpose, query)
        fingerprint = request.meta["asked"]["fingerprint"]
        if known := self._store.answer(form.site, fingerprint):
            self._count("deepweb/submissions/from_store")
            await asyncio.sleep(0)  # a long crawl that is replayed must not hold up the loop
            return known
        if fingerprint not in self._waiting:
            self._waiting[fingerprint] = asyncio.get_running_loop().create_future()
            self._asked[fingerprint] = form, purpose, query
            self._count(f"deepweb/submissions/{purpose}")
            self._crawler.engine.crawl(request)
        # Two may wait for one answer; neither may cancel it for the other.
        return await asyncio.shield(self._waiting[fingerprint])

    def _request(self, form: SearchForm, purpose: str, query: dict[str, str]) -> Request:
        spider: AnsweringSpider = self._crawler.spider  # type: ignore[assignment]
        filled = self._renewed.get((form.site, form.form.id), form.form)
        sent = submission(filled, query)
        asked = {
            "site": form.site,
            "form": form.form.id,
            "page": form.form.url if filled.tokens else None,
            "action": filled.action,
            "purpose": purpose,
            "query": query,
            "found_on": sent.found_on,
        }
        request = _plain_request(sent).replace(
            headers=_headers(form.form, sent),
            callback=spider.parse_answer,
            errback=spider.parse_failure,
            dont_filter=True,  # the ledger knows what was asked
            meta={"asked": asked, "handle_httpstatus_list": ERRORS},
        )
        # What holds for one visit only must not make the same question another one.
        lasting = _plain_request(submission(_lasting(form.form), query))
        asked["fingerprint"] = self._crawler.request_fingerprinter.fingerprint(lasting).hex()
        return request

    def _ask_again(self, fingerprint: str, form: Form) -> None:
        """Once more, with the tokens of a fresh visit."""
        item, purpose, query = self._asked[fingerprint]
        self._renewed[item.site, item.form.id] = with_tokens(item.form, form)
        self._count("deepweb/submissions/renewed")
        request = self._request(item, purpose, query)
        self._crawler.engine.crawl(request.replace(meta=request.meta | {"renewed": True}))

    def _answered(self, page: ResultPage) -> None:
        found = tuple(Found(record.id, record.title, record.text) for record in page.records)
        self._resolve(page.fingerprint, Answer(page.kind, page.signature, found))

    def _not_asked(self, fingerprint: str, reason: str) -> None:
        self._resolve(fingerprint, NotAskedError(reason))

    def _item_lost(self, item: Any, failure: Failure) -> None:
        if isinstance(item, ResultPage):
            cause = getattr(failure.value, "orig", failure.value)  # without the SQL around it
            lost = AnswerLostError(f"an answer could not be stored: {cause}")
            self._resolve(item.fingerprint, lost)

    def _item_dropped(self, item: Any, exception: Exception) -> None:
        if isinstance(item, ResultPage):
            self._resolve(item.fingerprint, NotAskedError(f"its answer was dropped: {exception}"))

    def _unreadable(self, response: Response | Failure) -> None:
        """A page that our reading choked on must not stop the crawl."""
        request = getattr(response, "request", None)
        if request is not None and (asked := request.meta.get("asked")):
            self._count("deepweb/pages/unreadable")
            self._resolve(asked["fingerprint"], Answer("error", ""))

    def _resolve(self, fingerprint: str, outcome: Answer | Exception) -> None:
        waiting = self._waiting.pop(fingerprint, None)
        self._asked.pop(fingerprint, None)
        if waiting is None or waiting.done():
            return
        if isinstance(outcome, Exception):
            waiting.set_exception(outcome)
        else:
            waiting.set_result(outcome)

    def _count(self, stat: str) -> None:
        self._crawler.stats.inc_value(stat)


def _lasting(form: Form) -> Form:
    """A form without what holds for one visit only."""
    return replace(
        form,
        action=without_session(form.action),
        defaults=tuple((n, "" if n in form.tokens else value) for n, value in form.defaults),
    )


def _headers(form: Form, sent: Submission) -> dict[str, str]:
    sent_as = {"Content-Type": sent.content_type} if sent.content_type else {}
    return {"Referer": form.url} | sent_as


def _plain_request(sent: Submission) -> Request:
    return Request(sent.url, method=sent.method, body=sent.body)

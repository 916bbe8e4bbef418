"""``answer = await ask(…)``: how an algorithm's questions reach the site.

A question that was ever answered is answered by the store. Any other goes as an ordinary request
through Scrapy's scheduler, so that robots.txt, delays, retries and the budget all apply; its answer
counts only once the ``Store`` pipeline has committed it (signal ``page_stored``).
"""

from __future__ import annotations

import asyncio
from collections import defaultdict, deque
from dataclasses import asdict, replace
from typing import Any, Protocol
from urllib.parse import parse_qsl

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.dupefilters import RFPDupeFilter
from scrapy.http import Response
from twisted.python.failure import Failure

from deepweb.crawl import signals as our_signals
from deepweb.crawl.fingerprint import SECOND_LEVEL
from deepweb.crawl.scripted import browser_meta
from deepweb.form.model import Form
from deepweb.form.script import FILL, OPEN, unescaped
from deepweb.form.submission import Submission, submission, with_tokens
from deepweb.items import ResultPage, SearchForm
from deepweb.page.argument_names import without_session
from deepweb.page.site import is_on_site, site_name
from deepweb.store.ledger import TRANSIENT, CrawlStore
from deepweb.surface.answer import Answer, AnswerLostError, Found, NotAskedError, Question

# An error page is an answer too. (With "handle_httpstatus_all" redirects would not be followed.)
ERRORS = list(range(400, 600))
# Fresh copies of a form that are kept, for the questions under way at a time.
MAX_FRESH = 8
# Retries of a question that failed before, with all its retries.
LATER_RETRIES = 1
# Ends the key of an answer that a browser made.
RENDERED = "-rendered"


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
        self._asked: dict[str, tuple[SearchForm, Question]] = {}
        self._links: set[str] = set()
        # In memory: what lasts is the ledger.
        self._seen = RFPDupeFilter(fingerprinter=crawler.request_fingerprinter)
        self._failed: set[str] = set()
        self._fresh: defaultdict[tuple[str, str], deque[Form]] = defaultdict(
            lambda: deque(maxlen=MAX_FRESH)
        )
        connect = crawler.signals.connect
        connect(self._answered, our_signals.page_stored)
        connect(self._not_asked, our_signals.not_asked)
        connect(self._renew, our_signals.form_renewed)
        connect(self._item_lost, signals.item_error)
        connect(self._item_dropped, signals.item_dropped)
        connect(self._unreadable, signals.spider_error)

    async def ask(self, form: SearchForm, question: Question) -> Answer:
        """The site's answer to a form filled in, or to a link that an answer gave."""
        fingerprint = self._fingerprint(form.form, question)
        if question.is_second_level and self._is_same(fingerprint, question.link):
            self._count("deepweb/links/same_as_another")
            return Answer("duplicate", "")
        if known := self._store.answer(form.site, fingerprint):
            self._count("deepweb/submissions/from_store")
            await asyncio.sleep(0)  # a long crawl that is replayed must not hold up the loop
            return known
        if fingerprint not in self._waiting:
            self._waiting[fingerprint] = asyncio.get_running_loop().create_future()
            self._asked[fingerprint] = form, question
            self._count(f"deepweb/submissions/{question.purpose}")
            self._crawler.engine.crawl(self._request(fingerprint, self._filled(form)))
        # Two may wait for one answer; neither may cancel it for the other.
        return await asyncio.shield(self._waiting[fingerprint])

    def _is_same(self, fingerprint: str, link: str) -> bool:
        """Was another link asked for that shows the same (000, section 6.3)?

        Looked at before the ledger is, so that a crawl that is run again decides the same.
        """
        if fingerprint in self._links:
            return False  # it failed, and is tried again
        if self._seen.request_seen(Request(link, meta={SECOND_LEVEL: True})):
            return True
        self._links.add(fingerprint)
        return False

    def _filled(self, form: SearchForm) -> Form:
        """The form as the site last showed it; some tokens are good for one question only."""
        fresh = self._fresh[form.site, form.form.id]
        if not fresh:
            return form.form
        return with_tokens(form.form, fresh.popleft() if len(fresh) > 1 else fresh[0])

    def _request(self, fingerprint: str, filled: Form) -> Request:
        spider: AnsweringSpider = self._crawler.spider  # type: ignore[assignment]
        form, question = self._asked[fingerprint]
        sent = _sent(filled, question)
        asked = {
            "site": form.site,
            "form": form.form.id,
            "page": form.form.url if filled.tokens and not question.link else None,
            "action": filled.action,
            "purpose": question.purpose,
            "query": dict(question.values),
            "is_link": bool(question.link),
            "found_on": _sent(_lasting(filled), question).found_on,
            "fingerprint": fingerprint,
            "script": asdict(form.form.script) if form.form.script else None,
            "page_url": form.form.url,
        }
        return _plain_request(sent).replace(
            headers=_headers(form.form, sent),
            callback=spider.parse_answer,
            errback=spider.parse_failure,
            dont_filter=True,  # the ledger knows what was asked
            meta={"asked": asked, "handle_httpstatus_list": ERRORS}
            | self._retries(fingerprint)
            | _by_script(form, question),
        )

    def _retries(self, fingerprint: str) -> dict[str, int]:
        return {"max_retry_times": LATER_RETRIES} if fingerprint in self._failed else {}

    def _fingerprint(self, form: Form, question: Question) -> str:
        """What holds for one visit only must not make the same question another one.

        What a browser makes of an address is another answer than what the site sends.
        """
        plain = replace(question, link=without_session(question.link))
        lasting = _plain_request(_sent(_lasting(form), plain))
        name: bytes = self._crawler.request_fingerprinter.fingerprint(lasting)
        is_rendered = form.script is not None and form.script.needs_browser
        return name.hex() + (RENDERED if is_rendered else "")

    def _renew(self, site: str, form: Form, refused: str = "") -> None:
        """Keep the tokens of a fresh visit; what was refused is asked once more with them."""
        if refused not in self._asked:
            self._fresh[site, form.id].append(form)
            return
        self._count("deepweb/submissions/renewed")
        request = self._request(refused, with_tokens(self._asked[refused][0].form, form))
        self._crawler.engine.crawl(request.replace(meta=request.meta | {"renewed": True}))

    def _answered(self, page: ResultPage) -> None:
        found = tuple(Found(record.id, record.title, record.text) for record in page.records)
        answer = Answer(
            page.kind,
            page.signature,
            found,
            page.length,
            page.next_url,
            page.count,
            page.facets,
            is_final=page.status not in TRANSIENT,
            url=page.url,
            links=page.links,
        )
        if not answer.is_final:
            self._failed.add(page.fingerprint)
        self._resolve(page.fingerprint, answer)

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


def _sent(form: Form, question: Question) -> Submission:
    """What goes over the wire."""
    link, _, further = question.link.partition("#")
    if link and not (form.script and form.method == "POST"):
        return Submission(question.link, "GET", b"", question.values)
    filled: dict[str, tuple[str, ...]] = {}
    # The next page of what a script posts is the same with more filled in.
    for name, value in (*question.values, *parse_qsl(further, keep_blank_values=True)):
        filled[name] = (*filled.get(name, ()), value)
    return submission(form, filled)


def _by_script(item: SearchForm, question: Question) -> dict[str, Any]:
    """What a request needs to be made as a script would have it made."""
    form, script = item.form, item.form.script
    if script is None:
        return {}
    if not script.needs_browser:
        # The browser saw that the site's own search is there.
        is_beside = not is_on_site(form.action, item.site)
        return {"beside_site": site_name(form.action)} if is_beside else {}
    values = dict(question.values)
    is_filled = script.way == FILL and not question.link
    task = {
        "site": item.site,
        "way": FILL if is_filled else OPEN,
        "url": form.url if is_filled else "",
        "place": script.box,
        "word": values.get(item.query_input or "", ""),
        "is_sent": script.is_sent,
        "may_post": script.may_post,
    }
    return browser_meta(task)


def _lasting(form: Form) -> Form:
    """A form without what holds for one visit only."""
    return replace(
        form,
        action=without_session(form.action),
        defaults=tuple(pair for pair in form.defaults if pair[0] not in form.tokens),
    )


def _headers(form: Form, sent: Submission) -> dict[str, str]:
    sent_as = {"Content-Type": sent.content_type} if sent.content_type else {}
    along = dict(form.script.headers) if form.script else {}
    return {"Referer": unescaped(form.url)} | along | sent_as


def _plain_request(sent: Submission) -> Request:
    return Request(sent.url, method=sent.method, body=sent.body)

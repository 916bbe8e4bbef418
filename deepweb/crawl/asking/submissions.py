"""``answer = await ask(…)``: sends the questions of the algorithms and returns the answers.

The store answers a question that was answered before. Every other question is an ordinary request
through Scrapy's scheduler, so robots.txt, delays, retries and the budget apply.

The answers of a site are read, judged and stored one by one in the order of asking: the verdict on
an answer depends on the answers stored before it, and must depend neither on the order of arrival
nor on where a crawl was stopped. An answer counts once the pipeline ``Store`` has committed it
(signal ``page_stored``).
"""

from __future__ import annotations

import asyncio
import logging
from collections import defaultdict, deque
from dataclasses import replace
from typing import Any, Protocol

from scrapy import Request, signals
from scrapy.crawler import Crawler
from scrapy.http import HtmlResponse, Response
from twisted.python.failure import Failure

from deepweb.crawl import signals as our_signals
from deepweb.crawl.asking.answers import AnswerReader, failed_page, is_browsed
from deepweb.crawl.asking.fingerprint import link_dedup
from deepweb.crawl.asking.requests import (
    beside_meta,
    lasting,
    plain_request,
    script_meta,
    script_tokens,
    sent_for,
    sent_headers,
    with_fresh,
)
from deepweb.crawl.asking.search_redirects import SearchRedirects
from deepweb.crawl.details.own_pages import DETAILS
from deepweb.crawl.failures import is_refused
from deepweb.crawl.fetches import ERRORS, ExploredPages
from deepweb.crawl.html import count_bounds, header_pairs, html_page
from deepweb.crawl.private_names import are_pipelines_closed, let_pipelines_close
from deepweb.form.model import Form, forms
from deepweb.form.submission import (
    with_page_tokens,
)
from deepweb.items import AskedQuestion, ResultPage, SearchForm
from deepweb.page.address.argument_names import without_session
from deepweb.page.page import target
from deepweb.page.site import is_on_site
from deepweb.read.data.json_records import MAX_RECORDS
from deepweb.store.ledger import CrawlStore
from deepweb.surface.answer import Answer, AnswerLostError, NotAskedError, Question
from deepweb.surface.harvest.genuine import AGAIN
from deepweb.surface.lists.waiting import carries
from deepweb.surface.script.page_tokens import token_text

logger = logging.getLogger(__name__)

# Statuses of answers to expired tokens or cookies; ASP.NET and JSF send 500.
REFUSED = frozenset({400, 401, 403, 409, 419, 422, 440, 498, 500})
# Maximum number of fresh copies of a form, for concurrent questions.
MAX_FRESH = 8
# Retries of a question that failed before after all its retries.
LATER_RETRIES = 1
# Suffix of the fingerprint of an answer that the browser rendered.
RENDERED = "-rendered"
# Suffix of the fingerprint of a record's own page: a link to it may have been followed as a query.
OWN_PAGE = "-details"
FRAMES = ("iframe", "frame")


class AnsweringSpider(Protocol):
    """A spider whose callbacks send the signal ``answer_came``."""

    def parse_answer(self, response: Response, refused: Response | None = None) -> None: ...

    def parse_failure(self, failure: Failure) -> None: ...


class Submissions:
    """The questions under way, each waiting for its answer."""

    def __init__(self, crawler: Crawler, store: CrawlStore) -> None:
        self._crawler = crawler
        self._store = store
        self._reader = AnswerReader(store)
        self._waiting: dict[str, asyncio.Future[Answer]] = {}
        self._asked: dict[str, tuple[SearchForm, Question]] = {}
        self._turns: defaultdict[str, list[str]] = defaultdict(list)
        """By site, the pending questions in the order of asking."""
        self._came: dict[str, tuple[AskedQuestion, Response | Failure]] = {}
        """Answers that wait for their turn."""
        self._storing: dict[str, asyncio.Task[None]] = {}
        """By site, the task that stores an answer."""
        self._failed: set[str] = set()
        self._fresh: defaultdict[tuple[str, str], deque[Form]] = defaultdict(
            lambda: deque(maxlen=MAX_FRESH)
        )
        self._refusing: set[tuple[str, str]] = set()
        """Forms that refuse questions by server errors, which are not worth a second try."""
        self._redirects = SearchRedirects()
        self._explored = ExploredPages(crawler)
        connect = crawler.signals.connect
        connect(self._receive, our_signals.answer_came)
        connect(self._answered, our_signals.page_stored)
        connect(self._item_lost, signals.item_error)
        connect(self._item_dropped, signals.item_dropped)

    async def ask(self, form: SearchForm, question: Question) -> Answer:
        """Return the site's answer to a filled-in form, or to a link of an earlier answer."""
        answer = await self._answer(form, question)
        self._redirects.note(form, question, sent_for(form.form, question).url, answer)
        return answer

    async def _answer(self, form: SearchForm, question: Question) -> Answer:
        fingerprint = self._fingerprint(form.form, question)
        # Checked before the ledger, so that a replayed crawl makes the same decisions.
        dedup = link_dedup(self._crawler)
        if question.is_second_level and dedup and dedup.is_repeated(fingerprint, question.link):
            return Answer("duplicate", "")
        if known := self._store.answer(form.site, fingerprint):
            self._count("deepweb/submissions/from_store")
            await asyncio.sleep(0)  # replaying a long crawl must not block the event loop
            return known
        if fingerprint not in self._waiting:
            self._waiting[fingerprint] = asyncio.get_running_loop().create_future()
            self._asked[fingerprint] = form, question
            self._turns[form.site].append(fingerprint)
            self._count(f"deepweb/submissions/{question.purpose}")
            self._send(self._request(fingerprint, self._filled(form)), form)
        # Two tasks may wait for one answer; neither may cancel it for the other.
        return await asyncio.shield(self._waiting[fingerprint])

    def _send(self, request: Request, form: SearchForm) -> None:
        """Send a request, unless exploring got its response already."""
        is_page = is_browsed(form) or request.meta["asked"].purpose == DETAILS
        seen = self._explored.get(request.url) if is_page else None
        if seen is None:
            self._crawler.engine.crawl(request)
            return
        self._count("deepweb/submissions/from_exploring")
        self._hold(request.meta["asked"], seen.replace(request=Request(seen.url)))

    async def close(self) -> None:
        """Drop the pending questions; a crawl that resumes asks them again."""
        self._came.clear()
        tasks = list(self._storing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _filled(self, form: SearchForm) -> Form:
        """The form with fresh tokens; some tokens are valid for one question only."""
        fresh = self._fresh[form.site, form.form.id]
        if not fresh:
            return form.form
        return with_fresh(form.form, fresh.popleft() if len(fresh) > 1 else fresh[0])

    def _request(self, fingerprint: str, filled: Form) -> Request:
        form, question = self._asked[fingerprint]
        sent = self._redirects.sent(form, question, sent_for(filled, question))
        asked = AskedQuestion(
            site=form.site,
            form=form.form.id,
            fingerprint=fingerprint,
            purpose=question.purpose,
            query=dict(question.values),
            action=filled.action,
            page_url=form.form.url,
            found_on=sent_for(lasting(filled), question).found_on,
            is_link=bool(question.link),
            has_tokens=bool(
                script_tokens(form.form.script) or (filled.tokens and not question.link)
            ),
            script=form.form.script,
            kinds=question.kinds,
        )
        return plain_request(sent).replace(
            headers=sent_headers(filled, sent),
            callback=self._spider.parse_answer,
            errback=self._spider.parse_failure,
            dont_filter=True,  # the ledger filters duplicates
            meta={"asked": asked, "handle_httpstatus_list": ERRORS}
            | self._retries(form, fingerprint)
            | beside_meta(form)
            | script_meta(form, question),
        )

    @property
    def _spider(self) -> AnsweringSpider:
        return self._crawler.spider  # type: ignore[return-value]

    def _retries(self, form: SearchForm, fingerprint: str) -> dict[str, int]:
        is_later = (form.site, form.form.id) in self._refusing or fingerprint in self._failed
        return {"max_retry_times": LATER_RETRIES} if is_later else {}

    def _fingerprint(self, form: Form, question: Question) -> str:
        """The key of a question, independent of sessions and tokens.

        A page that the browser renders has a key of its own: it differs from the plain response.
        """
        plain = replace(question, link=without_session(question.link))
        request = plain_request(sent_for(lasting(form), plain))
        # A session may stand for the query that began it.
        if plain.link != question.link and question.values:
            request = request.replace(body=request.body + repr(question.values).encode())
        name: bytes = self._crawler.request_fingerprinter.fingerprint(request)
        if question.is_browsing:
            return f"{name.hex()}-{question.purpose}"
        is_rendered = form.script is not None and form.script.needs_browser
        own_page = OWN_PAGE if question.purpose == DETAILS else ""
        again = f"-{AGAIN}" if question.purpose == AGAIN else ""
        return name.hex() + (RENDERED if is_rendered else "") + own_page + again

    # --- What came back ---

    def _receive(self, came: Response | Failure, refused: Response | None = None) -> None:
        """Take an answer, or the page of a form whose tokens had expired."""
        if refused is not None:
            self._receive_tokens(came, refused, refused.meta["asked"])
            return
        asked: AskedQuestion = came.request.meta["asked"]  # type: ignore[union-attr]
        if isinstance(came, Failure):
            if is_refused(came.value, is_link=asked.is_link):
                self._resolve(asked, NotAskedError(str(came.value)))
                return
        elif asked.has_tokens:
            if came.status in REFUSED and "renewed" not in came.meta:
                self._crawler.engine.crawl(self._form_page(asked, came))
                return
            if not asked.script and (fresh := _form_on(came, asked)):
                self._fresh[asked.site, asked.form].append(fresh)
        if isinstance(came, HtmlResponse) and (frame := _answering_frame(came, asked)):
            assert came.request is not None
            meta = came.request.meta | {"framed": True}
            framed = came.request.replace(url=frame, method="GET", body=b"", meta=meta)
            self._crawler.engine.crawl(framed)
            return
        self._hold(asked, came)

    def _form_page(self, asked: AskedQuestion, refused: Response) -> Request:
        """The request for the page of a form whose tokens have expired."""
        tokens = script_tokens(asked.script)
        return Request(
            tokens[0].url if tokens else asked.page_url,
            callback=self._spider.parse_answer,
            errback=self._spider.parse_failure,
            cb_kwargs={"refused": refused},
            dont_filter=True,
        )

    def _receive_tokens(
        self, came: Response | Failure, refused: Response, asked: AskedQuestion
    ) -> None:
        """Ask the refused question again with fresh tokens; without any, the refusal counts."""
        fresh = self._renewed(came, asked) if isinstance(came, Response) else None
        if isinstance(came, Failure) and is_refused(came.value):
            self._resolve(asked, NotAskedError(str(came.value)))
        elif fresh is None:
            self._hold(asked, refused)
        elif asked.fingerprint not in self._asked:
            self._fresh[asked.site, asked.form].append(fresh)
        else:
            self._count("deepweb/submissions/renewed")
            form, _ = self._asked[asked.fingerprint]
            if script_tokens(asked.script):  # its answers bring no others
                self._fresh[asked.site, asked.form].append(fresh)
            request = self._request(asked.fingerprint, with_fresh(form.form, fresh))
            self._crawler.engine.crawl(request.replace(meta=request.meta | {"renewed": True}))

    def _renewed(self, page: Response, asked: AskedQuestion) -> Form | None:
        """The form with the tokens that a page gives; None if it gives none."""
        if not script_tokens(asked.script):
            return _form_on(page, asked)
        form, _ = self._asked.get(asked.fingerprint, (None, None))
        text = token_text(header_pairs(page), page.body.decode("utf-8", "replace"))
        return with_page_tokens(form.form, text) if form is not None else None

    def _hold(self, asked: AskedQuestion, came: Response | Failure) -> None:
        self._came[asked.fingerprint] = asked, came
        if asked.fingerprint not in self._turns[asked.site]:  # a request of an earlier run
            self._turns[asked.site].append(asked.fingerprint)
        self._take_turn(asked.site)

    def _take_turn(self, site: str) -> None:
        """Store the answer to the oldest pending question, if it is here."""
        turns = self._turns[site]
        if site in self._storing or not turns or turns[0] not in self._came:
            return
        if are_pipelines_closed(self._crawler):  # a crawl that resumes asks it again
            return
        task = asyncio.ensure_future(self._store_answer(*self._came.pop(turns[0])))
        self._storing[site] = task

        def end(_: object) -> None:
            del self._storing[site]
            self._take_turn(site)
            if site not in self._storing:
                let_pipelines_close(self._crawler)

        task.add_done_callback(end)

    async def _store_answer(self, asked: AskedQuestion, came: Response | Failure) -> None:
        """Read an answer and send it through the pipelines."""
        try:
            page = self._read(asked, came)
        except Exception:  # a page that cannot be read must not stop the crawl
            logger.exception("site %s: cannot read an answer: %s", asked.site, asked.found_on)
            self._count("deepweb/pages/unreadable")
            self._resolve(asked, Answer("error", ""))
            return
        response = came if isinstance(came, Response) else None
        await self._crawler.engine.scraper.start_itemproc_async(page, response=response)

    def _read(self, asked: AskedQuestion, came: Response | Failure) -> ResultPage:
        if isinstance(came, Response):
            page = self._reader.read(came, asked)
            if asked.script is not None and len(page.records) >= MAX_RECORDS:
                count_bounds(self._crawler, page.url, [f"over {MAX_RECORDS:,} records"])
            return page
        return failed_page(came.request, asked, came.value)  # type: ignore[attr-defined]

    def _answered(self, page: ResultPage) -> None:
        """An answer was stored: return it as the store holds it."""
        if page.learnt is not None:
            self._count("deepweb/readings/learnt")
            self._reader.keep(page)
        answer = self._store.answer(page.site, page.fingerprint, even_failed=True)
        assert answer is not None
        if not answer.is_final:
            self._failed.add(page.fingerprint)
        elif page.status >= 400 and answer.demands:
            self._refusing.add((page.site, page.form))
        self._resolve(page, answer)

    def _item_lost(self, item: Any, failure: Failure) -> None:
        if isinstance(item, ResultPage):
            cause = getattr(failure.value, "orig", failure.value)  # without the SQL around it
            self._resolve(item, AnswerLostError(f"an answer could not be stored: {cause}"))

    def _item_dropped(self, item: Any, exception: Exception) -> None:
        if isinstance(item, ResultPage):
            self._resolve(item, NotAskedError(f"its answer was dropped: {exception}"))

    def _resolve(self, asked: AskedQuestion | ResultPage, outcome: Answer | Exception) -> None:
        """Resolve a question, then store the next answer."""
        fingerprint = asked.fingerprint
        waiting = self._waiting.pop(fingerprint, None)
        self._asked.pop(fingerprint, None)
        if fingerprint in self._turns[asked.site]:
            self._turns[asked.site].remove(fingerprint)
        if waiting is not None and not waiting.done():
            if isinstance(outcome, Exception):
                waiting.set_exception(outcome)
            else:
                waiting.set_result(outcome)
        self._take_turn(asked.site)

    def _count(self, stat: str) -> None:
        self._crawler.stats.inc_value(stat)


def _form_on(page: Response, asked: AskedQuestion) -> Form | None:
    """The same form on a new page, if it is there: its tokens are fresh."""
    html = html_page(page)
    return {form.id: form for form in forms(html)}.get(asked.form) if html else None


def _answering_frame(came: HtmlResponse, asked: AskedQuestion) -> str:
    """The address of the frame of an answer that is asked the same; "" if it has none."""
    values = [value for value in asked.query.values() if value]
    if not values or "framed" in came.meta:
        return ""
    if (
        asked.is_link
        or asked.script
        or asked.kinds is not None
        or b"frame" not in came.body.lower()
    ):
        return ""
    if (page := html_page(came)) is None:
        return ""
    urls = (target(page, frame.get("src", "").strip()) for frame in page.root.iter(*FRAMES))
    there = (url for url in urls if url and is_on_site(url, asked.site) and carries(url, values))
    return next(there, "")

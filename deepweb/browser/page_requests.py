"""The requests of a page in the browser, made by the crawl.

The browser has no network. Each request of a page is judged (``locate/forms/script_safety.py``);
what is allowed goes through Scrapy's downloader, so that robots.txt, delays, redirects, size limits
and the budget hold for it as for any other request.
"""

from __future__ import annotations

import asyncio
import re
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import unquote_plus, urlsplit

from playwright.async_api import Error as BrowserError
from playwright.async_api import Request as BrowserRequest
from playwright.async_api import Route, WebSocket
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.settings import BaseSettings

from deepweb.crawl.html import count_bounds, header_pairs
from deepweb.locate.forms.script_safety import (
    LIBRARIES,
    UNTOLD,
    ScriptRequest,
    ScriptRule,
    is_library,
    method_of,
    script_objection,
)
from deepweb.page.site import is_same_owner, owner, site_name
from deepweb.read.data.answer_data import is_data_script
from deepweb.store.resources import form_words
from deepweb.surface.script.exchange import LOAD, Exchange

MAX_KEPT = 32 * 1024 * 1024  # bytes of scripts and files that are kept for the next pages
MAX_ANSWER = 8 * 1024 * 1024  # bytes of an answer that is examined
MAX_EXCHANGES = 200  # answers of a page that are examined
VISIT = 30.0  # seconds after which a visit ends unless data still arrives
PATIENCE = 8.0  # seconds without data after which a page is not waited for
MAX_ASIDE = 10  # whole pages that the script of a page of results may read beside its answer
RETRIES = 1  # further attempts at a request of a page
MAX_ALIKE = 12  # requests to one path after which a page is believed to ask for ever

# Headers that the crawl sets itself, or that belong to a connection that it does not have.
_NOT_SENT = frozenset(
    {"host", "connection", "content-length", "accept-encoding", "user-agent", "cookie",
     "upgrade-insecure-requests", "cache-control", "pragma", "if-none-match", "if-modified-since"}
)  # fmt: skip
_NOT_TOLD = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection"})
_NO_HEADER = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]+")


class Libraries:
    """Scripts, style sheets and files of pages, those used last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Response] = OrderedDict()
        self._size = 0

    def get(self, url: str) -> Response | None:
        if url in self._kept:
            self._kept.move_to_end(url)
        return self._kept.get(url)

    def keep(self, url: str, response: Response) -> None:
        self._kept[url] = response
        self._size += len(response.body)
        while self._size > MAX_KEPT:
            _, dropped = self._kept.popitem(last=False)
            self._size -= len(dropped.body)


class VisitLimit:
    """When a visit ends: after ``VISIT`` seconds, or later while data still arrives."""

    def __init__(self, timeout: asyncio.Timeout, most: float) -> None:
        self._timeout, self._most = timeout, most
        self._start = asyncio.get_running_loop().time()
        self.extend(0.0)

    def extend(self, seconds: float) -> None:
        """Let the visit last some more seconds from now, but not beyond its maximum."""
        now = asyncio.get_running_loop().time()
        end = min(self._start + self._most, max(self._start + VISIT, now + seconds))
        with suppress(RuntimeError):  # the visit has ended
            self._timeout.reschedule(end)


@dataclass
class PageRequests:
    """The requests of one page, while it is open."""

    crawler: Crawler
    rule: ScriptRule
    libraries: Libraries
    is_for_details: bool = False
    """Is the page the own page of a record? The budget keeps a share for those."""
    stage: str = LOAD
    word: str = ""
    """The word that a search box was filled in with, if one was."""
    step: str = "the page was opened"
    """What is being done on the page, for people to read."""
    exchanges: list[Exchange] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    """Reasons why requests were not made, with their number."""
    started: int = 0
    """Requests that may change what the page shows."""
    arrived: float = 0.0
    """When data arrived last, by the clock of the event loop."""
    patience: float = PATIENCE
    """Seconds without data after which the page is not waited for."""
    status: int = 200
    """The status of the page itself."""
    has_button: bool = False
    """Is its box sent by a button, and not by Enter?"""
    has_untold: bool = False
    """Was a POST refused while the page was loading, since it does not say what it does?"""
    is_touched: bool = False
    """Was anything done on the page since it was opened?"""
    limit: VisitLimit | None = None
    forbidden: IgnoreRequest | None = None
    """Why the page itself may not be fetched, if so."""
    _pending: set[Route] = field(default_factory=set)
    _alike: Counter[tuple[str, str]] = field(default_factory=Counter)
    """By method and path, how often the page asked."""
    _answered: set[tuple[str, str, str]] = field(default_factory=set)
    """What was answered: the same again is no reason to let the visit last longer."""

    @property
    def active(self) -> int:
        """Requests that are worth waiting for."""
        return len(self._pending)

    def renew(self) -> None:
        """Begin another visit to the page, which is open."""
        self.exchanges.clear()
        self.refused.clear()
        self._alike.clear()
        self.give_up()
        self.arm(LOAD, "", may_post=False)

    def give_up(self) -> None:
        """Wait no longer for the requests that are pending; they may never be answered."""
        self._pending.clear()

    def expect_more(self) -> None:
        """More results are about to be asked for, perhaps often and at one path."""
        self._alike.clear()

    async def handle(self, route: Route) -> None:
        """Answer a request of the page, whatever happens."""
        is_awaited = self._is_awaited(route.request)
        if is_awaited:
            self.started += 1
            self._pending.add(route)
        try:
            response = await self._response(route.request)
            if response is None:
                await route.abort()
            else:
                await self._fulfil(route, response)
                if is_awaited:
                    self._arrived(route.request)
        except BrowserError:  # the page has gone
            self._count("deepweb/browser/unheard")
        finally:
            self._pending.discard(route)

    def _is_awaited(self, request: BrowserRequest) -> bool:
        """May a request change what the page shows? Some pages ask the same for ever."""
        where = request.method, request.url.partition("?")[0]
        self._alike[where] += 1
        return self._alike[where] <= MAX_ALIKE or self._is_search(_sent(request, self.word))

    async def _fulfil(self, route: Route, response: Response) -> None:
        headers = told_headers(response)
        if not self._is_own(route.request.url):
            headers.pop("set-cookie", None)
        try:
            await route.fulfill(status=response.status, headers=headers, body=response.body)
        except BrowserError as error:
            # The browser refuses the answer: the page must not wait for another.
            self._count("deepweb/browser/unfulfilled")
            self.refused[f"{route.request.url[:200]} cannot be shown: {str(error)[:100]}"] += 1
            await route.abort()

    def _arrived(self, request: BrowserRequest) -> None:
        self.arrived = asyncio.get_running_loop().time()
        asked = request.method, request.url, request.post_data or ""
        if self.limit is not None and asked not in self._answered:
            self.limit.extend(self.patience)
        self._answered.add(asked)

    def arm(self, stage: str, word: str, *, may_post: bool) -> None:
        """From now on requests belong to a search for this word."""
        self.stage, self.word = stage, word
        self.rule = replace(self.rule, may_post=may_post)

    async def _response(self, request: BrowserRequest) -> Response | None:
        sent = _sent(request, self.word)
        if sent.kind == "document":
            self.is_touched = False
        is_loading = self.stage == LOAD and not self.is_touched
        if against := script_objection(sent, replace(self.rule, is_loading=is_loading)):
            self.has_untold |= is_loading and against == UNTOLD
            self._refuse(sent, against)
            return None
        if self._is_aside(sent):
            self._refuse(sent, "is one of many pages that the results tell of")
            return None
        stage, is_part = self.stage, sent.method == "GET" and sent.kind != "document"
        if is_part and (kept := self.libraries.get(sent.url)) is not None:
            self._note(request, sent, kept, stage)
            return kept
        try:
            response = await self._download(request, sent)
        except IgnoreRequest as refusal:
            self._refuse(sent, str(refusal))
            if sent.kind == "document" and stage == LOAD:
                self.forbidden = refusal
            return None
        except Exception as error:  # the page sees a failed request
            self._count(f"deepweb/browser/failed/{type(error).__name__}")
            return None
        if is_part and response.status == 200 and (is_library(sent) or is_file(response)):
            self.libraries.keep(sent.url, response)
        self._note(request, sent, response, stage)
        if sent.kind == "document" and stage == LOAD:
            self.status = response.status
        return response

    def _is_aside(self, sent: ScriptRequest) -> bool:
        """Is it for one more page of a result, to show a summary? A few are enough."""
        if self.stage == LOAD or sent.kind not in {"xhr", "fetch"} or self._is_search(sent):
            return False
        parts = [e for e in self.exchanges if e.stage != LOAD and not e.is_page]
        return sum("html" in each.answer_type for each in parts) >= MAX_ASIDE

    def _is_search(self, sent: ScriptRequest) -> bool:
        told = f"{unquote_plus(sent.url)} {sent.body}".casefold()
        return bool(self.word) and self.word.casefold() in told

    async def _download(self, request: BrowserRequest, sent: ScriptRequest) -> Response:
        is_page = sent.kind == "document"
        meta: dict[str, Any] = {"asked_by": f"browser: {'page' if is_page else 'part'}"}
        meta |= {"is_for_details": True} if self.is_for_details else {}
        # The page does not wait any longer, and neither must the crawl after the visit.
        meta |= {"download_timeout": 2 * self.patience, "max_retry_times": RETRIES}
        if not self._is_own(sent.url):
            # Another host's cookies are neither kept nor sent.
            meta |= {"beside_site": site_name(sent.url), "dont_merge_cookies": True}
            meta["asked_by"] = f"browser: part of a page of {next(iter(self.rule.sites))}"
            self._count("deepweb/browser/from_other_hosts")
        self._count("deepweb/browser/requests")
        return await self.crawler.engine.download_async(
            Request(
                sent.url,
                method=sent.method,
                body=request.post_data_buffer or b"",
                headers=dict(_sent_along(request.headers.items())),
                meta=meta,
            )
        )

    def _is_own(self, url: str) -> bool:
        return owner(url, self.rule.sites) is not None

    def _note(
        self, request: BrowserRequest, sent: ScriptRequest, response: Response, stage: str
    ) -> None:
        if sent.kind in LIBRARIES and not is_data_script(response.body):
            return
        if len(self.exchanges) == MAX_EXCHANGES:
            self.leave_rest(sent.url, f"over {MAX_EXCHANGES:,} answers of a page")
            return
        if len(response.body) > MAX_ANSWER:
            self.leave_rest(sent.url, f"over {MAX_ANSWER:,} bytes")
            return
        self.exchanges.append(
            Exchange(
                method=sent.method,
                url=sent.url,
                stage=stage,
                body=sent.body,
                content_type=request.headers.get("content-type", ""),
                headers=tuple(_sent_along(request.headers.items())),
                is_page=sent.kind == "document",
                status=response.status,
                answer_type=(response.headers.get("Content-Type") or b"").decode("latin-1"),
                answer=response.body,
                told=header_pairs(response),
            )
        )

    def _refuse(self, sent: ScriptRequest, why: str) -> None:
        self._count("deepweb/browser/refused")
        if sent.kind in LIBRARIES or sent.kind in {"document", "xhr", "fetch", "eventsource"}:
            self.refused[f"{sent.method} {sent.url[:200]} {why}"] += 1

    def leave_socket(self, socket: WebSocket) -> None:
        """The page wants a socket, which it does not get: the browser has no network."""
        self._count("deepweb/browser/refused")
        self.refused[f"{socket.url[:200]} is a socket"] += 1

    def leave_rest(self, url: str, reason: str) -> None:
        """Something is beyond a bound, and not read."""
        count_bounds(self.crawler, url, [reason])

    def _count(self, stat: str) -> None:
        self.crawler.stats.inc_value(stat)


def _sent(request: BrowserRequest, word: str) -> ScriptRequest:
    body = request.post_data or ""
    method = method_of(request.method, request.headers)
    return ScriptRequest(method, request.url, request.resource_type, body, word)


def _sent_along(headers: Iterable[tuple[str, str]]) -> Iterable[tuple[str, str]]:
    return (
        (name, value)
        for name, value in headers
        if name not in _NOT_SENT and not name.startswith(("sec-", ":"))
    )


def is_file(response: Response) -> bool:
    """Is an answer a file that may be kept for a while, by what the site says?"""
    told = response.headers.get("Cache-Control") or b""
    is_kept = b"no-store" not in told and b"no-cache" not in told
    return is_kept and "Last-Modified" in response.headers and "Set-Cookie" not in response.headers


def told_headers(response: Response) -> dict[str, str]:
    """The headers for the browser, each once: values are joined as RFC 9110 §5.3 says."""
    told: dict[str, str] = {}
    for name, values in response.headers.items():
        plain = name.decode("latin-1").lower()
        if plain not in _NOT_TOLD:
            said = [_NO_HEADER.sub(" ", value.decode("latin-1")).strip() for value in values]
            # Playwright takes cookies line by line; a comma may be part of one.
            told[plain] = ("\n" if plain == "set-cookie" else ", ").join(said)
    return told


def script_rule(site: str, settings: BaseSettings) -> ScriptRule:
    """What the scripts of a site may request."""
    sites = (site, *settings.getlist("DEEPWEB_FORM_SITES"))
    has_libraries = settings.getbool("DEEPWEB_BROWSER_LIBRARIES")
    return ScriptRule(sites, form_words(), _relation(site), has_libraries=has_libraries)


def _relation(site: str) -> Callable[[str], bool]:
    """Does a host belong to the owner of the site?"""
    return partial(is_same_owner, urlsplit(f"//{site}").hostname or "")

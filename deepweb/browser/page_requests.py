"""The requests of a page in the browser, made by the crawl.

The browser has no network. Each request of a page is judged (``locate/forms/script_safety.py``);
what is allowed goes through Scrapy's downloader, so that robots.txt, delays, redirects, size limits
and the budget hold for it as for any other request.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Error as BrowserError
from playwright.async_api import Request as BrowserRequest
from playwright.async_api import Route
from scrapy import Request
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest
from scrapy.http import Response
from scrapy.settings import BaseSettings

from deepweb.locate.forms.script_safety import (
    LIBRARIES,
    ScriptRequest,
    ScriptRule,
    is_library,
    script_objection,
)
from deepweb.page.site import is_same_owner, owner, site_name
from deepweb.store.resources import form_words
from deepweb.surface.script.exchange import LOAD, Exchange

MAX_KEPT = 32 * 1024 * 1024  # bytes of scripts and files that are kept for the next pages
MAX_ANSWER = 8 * 1024 * 1024  # bytes of an answer that is examined
MAX_EXCHANGES = 200  # answers of a page that are examined

# Headers that the crawl sets itself, or that belong to a connection that it does not have.
_NOT_SENT = frozenset(
    {"host", "connection", "content-length", "accept-encoding", "user-agent", "cookie",
     "upgrade-insecure-requests", "cache-control", "pragma", "if-none-match", "if-modified-since"}
)  # fmt: skip
_NOT_TOLD = frozenset({"content-encoding", "content-length", "transfer-encoding", "connection"})


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


@dataclass
class PageRequests:
    """The requests of one page, while it is open."""

    crawler: Crawler
    rule: ScriptRule
    libraries: Libraries
    stage: str = LOAD
    word: str = ""
    """The word that a search box was filled in with, if one was."""
    exchanges: list[Exchange] = field(default_factory=list)
    refused: Counter[str] = field(default_factory=Counter)
    """Reasons why requests were not made, with their number."""
    started: int = 0
    active: int = 0
    forbidden: IgnoreRequest | None = None
    """Why the page itself may not be fetched, if so."""

    async def handle(self, route: Route) -> None:
        """Answer a request of the page."""
        self.started += 1
        self.active += 1
        try:
            response = await self._response(route.request)
            if response is None:
                await route.abort()
            else:
                headers = _headers(response)
                if not self._is_own(route.request.url):
                    headers.pop("set-cookie", None)
                await route.fulfill(status=response.status, headers=headers, body=response.body)
        except BrowserError:  # the page has gone
            self._count("deepweb/browser/unheard")
        finally:
            self.active -= 1

    def arm(self, stage: str, word: str, *, may_post: bool) -> None:
        """From now on requests belong to a search for this word."""
        self.stage, self.word = stage, word
        self.rule = replace(self.rule, may_post=may_post)

    async def _response(self, request: BrowserRequest) -> Response | None:
        sent = ScriptRequest(
            request.method, request.url, request.resource_type, request.post_data or "", self.word
        )
        if against := script_objection(sent, self.rule):
            self._refuse(sent, against)
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
        return response

    async def _download(self, request: BrowserRequest, sent: ScriptRequest) -> Response:
        is_page = sent.kind == "document"
        meta: dict[str, Any] = {"asked_by": f"browser: {'page' if is_page else 'part'}"}
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
        is_full = len(self.exchanges) == MAX_EXCHANGES or len(response.body) > MAX_ANSWER
        if is_full or (sent.kind in LIBRARIES and stage == LOAD):
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
            )
        )

    def _refuse(self, sent: ScriptRequest, why: str) -> None:
        self._count("deepweb/browser/refused")
        if sent.kind in LIBRARIES or sent.kind in {"document", "xhr", "fetch"}:
            self.refused[f"{sent.method} {sent.url[:200]} {why}"] += 1

    def _count(self, stat: str) -> None:
        self.crawler.stats.inc_value(stat)


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


def _headers(response: Response) -> dict[str, str]:
    told = {
        name.decode("latin-1").lower(): b"\n".join(values).decode("latin-1")
        for name, values in response.headers.items()
    }
    return {name: value for name, value in told.items() if name not in _NOT_TOLD}


def script_rule(site: str, settings: BaseSettings) -> ScriptRule:
    """What the scripts of a site may request."""
    sites = (site, *settings.getlist("DEEPWEB_FORM_SITES"))
    has_libraries = settings.getbool("DEEPWEB_BROWSER_LIBRARIES")
    return ScriptRule(sites, form_words(), _relation(site), has_libraries=has_libraries)


def _relation(site: str) -> Callable[[str], bool]:
    """Does a host belong to the owner of the site?"""
    return partial(is_same_owner, urlsplit(f"//{site}").hostname or "")

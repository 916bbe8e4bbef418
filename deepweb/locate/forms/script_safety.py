"""May the script of a page make a request?

The rules for forms (``safety``) apply to the requests of scripts. Reading is allowed. Posting is
allowed only for the query of a box that was judged a search, and to the site itself while a page is
loading, if what is posted says that it reads. Other sites are asked only for the
libraries of a page, and never with the query. Pictures, fonts, films and trackers are not needed.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote, unquote_plus, urlsplit, urlunsplit

from deepweb.locate.forms.safety import FormWords, speaks_against
from deepweb.page.effects.address import acting_address
from deepweb.page.effects.post import SILENT, acting_post, acting_query, acts_by_name
from deepweb.page.site import owner

UNTOLD = f"posts {SILENT}"
UNSURE = "posts, and it is not sure enough that it searches"
LIBRARIES = frozenset({"script", "stylesheet"})
"""Kinds of files that may come from other sites."""

_METHOD_HEADERS = frozenset({"x-http-method-override", "x-http-method", "x-method-override"})
_NEEDED = LIBRARIES | {"document", "xhr", "fetch"}
_TRACKER = re.compile(
    r"(?:^|[^a-z])(?:track(?:er|ing)?|analytics?|beacon|pixel|telemetry|metrics|collect|gtag|gtm"
    r"|stats?|counter|rum|csp-report|ping)(?![a-z])|google-?analytics|googletagmanager|doubleclick"
    r"|matomo|piwik|hotjar|segment\.(?:io|com)|facebook\.net|sentry",
    re.IGNORECASE,
)
# "update-component" draws a part of the page anew.
_REDRAWS = re.compile(r"update[-_]?(?=(?:components?|widgets?|results|display)(?![a-z]))", re.I)
# State that the server gave to the page, and signed: it draws a component anew.
_SIGNED = re.compile(r"checksum(?:\\?\"|%22)\s*(?::|%3A)", re.IGNORECASE)
_UPDATE = re.compile(r"/(?:update$|message(?=/[^/]+$))", re.IGNORECASE)
_CALLED = re.compile(r'"type":\s*"call\w*",\s*"payload":\s*\{[^{}]*?"name":\s*"([^"]{0,200})"')
# A place that keeps queries is not told which page of their results is wanted; Algolia's is.
_QUERIES = re.compile(r"/(?:queries|searches)$", re.IGNORECASE)
_PAGED = re.compile(
    r"(?:page|from|offset|skip|start|limit|size|rows|take|hits_?per_?page|per_?page)"
    r"(?:\\?\"|%22)?\s*(?:[=:]|%3A)\s*\d",
    re.IGNORECASE,
)
_SCRIPT_FILE = re.compile(r"\.(?:m?js|wasm|json)(?:[?#]|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ScriptRequest:
    """A request that a script is about to make."""

    method: str
    """The method that the server goes by (``method_of``)."""
    url: str
    kind: str
    """The browser's resource type: ``document``, ``script``, ``fetch``, ``image`` and so on."""
    body: str = ""
    word: str = ""
    """The query that was just typed into a search box of the page; "" if there was none."""


@dataclass(frozen=True, slots=True)
class ScriptRule:
    """What the scripts of a site may do."""

    sites: Collection[str]
    """The site, and those to which its forms may be sent."""
    words: FormWords
    is_related: Callable[[str], bool]
    """Does a host have the same owner as the site?"""
    may_post: bool = False
    """Is the box a search so surely that its script may post?"""
    is_loading: bool = False
    """Is the page being loaded, and was nothing done on it? Then it may post what says that it
    reads: lists that are shown to everybody may be asked for so."""
    is_bare: bool = False
    """Did the page show nothing to ask without its posts? Then those that say nothing of what they
    do are made, too, as every visitor makes them."""
    has_libraries: bool = True
    """May scripts and style sheets come from other public hosts?"""


def method_of(method: str, headers: Mapping[str, str]) -> str:
    """The method that a server goes by: a header may name another one than the request.

    One that names GET changes nothing, since servers may not know it.
    """
    named = (v.strip().upper() for n, v in headers.items() if n.lower() in _METHOD_HEADERS)
    return next((each for each in named if each != "GET"), method)


def script_objection(request: ScriptRequest, rule: ScriptRule) -> str:
    """Why a request is refused; "" if it is allowed."""
    is_needed = request.kind in _NEEDED or _is_for_worker(request) or _is_asked_stream(request)
    if not is_needed:
        return f"{request.kind} is not needed"
    try:
        parts = urlsplit(request.url)
        host = parts.hostname or ""
    except ValueError:
        return "is no address"
    if _TRACKER.search(f"{host}{parts.path}"):
        return "is a tracker"
    parts = parts._replace(path=_REDRAWS.sub("", parts.path))
    is_own = owner(request.url, rule.sites) is not None
    if request.method != "GET":
        return _post_objection(request, parts, rule, is_own=is_own)
    if not is_own and (against := _abroad(request, host, rule)):
        return against
    return "" if request.kind in LIBRARIES else _said(parts, rule)


def is_library(request: ScriptRequest) -> bool:
    """Is it for a part of the site's program, which is the same on all pages?"""
    is_file = request.method == "GET" and _SCRIPT_FILE.search(request.url) is not None
    return request.kind in LIBRARIES or is_file


def _is_for_worker(request: ScriptRequest) -> bool:
    """Is it for the script of a worker? Browsers call that ``other``."""
    return request.kind == "other" and _SCRIPT_FILE.search(request.url) is not None


def _is_asked_stream(request: ScriptRequest) -> bool:
    """Does a stream of events answer the query? Others tell news, and never end."""
    told = unquote_plus(request.url).casefold()
    return request.kind == "eventsource" and bool(request.word) and request.word.casefold() in told


def _abroad(request: ScriptRequest, host: str, rule: ScriptRule) -> str:
    """Libraries may come from any public host, data only from hosts of the same owner."""
    if rule.is_related(host):
        return ""
    if request.kind not in LIBRARIES or not _is_public(host):
        return "goes to another site"
    if request.word and request.word.casefold() in unquote_plus(request.url).casefold():
        return "tells another site what was asked"
    return "" if rule.has_libraries else "comes from another site, see DEEPWEB_BROWSER_LIBRARIES"


def _post_objection(
    request: ScriptRequest, parts: SplitResult, rule: ScriptRule, *, is_own: bool
) -> str:
    is_redrawn = bool(request.word) and _SIGNED.search(request.body) is not None
    if is_redrawn:
        parts = parts._replace(path=_UPDATE.sub("", parts.path))
    against = {
        f"{request.method} may change something": request.method != "POST",
        "posts to another site": not is_own,
        "posts what nobody asked for": not request.word and not rule.is_loading,
        UNSURE: request.word and not rule.may_post,
        "posts something else than the query": request.word and not _carries(request),
    }
    why = next((why for why, holds in against.items() if holds), "") or _said(parts, rule)
    if why:
        return why
    path, effects = unquote(parts.path), rule.words.effects
    if _PAGED.search(request.body):
        path = _QUERIES.sub("/query", path)
    must_read = not (rule.is_bare or is_redrawn)
    acting = acting_post(path, request.body, effects, must_read=must_read)
    called = _CALLED.findall(request.body)
    acting = acting or next((repr(each) for each in called if acts_by_name(each, effects)), "")
    return f"posts {acting}" if acting else ""


def _said(parts: SplitResult, rule: ScriptRule) -> str:
    said = speaks_against(parts.path, rule.words)
    if said:
        return f"says {', '.join(sorted(said))!r}"
    if argument := acting_query(parts.query):
        return f"writes: its argument {argument!r} says so"
    acting = acting_address(urlunsplit(("", "", *parts[2:4], "")), rule.words.effects)
    return f"acts: its address says {acting!r}" if acting else ""


def _carries(request: ScriptRequest) -> bool:
    """Is the query in the body, plain, quoted or as JSON?"""
    word = request.word.casefold()
    spelt = (word, json.dumps(word).strip('"'))
    there = request.body.casefold(), unquote_plus(request.body).casefold()
    return any(each in text for each in spelt for text in there)


def _is_public(host: str) -> bool:
    """Can anybody reach a host, not only machines of this network?"""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        return "." in host and not host.endswith((".local", ".internal", ".lan", ".localhost"))

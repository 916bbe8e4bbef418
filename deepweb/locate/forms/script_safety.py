"""May a request leave that the script of a page is about to make?

The rules of forms (``form_safety.py``) hold for scripts too, and are applied to what they send:
reading is allowed, posting only what a box judged a search was filled in with, and nothing is asked
of other sites but the libraries that a page is made of, and those without telling them what was
searched for. Pictures, fonts, films and trackers are of no use to us.
"""

from __future__ import annotations

import ipaddress
import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from urllib.parse import SplitResult, unquote_plus, urlsplit

from deepweb.locate.forms.safety import FormWords, speaks_against
from deepweb.page.site import owner

LIBRARIES = frozenset({"script", "stylesheet"})
"""Kinds of parts of a page that may come from elsewhere."""

_NEEDED = LIBRARIES | {"document", "xhr", "fetch"}
_TRACKER = re.compile(
    r"(?:^|[^a-z])(?:track(?:er|ing)?|analytics?|beacon|pixel|telemetry|metrics|collect|gtag|gtm"
    r"|stats?|counter|rum|csp-report|ping)(?![a-z])|google-?analytics|googletagmanager|doubleclick"
    r"|matomo|piwik|hotjar|segment\.(?:io|com)|facebook\.net|sentry",
    re.IGNORECASE,
)
_SCRIPT_FILE = re.compile(r"\.(?:m?js|wasm|json)(?:[?#]|$)", re.IGNORECASE)
_MUTATION = re.compile(r'"query"\s*:\s*"(?:\s|\\n|#[^"\\]*\\n)*mutation\b', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ScriptRequest:
    """What a script is about to send."""

    method: str
    url: str
    kind: str
    """What the browser wants it for: ``document``, ``script``, ``fetch``, ``image`` and so on."""
    body: str = ""
    word: str = ""
    """What a search box of the page was filled in with just before; nothing if none was."""


@dataclass(frozen=True, slots=True)
class ScriptRule:
    """How careful to be with the scripts of a site."""

    sites: Collection[str]
    """The site, and those that its forms may send to."""
    words: FormWords
    is_related: Callable[[str], bool]
    """Does a host belong to whom the site belongs to?"""
    may_post: bool = False
    """Is it sure enough that the box is a search?"""
    has_libraries: bool = True
    """May scripts and style sheets come from other public hosts?"""


def script_objection(request: ScriptRequest, rule: ScriptRule) -> str:
    """Why a request may not leave, or nothing."""
    if request.kind not in _NEEDED and not _is_for_worker(request):
        return f"{request.kind} is not needed"
    try:
        parts = urlsplit(request.url)
        host = parts.hostname or ""
    except ValueError:
        return "is no address"
    if _TRACKER.search(f"{host}{parts.path}"):
        return "is a tracker"
    is_own = owner(request.url, rule.sites) is not None
    if request.method != "GET":
        return _post_objection(request, parts, rule, is_own=is_own)
    if not is_own and (against := _abroad(request, host, rule)):
        return against
    return "" if request.kind in LIBRARIES else _said(parts, rule)


def is_library(request: ScriptRequest) -> bool:
    """Is it a part of the site's program, the same on all of its pages?"""
    is_file = request.method == "GET" and _SCRIPT_FILE.search(request.url) is not None
    return request.kind in LIBRARIES or is_file


def _is_for_worker(request: ScriptRequest) -> bool:
    """Is it a script that another script loads beside the page? Browsers call that ``other``."""
    return request.kind == "other" and _SCRIPT_FILE.search(request.url) is not None


def _abroad(request: ScriptRequest, host: str, rule: ScriptRule) -> str:
    """Libraries may come from any public host, data from whom the site belongs to."""
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
    against = {
        f"{request.method} may change something": request.method != "POST",
        "posts to another site": not is_own,
        "posts what nobody asked for": not request.word,
        "posts, and it is not sure enough that it searches": not rule.may_post,
        "posts a mutation": _MUTATION.search(request.body) is not None,
        "posts something else than the query": not _carries(request),
    }
    return next((why for why, holds in against.items() if holds), "") or _said(parts, rule)


def _said(parts: SplitResult, rule: ScriptRule) -> str:
    said = speaks_against(parts.path, rule.words)
    return f"says {', '.join(sorted(said))!r}" if said else ""


def _carries(request: ScriptRequest) -> bool:
    """Is the query in the body, as it is, quoted, or as JSON writes it?"""
    word = request.word.casefold()
    spelt = (word, json.dumps(word).strip('"'))
    there = request.body.casefold(), unquote_plus(request.body).casefold()
    return any(each in text for each in spelt for text in there)


def _is_public(host: str) -> bool:
    """Is it a host that anybody can reach, and not one of the machine's own network?"""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_global
    except ValueError:
        return "." in host and not host.endswith((".local", ".internal", ".lan", ".localhost"))

"""Where is a form sent, and how?

The form says so, or the button that Enter presses says otherwise (HTML standard, 4.10.22.3).
Relative addresses count from the page's ``<base>``; a form without an action is sent to the page
itself.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import SplitResult, urljoin, urlsplit, urlunsplit

from lxml.html import HtmlElement
from w3lib.url import safe_url_string

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data"
PLAIN = "text/plain"

_METHODS = {"get": "GET", "post": "POST", "dialog": "DIALOG"}
_SHOWN = 200
# What no name of a host has in it.
_NO_HOST = re.compile(r"[\x00-\x20\x7f-\xa0<>\"{}|\\^`%]")
# What browsers and servers take at most is far less.
MAX_URL = 20_000


@dataclass(frozen=True, slots=True)
class Target:
    """Address, method and form of the body; ``unusable`` says why nothing can be sent there."""

    action: str
    method: str
    enctype: str
    unusable: str = ""


def target(
    form: HtmlElement, button: HtmlElement | None, page_url: str, base: str, encoding: str
) -> Target:
    """Where a form of a page goes if this button is pressed."""
    method = _METHODS.get(_said(form, button, "method").lower(), "GET")
    enctype = _said(form, button, "enctype").lower()
    enctype = enctype if enctype in {MULTIPART, PLAIN} else URLENCODED
    written = _said(form, button, "action").strip()
    if len(written) > MAX_URL:
        return Target(written[:_SHOWN], method, enctype, "its action is too long for a URL")
    try:
        parts = urlsplit(urljoin(base, _slashes(written)) if written else page_url)
        unusable = _objection(parts, method, page_url)
        url = _address(parts, method, encoding)
    except ValueError as error:  # "http://[", "http://host:port/" and their like
        why = f"its action is no URL: {error}"
        return Target(written[:_SHOWN] or page_url, method, enctype, why)
    return Target(url, method, enctype, unusable)


def base_url(page_url: str, known: str | None, written: str | None) -> str:
    """What relative addresses count from: a ``<base>`` anywhere on the page, if it is any good."""
    if written is None:
        return known or page_url
    try:
        base = urljoin(page_url, written.strip()[:MAX_URL])
        return base if urlsplit(base).scheme in {"http", "https", "file"} else page_url
    except ValueError:
        return page_url


def _said(form: HtmlElement, button: HtmlElement | None, attribute: str) -> str:
    """What the button says, else the form."""
    said = button.get(f"form{attribute}") if button is not None else None
    return form.get(attribute, "") if said is None else said


def _slashes(written: str) -> str:
    """As browsers read paths typed on Windows."""
    path, mark, query = written.partition("?")
    return path.replace("\\", "/") + mark + query


def _objection(parts: SplitResult, method: str, page_url: str) -> str:
    if method == "DIALOG":
        return "its method is DIALOG, which sends nothing"
    # A saved page that does not say where it was: its forms lead to where it was.
    if parts.scheme == "file" and page_url.startswith("file:"):
        return ""
    if parts.scheme not in {"http", "https"}:
        return f"its action is {parts.scheme}:"
    if not parts.hostname or parts.port == 0 or _NO_HOST.search(parts.hostname):
        return "its action names no host"
    return ""


def _address(parts: SplitResult, method: str, encoding: str) -> str:
    if parts.scheme not in {"http", "https", "file"}:
        return urlunsplit(parts)[:_SHOWN]
    # What is filled in takes the place of a GET action's own arguments.
    query = "" if method == "GET" else parts.query
    url = urlunsplit(parts._replace(query=query, fragment=""))
    is_plain = url.isascii() and url.isprintable() and " " not in url
    quoted = url if is_plain else safe_url_string(url, encoding=encoding)
    if not quoted.isascii():
        raise ValueError(f"there can be no host {parts.hostname!r}")
    return quoted

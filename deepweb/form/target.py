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
_NO_HOST = re.compile(r"[\x00-\x20\x7f-\xa0<>\"{}|\\^`%]")  # characters that no host name has
_SHOWN = 200  # characters of a useless address that are reported
MAX_URL = 20_000  # characters of an address; browsers and servers take far less


@dataclass(frozen=True, slots=True)
class Target:
    """Address, method and encoding of the body; ``unusable`` says why nothing can be sent."""

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
    """The address that others are relative to: any valid ``<base>`` on the page, else its own."""
    if written is None:
        return known or page_url
    try:
        base = urljoin(page_url, written.strip()[:MAX_URL])
        return base if urlsplit(base).scheme in {"http", "https", "file"} else page_url
    except ValueError:
        return page_url


def root_of(url: str) -> str:
    """The address of the home page of a site."""
    try:
        return urljoin(url, "/")
    except ValueError:
        return url


def _said(form: HtmlElement, button: HtmlElement | None, attribute: str) -> str:
    """An attribute of the button, else of the form."""
    said = button.get(f"form{attribute}") if button is not None else None
    return form.get(attribute, "") if said is None else said


def _slashes(written: str) -> str:
    """Backslashes in a path are slashes, as in browsers."""
    path, mark, query = written.partition("?")
    return path.replace("\\", "/") + mark + query


def _objection(parts: SplitResult, method: str, page_url: str) -> str:
    if method == "DIALOG":
        return "its method is DIALOG, which sends nothing"
    # The forms of a saved page that does not name its address lead to files.
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
    # The values of a GET form replace the arguments of its action.
    query = "" if method == "GET" else parts.query
    url = urlunsplit(parts._replace(query=query, fragment=""))
    is_plain = url.isascii() and url.isprintable() and " " not in url
    quoted = url if is_plain else safe_url_string(url, encoding=encoding)
    if not quoted.isascii():
        raise ValueError(f"there can be no host {parts.hostname!r}")
    return quoted

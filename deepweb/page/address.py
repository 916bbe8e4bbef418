"""Where does a link lead? Its address, joined to that of the page that it stands on.

``urljoin`` takes two addresses apart and puts one together again, link by link; most links are
plain enough to be appended to a part of the page's address, which is taken apart once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import unquote, urljoin

from deepweb.page.argument_names import is_random, without_session

# No segment that begins with a dot, no ";", no space, nothing that is written in more than one way.
_LETTERS = r"[A-Za-z0-9_~%+=,!$&'()*@.-]"
_PLAIN = re.compile(
    rf"(?P<host>https?://[A-Za-z0-9.-]+(?=[/?]|\Z))?"
    rf"(?:(?P<path>(?:/(?!\.)(?:{_LETTERS}|:)*)+)|(?P<beside>(?!\.){_LETTERS}+(?:/(?!\.){_LETTERS}+)*/?))?"
    r"(?P<query>\?[!-\"$-~]+)?"
)


class Base:
    """The address of a page, and what others are joined to it by."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._is_plain = url.startswith(("http://", "https://"))
        try:
            self._root, self._folder, self._page = (
                urljoin(url, end).removesuffix(end) for end in ("/", "x", "?x")
            )
        except ValueError:  # "http://["
            self._is_plain = False

    def joined(self, href: str) -> str:
        """The absolute address of a link, as ``urljoin`` has it; a ValueError where it has none."""
        plain = _PLAIN.fullmatch(href) if self._is_plain else None
        if plain is None or not href:
            return urljoin(self._url, href)
        host, path, beside, _ = plain.groups()
        if host:
            return urljoin(self._url, href) if beside else href
        if path:
            return urljoin(self._url, href) if path.startswith("//") else self._root + href
        return (self._folder if beside else self._page) + href


@lru_cache(maxsize=64)
def base(url: str) -> Base:
    """The links of a page are met one by one; its address is the same for all of them."""
    return Base(url)


# --- merged from page_address.py; rewrite or remove this note ---
# Do two addresses lead to one page, or to pages of one kind?
#
# Exploring looks at each page once, and at few pages of a kind: the days of a calendar, the records
# of a list, the visits that servers write into addresses are without number, but not without
# pattern.

# An address that is longer, or goes deeper, was made by a machine for a machine.
MAX_LENGTH, MAX_SEGMENTS = 1000, 12
# One segment again and again: a relative link that leads deeper on every page.
MAX_REPEATS = 3

_START = re.compile(r"https?://(?:www\.)?", re.IGNORECASE)
_TRACKING = re.compile(
    r"(?<=[?&])(?:utm_\w+|gclid|fbclid|msclkid|ref|referer|referrer|src)=[^&]*&?", re.IGNORECASE
)
_INDEX = re.compile(r"(?<=/)(?:index|default|home)\.\w{2,5}(?=\?|$)", re.IGNORECASE)
# ASP.NET writes visits so: /(S(lit3py55t21z5v55vlm25s55))/page.aspx
_ASP_SESSION = re.compile(r"/\([A-Z]\([^()/]*\)\)(?=/|$)")
_DIGITS = re.compile(r"\d+")
_VALUE = re.compile(r"=[^&]*")


def page_key(url: str) -> str:
    """One spelling of an address: less scheme, www., visit, tracking and the name of an index."""
    key = _START.sub("", url.partition("#")[0], count=1)
    if ";" in key or "?" in key:
        key = _TRACKING.sub("", without_session(key)).rstrip("?&")
    if "(" in key:
        key = _ASP_SESSION.sub("", key)
    return _INDEX.sub("", key).rstrip("/")


def is_endless(url: str) -> bool:
    """Does an address look like one of infinitely many?"""
    steps = url.partition("?")[0].split("/")[3:]
    if len(url) > MAX_LENGTH or len(steps) > MAX_SEGMENTS:
        return True
    return len(steps) > MAX_REPEATS and max(map(steps.count, set(steps))) > MAX_REPEATS


def directories(url: str) -> tuple[str, ...]:
    """The directories that a page stands in; numbers and visits in their names are all alike.

    A page with arguments is a directory itself: of pages that differ in their arguments only.
    """
    path, asks, _ = page_key(url).partition("?")
    steps = path.split("/")[1:]
    if not asks:
        steps = steps[:-1]
    return tuple(_alike(step) for step in steps if step)


def shape(url: str) -> str:
    """The same for pages of one kind: any number is any other, arguments count by name."""
    path, _, asked = page_key(url).partition("?")
    steps = (_alike(step) for step in path.split("/")[1:])
    return f"/{'/'.join(steps)}?{_VALUE.sub('=', asked)}" if asked else "/" + "/".join(steps)


def _alike(step: str) -> str:
    plain = unquote(step).lower() if "%" in step else step.lower()
    return "*" if is_random(plain) else _DIGITS.sub("0", plain)

"""What was the address of a page that somebody saved to a file?

Its links and forms lead there, not into a folder of this machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from urllib.parse import urlsplit

from lxml.etree import Comment
from lxml.html import HtmlElement

# Browsers write this on top of a page that they save.
_SAVED = re.compile(r"saved from url=\(\d+\)(\S+)")


def saved_from(root: HtmlElement) -> str | None:
    """The address that a saved page says it had, or None if it does not say."""
    return next((url for url in _addresses(root) if _is_address(url)), None)


def _addresses(root: HtmlElement) -> Iterator[str]:
    for comment in (*root.itersiblings(Comment, preceding=True), *root.iterchildren(Comment)):
        if match := _SAVED.search(comment.text or ""):
            yield match[1]
    for link in root.iter("link"):
        if "canonical" in link.get("rel", "").lower().split():
            yield link.get("href", "").strip()
    for meta in root.iter("meta"):
        if meta.get("property", "").lower() == "og:url":
            yield meta.get("content", "").strip()


def _is_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False

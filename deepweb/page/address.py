"""Where does a link lead? Its address, joined to that of the page that it stands on.

``urljoin`` takes two addresses apart and puts one together again, link by link; most links are
plain enough to be appended to a part of the page's address, which is taken apart once.
"""

from __future__ import annotations

import re
from functools import lru_cache
from urllib.parse import urljoin

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

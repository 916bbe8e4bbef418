"""How is a search asked that works by script?

Where its script requests answers, the request is a form like any other (``observed_request``) and
``way`` is ``request``. Where it does not, a browser is needed for every question: it opens an
address (``open``), or fills in the box of the page (``fill``).

Addresses behind a ``#`` are lost on the way through HTTP. They are written with ``%23`` in its
place, so that they are distinct, have arguments, and can be turned back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

REQUEST, OPEN, FILL = "request", "open", "fill"
IN_PATH = "{query}"
"""Name of the input whose value goes into the path of the action, where this stands."""
JSON_BODY = "application/json"
RAW_BODY = "{body}"
"""Name of the input that is all of a body, where that is neither a form nor JSON."""

_ROUTE = re.compile(r"!|/|[^#]*[/=?]")
_ESCAPED = "%23"


@dataclass(frozen=True, slots=True)
class Paging:
    """How the script asked for the next page of an answer."""

    argument: str
    kind: str
    """``number``, ``offset`` or ``cursor``."""
    step: int = 1
    size: int = 0
    """Records on a full page; a page with fewer is the last one."""
    first: str = ""
    """The value that stands for the first page, where it is not sent."""
    source: tuple[str, ...] = ()
    """Where an answer names the cursor of the next page."""


@dataclass(frozen=True, slots=True)
class Script:
    """What a browser found out about a search that works by script."""

    way: str = REQUEST
    headers: tuple[tuple[str, str], ...] = ()
    """What the script sends along, beside what every request has."""
    records: tuple[str, ...] | None = None
    """Of answers in JSON: the keys that lead to the list of records, or to the HTML of them."""
    record_url: str = ""
    """Address of a record's own page, with the name of a field in braces."""
    title: str = ""
    """The field that is a record's title."""
    paging: Paging | None = None
    box: int = -1
    """Which box of the page is filled in, of all that it has."""
    is_sent: bool = True
    """Is Enter pressed, or is it enough to write into the box?"""
    may_post: bool = False
    """Is it sure enough a search that its script may post what is filled in?"""
    patterns: tuple[tuple[str, str], ...] = ()
    """Inputs whose values are made of the query, with ``{query}`` in it, if it is not all."""

    @property
    def needs_browser(self) -> bool:
        return self.way in {OPEN, FILL}

    @classmethod
    def from_json(cls, stored: Mapping[str, Any]) -> Self:
        """What ``asdict`` and JSON made of it."""
        paging, records = stored.get("paging"), stored.get("records")
        return cls(
            way=stored["way"],
            headers=tuple((name, value) for name, value in stored["headers"]),
            records=None if records is None else tuple(records),
            record_url=stored["record_url"],
            title=stored["title"],
            paging=Paging(**{**paging, "source": tuple(paging["source"])}) if paging else None,
            box=stored["box"],
            is_sent=stored["is_sent"],
            may_post=stored["may_post"],
            patterns=tuple((name, value) for name, value in stored.get("patterns", ())),
        )


def escaped(url: str) -> str:
    """An address whose fragment is a route of a script, as one that HTTP keeps; others as is."""
    place, mark, fragment = url.partition("#")
    return f"{place}{_ESCAPED}{fragment}" if mark and is_route(fragment) else url


def unescaped(url: str) -> str:
    """The address that a person sees."""
    return url.replace(_ESCAPED, "#", 1)


def is_route(fragment: str) -> bool:
    """Does a fragment name a page of a script, and not a place on the page?"""
    return _ROUTE.match(fragment) is not None

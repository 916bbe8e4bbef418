"""What the headers of an answer in JSON tell of its list: the next page, and the total.

``Link: </books?page=2>; rel="next"`` (RFC 8288), ``X-Total-Count: 300``, ``Content-Range: items
0-14/300`` (RFC 9110 §14.4).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urljoin

Headers = Iterable[tuple[str, str]]

_NEXT = re.compile(r"""<([^<>]{1,2000})>[^<>,]*;\s*rel\s*=\s*"?(?:[\w-]+\s+)*next(?![\w-])""", re.I)
_TOTAL = re.compile(
    r"(?:x-)?(?:[a-z]+-)?total(?:-?(?:count|results|items|records|elements|hits|entries))?", re.I
)
_OF = re.compile(r"\s*[\w-]+\s+[\d*-]+/(\d{1,11})\s*")


def next_by_header(headers: Headers, url: str) -> str:
    """The address of the next page; "" if the headers name none."""
    links = (value for name, value in headers if name.lower() == "link")
    found = next(filter(None, map(_NEXT.search, links)), None)
    try:
        return urljoin(url, found[1]) if found else ""
    except ValueError:
        return ""


def total_by_header(headers: Headers, least: int) -> int | None:
    """The number of all records, which is not less than those of the page."""
    for name, value in headers:
        found = _OF.fullmatch(value) if name.lower() == "content-range" else None
        is_total = _TOTAL.fullmatch(name) is not None and value.strip().isdigit()
        told = found[1] if found else value.strip() if is_total else ""
        if told and len(told) < 12 and int(told) >= least:
            return int(told)
    return None

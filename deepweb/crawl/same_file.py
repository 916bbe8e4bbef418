"""Is it one file that answers every question? Then scripts read the question out of the address.

Sites without a program of their own (documentation, blogs) send their search to a page that is a
file: whatever is asked, it comes back byte by byte the same, and was last modified long ago. That
nothing was found can look alike, but programs do not date their answers back; an ``ETag`` tells
nothing, since many make it of the answer itself.
"""

from __future__ import annotations

import hashlib
from typing import Any

from scrapy.http import Response

REASON = "one file answers every question: the same bytes, last modified at the same time"


class SameFile:
    """The files that forms are answered with."""

    def __init__(self) -> None:
        self._seen: dict[tuple[str, str], tuple[bytes, bytes, dict[str, str]]] = {}

    def is_again(self, response: Response, asked: dict[str, Any]) -> bool:
        """Was another question to this form answered with the very same file?"""
        modified = response.headers.get("Last-Modified")
        if asked["script"] or asked["is_link"] or response.status != 200 or not modified:
            return False
        here = modified, hashlib.sha256(response.body).digest(), asked["query"]
        before = self._seen.setdefault((asked["site"], asked["form"]), here)
        return before[:2] == here[:2] and before[2] != here[2]

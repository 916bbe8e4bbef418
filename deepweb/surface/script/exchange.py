"""A request that the script of a page made, what it sent, and what came back."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from deepweb.form.script import RAW_BODY
from deepweb.form.submission import json_pairs
from deepweb.form.target import URLENCODED
from deepweb.read.records.answer_data import read_data, read_json

Pairs = tuple[tuple[str, str], ...]

LOAD, SEARCH, MORE = "load", "search", "more"
"""When a script made a request: for the page itself, for the search, for more of its results."""

# What is longer is no value that is asked for.
MAX_VALUE = 2_000


@dataclass(frozen=True)
class Exchange:
    """A request that the script of a page made, and what came back."""

    method: str
    url: str
    stage: str
    body: str = ""
    content_type: str = ""
    headers: tuple[tuple[str, str], ...] = ()
    is_page: bool = False
    """Did it bring a whole page, and not a part of one?"""
    status: int = 200
    answer_type: str = ""
    answer: bytes = b""

    @cached_property
    def data(self) -> Any:
        """The answer, if it is in JSON or XML."""
        return read_data(self.answer)

    @cached_property
    def pairs(self) -> Pairs | None:
        """Names and values of what was sent."""
        return sent_pairs(self.method, self.url, self.body, self.content_type)


def sent_pairs(method: str, url: str, body: str, content_type: str) -> Pairs | None:
    """Names and values that a request sends; None where they cannot be told."""
    try:
        asked = tuple(parse_qsl(urlsplit(url).query, keep_blank_values=True))
    except ValueError:
        return None
    if method != "POST":
        return asked
    if body[:1] in {"{", "["}:
        data = read_json(body.encode(errors="replace"))
        if data is not None:
            return json_pairs(data)
    if URLENCODED in content_type:
        return tuple(parse_qsl(body, keep_blank_values=True))
    return ((RAW_BODY, body),) if body else None

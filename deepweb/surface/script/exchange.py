"""A request that the script of a page made, what came back, and where in it the query stands.

The query is the value of an argument or of a field of a JSON body, or a step of the path; or a part
of one, inside of a query language (``title:(dune)``, ``ilike.*dune*``, a GraphQL document, a body
that is neither form nor JSON); or several of these. Text around the query is believed to belong to
the language only if it also stood around the nonsense that was asked before: a word like "all" may
stand anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from deepweb.form.script import IN_PATH, RAW_BODY
from deepweb.form.submission import json_pairs, unfolded
from deepweb.form.target import URLENCODED
from deepweb.read.data.answer_data import read_data, read_json
from deepweb.read.data.json_lists import JsonList, json_lists

Pairs = tuple[tuple[str, str], ...]

LOAD, SEARCH, MORE, CLICK, FILTER = "load", "search", "more", "click", "filter"
"""When a script made a request: for the page itself, for the search, for more of its results, for a
record that was clicked on, after a filter was changed (with its number)."""
GUESS = "guess"
"""The stage of a request for the address that a single record may have."""

# Headers that are sent again.
_SENT_ALONG = re.compile(
    r"accept|x-(?!forwarded|client-data).*|hx-.*|turbo-frame|authorization|api-?key"
)

MAX_VALUE = 2_000  # characters of a value; longer ones hold no query


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
    told: tuple[tuple[str, str], ...] = ()
    """The headers of the answer."""

    @property
    def is_answered(self) -> bool:
        """Did it succeed? POST may answer 201, a part of a list 206."""
        return 200 <= self.status < 300

    @cached_property
    def data(self) -> Any:
        """The answer, if it is in JSON or XML."""
        return read_data(self.answer)

    @cached_property
    def lists(self) -> Sequence[JsonList]:
        """The lists of objects in the answer, the likeliest records first."""
        return () if self.data is None else json_lists(self.data)

    @cached_property
    def pairs(self) -> Pairs | None:
        """Names and values that were sent; None if unknown."""
        return sent_pairs(self.method, self.url, self.body, self.content_type)


def sent_along(exchange: Exchange) -> tuple[tuple[str, str], ...]:
    """Headers that the script sent and a plain request would not."""
    return tuple(
        (name.lower(), value)
        for name, value in exchange.headers
        if _SENT_ALONG.fullmatch(name.lower()) and len(value) < MAX_VALUE
    )


def sent_pairs(method: str, url: str, body: str, content_type: str) -> Pairs | None:
    """Names and values that a request sends; None if they cannot be told."""
    try:
        asked = unfolded(parse_qsl(urlsplit(url).query, keep_blank_values=True))
    except ValueError:
        return None
    if method != "POST":
        return asked
    if body[:1] in {"{", "["}:
        data = read_json(body.encode(errors="replace"))
        if data is not None:
            return json_pairs(data)
    if URLENCODED in content_type:
        return unfolded(parse_qsl(body, keep_blank_values=True))
    return ((RAW_BODY, body),) if body else None


@dataclass(frozen=True, slots=True)
class QueryPlaces:
    """How the query is written into a request."""

    box: str
    """The input that takes the query."""
    patterns: Pairs = ()
    """Inputs and their values with ``{query}`` in place of the query; empty if it is the value of
    ``box`` and nothing else."""
    path: str = ""
    """The path with ``{query}`` in place of the query; "" if the path does not hold it."""


def query_places(
    exchange: Exchange, word: str, nonsense: str, exchanges: Sequence[Exchange]
) -> QueryPlaces | None:
    """Where the word stands in a request; None if the request does not carry it."""
    before = [e for e in exchanges if e.stage == SEARCH and e.method == exchange.method]
    known = {pair for each in before for pair in (each.pairs or ())} if nonsense else set()
    there = [(n, made) for n, value in exchange.pairs or () if (made := _pattern(value, word))]
    sure = [(n, made) for n, made in there if (n, made.replace(IN_PATH, nonsense)) in known]
    patterns = sure or [each for each in there if each[1] == IN_PATH][:1]
    path = _path(exchange, word, nonsense, before, is_alone=not patterns)
    if path:
        patterns.append((IN_PATH, IN_PATH))
    if not patterns:
        return None
    # An input that takes the query unchanged comes first.
    box = min(patterns, key=lambda each: each[1] != IN_PATH)[0]
    return QueryPlaces(box, () if patterns == [(box, IN_PATH)] else tuple(patterns), path)


def carries(exchange: Exchange, word: str) -> bool:
    """Does the word stand anywhere in a request?"""
    values = (value for _, value in exchange.pairs or ())
    return any(_pattern(text, word) for text in (*values, unquote(urlsplit(exchange.url).path)))


def _pattern(value: str, word: str) -> str:
    """The value with ``{query}`` in place of the word; "" if it does not hold the word."""
    if len(value) > MAX_VALUE or IN_PATH in value or not word:
        return ""
    if value.strip().casefold() == word.casefold():
        return IN_PATH
    there = rf"(?<![^\W_]){re.escape(word)}(?![^\W_])"
    made, times = re.subn(there, IN_PATH, value, flags=re.IGNORECASE)
    return made if times else ""


def _path(
    exchange: Exchange, word: str, nonsense: str, before: Sequence[Exchange], *, is_alone: bool
) -> str:
    """The path with ``{query}``; "" if a step only happens to have the name of the word."""
    path = urlsplit(exchange.url).path
    steps = [unquote(step) for step in path.split("/")]
    made = [_pattern(step, word) or step for step in steps]
    if made == steps or exchange.method != "GET":
        return ""
    asked = [step.replace(IN_PATH, nonsense) for step in made] if nonsense else []
    paths = ([unquote(step) for step in urlsplit(each.url).path.split("/")] for each in before)
    is_whole = all(new in {old, IN_PATH} for new, old in zip(made, steps, strict=True))
    return "/".join(_quoted(made, path)) if asked in paths or (is_alone and is_whole) else ""


def _quoted(steps: Sequence[str], path: str) -> Iterable[str]:
    """The steps of a path; those without the query are quoted as before."""
    return (new if IN_PATH in new else old for new, old in zip(steps, path.split("/"), strict=True))

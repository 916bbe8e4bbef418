"""How many answers does a page say that it has?

"About 1,234 results", "1-10 of 57", "Treffer: 12", "約 1,600 件": a number beside a word for
answers, as written in any of many languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deepweb.page.phrases import spelt

# "1-10", "1 bis 10"
_TO = r"-|\u2013|\u2014|~|to|a|à|bis|до|al|tot|til|till"
_NUMBER = re.compile(r"\d{1,3}(?:[., '\u066c]\d{3})+(?!\d)|\d+")
# What joins a number to another one, so that it is a date, a time, a price or a part of a name.
_JOINED = re.compile(r"[\d.,\u066c\u066b/:]\Z|[^\W\d]\Z")
_JOINS = re.compile(rf"[/:]|[.,\u066b]\d|[^\W\d]| ?(?:{_TO}) ?\d")
# "1-10 of 57", "1 bis 10 von 57": what stands before the 57.
_RANGE = re.compile(
    rf"\b\d{{1,9}} ?(?:{_TO}) ?\d{{1,9}} ?"
    r"(?:of|von|de|di|van|av|af|из|з|z|sur|out of|/|件中|条,共|筆結果,共) ?(?:about |over |~)?\Z"
)
_COUNTERS = re.compile(r" ?(?:条|條|件|个结果|個結果|项结果|項結果|筆|건|개의 결과|รายการ)")
_AFTER = re.compile(r"\+? ([^\W\d]+)(?: ([^\W\d]+))?")
_BEFORE = re.compile(r"([^\W\d]+) ?[:(] ?\Z")
# How far from the number its word may stand, and how long a number a page counts to.
_NEAR, _MOST_DIGITS = 40, 15
# Counts stand above the answers; below them they would be the answers' own.
MOST_TEXT = 10_000


@dataclass(frozen=True, slots=True)
class ResultCount:
    """A number of answers, and where in the text it stands."""

    number: int
    place: int


def result_counts(text: str, nouns: frozenset[str]) -> Iterator[ResultCount]:
    """The numbers of answers that a folded text gives, in their order."""
    for match in _NUMBER.finditer(text[:MOST_TEXT]):
        start, end = match.span()
        if end - start <= _MOST_DIGITS and not _JOINS.match(text, end):
            before = text[max(0, start - _NEAR) : start]
            if _is_count(text, end, before, nouns):
                yield ResultCount(int(re.sub(r"\D", "", match.group())), start)


def _is_count(text: str, end: int, before: str, nouns: frozenset[str]) -> bool:
    after = _AFTER.match(text, end)
    if after and (after[1] in nouns or after[2] in nouns or f"{after[1]} {after[2]}" in nouns):
        return not _JOINED.search(before)
    if _COUNTERS.match(text, end):
        return not _JOINED.search(before)
    if before.rstrip()[-1:] in {":", "("} and (named := _BEFORE.search(before)):
        return named[1] in nouns
    return any(map(str.isdigit, before)) and bool(_RANGE.search(before))


# --- merged from page_count.py; rewrite or remove this note ---
# How many records are there behind a page that shows some of them?


def page_count(pieces: Iterable[str], shown: int, nouns: frozenset[str]) -> int | None:
    """The first number of answers that a page gives, unless it shows more than that."""
    text = spelt(" ".join(pieces)[:MOST_TEXT])
    numbers = (count.number for count in result_counts(text, nouns))
    return next((number for number in numbers if number >= shown), None)

"""How many results does a page say there are?

"About 1,234 results", "1-10 of 57", "Treffer: 12", "約 1,600 件": a number next to a word for
results, in many languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from deepweb.page.phrases import spelt

# "1-10", "1 bis 10"
_TO = r"-|\u2013|\u2014|~|to|a|à|bis|до|al|tot|til|till"
_NUMBER = re.compile(r"\d{1,3}(?:[., '\u066c]\d{3})+(?!\d)|\d+")
# What joins a number to another, so that it belongs to a date, a time, a price or a name.
_JOINED = re.compile(r"[\d.,\u066c\u066b/:]\Z|[^\W\d]\Z")
_JOINS = re.compile(rf"[/:]|[.,\u066b]\d|[^\W\d]| ?(?:{_TO}) ?\d")
# What stands before the 57 in "1-10 of 57", "1 bis 10 von 57".
_RANGE = re.compile(
    rf"\b\d{{1,9}} ?(?:{_TO}) ?\d{{1,9}} ?"
    r"(?:of|von|de|di|van|av|af|из|з|z|sur|out of|/|件中|条,共|筆結果,共) ?(?:about |over |~)?\Z"
)
_COUNTERS = re.compile(r" ?(?:条|條|件|个结果|個結果|项结果|項結果|筆|건|개의 결과|รายการ)")
_AFTER = re.compile(r"\+? ([^\W\d]+)(?: ([^\W\d]+))?")
_BEFORE = re.compile(r"(?<![^\W\d])([^\W\d]++) ?[:(] ?\Z")
# Characters before a number that may hold its word.
_NEAR = 40
# Digits of the largest count.
_MAX_DIGITS = 15
# Counts stand above the records; below this many characters a number belongs to a record.
_MAX_TEXT = 10_000


@dataclass(frozen=True, slots=True)
class ResultCount:
    """A number of results, and its place in the text."""

    number: int
    place: int


def page_count(pieces: Iterable[str], shown: int, nouns: frozenset[str]) -> int | None:
    """The first number of results that a page states, and that is not below those it shows."""
    text = spelt(_joined(pieces)[:_MAX_TEXT])
    numbers = (count.number for count in result_counts(text, nouns))
    return next((number for number in numbers if number >= shown), None)


def _joined(pieces: Iterable[str]) -> str:
    """The text of a page; numbers of several elements ("50", "100", "200 results") stay apart."""
    joined = ""
    for piece in pieces:
        is_number = joined[-1:].isdigit() and piece[:1].isdigit()
        joined += f" | {piece}" if is_number else f" {piece}"
        if len(joined) > _MAX_TEXT:
            break
    return joined.lstrip()


def result_counts(text: str, nouns: frozenset[str]) -> Iterator[ResultCount]:
    """The numbers of results that a spelt text states, in order."""
    for match in _NUMBER.finditer(text[:_MAX_TEXT]):
        start, end = match.span()
        if end - start <= _MAX_DIGITS and not _JOINS.match(text, end):
            before = text[max(0, start - _NEAR) : start]
            if _is_count(text, end, before, nouns):
                yield ResultCount(int(re.sub(r"\D", "", match.group())), start)


def _are_counted(first: str, second: str, nouns: frozenset[str]) -> bool:
    """Do one or two words behind a number name results? "registro(s)" is one of "registros"."""
    known = (first, second, f"{first} {second}", f"{first}s")
    return any(word in nouns for word in known)


def _is_count(text: str, end: int, before: str, nouns: frozenset[str]) -> bool:
    after = _AFTER.match(text, end)
    if after and _are_counted(after[1], after[2] or "", nouns):
        return not _JOINED.search(before)
    if _COUNTERS.match(text, end):
        return not _JOINED.search(before)
    if before.rstrip()[-1:] in {":", "("} and (named := _BEFORE.search(before)):
        return named[1] in nouns
    return any(map(str.isdigit, before)) and bool(_RANGE.search(before))

"""How many records are there behind a page that shows some of them?"""

from __future__ import annotations

from collections.abc import Iterable

from deepweb.page.phrases import spelt
from deepweb.read.kind.result_count import MOST_TEXT, result_counts


def page_count(pieces: Iterable[str], shown: int, nouns: frozenset[str]) -> int | None:
    """The first number of answers that a page gives, unless it shows more than that."""
    text = spelt(" ".join(pieces)[:MOST_TEXT])
    numbers = (count.number for count in result_counts(text, nouns))
    return next((number for number in numbers if number >= shown), None)

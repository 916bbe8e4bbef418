"""Does an input look as if it only changed how results are shown?

Madhavan et al. (PVLDB 2008), sections 3.1 and 4, tell selection from presentation by the answers
alone, and so do we (``role``): names lie. But forms are much alike, and their words save requests:
an input that is called "sort by", or whose options say "newest first", is tried after the others
and stays out unless its answers prove that it selects; a number of results per page is tried at
once, since the largest makes every later request worth more.

The words are in ``resources/words/presentation.txt``, in many languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Protocol

from deepweb.surface.templates.choices import Choice

SORT, PAGE_SIZE, LOOK, LANGUAGE = "sort order", "page size", "look", "language"
# Options that are looked at, and the share of them that must say the same.
MOST_OPTIONS, SHARE = 30, 0.5
# More values than this are no sort orders or page sizes, whatever they are called.
MOST_VALUES = 40
_WORD = re.compile(r"[^\W\d_]{3}")
_SIZES = frozenset(
    {5, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 30, 32, 36, 40, 48, 50, 60, 64, 72, 75}
)
_NAMED = {"sort": SORT, "page size": PAGE_SIZE, "look": LOOK, "language": LANGUAGE}
_OPTIONS = {"sort options": SORT, "language options": LANGUAGE}


class Words(Protocol):
    """What a text speaks of, by sections of the word list."""

    def said_in(self, text: str) -> frozenset[str]: ...


def with_looks(choices: Iterable[Choice], words: Words) -> tuple[Choice, ...]:
    """The same choices, each with what it looks like."""
    return tuple(replace(choice, looks_like=looks_like(choice, words)) for choice in choices)


def looks_like(choice: Choice, words: Words) -> str:
    """What an input seems to change by what it and its options are called; nothing if unsure."""
    if choice.kind in {"text", "range"} or len(choice.values) > MOST_VALUES:
        return ""
    called = words.said_in(choice.names[0]) | words.said_in(choice.label)
    if "page size" in called and choice.numbers:
        return PAGE_SIZE
    if _are_sizes(choice) and ("look" in called or _is_silent(choice)):
        return PAGE_SIZE
    said = next((what for name, what in _NAMED.items() if name in called), "")
    return said or _by_options(choice, words)


def _by_options(choice: Choice, words: Words) -> str:
    """What most of the options speak of, in what is shown or in what is sent."""
    shown = choice.texts[:MOST_OPTIONS]
    sent = [pairs[0][1] for pairs in choice.values[:MOST_OPTIONS]]
    said = [
        words.said_in(text) | words.said_in(value) for text, value in zip(shown, sent, strict=True)
    ]
    for section, what in _OPTIONS.items():
        if sum(section in each for each in said) >= SHARE * len(said):
            return what
    return ""


def _is_silent(choice: Choice) -> bool:
    """Does neither its name nor its label say what it is?"""
    return not any(_WORD.search(text) for text in (choice.names[0], choice.label))


def _are_sizes(choice: Choice) -> bool:
    """Are these the numbers that pages come in: 10, 25, 50, 100?"""
    numbers = choice.numbers
    if numbers is None or not 2 <= len(numbers) <= 8 or list(numbers) != sorted(set(numbers)):
        return False
    return all(n in _SIZES or (n >= 80 and n <= 1000 and n % 10 == 0) for n in numbers)

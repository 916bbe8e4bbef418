"""Is a result page empty?

[He13 §5] submits background queries (nonsense words); their answers are the site's empty pages. A
page is empty if the mean Jaccard similarity of its words to theirs, without the words of the query,
is at least θ = 0.85. Two departures cure the failures that the paper reports:

1. A long menu on every page outweighs a short answer. Words on nearly all pages of the site, full
   or empty, are ignored as soon as some answers are known; so are words that only some background
   pages hold, such as adverts. Records that link to their own pages outweigh any similarity.
2. Some sites answer another query rather than none, so that nonsense gets records too. Their
   background pages differ from each other. There two signs count: a note that all background pages
   hold and other answers lack ("nothing for …, showing results for"), and records none of which
   holds a word of the query, unless the site's answers seldom hold it. What several background
   pages share, records included, is a stock answer; no record is read from it (``fresh.py``).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from deepweb.page.signature import jaccard, page_words
from deepweb.page.words import normalised, words

UNREAD = "nothing on it reads as a record"
SOLE = "the answer itself is the record"
ONE_FILE = "one file answers every question: the same bytes, last modified at the same time"
# From this number of pages on, what only one of them holds is chance: an advert, a random record.
SEVERAL_PAGES = 3
# Mean similarity of background pages from which on they are one page with small changes.
_STEADY = 0.85
# Share of answers that hold a word which says nothing about any of them.
_EVERYWHERE = 0.9
# Share of the words of the note that an empty page holds; the query may hide some.
_MIN_NOTED = 0.75
# Mean share of records that hold the query, if records of the site show why they match.
_SHOWS_QUERY = 0.8
# What stands for the query in a normalised text.
MASK = "\N{HORIZONTAL ELLIPSIS}"
# Letters that a word may be longer than the query's: "pump" is found in "pumping".
_MAX_ENDING = 3
# A message that names a number of these, instead of saying that there is nothing, found too much.
MANY, _TOO_MANY = 10, 1_000_000_000
_MAX_TOLD = 240  # characters of such a message
_NUMBERS = re.compile(r"(?<![\w/.-])(?:\d{1,3}(?:[.,' \u00a0]\d{3})+|\d{2,9})(?![\w/-])")


@dataclass(frozen=True, slots=True)
class AnswerText:
    """The texts of a page, the texts of its records, and the query."""

    texts: Sequence[str]
    records: Sequence[str] = ()
    own_links: int = 0
    """Records that link to a page of their own."""
    query: Sequence[str] = ()

    @property
    def asked(self) -> list[str]:
        """The words of the query."""
        return [word for value in self.query for word in words(value)]

    def share_with_query(self) -> float:
        """The share of the records that hold a word of the query."""
        asked = self.asked
        holding = [_holds_any(text, asked) for text in self.records]
        return sum(holding) / len(holding) if holding else 0.0


@dataclass(frozen=True, slots=True)
class Background:
    """What a form answers to background queries, compared with its other answers."""

    texts: frozenset[str] = frozenset()
    """Normalised pieces of text on several of the pages."""
    links: frozenset[str] = frozenset()
    """Addresses that several of the pages link to."""
    pages: tuple[frozenset[str], ...] = ()
    """The words of each page."""
    likeness: float = 1.0
    """Mean similarity of the pages to each other."""
    ignored: frozenset[str] = frozenset()
    """Words that say nothing: on nearly all answers, or on some background pages by chance."""
    note: frozenset[str] = frozenset()
    """Words of the note that all background pages hold, and other answers do not."""
    shows_query: bool = True
    """Do records usually hold the query? Assumed until answers show otherwise."""

    @classmethod
    def of(
        cls,
        pages: Sequence[tuple[Sequence[str], Sequence[str]]],
        answers: Sequence[AnswerText] = (),
    ) -> Self:
        """From texts and links of the background pages, and answers to words, full or empty."""
        said = tuple(page_words(texts, ()) for texts, _ in pages)
        common = frozenset.intersection(*said) if said else frozenset()
        constant = _everywhere(common, answers)
        chance = frozenset().union(*said) - common if len(pages) >= SEVERAL_PAGES else frozenset()
        telling = common - constant if answers else frozenset()
        notes = [_noted(texts, telling) for texts, _ in pages]
        return cls(
            texts=_on_several(texts for texts, _ in pages),
            links=_on_several(links for _, links in pages),
            pages=said,
            likeness=_mean_likeness(said),
            ignored=constant | chance,
            note=frozenset.intersection(*notes) if notes else frozenset(),
            shows_query=_shows_query(answers),
        )

    @property
    def is_steady(self) -> bool:
        """Is nonsense always answered by the same page? Else the site answers anything."""
        return self.likeness >= _STEADY or len(self.pages) < SEVERAL_PAGES

    def knows(self, text: str, query: Sequence[str]) -> bool:
        """Is a piece of text also on the empty pages, with or without the query in it?"""
        return normalised(text) in self.texts or normalised(text, query) in self.texts

    def similarity(self, page: frozenset[str]) -> float:
        """Mean similarity of a page to the empty pages, without the ignored words."""
        if not self.pages:
            return 0.0
        left = page - self.ignored
        alike = (jaccard(left, empty - self.ignored) for empty in self.pages)
        return sum(alike) / len(self.pages)


@dataclass(frozen=True, slots=True)
class Emptiness:
    """Whether a page is empty, with its similarity to the empty pages."""

    empty: bool
    similarity: float
    reason: str


def judged(answer: AnswerText, background: Background, *, theta: float) -> Emptiness:
    """Judge a page by its texts and its records."""
    similarity = background.similarity(page_words(answer.texts, answer.query))
    if answer.records and not background.is_steady:
        return _on_a_site_that_answers_anything(answer, background, similarity)
    return _by_likeness(similarity, len(answer.records), answer.own_links, theta)


def told_instead(pieces: Iterable[str], query: Sequence[str], background: Background) -> str:
    """What a page says in place of "nothing found", if that has a number: "340 names match".

    The answers to nonsense show how the site says that there is nothing. A page without records
    that leaves this out, and names a large number in a sentence of its own, has found too much.
    """
    if not background.pages or not background.is_steady:
        return ""
    shown = {piece: (normalised(piece), normalised(piece, query)) for piece in pieces}
    if background.texts <= {each for both in shown.values() for each in both}:
        return ""
    fresh = (piece for piece, both in shown.items() if background.texts.isdisjoint(both))
    return next((each for each in fresh if len(each) <= _MAX_TOLD and _names_many(each)), "")


def _names_many(text: str) -> bool:
    numbers = (re.sub(r"\D", "", found) for found in _NUMBERS.findall(text))
    return any(MANY <= int(number) < _TOO_MANY for number in numbers)


def _by_likeness(similarity: float, records: int, own_links: int, theta: float) -> Emptiness:
    if not records:
        return Emptiness(True, similarity, UNREAD)
    if similarity >= theta and not own_links:
        return Emptiness(True, similarity, f"like the empty pages: {similarity:.2f} >= {theta}")
    if similarity >= theta:
        return Emptiness(
            False, similarity, f"{records} records, though {similarity:.2f} like the empty pages"
        )
    return Emptiness(False, similarity, f"{records} records; {similarity:.2f} < {theta}")


def _on_a_site_that_answers_anything(
    answer: AnswerText, background: Background, similarity: float
) -> Emptiness:
    noted, share = _noted(answer.texts, background.note), answer.share_with_query()
    is_noted = background.note and len(noted) >= _MIN_NOTED * len(background.note)
    # A note may be a word of "12 results for …"; records that hold all that was asked outweigh it.
    if is_noted and not (len(answer.asked) == 1 and share >= _SHOWS_QUERY):
        said = " ".join(sorted(noted)[:5])
        return Emptiness(True, similarity, f"says what only answers to nonsense say: {said}")
    if not share and answer.asked and background.shows_query:
        reason = f"answers another query: none of {len(answer.records)} records holds this one"
        return Emptiness(True, similarity, reason)
    reason = f"{len(answer.records)} records, {share:.0%} of them hold the query"
    return Emptiness(False, similarity, reason)


def _on_several(pages: Iterable[Sequence[str]]) -> frozenset[str]:
    found = [frozenset(page) for page in pages]
    times = Counter(each for page in found for each in page)
    enough = 2 if len(found) >= SEVERAL_PAGES else 1
    return frozenset(each for each, n in times.items() if n >= enough)


def _mean_likeness(pages: Sequence[frozenset[str]]) -> float:
    pairs = [jaccard(one, other) for one, other in combinations(pages, 2)]
    return sum(pairs) / len(pairs) if pairs else 1.0


def _everywhere(common: frozenset[str], answers: Sequence[AnswerText]) -> frozenset[str]:
    held_by = Counter(w for answer in answers for w in page_words(answer.texts, ()) & common)
    return frozenset(w for w, n in held_by.items() if n >= _EVERYWHERE * len(answers))


def _shows_query(answers: Sequence[AnswerText]) -> bool:
    """In answers that hold the query at all, do nearly all records hold it?"""
    shares = [share for answer in answers if (share := answer.share_with_query())]
    return not shares or sum(shares) / len(shares) >= _SHOWS_QUERY


def _noted(texts: Iterable[str], telling: frozenset[str]) -> frozenset[str]:
    """The words that stand in a note: a text that holds two of them, or one and the query."""
    found: set[str] = set()
    for text in texts:
        there = telling.intersection(words(text))
        if len(there) > 1 or (there and MASK in text):
            found |= there
    return frozenset(found)


def _holds_any(text: str, asked: Iterable[str]) -> bool:
    there = words(text)
    return any(_holds(there, word) for word in asked)


def _holds(there: Sequence[str], word: str) -> bool:
    if word.isascii():
        return any(w.startswith(word) and len(w) <= len(word) + _MAX_ENDING for w in there)
    return any(word in w for w in there)  # some scripts do not separate words

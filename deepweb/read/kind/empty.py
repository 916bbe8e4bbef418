"""Is a result page empty?

He et al., *Crawling Deep Web Entity Pages* (WSDM 2013), section 5: a site's answers to nonsense are
its empty pages; a page whose words, less those of the query, are on average as like theirs as
θ = 0.85 (Jaccard) is empty too. The paper reports two failures; this is how they are cured.

The long drop-down that stands on every page drowns what a short answer says. Words that stand on
every page of the site, full or empty, say nothing: they are left out of the comparison as soon as
some answers are known. So are words that only some answers to nonsense hold: adverts and the like.
And records that lead to pages of their own outweigh any likeness.

The site that answers another query rather than none gives records to nonsense too. That shows in
its answers to nonsense: they differ from each other. There records are no proof, and two signs
count: a note that all answers to nonsense hold and other answers lack ("nothing for …, showing
results for"); and records none of which holds a word of the query, where the site's answers usually
hold it or none is known yet. What several answers to different nonsense hold alike, records or not,
is the site's stock answer, and no record is read off it (``fresh.py``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Self

from deepweb.page.signature import jaccard, page_words
from deepweb.page.words import normalised, words

# With so many answers to nonsense, what stands on one of them only is chance: an advert, a record
# of a site that answers anything.
SEVERAL_PAGES = 3
# Below this, answers to nonsense are not one page with small changes.
STEADY = 0.85
# Words that so many of the answers hold say nothing of any of them.
EVERYWHERE = 0.9
# Of the words of a note, what an empty page holds; the query may hide some.
TOLD = 0.75
# Where an answer holds the query at all, so many of its records do, if records show why they match.
SHOWN = 0.8
# What stands for the query in a normalised text.
MASK = "\N{HORIZONTAL ELLIPSIS}"
# "pump" is found in "pumping" too.
_ENDING = 3


@dataclass(frozen=True, slots=True)
class AnswerText:
    """What a page says: all of it, its records, and what was asked."""

    texts: Sequence[str]
    records: Sequence[str] = ()
    own_links: int = 0
    """Records that lead to a page of their own."""
    query: Sequence[str] = ()

    @property
    def asked(self) -> list[str]:
        """The words of the query."""
        return [word for value in self.query for word in words(value)]

    def held(self) -> float:
        """The share of the records that hold a word of the query."""
        asked = self.asked
        holding = [_holds_any(text, asked) for text in self.records]
        return sum(holding) / len(holding) if holding else 0.0


@dataclass(frozen=True, slots=True)
class Background:
    """What a form answers to nonsense, beside what it answers to other words."""

    texts: frozenset[str] = frozenset()
    """Every normalised piece of text on several of the pages."""
    links: frozenset[str] = frozenset()
    """Where several of the pages lead to."""
    pages: tuple[frozenset[str], ...] = ()
    """The words of each page."""
    likeness: float = 1.0
    """Of the pages to each other, on average."""
    unsaying: frozenset[str] = frozenset()
    """Words that say nothing: on nearly all answers, or on some answers to nonsense by chance."""
    note: frozenset[str] = frozenset()
    """Words of what all answers to nonsense say, and other answers do not."""
    shows_query: bool = True
    """Do records show why they match? Believed until answers are known that say otherwise."""

    @classmethod
    def of(
        cls,
        pages: Sequence[tuple[Sequence[str], Sequence[str]]],
        answers: Sequence[AnswerText] = (),
    ) -> Self:
        """From texts and links of each page, and some answers to words, be they full or empty."""
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
            unsaying=constant | chance,
            note=frozenset.intersection(*notes) if notes else frozenset(),
            shows_query=_shows_query(answers),
        )

    @property
    def is_steady(self) -> bool:
        """Is nonsense always answered by the same page? Else the site answers something anyway."""
        return self.likeness >= STEADY or len(self.pages) < SEVERAL_PAGES

    def knows(self, text: str, query: Sequence[str]) -> bool:
        """Does a piece of text stand on the empty pages too, with or without the query in it?"""
        return normalised(text) in self.texts or normalised(text, query) in self.texts

    def similarity(self, page: frozenset[str]) -> float:
        """How like the empty pages a page is on average, but for what says nothing."""
        if not self.pages:
            return 0.0
        told = page - self.unsaying
        alike = (jaccard(told, empty - self.unsaying) for empty in self.pages)
        return sum(alike) / len(self.pages)


@dataclass(frozen=True, slots=True)
class Emptiness:
    """The verdict on a page, with its figure."""

    empty: bool
    similarity: float
    reason: str


def judged(answer: AnswerText, background: Background, *, theta: float) -> Emptiness:
    """Judge a page by all that it says."""
    similarity = background.similarity(page_words(answer.texts, answer.query))
    if answer.records and not background.is_steady:
        return _on_a_site_that_answers_anything(answer, background, similarity)
    return _by_likeness(similarity, len(answer.records), answer.own_links, theta)


def _by_likeness(similarity: float, records: int, own_links: int, theta: float) -> Emptiness:
    if not records:
        return Emptiness(True, similarity, "nothing on it reads as a record")
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
    noted = _noted(answer.texts, background.note)
    if background.note and len(noted) >= TOLD * len(background.note):
        said = " ".join(sorted(noted)[:5])
        return Emptiness(True, similarity, f"says what only answers to nonsense say: {said}")
    held = answer.held()
    if not held and answer.asked and background.shows_query:
        reason = f"answers another query: none of {len(answer.records)} records holds this one"
        return Emptiness(True, similarity, reason)
    reason = f"{len(answer.records)} records, {held:.0%} of them hold the query"
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
    return frozenset(w for w, n in held_by.items() if n >= EVERYWHERE * len(answers))


def _shows_query(answers: Sequence[AnswerText]) -> bool:
    """Where answers hold the query at all, do nearly all of their records?"""
    shares = [share for answer in answers if (share := answer.held())]
    return not shares or sum(shares) / len(shares) >= SHOWN


def _noted(texts: Iterable[str], telling: frozenset[str]) -> frozenset[str]:
    """Which of the words stand in a note: a text that holds two of them, or names the query."""
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
        return any(w.startswith(word) and len(w) <= len(word) + _ENDING for w in there)
    return any(word in w for w in there)  # some scripts do not part their words

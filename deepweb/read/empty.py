"""Is a result page empty?

He et al., *Crawling Deep Web Entity Pages* (WSDM 2013), section 5: a site's answers to nonsense are
its empty pages; a page whose signature is on average as like them as θ = 0.85 is empty too.

Departures. A page on which nothing could be read as a record is empty, however unlike the others. A
page with records that lead to pages of their own is not empty, however alike: that cures one of the
two failures that the paper reports, the long menu on every page that drowns a short answer. The
other one, a site that answers another query instead of none, is not cured yet.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deepweb.read.signature import jaccard, page_words
from deepweb.read.words import normalised


@dataclass(frozen=True, slots=True)
class Background:
    """What a form answers to nonsense."""

    texts: frozenset[str] = frozenset()
    """Every normalised piece of text on any of the pages."""
    links: frozenset[str] = frozenset()
    """Where any of the pages leads to."""
    pages: tuple[frozenset[str], ...] = ()
    """The words of each page."""

    @classmethod
    def of(cls, pages: Sequence[tuple[Sequence[str], Sequence[str]]]) -> Background:
        """From the texts and the links of each page."""
        return cls(
            frozenset(text for texts, _ in pages for text in texts),
            frozenset(link for _, links in pages for link in links),
            tuple(page_words(texts, ()) for texts, _ in pages),
        )

    def knows(self, text: str, query: Sequence[str]) -> bool:
        """Does a piece of text stand on the empty pages too, with or without the query in it?"""
        return normalised(text) in self.texts or normalised(text, query) in self.texts


@dataclass(frozen=True, slots=True)
class Emptiness:
    """The verdict on a page, with its figure."""

    empty: bool
    similarity: float
    reason: str


def emptiness(
    texts: Sequence[str], records: int, own_links: int, background: Background, *, theta: float
) -> Emptiness:
    """Judge a page by its texts and by the records read from it.

    ``own_links`` of the ``records`` lead to a page of their own.
    """
    similarity = _similarity(page_words(texts, ()), background)
    if not records:
        return Emptiness(True, similarity, "nothing on it reads as a record")
    if similarity >= theta and not own_links:
        return Emptiness(True, similarity, f"like the empty pages: {similarity:.2f} >= {theta}")
    if similarity >= theta:
        return Emptiness(
            False, similarity, f"{records} records, though {similarity:.2f} like the empty pages"
        )
    return Emptiness(False, similarity, f"{records} records; {similarity:.2f} < {theta}")


def _similarity(page: frozenset[str], background: Background) -> float:
    if not background.pages:
        return 0.0
    return sum(jaccard(page, empty) for empty in background.pages) / len(background.pages)

"""Which words are the forms of a page asked first?"""

from __future__ import annotations

from collections.abc import Sequence

from deepweb.page.page import Page
from deepweb.page.walk import subject_texts
from deepweb.page.words import stop_words
from deepweb.store.resources import seed_words
from deepweb.surface.keywords.first_words import seeds


def first_words(pages: Sequence[Page], most: int) -> tuple[str, ...]:
    """Words of the pages, and words that many databases hold."""
    texts = [text for page in pages for text in subject_texts(page)]
    return seeds(texts, stop_words=stop_words(), common=seed_words(), most=most)

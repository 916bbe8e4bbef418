"""What does a page say: which words to ask its forms first, and what is it about?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

import stopwordsiso

from deepweb.locate.forms.topic import page_summary
from deepweb.page.page import Page
from deepweb.page.walk import subject_texts
from deepweb.page.words import unaccented
from deepweb.store.resources import seed_words
from deepweb.surface.keywords.first_words import seeds


def first_words(pages: Sequence[Page], most: int) -> tuple[str, ...]:
    """What to ask first: words of some pages, and words that many databases hold."""
    texts = [text for page in pages for text in subject_texts(page)]
    return seeds(texts, stop_words=stop_words(), common=seed_words(), most=most)


def topic_summary(page: Page) -> tuple[str, ...]:
    """What a page says of its topic; in a crawl as in training."""
    return page_summary(page, stop_words())


@cache
def stop_words() -> frozenset[str]:
    """Words that say nothing in some language: which one a page is in need not be known."""
    return frozenset(map(unaccented, stopwordsiso.stopwords(stopwordsiso.langs())))

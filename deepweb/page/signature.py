"""Page to signature: when do two answers say the same?

Madhavan et al. (PVLDB 2008), section 4.1, ask of a signature that it ignores formatting, order and
the input values themselves. Ours is the set of a page's words, less those of the query and less
numbers. Departure: small differences such as adverts are not yet forgiven.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from deepweb.page.words import words


def page_words(texts: Iterable[str], query: Iterable[str]) -> frozenset[str]:
    """The words that a page is compared by."""
    asked = {w for value in query for w in words(value)}
    distinct = {w for text in texts for w in words(text)} - asked
    return frozenset(w for w in distinct if not w.isdigit())


def signature(page: frozenset[str]) -> str:
    """A short name for a set of words: equal for equal sets, whatever their order."""
    return hashlib.sha256("\n".join(sorted(page)).encode()).hexdigest()[:16]


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """How alike two sets are, from 0 to 1; two empty ones are alike."""
    union = len(one | other)
    return len(one & other) / union if union else 1.0

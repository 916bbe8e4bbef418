"""Page to signature: when do two answers say the same?

[Madhavan08 §4.1] asks of a signature that it ignores formatting, order and the values that were
submitted. Ours is the set of a page's words without numbers and without those of the query.
Departure: small differences such as adverts make a new signature.
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
    """A short hash of a set of words."""
    return hashlib.sha256("\n".join(sorted(page)).encode()).hexdigest()[:16]


def jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    """How similar two sets are, from 0 to 1; two empty sets are equal."""
    union = len(one | other)
    return len(one & other) / union if union else 1.0

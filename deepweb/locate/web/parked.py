"""Is there a site behind a home page at all?

Names without a site lead to pages that offer the name for sale, or greet whoever has set up a
server. Such pages are short; one that speaks of domains at length may be a site about domains.
"""

from __future__ import annotations

from itertools import islice

from deepweb.page.page import Page, text_pieces
from deepweb.page.phrases import Phrases, spelt

# Pieces of text and letters that a page has at most that is no site.
MOST_PIECES, MOST_LETTERS = 60, 2500


def why_parked(page: Page, parked: Phrases) -> str:
    """What a page says of there being no site, or nothing."""
    pieces = list(islice(text_pieces(page.root), MOST_PIECES + 1))
    title = next(page.root.iter("title"), None)
    said = spelt("\n".join([*pieces, (title.text or "") if title is not None else ""]))
    if len(pieces) > MOST_PIECES or len(said) > MOST_LETTERS:
        return ""
    found = next(parked.matches(said), None)
    return f"parked: it says {found[0]!r}" if found else ""

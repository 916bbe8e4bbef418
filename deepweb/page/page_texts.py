"""What does a page say that is about its subject, and not about how to use it?"""

from __future__ import annotations

from deepweb.page.page import Page
from deepweb.page.walk import walked

# What says how to use a page.
_FURNITURE = frozenset({"form", "nav", "footer", "button", "label"})
# Of a page with fewer letters beside that (some are one large form), all is taken.
FEWEST_LETTERS = 40


def subject_texts(page: Page) -> list[str]:
    """The pieces of text outside forms and navigation, and the options of menus."""
    walk = page.once(walked)
    is_furniture = [False] * len(walk.tags)
    for number, (tag, parent) in enumerate(zip(walk.tags, walk.parents, strict=True)):
        inside = parent >= 0 and is_furniture[parent]
        # What a menu offers is what the database holds.
        is_furniture[number] = (inside or tag in _FURNITURE) and tag != "option"
    told = [
        piece
        for piece, owner in zip(walk.pieces, walk.owners, strict=True)
        if not is_furniture[owner]
    ]
    return told if sum(map(len, told)) >= FEWEST_LETTERS else list(walk.pieces)

"""By what does a page show that it describes one thing?

Huang et al., *Toward Query-centric Web Modeling and Crawling*, section 4.1, tell entity pages (one
entity; in shops the page with "add to cart") from list pages (links to entity pages, and no entity
page itself). Departure: an entity page is known by how it describes its entity (schema.org types,
fields with names, one heading that is also the title), since "add to cart" is for shops only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from deepweb.page.page import Page
from deepweb.read.kind.evidence import MAX_TEXT, MIN_LIST, SURE_LIST, Evidence, KindWords, says
from deepweb.read.kind.look import Look

# Names beside values that make a page a description of one thing.
MIN_PAIRS = 4

_ENTITY_TYPES = frozenset(
    {"product", "article", "newsarticle", "blogposting", "recipe", "book", "movie",
     "person", "event", "jobposting", "hotel", "restaurant", "localbusiness", "place",
     "organization", "softwareapplication", "course", "dataset", "videoobject",
     "scholarlyarticle", "individualproduct", "vehicle", "car", "house", "apartment",
     "creativework", "musicalbum", "tvseries", "profilepage", "itempage"}
)  # fmt: skip
_LIST_TYPES = frozenset(["searchresultspage", "itemlist", "collectionpage", "offercatalog"])
_LD_TYPE = re.compile(r'"@type"\s*:\s*"(\w+)"')
# "Author: Jane", at the beginning of a line
_LABELS = re.compile(r"^[^\W\d][^:\n]{1,30}: ?(?=\S|$)", re.M)
_LABELLED = re.compile(r"^[^\W\d][^:\n]{1,30}: ?(?=\S)", re.M)


def entity_signs(evidence: Evidence, words: KindWords) -> list[str]:
    """By what a page shows that it describes one thing."""
    look = evidence.look
    if evidence.answers.members >= SURE_LIST:
        return []
    types = Counter((*look.types, *_declared_types(evidence.page)))
    if _LIST_TYPES & set(types):
        return []
    signs = [
        f"type {kind}" for kind in sorted(_ENTITY_TYPES & set(types)) if types[kind] < MIN_LIST
    ]
    headings = [look.text[start:end].strip() for start, end in look.main_headings]
    if len(headings) == 1 and len(headings[0]) > 3 and headings[0] in evidence.title:
        signs.append("its heading is its title")
    if says(words.detail, evidence.title) or any(says(words.detail, text) for text in headings):
        signs.append("its title says so")
    if (named := _named_values(look)) >= MIN_PAIRS and evidence.answers.members < MIN_LIST:
        signs.append(f"{named} named values")
    return signs


def _named_values(look: Look) -> int:
    """Names that stand beside a value; none where they come again, as on each of many records."""
    # In a form, names stand beside boxes.
    pattern = _LABELS if look.text_boxes < MIN_LIST else _LABELLED
    labels = Counter(pattern.findall(look.text[:MAX_TEXT]))
    once = sum(1 for times in labels.values() if times == 1)
    return max(look.pairs, once if 2 * once > len(labels) else 0)


def _declared_types(page: Page) -> Iterator[str]:
    for script in page.root.iter("script"):
        if script.get("type") == "application/ld+json":
            yield from map(str.lower, _LD_TYPE.findall((script.text or "")[:MAX_TEXT]))
    for meta in page.root.iter("meta"):
        if meta.get("property") == "og:type":
            yield meta.get("content", "").rpartition(".")[2].lower()

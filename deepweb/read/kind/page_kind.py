"""What kind of page is it: results, single, empty, detail, blocked or error?

Judged from one page, without others of its site to compare it with, in this order:

1. Does the page say that nothing was found (``nothing.py``)?
2. Does it refuse to answer: a wall before the site, an error, a shell without its scripts?
3. Does it describe one entity? [Huang §4.1] tells entity pages (in shops, those with "add to cart")
   from list pages. Departure: an entity page is known by how it describes its entity (schema.org
   types, named values, a heading that is also the title), since only shops have carts. Reached by a
   query it is called ``single``, reached by a link ``detail``.
4. Does it state a number of results, or at least look like a list?
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from deepweb.page.page import Page, visible_text
from deepweb.page.phrases import Phrases
from deepweb.read.asked import any_of, asked_words, box_values
from deepweb.read.kind.evidence import (
    MAX_LINE,
    MAX_MESSAGES,
    MAX_TEXT,
    MIN_LIST,
    SHELL_TEXT,
    SHORT_PAGE,
    SURE_LIST,
    KindWords,
    Message,
    PageEvidence,
    PageVerdict,
    evidence_of,
    line_around,
    says,
)
from deepweb.read.kind.nothing import LIKELY, nothing_found
from deepweb.read.kind.visible import VisiblePage

# Weight from which on a page says plainly that nothing was found, whatever else it describes.
_PLAIN = 0.76
# A shorter line may be a label or a menu entry.
_LONG_LINE = 50
# Characters in long lines that make prose of them.
_MIN_PROSE = 300
# Named values that make a page the description of one entity.
_MIN_PAIRS = 4

_ENTITY_TYPES = frozenset(
    {"product", "article", "newsarticle", "blogposting", "recipe", "book", "movie",
     "person", "event", "jobposting", "hotel", "restaurant", "localbusiness", "place",
     "organization", "softwareapplication", "course", "dataset", "videoobject",
     "scholarlyarticle", "individualproduct", "vehicle", "car", "house", "apartment",
     "creativework", "musicalbum", "tvseries", "profilepage", "itempage"}
)  # fmt: skip
_LIST_TYPES = frozenset(["searchresultspage", "itemlist", "collectionpage", "offercatalog"])
_LD_TYPE = re.compile(r'"@type"\s*:\s*"(\w+)"')
# "Author: Jane" at the beginning of a line; in forms, labels are followed by boxes instead.
_LABELS = re.compile(r"^[^\W\d][^:\n]{1,30}: ?(?=\S|$)", re.M)
_LABELLED = re.compile(r"^[^\W\d][^:\n]{1,30}: ?(?=\S)", re.M)
# Ids of the element that scripts fill with the whole page.
_MOUNTS = frozenset(
    {"root", "app", "__next", "__nuxt", "___gatsby", "react-root", "app-root", "main-app"}
)  # fmt: skip
# Marks of the walls that large sites put before themselves, in addresses, names and ids.
_WALLS = re.compile(
    r"cdn-cgi/challenge|cf-challenge|challenge-form|px-captcha|captcha-delivery|_incapsula_"
    r"|geo\.captcha|/captcha/|distil_r_|akamai-block|g-recaptcha|h-captcha|hcaptcha\.com|aws-waf"
    r"|collectconsent|consent\.(?:google|youtube|yahoo)",
    re.I,
)


def page_kind(
    page: Page, words: KindWords, *, records: int | None = None, score: float | None = None
) -> PageVerdict:
    """Judge a page by itself; ``records`` were found on it with confidence ``score``."""
    evidence = evidence_of(page, words, records, score)
    nothing = nothing_found(evidence, words)
    if nothing.weight < LIKELY and (refusal := refusal_of(evidence, words)):
        return refusal
    return _answer(evidence, words, nothing)


# 2. Does it refuse to answer? Pages that do say so, and little else.


def refusal_of(evidence: PageEvidence, words: KindWords) -> PageVerdict | None:
    """The verdict on a page that refuses, has failed, or waits for its scripts."""
    if evidence.prose > SHORT_PAGE or evidence.answers.members >= MIN_LIST or evidence.count:
        return None
    blocked = _refusing(evidence, words.blocked)
    if blocked.weight >= LIKELY:
        return PageVerdict("blocked", blocked.weight, f"it says: {blocked.words}")
    broken = _refusing(evidence, words.broken)
    if broken.weight >= LIKELY:
        return PageVerdict("error", broken.weight, f"it says: {broken.words}")
    return _wall(evidence) or _shell(evidence)


def _refusing(evidence: PageEvidence, phrases: Phrases) -> Message:
    """The phrase with the most weight: in the title, in a heading, or in a line."""
    for match in phrases.matches(evidence.title):
        return Message(0.9, evidence.title[:MAX_LINE], match.start())
    shown, best = evidence.shown, Message()
    for match in islice(phrases.matches(shown.text[:MAX_TEXT]), MAX_MESSAGES):
        line = line_around(shown.text, *match.span())
        if len(line) > 2 * MAX_LINE or shown.is_in(shown.linked, match.start()):
            continue
        weight = 0.9 if shown.is_in(shown.headings, match.start()) else 0.7
        if shown.is_in(shown.furniture, match.start()) or len(shown.text) > 2 * SHORT_PAGE:
            weight *= 0.5
        if weight > best.weight:
            best = Message(weight, line, match.start())
    return best


def _wall(evidence: PageEvidence) -> PageVerdict | None:
    """The verdict on a page that shows hardly more than a wall or a login."""
    shown = evidence.shown
    if len(shown.text) < SHORT_PAGE and (mark := _wall_mark(evidence.page)):
        return PageVerdict("blocked", 0.7, f"hardly anything on it but a wall: {mark}")
    if shown.passwords and shown.text_boxes < MIN_LIST and evidence.prose < SHORT_PAGE / 3:
        return PageVerdict("blocked", 0.6, "hardly anything on it but a login")
    return None


def _wall_mark(page: Page) -> str | None:
    for element in page.root.iter("script", "iframe", "form", "div", "input"):
        for name in ("src", "action", "id", "class"):
            if found := _WALLS.search(element.get(name, "")[:300]):
                return found.group()
    return None


def _shell(evidence: PageEvidence) -> PageVerdict | None:
    """The verdict on a page that shows hardly anything."""
    shown, length = evidence.shown, len(evidence.shown.text)
    if length >= SHELL_TEXT and not (length < 4 * SHELL_TEXT and _has_bare_mount(evidence.page)):
        return None
    if _links_to_asked(evidence):
        return None
    if any(script.get("src") or script.text for script in evidence.page.root.iter("script")):
        reason = f"an empty shell without its scripts: it shows {length} characters"
        return PageVerdict("error", 0.9, reason, is_shell=True)
    return None if length or shown.text_boxes else PageVerdict("error", 0.6, "it shows nothing")


def _links_to_asked(evidence: PageEvidence) -> bool:
    """Does a link say what the search box holds? A shell without its scripts has no answer."""
    asked, shown = any_of(asked_words(evidence.page.root)), evidence.shown
    return asked is not None and any(asked.search(shown.text, *span) for span in shown.linked)


def _has_bare_mount(page: Page) -> bool:
    """Is there an empty element of the kind that scripts fill with the whole page?"""
    mounts = (e for e in page.root.iter("div", "main") if e.get("id", "").lower() in _MOUNTS)
    return any(not visible_text(mount) for mount in mounts)


def _answer(evidence: PageEvidence, words: KindWords, nothing: Message) -> PageVerdict:
    """The verdict on a page that answers, even if there are no results."""
    verdict = None if nothing.weight >= _PLAIN else _entity(evidence, words)
    if verdict is None and nothing.weight >= LIKELY:
        verdict = PageVerdict("empty", nothing.weight, nothing.words)
    verdict = verdict or _counted(evidence) or _shaped(evidence)
    return replace(verdict, count=evidence.count.number if evidence.count else None)


# 3. Does it describe one entity?


def _entity(evidence: PageEvidence, words: KindWords) -> PageVerdict | None:
    """The verdict on a page that describes one entity more than it lists several."""
    signs = entity_signs(evidence, words)
    if len(signs) <= 1 + evidence.answers.members / MIN_LIST + (1 if evidence.count else 0):
        return None
    return PageVerdict(_one(evidence.page), 0.7, f"it describes one thing: {', '.join(signs)}")


def entity_signs(evidence: PageEvidence, words: KindWords) -> list[str]:
    """The signs that a page describes one entity."""
    shown = evidence.shown
    if evidence.answers.members >= SURE_LIST:
        return []
    types = Counter((*shown.types, *_declared_types(evidence.page)))
    if _LIST_TYPES & set(types):
        return []
    signs = [
        f"type {kind}" for kind in sorted(_ENTITY_TYPES & set(types)) if types[kind] < MIN_LIST
    ]
    headings = [shown.text[start:end].strip() for start, end in shown.main_headings]
    if len(headings) == 1 and len(headings[0]) > 3 and headings[0] in evidence.title:
        signs.append("its heading is its title")
    if says(words.detail, evidence.title) or any(says(words.detail, text) for text in headings):
        signs.append("its title says so")
    if (named := _named_values(shown)) >= _MIN_PAIRS and evidence.answers.members < MIN_LIST:
        signs.append(f"{named} named values")
    return signs


def _named_values(shown: VisiblePage) -> int:
    """Values with a name beside them; 0 if the names repeat, as they do in lists of records."""
    pattern = _LABELS if shown.text_boxes < MIN_LIST else _LABELLED
    labels = Counter(pattern.findall(shown.text[:MAX_TEXT]))
    once = sum(1 for times in labels.values() if times == 1)
    return max(shown.pairs, once if 2 * once > len(labels) else 0)


def _declared_types(page: Page) -> Iterator[str]:
    """Types that the page declares in JSON-LD and OpenGraph."""
    for script in page.root.iter("script"):
        if script.get("type") == "application/ld+json":
            yield from map(str.lower, _LD_TYPE.findall((script.text or "")[:MAX_TEXT]))
    for meta in page.root.iter("meta"):
        if meta.get("property") == "og:type":
            yield meta.get("content", "").rpartition(".")[2].lower()


def _one(page: Page) -> str:
    """``single`` if a search box still holds the query, else ``detail``."""
    return "single" if box_values(page.root) else "detail"


# 4. Does it state a number of results, or at least look like a list?


def _counted(evidence: PageEvidence) -> PageVerdict | None:
    count, members = evidence.count, evidence.answers.members
    if count is None:
        return None
    if count.number == 1 and members < MIN_LIST:
        return PageVerdict("single", 0.8, "it counts 1 result")
    return PageVerdict("results", 0.95, f"it counts {count.number} results; a list of {members}")


def _shaped(evidence: PageEvidence) -> PageVerdict:
    """The verdict by the shape of the page alone."""
    members, boxes = evidence.answers.members, evidence.shown.text_boxes
    is_bare = _prose(evidence.shown) < _MIN_PROSE or boxes >= MIN_LIST
    # A form beside a menu; but the menu may be the answer.
    is_form = evidence.records == 0 and boxes >= MIN_LIST and not _links_to_asked(evidence)
    if is_form or (boxes and not members and is_bare):
        return PageVerdict("empty", 0.6, "a search form and no results")
    if evidence.records is not None and members <= 1:
        return PageVerdict(_one(evidence.page), 0.55, f"no list on it: {members} records")
    probability = 0.6 + 0.39 * min(1.0, members / SURE_LIST)
    return PageVerdict("results", probability, f"a list of {members}")


def _prose(shown: VisiblePage) -> int:
    """Characters in long lines."""
    return sum(len(line) for line in shown.text.split("\n") if len(line) > _LONG_LINE)

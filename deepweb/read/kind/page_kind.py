"""What kind of page is it: results, single, empty, detail, blocked or error?

From one page alone, without others of its site to compare it with. Few and general signs decide:
what the page says of itself (that nothing was found, that it found 57, that it takes us for a
robot), where it says so, and how much on it looks like a list of answers.

Entity pages (:mod:`deepweb.read.kind.page_kind`) are of two kinds: one that was reached by asking
is called ``single``, one that was reached by a link ``detail``.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from deepweb.page.page import Page, visible_text
from deepweb.page.phrases import Phrases
from deepweb.read.kind.evidence import (
    MAX_LINE,
    MAX_TEXT,
    MIN_LIST,
    MOST_SIGNS,
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
from deepweb.read.kind.visible import VisiblePage

# A line shorter than this may be a label or an entry of a menu.
LONG_LINE = 50
# Where a page says that it answers another question: above the answers (letters).
MAX_HEAD = 5_000
_TEMPLATE = re.compile(r"\{\{|\$\{|\{%|<%")
# "Found 0 categories and 139 sites."
_ZERO_AND_MORE = re.compile(r"\b0 \S+(?: \S+)? (?:and|und|et|y|e|ed|og|och|en|i|и|&) [1-9]")


def page_kind(
    page: Page, words: KindWords, *, records: int | None = None, score: float | None = None
) -> PageVerdict:
    """Judge a page by itself; whoever found ``records`` on it is sure of them by ``score``."""
    evidence = evidence_of(page, words, records, score)
    nothing = _says_nothing_found(evidence, words)
    if nothing.weight < LIKELY and (refusal := refusal_of(evidence, words)):
        return refusal
    return _answer(evidence, words, nothing)


def _says_nothing_found(evidence: PageEvidence, words: KindWords) -> Message:
    """The plainest way in which a page says that nothing was found."""
    found = words.no_results.matches(evidence.look.text[:MAX_TEXT], evidence.look.words)
    spans = [match.span() for match in islice(found, MOST_SIGNS)]
    spans += [(count.place, count.place) for count in evidence.counts if not count.number]
    signs = [_message(evidence, words, *span) for span in spans]
    sign = max(signs, key=lambda each: each.weight, default=Message())
    belief = _belief(evidence, words, sign)
    # What is said again and again is kept ready in parts that scripts show when needed.
    lines = {evidence.look.text.rfind("\n", 0, s.place) for s in signs if s.words == sign.words}
    if len(lines) >= MIN_LIST:
        belief *= 0.4
    return Message(sign.weight * belief, sign.words, sign.place)


def _message(evidence: PageEvidence, words: KindWords, start: int, end: int) -> Message:
    """A phrase, weighed by the line that it stands in and by where that is."""
    look, answers = evidence.look, evidence.answers
    line = line_around(look.text, start, end)
    if len(line) > MAX_LINE or _TEMPLATE.search(line) or _ZERO_AND_MORE.search(line):
        return Message()
    if any(word in line for word in words.not_answers) or look.is_in(look.linked, start):
        return Message()
    weight = 0.98
    if look.is_in(look.furniture, start):
        weight *= 0.4
    if len(line) > MAX_LINE / 2:
        weight *= 0.7
    if answers.members >= MIN_LIST and answers.start <= start < answers.end:
        weight *= 0.3
    return Message(weight, line, start)


def _belief(evidence: PageEvidence, words: KindWords, nothing: Message) -> float:
    """How much of the message is left to believe, seeing what else is on the page."""
    answers, count = evidence.answers, evidence.count
    belief = 1.0
    if count and count.place <= nothing.place:
        belief *= 0.4
    if answers.members >= MIN_LIST and not _is_recommended(evidence, words, nothing):
        belief *= 1 - 0.3 * min(1.0, answers.members / SURE_LIST)
        after = evidence.look.text[nothing.place : nothing.place + 1_000]
        belief *= 0.5 if count or says(words.reformulated, after) else 1.0
    return belief


def _is_recommended(evidence: PageEvidence, words: KindWords, nothing: Message) -> bool:
    """Is what stands below the message headed as something else to look at?"""
    text = evidence.look.text[nothing.place : max(nothing.place, evidence.answers.start)]
    return says(words.recommended, text[-1_000:])


def _answer(evidence: PageEvidence, words: KindWords, nothing: Message) -> PageVerdict:
    """The verdict on a page that answers, if only that there is nothing."""
    if nothing.weight >= LIKELY:
        verdict = PageVerdict("empty", nothing.weight, f"it says: {nothing.words}")
    else:
        verdict = _entity(evidence, words) or _counted(evidence) or _shaped(evidence)
    said = words.reformulated.matches(evidence.look.text[:MAX_HEAD], evidence.look.words)
    return replace(
        verdict,
        is_reformulated=next(said, None) is not None,
        count=evidence.count.number if evidence.count else None,
    )


def _entity(evidence: PageEvidence, words: KindWords) -> PageVerdict | None:
    """The verdict on a page that describes one thing more than it lists many."""
    signs = entity_signs(evidence, words)
    if len(signs) <= 1 + evidence.answers.members / MIN_LIST + (1 if evidence.count else 0):
        return None
    return PageVerdict(_one(evidence.page), 0.7, f"it describes one thing: {', '.join(signs)}")


def _counted(evidence: PageEvidence) -> PageVerdict | None:
    count, members = evidence.count, evidence.answers.members
    if count is None:
        return None
    if count.number == 1 and members < MIN_LIST:
        return PageVerdict("single", 0.8, "it counts 1 answer")
    return PageVerdict("results", 0.95, f"it counts {count.number} answers; a list of {members}")


def _shaped(evidence: PageEvidence) -> PageVerdict:
    """The verdict by nothing but what a page looks like."""
    members = evidence.answers.members
    if not members and evidence.look.text_boxes and _story(evidence.look) < 6 * LONG_LINE:
        return PageVerdict("empty", 0.6, "a search form and no answer")
    if evidence.is_searched and members <= 1:
        return PageVerdict(_one(evidence.page), 0.55, f"no list on it: {members} records")
    probability = 0.6 + 0.39 * min(1.0, members / SURE_LIST)
    return PageVerdict("results", probability, f"a list of {members}")


def _one(page: Page) -> str:
    """The kind of a page about one thing: an answer, where a box still holds what was asked."""
    boxes = (
        box for box in page.root.iter("input") if box.get("type", "text") in {"text", "search"}
    )
    return "single" if any(box.get("value", "").strip() for box in boxes) else "detail"


def _story(look: VisiblePage) -> int:
    """Letters in long lines."""
    return sum(len(line) for line in look.text.split("\n") if len(line) > LONG_LINE)


# --- merged from entity_page.py; rewrite or remove this note ---
# By what does a page show that it describes one thing?
#
# Huang et al., *Toward Query-centric Web Modeling and Crawling*, section 4.1, tell entity pages (one
# entity; in shops the page with "add to cart") from list pages (links to entity pages, and no entity
# page itself). Departure: an entity page is known by how it describes its entity (schema.org types,
# fields with names, one heading that is also the title), since "add to cart" is for shops only.

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


def entity_signs(evidence: PageEvidence, words: KindWords) -> list[str]:
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


def _named_values(look: VisiblePage) -> int:
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


# --- merged from refusal.py; rewrite or remove this note ---
# Does a page refuse to answer: a wall before the site, an error, a shell without its scripts?
#
# Pages that refuse or fail say so, and say little else.

# What a page says is believed from this weight on.
LIKELY = 0.5
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


def refusal_of(evidence: PageEvidence, words: KindWords) -> PageVerdict | None:
    """The verdict on a page that does not let us in, could not be made, or is not there yet."""
    if evidence.told > SHORT_PAGE or evidence.answers.members >= MIN_LIST or evidence.count:
        return None
    blocked = _refusing(evidence, words.blocked)
    if blocked.weight >= LIKELY:
        return PageVerdict("blocked", blocked.weight, f"it says: {blocked.words}")
    broken = _refusing(evidence, words.broken)
    if broken.weight >= LIKELY:
        return PageVerdict("error", broken.weight, f"it says: {broken.words}")
    return _wall(evidence) or _shell(evidence)


def _refusing(evidence: PageEvidence, phrases: Phrases) -> Message:
    """The plainest of some phrases on a short page: in its title, a heading, or a line."""
    for match in phrases.matches(evidence.title):
        return Message(0.9, evidence.title[:MAX_LINE], match.start())
    look, best = evidence.look, Message()
    for match in islice(phrases.matches(look.text[:MAX_TEXT]), MOST_SIGNS):
        line = line_around(look.text, *match.span())
        if len(line) > 2 * MAX_LINE or look.is_in(look.linked, match.start()):
            continue
        weight = 0.9 if look.is_in(look.headings, match.start()) else 0.7
        if look.is_in(look.furniture, match.start()) or len(look.text) > 2 * SHORT_PAGE:
            weight *= 0.5
        if weight > best.weight:
            best = Message(weight, line, match.start())
    return best


def _wall(evidence: PageEvidence) -> PageVerdict | None:
    """The verdict on a page that holds next to nothing but a wall, or a login."""
    look = evidence.look
    if len(look.text) < SHORT_PAGE and (mark := _wall_mark(evidence.page)):
        return PageVerdict("blocked", 0.7, f"next to nothing on it but a wall: {mark}")
    if look.passwords and look.text_boxes < MIN_LIST and evidence.told < SHORT_PAGE / 3:
        return PageVerdict("blocked", 0.6, "next to nothing on it but a login")
    return None


def _wall_mark(page: Page) -> str | None:
    for element in page.root.iter("script", "iframe", "form", "div", "input"):
        for name in ("src", "action", "id", "class"):
            if found := _WALLS.search(element.get(name, "")[:300]):
                return found.group()
    return None


def _shell(evidence: PageEvidence) -> PageVerdict | None:
    """The verdict on a page that shows next to nothing."""
    look, shown = evidence.look, len(evidence.look.text)
    if shown >= SHELL_TEXT and not (shown < 4 * SHELL_TEXT and _has_bare_mount(evidence.page)):
        return None
    if any(script.get("src") or script.text for script in evidence.page.root.iter("script")):
        reason = f"an empty shell without its scripts: it shows {shown} letters"
        return PageVerdict("error", 0.9, reason, is_shell=True)
    return None if shown or look.text_boxes else PageVerdict("error", 0.6, "it shows nothing")


def _has_bare_mount(page: Page) -> bool:
    """Is there an empty element of the kind that scripts fill with the whole page?"""
    mounts = (e for e in page.root.iter("div", "main") if e.get("id", "").lower() in _MOUNTS)
    return any(not visible_text(mount) for mount in mounts)

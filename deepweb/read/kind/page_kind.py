"""What kind of page is it: results, single, empty, detail, blocked or error?

From one page alone, without others of its site to compare it with. Few and general signs decide:
what the page says of itself (that nothing was found, that it found 57, that it takes us for a
robot), where it says so, and how much on it looks like a list of answers.

Entity pages (:mod:`deepweb.read.kind.entity_page`) are of two kinds: one that was reached by asking
is called ``single``, one that was reached by a link ``detail``.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice

from deepweb.page.page import Page
from deepweb.read.kind.entity_page import entity_signs
from deepweb.read.kind.evidence import (
    MAX_LINE,
    MAX_TEXT,
    MIN_LIST,
    MOST_SIGNS,
    SURE_LIST,
    Evidence,
    KindWords,
    PageVerdict,
    Sign,
    evidence_of,
    line_around,
    says,
)
from deepweb.read.kind.look import Look
from deepweb.read.kind.refusal import LIKELY, refusal_of

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


def _says_nothing_found(evidence: Evidence, words: KindWords) -> Sign:
    """The plainest way in which a page says that nothing was found."""
    found = words.no_results.matches(evidence.look.text[:MAX_TEXT], evidence.look.words)
    spans = [match.span() for match in islice(found, MOST_SIGNS)]
    spans += [(count.place, count.place) for count in evidence.counts if not count.number]
    signs = [_message(evidence, words, *span) for span in spans]
    sign = max(signs, key=lambda each: each.weight, default=Sign())
    belief = _belief(evidence, words, sign)
    # What is said again and again is kept ready in parts that scripts show when needed.
    lines = {evidence.look.text.rfind("\n", 0, s.place) for s in signs if s.words == sign.words}
    if len(lines) >= MIN_LIST:
        belief *= 0.4
    return Sign(sign.weight * belief, sign.words, sign.place)


def _message(evidence: Evidence, words: KindWords, start: int, end: int) -> Sign:
    """A phrase, weighed by the line that it stands in and by where that is."""
    look, answers = evidence.look, evidence.answers
    line = line_around(look.text, start, end)
    if len(line) > MAX_LINE or _TEMPLATE.search(line) or _ZERO_AND_MORE.search(line):
        return Sign()
    if any(word in line for word in words.not_answers) or look.is_in(look.linked, start):
        return Sign()
    weight = 0.98
    if look.is_in(look.furniture, start):
        weight *= 0.4
    if len(line) > MAX_LINE / 2:
        weight *= 0.7
    if answers.members >= MIN_LIST and answers.start <= start < answers.end:
        weight *= 0.3
    return Sign(weight, line, start)


def _belief(evidence: Evidence, words: KindWords, nothing: Sign) -> float:
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


def _is_recommended(evidence: Evidence, words: KindWords, nothing: Sign) -> bool:
    """Is what stands below the message headed as something else to look at?"""
    text = evidence.look.text[nothing.place : max(nothing.place, evidence.answers.start)]
    return says(words.recommended, text[-1_000:])


def _answer(evidence: Evidence, words: KindWords, nothing: Sign) -> PageVerdict:
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


def _entity(evidence: Evidence, words: KindWords) -> PageVerdict | None:
    """The verdict on a page that describes one thing more than it lists many."""
    signs = entity_signs(evidence, words)
    if len(signs) <= 1 + evidence.answers.members / MIN_LIST + (1 if evidence.count else 0):
        return None
    return PageVerdict(_one(evidence.page), 0.7, f"it describes one thing: {', '.join(signs)}")


def _counted(evidence: Evidence) -> PageVerdict | None:
    count, members = evidence.count, evidence.answers.members
    if count is None:
        return None
    if count.number == 1 and members < MIN_LIST:
        return PageVerdict("single", 0.8, "it counts 1 answer")
    return PageVerdict("results", 0.95, f"it counts {count.number} answers; a list of {members}")


def _shaped(evidence: Evidence) -> PageVerdict:
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


def _story(look: Look) -> int:
    """Letters in long lines."""
    return sum(len(line) for line in look.text.split("\n") if len(line) > LONG_LINE)

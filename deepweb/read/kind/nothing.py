"""Does a page say that nothing was found?

Signs, each with a weight: a phrase of many known ones or a count of 0; a sentence that denies
finding (``negation.py``); a part whose class or id says so; a table with a head and no rows. Weak
signs add up: n signs of weight w leave (1 - w)^n of the doubt.

What else stands on the page may contradict them. A list of records that hold the query is the
answer, whatever a sentence says; a list that does not hold it is a recommendation. A sentence
within or below the list speaks of something else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lxml.html import HtmlElement

from deepweb.page.page import visible_text
from deepweb.read.asked import asked_words
from deepweb.read.kind.evidence import (
    MAX_LINE,
    MAX_MESSAGES,
    MAX_TEXT,
    MIN_LIST,
    SURE_LIST,
    KindWords,
    Message,
    PageEvidence,
    line_around,
    says,
)

# Weight from which on a page is believed to say that nothing was found.
LIKELY = 0.5
# Weight of a known phrase, and of a count of 0.
_PHRASE = 0.98
# Weight of a sentence that denies finding, and of one that may deny something else.
_SENTENCE = 0.75
_LONE_SENTENCE = 0.45
# Characters of other prose on a page whose sentence speaks of the search, whatever it says.
_FEW = 250
# Weight of a part that is named after nothing, and of a whole page that is.
_NAMED = 0.6
_NAMED_PAGE = 0.9
# Weight of a table with a head and no rows.
_BARE_TABLE = 0.4
# Characters around a message in which the page qualifies it.
_NEAR = 1_000
# Characters of a part that is named after nothing; a longer one holds the whole page.
_MAX_NAMED = 600
# Tables of a page that are examined.
_MAX_TABLES = 30

# The rest of a sentence that is a question.
_TO_QUESTION = re.compile(r"[^\n.!?\u3002\uff01\uff1f\u061f]{0,120}[?\uff1f\u061f]")
_TEMPLATE = re.compile(r"\{\{|\$\{|\{%|<%")
# "Found 0 categories and 139 sites."
_ZERO_AND_MORE = re.compile(r"\b0 \S+(?: \S+)? (?:and|und|et|y|e|ed|og|och|en|i|и|&) [1-9]")


def nothing_found(evidence: PageEvidence, words: KindWords) -> Message:
    """All signs that nothing was found: their weight together, and the reason."""
    said = _said(evidence, words)
    named, table = _named(evidence), _bare_table(evidence)
    signs = [sign for sign in (said, named, table) if sign.weight]
    if not signs:
        return Message()
    doubt = 1.0
    for sign in signs:
        doubt *= 1 - sign.weight
    belief = _belief(evidence, words, said if said.weight else signs[0])
    reason = "; ".join(sign.words for sign in signs)
    return Message((1 - doubt) * belief, reason, signs[0].place)


def _said(evidence: PageEvidence, words: KindWords) -> Message:
    """The line with the most weight that says so."""
    shown = evidence.shown
    text = shown.text[:MAX_TEXT]
    found = words.no_results.matches(text, shown.words)
    spans = [match.span() for match in islice(found, MAX_MESSAGES)]
    spans += [(count.place, count.place) for count in evidence.counts if not count.number]
    messages = [_message(evidence, words, *span, _PHRASE) for span in spans]
    if not evidence.answers.is_sure:  # a sentence alone never outweighs a sure list
        denials = islice(words.negations.statements(text), MAX_MESSAGES)
        told = [
            _message(evidence, words, *span, _sentence_weight(evidence, words, *span))
            for span in denials
        ]
        # "The page was not found" and "access is not allowed" speak of the page itself.
        messages += [
            m for m in told if not (says(words.broken, m.words) or says(words.blocked, m.words))
        ]
    best = max(messages, key=lambda each: each.weight, default=Message())
    # A repeated message stands in parts of the page that scripts show when needed.
    lines = {text.rfind("\n", 0, m.place) for m in messages if m.words == best.words}
    weight = best.weight * (0.4 if len(lines) >= MIN_LIST else 1.0)
    return Message(weight, f"it says: {best.words}", best.place)


def _sentence_weight(evidence: PageEvidence, words: KindWords, start: int, end: int) -> float:
    """Less, if it does not speak of the search and the page says more: "No data is sold"."""
    text, asked = evidence.shown.text, asked_words(evidence.page.root)
    if any(word in text[start:end] for word in asked) or words.negations.asks(text[start:end]):
        return _SENTENCE
    rest = "\n".join(_other_lines(evidence, start, end))
    is_all = evidence.prose - (end - start) <= _FEW and not any(word in rest for word in asked)
    return _SENTENCE if is_all else _LONE_SENTENCE


def _other_lines(evidence: PageEvidence, start: int, end: int) -> Iterator[str]:
    """The lines of a page but this one and the headings."""
    place, shown = 0, evidence.shown
    for line in shown.text[:MAX_TEXT].split("\n"):
        until = place + len(line)
        if not (place < end and start < until) and not shown.is_in(shown.headings, place):
            yield line
        place = until + 1


def _message(
    evidence: PageEvidence, words: KindWords, start: int, end: int, weight: float
) -> Message:
    """A phrase, weighed by its line and by the place of that line."""
    shown, answers = evidence.shown, evidence.answers
    line = line_around(shown.text, start, end)
    if len(line) > MAX_LINE or _TEMPLATE.search(line) or _ZERO_AND_MORE.search(line):
        return Message()
    if any(word in line for word in words.not_answers) or shown.is_in(shown.linked, start):
        return Message()
    if _is_asked(shown.text, end):
        return Message()
    if shown.is_in(shown.furniture, start):
        weight *= 0.4
    if len(line) > MAX_LINE / 2:
        weight *= 0.7
    if answers.members >= MIN_LIST and answers.start <= start < answers.end:
        weight *= 0.3
    elif answers.is_sure and start >= answers.end > answers.start:
        weight *= 0.5
    return Message(weight, line, start)


def _is_asked(text: str, end: int) -> bool:
    """Does the sentence end as a question? "No results that you like?" says nothing."""
    return _TO_QUESTION.match(text, end) is not None


def _named(evidence: PageEvidence) -> Message:
    """A part of the page, or the whole page, whose name says so."""
    shown = evidence.shown
    if shown.is_named_nothing:
        return Message(_NAMED_PAGE, "the page is named so", 0)
    for start, end in shown.named_nothing:
        text = shown.text[start:end].strip()
        if 1 < len(text) <= _MAX_NAMED and not shown.is_in(shown.furniture, start):
            return Message(_NAMED, f"a part is named so: {text[:MAX_LINE]}", start)
    return Message()


def _bare_table(evidence: PageEvidence) -> Message:
    if evidence.answers.members >= MIN_LIST:
        return Message()
    tables = islice(evidence.page.root.iter("table"), _MAX_TABLES)
    is_bare = any(_is_bare(table) for table in tables)
    return Message(_BARE_TABLE, "a table with a head and no rows", 0) if is_bare else Message()


def _is_bare(table: HtmlElement) -> bool:
    """Does a table have several header cells and no cells, but for one that spans all?"""
    heads = [cell for cell in table.iter("th") if visible_text(cell)]
    cells = [cell for cell in islice(table.iter("td"), 2 * MIN_LIST) if visible_text(cell)]
    is_whole = len(cells) == 1 and cells[0].get("colspan", "1") != "1"
    return len(heads) > 1 and (not cells or is_whole)


def _belief(evidence: PageEvidence, words: KindWords, nothing: Message) -> float:
    """How far the rest of the page agrees with the signs."""
    answers, count = evidence.answers, evidence.count
    belief = 1.0
    if count and count.place <= nothing.place:
        belief *= 0.4
    if answers.members >= MIN_LIST and not _is_recommended(evidence, words, nothing):
        holds = _holds_query(evidence)
        if holds is False:
            return belief
        most = 0.3 if answers.is_sure else 0.15
        belief *= 1 - most * min(1.0, answers.members / SURE_LIST)
        after = evidence.shown.text[nothing.place : nothing.place + _NEAR]
        is_answer = answers.is_sure and (holds or answers.members >= SURE_LIST)
        is_answer = is_answer or count is not None or says(words.reformulated, after)
        belief *= 0.5 if is_answer else 1.0
    return belief


def _holds_query(evidence: PageEvidence) -> bool | None:
    """Does the list hold the query that the search box still shows? None if there is none."""
    asked = asked_words(evidence.page.root)
    if not asked or evidence.answers.end <= evidence.answers.start:
        return None
    said = evidence.shown.text[evidence.answers.start : evidence.answers.end]
    return any(word in said for word in asked)


def _is_recommended(evidence: PageEvidence, words: KindWords, nothing: Message) -> bool:
    """Does a heading call the list below the message a recommendation?"""
    between = evidence.shown.text[nothing.place : max(nothing.place, evidence.answers.start)]
    return says(words.recommended, between[-_NEAR:])

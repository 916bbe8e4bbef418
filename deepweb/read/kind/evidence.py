"""By what is the kind of a page judged?

Its visible text (``visible.py``), the part that looks most like a list of results, and the numbers
of results that it states (``result_count.py``).
"""

from __future__ import annotations

from dataclasses import dataclass

from deepweb.page.page import Page
from deepweb.page.phrases import Phrases, spelt
from deepweb.read.kind.negation import Negations
from deepweb.read.kind.result_count import ResultCount, result_counts
from deepweb.read.kind.visible import VisiblePage, visible_page

# Longer lines are prose; they do not say what the page is.
MAX_LINE = 240
# Pages that refuse or fail have less text than this outside links and furniture.
SHORT_PAGE = 1_500
# A page with less text waits for its scripts, or is broken.
SHELL_TEXT = 160
# Members that make a list.
MIN_LIST = 3
# Members that make it certainly a list.
SURE_LIST = 8
# Confidence from which on records are sure.
_SURE = 0.5
# Characters beside a link that make it a member of a list.
_MIN_BESIDE = 25
# Characters of a link that make it a title, and so a member, by itself.
_MIN_TITLE = 30
# Share of the links of a list that are members; in a menu only a few are long.
_MIN_SHARE = 0.4
# Characters of a page that are searched, where its beginning is enough.
MAX_TEXT = 100_000
# Occurrences of phrases on one page that are weighed.
MAX_MESSAGES = 100


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """The kind of a page, with its probability and reason."""

    kind: str
    probability: float
    reason: str
    is_shell: bool = False
    """The page is blank until its scripts run."""
    count: int | None = None
    """The number of results that the page states."""


@dataclass(frozen=True, slots=True)
class KindWords:
    """The phrases by which pages of many languages say what they are."""

    no_results: Phrases
    negations: Negations
    not_answers: frozenset[str]
    """Beginnings of words; a line that contains one does not speak of the results."""
    result_nouns: frozenset[str]
    reformulated: Phrases
    recommended: Phrases
    blocked: Phrases
    broken: Phrases
    detail: Phrases


@dataclass(frozen=True, slots=True)
class Message:
    """A phrase that says what the page is: its weight, its line and its place in the text."""

    weight: float = 0.0
    words: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class AnswerList:
    """The part of a page that looks most like results: members, and its place in the text."""

    members: int = 0
    start: int = 0
    end: int = 0
    is_sure: bool = False
    """Are they records without doubt?"""


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """What the kind of a page is judged by."""

    page: Page
    shown: VisiblePage
    title: str
    prose: int
    """Characters outside links and furniture."""
    answers: AnswerList
    counts: tuple[ResultCount, ...]
    """Numbers of results stated outside furniture."""
    records: int | None
    """Records that the caller found; None if it did not look for any."""

    @property
    def count(self) -> ResultCount | None:
        """The first number of results that is not 0."""
        return next((count for count in self.counts if count.number), None)


def evidence_of(
    page: Page, words: KindWords, records: int | None, score: float | None
) -> PageEvidence:
    """Collect the evidence; ``records`` were found on the page with confidence ``score``."""
    shown = _shown_or_hidden(page)
    taken = bytearray(len(shown.text))
    for start, end in (*shown.linked, *shown.furniture):
        taken[start:end] = b"\1" * (end - start)
    answers = _answers(shown, taken)
    if records is not None:
        sure = records if score is None else round(records * score)
        if score is not None and score < _SURE:
            sure = max(sure, answers.members)
        is_sure = sure >= MIN_LIST and (score is None or score >= _SURE)
        answers = AnswerList(sure, answers.start, answers.end, is_sure)
    title = page.root.find(".//title")
    counts = result_counts(shown.text, words.result_nouns)
    return PageEvidence(
        page,
        shown,
        "" if title is None else spelt(" ".join(title.itertext())[:MAX_LINE]),
        taken.count(0),
        answers,
        tuple(count for count in counts if not shown.is_in(shown.furniture, count.place)),
        records,
    )


def _shown_or_hidden(page: Page) -> VisiblePage:
    """The visible text; if there is hardly any but much is hidden, the hidden text too."""
    shown = page.once(visible_page)
    if len(shown.text) >= SHELL_TEXT:
        return shown
    all_of_it = visible_page(page, with_hidden=True)
    return all_of_it if len(all_of_it.text) > SHORT_PAGE else shown


def _answers(shown: VisiblePage, taken: bytearray) -> AnswerList:
    """The links of one path with the most members: links with text of their own or beside them."""
    best = AnswerList()
    for links in shown.links.values():
        if len(links) > best.members:
            best = max(best, _members(shown, links, taken), key=lambda found: found.members)
    return best


def _members(shown: VisiblePage, links: list[tuple[int, int, str]], taken: bytearray) -> AnswerList:
    own = [link for link in links if not shown.is_in(shown.furniture, link[0])]
    ends = [start for start, _, _ in own[1:]] + [len(shown.text)]
    members = [
        link
        for link, until in zip(own, ends, strict=False)
        if link[1] - link[0] >= _MIN_TITLE
        or (
            link[1] > link[0]
            and taken.count(0, link[1], min(until, link[1] + MAX_LINE)) >= _MIN_BESIDE
        )
    ]
    targets = {target for _, _, target in members}
    if len(targets) < _MIN_SHARE * len({target for _, _, target in own}) or not targets:
        return AnswerList()
    return AnswerList(len(targets), members[0][0], members[-1][1])


def says(phrases: Phrases, text: str) -> bool:
    """Does a text contain one of the phrases?"""
    return next(phrases.matches(text), None) is not None


def line_around(text: str, start: int, end: int) -> str:
    """The line around a place; of a very long line, enough to exceed MAX_LINE."""
    first = text.rfind("\n", max(0, start - 2 * MAX_LINE), start)
    last = text.find("\n", end, end + 2 * MAX_LINE)
    before = text[max(0, start - 2 * MAX_LINE) if first < 0 else first + 1 : start]
    return (before + text[start : end + 2 * MAX_LINE if last < 0 else last]).strip()

"""What is there to judge a page by?

What it shows (:mod:`deepweb.read.kind.visible`), the part of it that is most like a list of answers,
and the numbers of answers that it gives.
"""

from __future__ import annotations

from dataclasses import dataclass

from deepweb.page.page import Page
from deepweb.page.phrases import Phrases, spelt
from deepweb.read.kind.result_count import ResultCount, result_counts
from deepweb.read.kind.visible import VisiblePage, visible_page

# A line longer than this tells a story, and does not say what the page is.
MAX_LINE = 240
# Pages that refuse or fail say little else (letters outside of their furniture).
SHORT_PAGE = 1_500
# Less text than this is no page: what it shows comes by script, or never.
SHELL_TEXT = 160
# So many members make a list, and so much text beside its link makes a member (letters).
MIN_LIST, MIN_TOLD, MIN_TITLE = 3, 25, 30
# A list this long is surely one; of the links in a list so many are titles at least.
SURE_LIST, MIN_SHARE = 8, 0.4
# What is looked at of a long page where its beginning is enough (letters).
MAX_TEXT = 100_000
# What is said more often than this is not listened to any more.
MOST_SIGNS = 100


@dataclass(frozen=True, slots=True)
class PageVerdict:
    """The kind of a page, how sure it is, and why."""

    kind: str
    probability: float
    reason: str
    is_shell: bool = False
    """There is nothing on the page until its scripts run."""
    is_reformulated: bool = False
    """The page says that it answers another question than the one asked, or would rather."""
    count: int | None = None
    """How many answers the page says that it has."""


@dataclass(frozen=True, slots=True)
class KindWords:
    """What pages say of themselves in many languages."""

    no_results: Phrases
    not_answers: frozenset[str]
    """Beginnings of words: a line that has one of them does not speak of the answer."""
    result_nouns: frozenset[str]
    reformulated: Phrases
    recommended: Phrases
    blocked: Phrases
    broken: Phrases
    detail: Phrases


@dataclass(frozen=True, slots=True)
class Message:
    """Something that a page says: how much it weighs, in which words, and where."""

    weight: float = 0.0
    words: str = ""
    place: int = 0


@dataclass(frozen=True, slots=True)
class AnswerList:
    """The most list-like part of a page: how many members, and where it is in the text."""

    members: int = 0
    start: int = 0
    end: int = 0


@dataclass(frozen=True, slots=True)
class PageEvidence:
    """What there is to judge a page by."""

    page: Page
    look: VisiblePage
    title: str
    told: int
    """Letters outside of links and furniture."""
    answers: AnswerList
    counts: tuple[ResultCount, ...]
    """Outside of furniture."""
    is_searched: bool
    """Was the page searched for records by others?"""

    @property
    def count(self) -> ResultCount | None:
        """The first number of answers that is not none."""
        return next((count for count in self.counts if count.number), None)


def evidence_of(
    page: Page, words: KindWords, records: int | None, score: float | None
) -> PageEvidence:
    """Look at a page; whoever found ``records`` on it is sure of them by ``score``."""
    look = _uncovered(page, visible_page(page))
    taken = bytearray(len(look.text))
    for start, end in (*look.linked, *look.furniture):
        taken[start:end] = b"\1" * (end - start)
    answers = _answers(look, taken)
    if records is not None:
        sure = records if score is None else round(records * score)
        if score is not None and score < 0.5:
            sure = max(sure, answers.members)
        answers = AnswerList(sure, answers.start, answers.end)
    title = page.root.find(".//title")
    counts = result_counts(look.text, words.result_nouns)
    return PageEvidence(
        page,
        look,
        "" if title is None else spelt(" ".join(title.itertext())[:MAX_LINE]),
        taken.count(0),
        answers,
        tuple(count for count in counts if not look.is_in(look.furniture, count.place)),
        records is not None,
    )


def _uncovered(page: Page, look: VisiblePage) -> VisiblePage:
    """What a page shows, or where that is next to nothing, what it holds ready in plenty."""
    if len(look.text) >= SHELL_TEXT:
        return look
    all_of_it = visible_page(page, uncovered=True)
    return all_of_it if len(all_of_it.text) > SHORT_PAGE else look


def _answers(look: VisiblePage, taken: bytearray) -> AnswerList:
    """The group of links of one path that have the most text of their own or beside them."""
    best = AnswerList()
    for links in look.links.values():
        if len(links) > best.members:
            best = max(best, _members(look, links, taken), key=lambda found: found.members)
    return best


def _members(look: VisiblePage, links: list[tuple[int, int, str]], taken: bytearray) -> AnswerList:
    own = [link for link in links if not look.is_in(look.furniture, link[0])]
    ends = [start for start, _, _ in own[1:]] + [len(look.text)]
    telling = [
        link
        for link, until in zip(own, ends, strict=False)
        if link[1] - link[0] >= MIN_TITLE
        or (
            link[1] > link[0]
            and taken.count(0, link[1], min(until, link[1] + MAX_LINE)) >= MIN_TOLD
        )
    ]
    targets = {target for _, _, target in telling}
    # Of the entries of a menu some are long; of titles most are.
    if len(targets) < MIN_SHARE * len({target for _, _, target in own}) or not targets:
        return AnswerList()
    return AnswerList(len(targets), telling[0][0], telling[-1][1])


def says(phrases: Phrases, text: str) -> bool:
    """Does a text say one of some phrases?"""
    return next(phrases.matches(text), None) is not None


def line_around(text: str, start: int, end: int) -> str:
    """The line around a place; of a very long one, enough to see that it is."""
    first = text.rfind("\n", max(0, start - 2 * MAX_LINE), start)
    last = text.find("\n", end, end + 2 * MAX_LINE)
    before = text[max(0, start - 2 * MAX_LINE) if first < 0 else first + 1 : start]
    return (before + text[start : end + 2 * MAX_LINE if last < 0 else last]).strip()

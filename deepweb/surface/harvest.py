"""What to ask next, until nothing is left that earns its request.

All sources of questions are asked for what they promise; the best is asked first, and beside it
only what promises nearly as much: requests are dearer than time. Rounds are asked together but
judged in the order of asking, so that the same answers always lead to the same next question,
whatever the network did.
"""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from deepweb.surface.answer import FAILED, Answer, Ask, Found, Question
from deepweb.surface.record_numbers import Numbered
from deepweb.surface.size import Catches
from deepweb.surface.source import OPTIMISM, Source

# What promises less than this share of the best is not asked in the same round.
NEARLY = 0.5
# What was found is all there is if so many answers at least show nothing else.
LEAST_DRY = 5
# The same where that is only guessed: answers, and the share of all; and of the records known, the
# share that these answers must show.
DRY, DRY_SHARE, SHOWN_SHARE = 16, 0.06, 0.1
# Questions that may show any record. Others, such as the halves of a range, go where they are sent,
# and next pages show more of the same.
FREE = frozenset({"seed", "keyword", "log"})
# That a guess of ours brings nothing says nothing of how much is left.
GUESSED = frozenset({"knowledge"})
SATURATED = "saturated"
# Texts of records that are kept.
MOST_TEXTS = 300


@dataclass(frozen=True, slots=True)
class HarvestLimits:
    """When to stop asking; the defaults are in settings.py."""

    patience: int
    failures: int
    together: int
    saturation: int
    """Distinct records, all known, that answers in a row must show to be believed to be all."""
    coverage: float
    """Share of the database, as it is guessed, at which answers without anything new end it."""


# --- merged from second_try.py; rewrite or remove this note ---
# When is a question that failed asked again?
#
# He et al. (WSDM 2013), section 2: the scheduler crawls failed URLs again later. A site in trouble is
# left in peace the longer, the more often it failed.

# Other answers that come first, and how often a question is tried again.
RETRY_AFTER, MAX_RETRIES = 20, 2


class SecondTry:
    """Questions that failed, until it is their turn again."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[int, Question]] = deque()
        self._failures: Counter[Question] = Counter()
        self._answers = 0

    def promise(self) -> float:
        is_due = bool(self._waiting) and self._waiting[0][0] <= self._answers
        # What is not due yet comes when nothing else is left.
        return OPTIMISM if is_due else 0.01 if self._waiting else 0.0

    def next(self) -> Question | None:
        return self._waiting.popleft()[1] if self._waiting else None

    def take(self, question: Question, answer: Answer, new: Sequence[Found]) -> None:
        self._answers += 1
        if answer.kind not in FAILED or answer.is_final:
            return
        self._failures[question] += 1
        if self._failures[question] <= MAX_RETRIES:
            due = self._answers + RETRY_AFTER * 2 ** (self._failures[question] - 1)
            self._waiting.append((due, question))


@dataclass(slots=True)
class Harvest:
    """The asking of one form: what was asked, what came back, what to ask next."""

    ask: Ask
    limits: HarvestLimits
    seen: Numbered
    """Ids of the records known, also from other forms of the site."""
    sources: list[Source] = field(default_factory=list)
    titles: Numbered = field(default_factory=Numbered)
    """Of the records known, also from other forms of the site."""
    asked: int = 0
    found: int = 0
    heard: bool = False
    """Was there any answer with records, known ones or new?"""
    worked: bool = False
    """Was there any answer but errors?"""
    dry: int = 0
    shown: set[str] = field(default_factory=set)
    """Records on the answers since the last new one."""
    failed: int = 0
    beside: tuple[tuple[str, str], ...] = ()
    """Filled in with every question: the largest page size, say."""
    texts: list[str] = field(default_factory=list)
    """Of the first records found; they show what values there are."""
    is_listed: bool = False
    """Was there a list of all records, to its end? Then few other answers bear that out."""
    whole: int | None = None
    """How many records the site says that it has in all."""
    catches: Catches = field(default_factory=Catches)
    """What the size of the database is guessed from: the answers to questions that are free."""
    dry_free: int = 0
    """Such answers since the last new record."""
    second_try: SecondTry = field(default_factory=SecondTry)
    """Questions that failed; one of the sources."""

    def __post_init__(self) -> None:
        self.sources.append(self.second_try)

    async def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        """Ask some questions; all sources learn from the answers."""
        answers: list[Answer] = []
        for start in range(0, len(questions), self.limits.together):
            answers += await self._round(questions[start : start + self.limits.together])
        return answers

    async def run(self) -> str:
        """Ask until it is enough; returns why."""
        self.shown.clear()
        self.dry = 0  # what was asked to learn about the form did not have to bring anything
        while True:
            while not (reason := self.stop()):
                chosen = self._choose()
                if not chosen:
                    return "nothing is left to ask"
                await self._round(chosen)
            if not await self._ask_what_failed():
                return reason

    async def _ask_what_failed(self) -> bool:
        """Before it ends, ask once more what failed; did that bring anything new?"""
        found = self.found
        while not self.trouble() and (question := self.second_try.next()):
            await self._round([question])
        return self.found > found

    async def follow(self, source: Source, least: float) -> None:
        """Ask one source alone as long as it promises ``least``."""
        while source.promise() >= least and not self.stop():
            if question := source.next():
                await self._round([question])

    async def try_source(self, source: Source, most: int) -> None:
        """Ask so many questions of one source, to see what they bring."""
        for _ in range(most):
            if self.trouble() or not (question := source.next()):
                break
            await self._round([question])

    def stop(self) -> str:
        """Why to stop now, or nothing."""
        if trouble := self.trouble():
            return trouble
        if self.dry >= self.limits.patience:
            return f"{self.dry} answers in a row brought nothing new"
        is_borne_out = self.dry >= LEAST_DRY and len(self.shown) >= self.limits.saturation
        if self.is_listed and is_borne_out:
            return f"{SATURATED}: {self.dry} answers showed {len(self.shown)} records, all known"
        if self.whole is not None and self.found >= self.whole and self.dry:
            return f"all {self.whole} records are found that the site says it has"
        return self._saturated()

    def _saturated(self) -> str:
        """Why all that is left is not worth another question, or nothing."""
        known = len(self.seen)
        is_dry = self.dry_free >= max(DRY, DRY_SHARE * self.asked)
        if not is_dry or len(self.shown) < SHOWN_SHARE * known:
            return ""
        size = self.catches.size(known)
        if size is None or size.coverage(known) < self.limits.coverage:
            return ""
        told = f"{self.dry_free} answers brought nothing new"
        return f"{SATURATED}: {known} of about {size.likely} records are known; {told}"

    def trouble(self) -> str:
        return f"{self.failed} errors in a row" if self.failed >= self.limits.failures else ""

    def _choose(self) -> list[Question]:
        chosen: list[Question] = []
        best = 0.0
        while len(chosen) < self.limits.together:
            source = max(self.sources, key=lambda each: each.promise())
            promise = source.promise()
            best = best or promise
            if not promise or promise < NEARLY * best:
                break
            if not (question := source.next()):
                break
            chosen.append(question)
        return chosen

    async def _round(self, questions: Sequence[Question]) -> list[Answer]:
        asked = (self.ask(self._complete(question)) for question in questions)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, BaseException)]
        for question, answer in zip(questions, answers, strict=True):
            if not isinstance(answer, BaseException):
                self._take(question, answer)
        if refused:
            raise refused[0]
        return [answer for answer in answers if not isinstance(answer, BaseException)]

    def _complete(self, question: Question) -> Question:
        """With what is filled in beside what is asked for; links have it in them."""
        said = {name for name, _ in question.values}
        more = tuple(pair for pair in self.beside if pair[0] not in said)
        return question if question.link else replace(question, values=question.values + more)

    def _take(self, question: Question, answer: Answer) -> None:
        new = [record for record in answer.found if record.id not in self.seen]
        self.seen.update(record.id for record in new)
        self.texts += [record.text for record in new[: MOST_TEXTS - len(self.texts)]]
        self.titles.update(record.title for record in new)
        self.asked += 1
        self.found += len(new)
        self.heard = self.heard or bool(answer.found)
        self.failed = self.failed + 1 if answer.kind in FAILED else 0
        self.worked = self.worked or not self.failed
        self.dry = 0 if new else self.dry + (question.purpose not in GUESSED)
        self.shown = set() if new else self.shown.union(record.id for record in answer.found)
        self.dry_free = 0 if new else self.dry_free + (question.purpose in FREE)
        if question.purpose in FREE or question.purpose == "next":
            self.catches.add(len(answer.found), len(new))
        for source in self.sources:
            source.take(question, answer, new)

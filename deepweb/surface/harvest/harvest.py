"""What to ask next, until no question is worth its request.

Every source states what its next question promises; lists are believed as far as they kept their
recent promises. The best is asked, and together with it only what promises nearly as much, since
requests cost more than time. A round is a guess made without the answers of its own questions, so
it stays small beside the answers before it. Questions of a round are asked together but judged in
the order of asking, so that the same answers always lead to the same next question, whatever the
network did.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from deepweb.surface.answer import BROWSING, Answer, Ask, Question
from deepweb.surface.harvest.failed_questions import FailedQuestions
from deepweb.surface.harvest.genuine import CHECKS, GenuineRecords
from deepweb.surface.harvest.progress import HarvestProgress
from deepweb.surface.harvest.source import SiteSource, Source, WayOutcome, WeighedSource
from deepweb.surface.harvest.turns import Turn
from deepweb.surface.keywords.query_shape import PLAIN, QueryShape
from deepweb.surface.record_numbers import KnownRecords

# A question that promises less than this share of the best one is not asked in the same round.
NEARLY = 0.5
MAX_TEXTS = 300  # texts of records that are kept
ROUND_SHARE = 0.04  # questions of a round, as a share of the answers so far
MIN_ROUND = 2  # questions of a round that may be asked together at any time

# A list of all records is believed to be complete after this many answers without a new record.
MIN_DRY = 3
# These answers must show as many known records as the settings say, or this share of all.
SHOWN_ALL = 0.8
# Without such a list, an estimated size is believed after this many answers without a new record,
DRY = 16
# which must also be this share of all answers,
DRY_SHARE = 0.06
# and show this share of the known records.
SHOWN_SHARE = 0.1

# Where the site says that more than this share of the records found is still missing,
FAR = 0.02
# so many times as many answers without a new record are waited for.
PERSISTENCE = 4

SATURATED = "saturated"

Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class HarvestLimits:
    """When to stop asking; the defaults are in settings.py."""

    patience: int
    """Answers in a row without a new record."""
    failures: int
    """Errors in a row."""
    together: int
    """Questions asked at the same time."""
    saturation: int
    """Distinct known records that answers in a row must show to confirm that a list is complete."""
    coverage: float
    """Share of the estimated size at which answers without a new record end the harvest."""
    trap: int = 100
    """Questions to a form whose records seem to be invented."""


class Harvest:
    """The asking of one form; owns what was asked and found, and decides what to ask next."""

    def __init__(  # noqa: PLR0913 - what it asks, and who learns from the answers
        self,
        ask: Ask,
        limits: HarvestLimits,
        known: KnownRecords,
        sources: Sequence[Source] = (),
        *,
        always: Pairs = (),
        lists: Sequence[SiteSource] = (),
        readers: Sequence[Source] = (),
        turn: Turn | None = None,
        genuine: GenuineRecords | None = None,
    ) -> None:
        """``known`` records may come from other forms of the site; new ones are added to them.

        ``always`` is filled in with every question. ``lists`` are sources that belong to the site
        and not to the form; of their answers only ``readers`` learn besides, which learn from
        records and not from pages. ``turn`` is that of the form. ``genuine`` watches whether the
        records of the form are records.
        """
        self._ask, self._limits, self._known = ask, limits, known
        self._retries = FailedQuestions()
        self._sources = [WeighedSource(each) for each in (*sources, self._retries)]
        self._sources += [WeighedSource(each, site=each) for each in lists]
        self._promised: dict[Question, tuple[float, WeighedSource]] = {}
        """What the questions under way promised, and who promised it."""
        self._lists = lists
        self._browsers: list[Source] = [*lists, *readers]
        self._turn = turn
        self._genuine = genuine
        self._always = always
        self._box, self._shape = "", PLAIN
        self._progress = HarvestProgress()
        self._listed = 0
        """Records that lists brought."""
        self._answered = 0
        """Answers so far, those of lists included."""
        self._texts: list[str] = []
        self._ways: dict[str, tuple[int, int]] = {}
        """By purpose, questions that were asked, and new records."""
        self._is_listed = False
        self._total: int | None = None

    # What is known so far

    @property
    def asked(self) -> int:
        """Questions that were answered."""
        return self._progress.asked

    @property
    def found(self) -> int:
        """Records that were new."""
        return self._progress.found

    @property
    def has_records(self) -> bool:
        """Did any answer show records, known or new?"""
        return self._progress.has_records

    @property
    def has_answered(self) -> bool:
        """Was there any answer other than an error?"""
        return self._progress.has_answered

    @property
    def texts(self) -> Sequence[str]:
        """Texts of the first records found, which show what values there are."""
        return self._texts

    @property
    def missing(self) -> int | None:
        """How many of the records that the site claims are not found.

        None if it claims nothing, or fewer than are found already: then its claim is wrong.
        """
        if self._total is None or self.found > self._total:
            return None
        return self._total - self.found

    @property
    def is_listed(self) -> bool:
        """Was there a list of all records, read to its end?"""
        return self._is_listed or any(each.holds_all for each in self._lists)

    @property
    def are_lists_left(self) -> bool:
        """Did the lists of the site, which seem to be a trap, have their share?"""
        is_trap = self._genuine is not None and self._genuine.are_lists_trap
        return (
            is_trap and sum(self._ways.get(each, (0,))[0] for each in BROWSING) >= self._limits.trap
        )

    @property
    def together(self) -> int:
        """Questions asked at the same time: the more, the more answers they build on."""
        return min(self._limits.together, max(MIN_ROUND, int(ROUND_SHARE * self._answered)))

    @property
    def always(self) -> Pairs:
        """What is filled in with every question."""
        return self._always

    def ways(self, reason: str) -> tuple[WayOutcome, ...]:
        """What each way of asking brought; ``reason``: why the asking ended."""
        by_purpose = {purpose: each for each in self._sources for purpose in each.purposes}
        told: list[WayOutcome] = []
        for purpose, (asked, new) in self._ways.items():
            if purpose not in BROWSING:
                way = by_purpose.get(purpose)
                promise, why = (way.promise(), way.dropped) if way else (0.0, "")
                if self._genuine and purpose in CHECKS:
                    why = self._genuine.reason
                told.append(WayOutcome(purpose, asked, new, round(promise, 2), why or reason))
        return tuple(told)

    # What others found out

    def fill_in_always(self, pairs: Pairs) -> None:
        """Fill in some inputs with every question: the largest page size, for example."""
        self._always = pairs

    def write_words_as(self, box: str, shape: QueryShape) -> None:
        """Write the words in a box as it wants them."""
        self._box, self._shape = box, shape

    def believe_total(self, total: int | None) -> None:
        """The site claims to hold so many records; None takes that back."""
        self._total = total

    def believe_list(self) -> None:
        """A list of all records was read to its end; a few other answers are to confirm it."""
        self._is_listed = True

    def add_source(self, source: Source, instead_of: Source | None = None) -> None:
        self._sources = [each for each in self._sources if each.source is not instead_of]
        self._sources.append(WeighedSource(source))

    # Asking

    async def run(self) -> str:
        """Ask until it is enough; returns the reason to stop."""
        self._progress.begin_harvest()
        while True:
            while not (reason := self.stop()):
                await self.check()
                chosen = self.choose()
                if not chosen:
                    return "nothing is left to ask"
                await self._round(chosen)
            if not await self._retry():
                return reason

    async def ask_all(self, questions: Sequence[Question]) -> list[Answer]:
        """Ask some questions; all sources learn from the answers."""
        answers: list[Answer] = []
        for start in range(0, len(questions), self.together):
            answers += await self._round(questions[start : start + self.together])
        return answers

    async def look(self, question: Question) -> Answer:
        """Ask a question for another box of the form; no source learns from its answer."""
        if self._turn:
            await self._turn.before_questions(1)
        return await self._ask(self._complete(question))

    async def follow(self, source: Source, least: float) -> None:
        """Ask one source alone as long as it promises ``least``."""
        while source.promise() >= least and not self.stop():
            await self.check()
            if question := source.next():
                await self._round([question])

    async def try_source(self, source: Source, most: int) -> None:
        """Ask some questions of one source, to see what they bring."""
        for _ in range(most):
            if self.trouble() or not (question := source.next()):
                break
            await self._round([question])

    async def check(self) -> None:
        """Ask what tells whether the records are genuine, if there is reason to doubt it."""
        while self._genuine and not self.trouble() and (question := self._genuine.next_check()):
            await self._round([question])

    async def _retry(self) -> bool:
        """Before the end, ask failed questions once more; did that bring anything new?"""
        found = self.found
        while not self.trouble() and (question := self._retries.next()):
            await self._round([question])
        return self.found > found

    def choose(self) -> list[Question]:
        """The questions that promise most; none if nothing is left."""
        chosen: list[Question] = []
        best = 0.0
        while len(chosen) < self.together:
            weighed = max(self._competing, key=WeighedSource.promise)
            promise, promised = weighed.promise(), weighed.source.promise()
            best = best or promise
            if not promise or promise < NEARLY * best:
                break
            if not (question := weighed.source.next()):
                break
            self._promised[question] = promised, weighed
            chosen.append(question)
        return chosen

    @property
    def _competing(self) -> list[WeighedSource]:
        """The sources that compete. Where a form lists all, others need not be read with it."""
        if not self._is_listed and not self.are_lists_left:
            return self._sources
        lists = {id(each) for each in self._lists}
        return [each for each in self._sources if id(each.source) not in lists]

    async def _round(self, questions: Sequence[Question]) -> list[Answer]:
        if self._turn:
            await self._turn.before_questions(len(questions))
        asked = (self._ask(self._complete(question)) for question in questions)
        answers = await asyncio.gather(*asked, return_exceptions=True)
        refused = [answer for answer in answers if isinstance(answer, BaseException)]
        for question, answer in zip(questions, answers, strict=True):
            if not isinstance(answer, BaseException):
                self._take(question, answer)
        if refused:
            raise refused[0]
        return [answer for answer in answers if not isinstance(answer, BaseException)]

    def _complete(self, question: Question) -> Question:
        """With what is filled in always, and words as the box wants them; links carry all that."""
        if question.link:
            return question
        said = {name for name, _ in question.values}
        more = tuple(pair for pair in self._always if pair[0] not in said)
        written = tuple((name, self._written(name, value)) for name, value in question.values)
        return replace(question, values=written + more)

    def _written(self, name: str, value: str) -> str:
        return self._shape.written(value) if value and name == self._box else value

    def _take(self, question: Question, answer: Answer) -> None:
        new = [record for record in answer.found if record.id not in self._known.ids]
        self._known.ids.update(record.id for record in new)
        self._known.titles.update(record.title for record in new)
        self._texts += [record.text for record in new[: MAX_TEXTS - len(self._texts)]]
        self._answered += 1
        if self._turn:
            self._turn.after_answer(len(new))
        if question in self._promised:
            promised, weighed = self._promised.pop(question)
            weighed.purposes.add(question.purpose)
            weighed.credit(promised, len(new))
            if not question.is_browsing:
                weighed.compare(self.found, self._listed)
        asked, brought = self._ways.get(question.purpose, (0, 0))
        self._ways[question.purpose] = asked + 1, brought + len(new)
        if question.is_browsing:
            self._listed += len(new)
            self._progress.browsed(len(new))
        else:
            self._progress.add(question, answer, len(new))
        if self._genuine:
            self._genuine.take(question, answer, new)
        if question.purpose in CHECKS:
            return  # what it shows is in doubt, and its next pages are not worth following
        learning = [each.source for each in self._sources]
        for source in self._browsers if question.is_browsing else learning:
            source.take(question, answer, new)

    # When to stop

    def stop(self) -> str:
        """The reason to stop now, or ""."""
        if trouble := self.trouble():
            return trouble
        progress = self._progress
        if self._genuine and self._genuine.is_trap and progress.asked >= self._limits.trap:
            return self._genuine.reason
        dry, shown = progress.dry, len(progress.shown)
        if dry >= self._patience:
            return f"{dry} answers in a row brought nothing new"
        enough = min(self._limits.saturation, SHOWN_ALL * len(self._known.ids))
        if self.is_listed and dry >= MIN_DRY and shown >= enough:
            return f"{SATURATED}: {dry} answers showed {shown} records, all known"
        if self.missing == 0 and dry:
            return f"all {self._total} records are found that the site says it has"
        return self._saturated()

    @property
    def _patience(self) -> int:
        """Answers in a row without a new record: more where the site says that many are left."""
        is_far = (self.missing or 0) > FAR * self.found
        return self._limits.patience * (PERSISTENCE if is_far else 1)

    def _saturated(self) -> str:
        """The reason to stop by the estimated size of the database, or ""."""
        progress, known = self._progress, len(self._known.ids)
        is_dry = progress.dry_free >= max(DRY, DRY_SHARE * progress.asked)
        if not is_dry or len(progress.shown) < SHOWN_SHARE * known:
            return ""
        size = progress.catches.cautious(known)
        if size is None or size.coverage(known) < self._limits.coverage:
            return ""
        told = f"{progress.dry} answers brought nothing new"
        return f"{SATURATED}: {known} of about {size.likely} records are known; {told}"

    def trouble(self) -> str:
        failed = self._progress.failed
        return f"{failed} errors in a row" if failed >= self._limits.failures else ""

"""What to ask a form, from the first question to the last.

1. Background: nonsense, to learn what an empty answer looks like (000, section 5).
2. Unrestricted: nothing at all, or what stands for anything. Where that lists the database, its
   pages are all there is to ask.
3. Seeds: words of the form page (002, section 5.1) and common words in turn, until one finds
   something.
4. The other inputs: menus, typed boxes, ranges (``other_inputs``). Where keywords work and answers
   can be had to their end, they come after the harvest, and only if there is more to be reached.
5. The harvest: words of the records found, next pages, values of templates, facets, whatever
   promises most.
6. Facets: what records have by the facets that they are found under (``drill_down``).

The links of all answers are watched on the way: which of them are one (``second_level``), and which
propose other queries (``related``), a source of the harvest like the others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from deepweb.page.argument_names import ArgumentWords
from deepweb.page.words import words
from deepweb.read.links.roles import ArgumentRole
from deepweb.surface.answer import Answer, Ask, NotAskedError, Question
from deepweb.surface.facets.facet_source import FacetSource
from deepweb.surface.facets.record_pairs import Attributes
from deepweb.surface.facets.second_level import LinkCount, SearchAddress, SecondLevel
from deepweb.surface.harvest import Harvest, HarvestLimits
from deepweb.surface.inputs import OtherInputs
from deepweb.surface.keywords.word_source import WordSource
from deepweb.surface.paging import NextPages, PageReach
from deepweb.surface.queries.query_source import LOG, KnownQueries, QueryListOutcome, QuerySource
from deepweb.surface.queries.related import RelatedQueries
from deepweb.surface.record_numbers import Numbered
from deepweb.surface.templates.template import TemplateOutcome, menu_values
from deepweb.surface.values.typed_box import SoFar

# While the pages of the unrestricted query bring as large a share of new records as this, nothing
# else is asked: no other question could bring more.
LISTS_ALL = 0.5
# What stands for anything on many sites.
WILD = ("*", "%")
# So many records on one page without a next one are all there are.
LONG = 100
# Words of the first records that are asked to find the longest list.
SCOUTS = 6
# Questions after which a form is left that always answers alike, and of these, those that are kept
# for other inputs.
DEAF, FOR_OTHERS = 24, 10
# Queries of a log that are asked before words of the form page.
LOG_SEEDS = 10
# How often pages repeat what was asked, and bytes by which they differ for no reason.
ECHOES, CHANCE = range(9), 20
# Words that are tried together with other inputs.
MOST_WORDS = 20
# Of so many titles at least, those that must be known for a form to be another view of the same.
SEVERAL, SAME = 5, 0.8
# Of a form that is not known no link carries a query.
NOWHERE = SearchAddress("", "", is_get=False, defaults=(), words=ArgumentWords.of({}))
ANOTHER_VIEW = "found only what another form had found"
UNSTABLE = "sorted anew in between"
NOT_NEEDED = "not tried: keywords and next pages reach what there is"


@dataclass(frozen=True, slots=True)
class SurfacingLimits:
    """How much to ask; the defaults are in settings.py."""

    background_first: int
    tau: float
    sample: int
    harvest: HarvestLimits


@dataclass(frozen=True, slots=True)
class Task:
    """A form, and what is known beforehand of what to ask it."""

    box: str
    """The keyword box; nothing where there is none."""
    nonsense: Sequence[str]
    first_words: Sequence[str]
    others: OtherInputs | None = None
    address: SearchAddress | None = None
    """Where the form sends its query, by which links that carry one are known."""
    known: KnownQueries = field(default_factory=KnownQueries)
    """Queries that a log or a knowledge base gives."""
    facet_requests: int = 0
    """Requests that may be spent on what records have, once they are found."""


@dataclass(frozen=True, slots=True)
class KnownRecords:
    """The records of a site, whichever form found them; grows while forms are asked."""

    ids: Numbered = field(default_factory=Numbered)
    titles: Numbered = field(default_factory=Numbered)


@dataclass(frozen=True, slots=True)
class LinksOutcome:
    """What became of the links of a form's answers."""

    arguments: tuple[ArgumentRole, ...] = ()
    """What the arguments of those that carry a query are for."""
    counted: LinkCount = field(default_factory=lambda: LinkCount(0, 0))
    left: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """Of facets, related queries and next pages: why how many were not asked."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the asking of a form came to."""

    templates: tuple[TemplateOutcome, ...]
    inputs: Mapping[str, tuple[str, str]]
    """Of inputs by name, what they do and why it is thought so."""
    keywords: tuple[str, ...]
    attributes_of: Callable[[Iterable[str]], Attributes] = field(compare=False)
    """What records have by the facets and menus they were found under, for some of their ids."""
    reason: str
    queries: tuple[QueryListOutcome, ...] = ()
    """What queries of a log and names of a knowledge base brought."""
    broken_off: bool = False
    """Did the form answer at first, and then only with errors?"""
    links: LinksOutcome = field(default_factory=LinksOutcome)
    has_attributes: bool = False
    """Is anything known that records have?"""
    is_deaf: bool = False
    """Was everything asked that was to be, and nothing found?"""


class Surfacing:
    """One form from the first question to the last."""

    def __init__(self, task: Task, ask: Ask, known: KnownRecords, limits: SurfacingLimits) -> None:
        self._task = task
        self._titles, self._titles_before = known.titles, len(known.titles)
        """And how many other forms had found."""
        self._limits = limits
        self._words = WordSource(task.box, limits.tau, limits.sample)
        self._queries = QuerySource(task.box, task.known, lambda: self._words.verdict)
        self._pages = NextPages(known.ids)
        self._reach = PageReach(known.ids)
        menus = menu_values(task.others.form) if task.others else {}
        self.links = SecondLevel(task.address or NOWHERE)
        self._facets = FacetSource(menus, self.links, self._reach, known.ids)
        self._related = RelatedQueries(task.box, self.links)
        self._known: list[Answer] = []
        """Answers to nothing and to nonsense."""
        self._unrestricted: Answer | None = None
        self._longest = Question(""), Answer("empty", "")
        """The first question that found much, and its answer."""
        self._lengths: list[tuple[int, int]] = []
        """Of the first questions and their answers, in bytes."""
        self._harvest = Harvest(
            ask,
            limits.harvest,
            known.ids,
            [
                self.links,  # first, since others build on what it learns
                self._pages,
                self._words,
                self._queries,
                self._facets,
                self._related,
                self._reach,
            ],
            known.titles,
            beside=task.others.free if task.others else (),
        )

    async def run(self) -> Outcome:
        """Ask until nothing is left that is worth asking."""
        return await self._told(self._ask_everything)

    async def decide(self) -> Outcome:
        """Find out what is worth asking, and leave it at that."""
        return await self._told(self._ask_a_sample)

    async def _ask_everything(self) -> str:
        reason = await self._ask_for_records()
        # Whatever stops this, the records are found.
        with suppress(NotAskedError):
            await self._facets.discover(
                self._harvest,
                self._words.box,
                self._task.facet_requests,
                self._limits.harvest.together,
            )
        return reason

    async def _ask_for_records(self) -> str:
        await self._ask_nonsense()
        if reason := await self._ask_nothing():
            return reason
        reason = await self._ask_seeds()
        if reason:
            return reason
        await self._widen_pages()
        await self._scout()
        has_words = bool(self._words.best(1)) and self._reach.paged
        is_easy = has_words or self._harvest.is_listed
        if is_easy:
            reason = await self._harvest.run()
        elif not self._harvest.trouble():
            await self._try_other_inputs()
        if not self._harvest.heard:
            return self._harvest.trouble() or "no question found anything"
        reason = reason if is_easy else await self._harvest.run()
        if self._harvest.trouble() or self._has_all() or not self._has_others():
            return reason
        # By now it is known how far the pages of an answer lead.
        await self._try_other_inputs()
        return await self._harvest.run()

    async def _ask_a_sample(self) -> str:
        await self._ask_nonsense()
        await self._ask_unrestricted()
        await self._ask_seeds()
        if self._words.box and self._harvest.heard:
            await self._harvest.try_source(self._words, self._limits.sample)
        await self._try_other_inputs()
        return self._harvest.trouble() or "only what is worth asking was to be found out"

    async def _ask_nonsense(self) -> None:
        """A few words of it, and more only where the answers to those are not the same."""
        if not self._words.box:
            return
        first = self._limits.background_first
        asked = [self._words.question("background", word) for word in self._task.nonsense]
        self._known += await self._harvest.ask_all(asked[:first])
        if len({answer.signature for answer in self._known}) > 1:
            self._known += await self._harvest.ask_all(asked[first:])

    async def _ask_nothing(self) -> str:
        """The unrestricted query; returns why all is said with it, or nothing."""
        answer, harvest = await self._ask_unrestricted(), self._harvest
        for sign in WILD if self._words.box else ():
            if not answer.found and not harvest.trouble():
                (answer,) = await harvest.ask_all([self._words.question("unrestricted", sign)])
        if not answer.found or self._is_another_view():
            return ANOTHER_VIEW if answer.found else ""
        harvest.whole = answer.count
        await self._widen_pages()
        await harvest.follow(self._pages, LISTS_ALL * len(answer.found))
        is_long = self._reach.paged or len(answer.found) >= LONG
        is_all = not (self._task.others and self._task.others.restricts)
        harvest.is_listed = is_all and is_long and bool(self._reach.ended) and self._reach.is_whole
        if not is_all:
            harvest.whole = None
        if harvest.whole is None or harvest.found < harvest.whole or not self._reach.paged:
            return ""
        return f"the unrestricted query lists all {harvest.whole} records"

    async def _ask_unrestricted(self) -> Answer:
        values = ((self._words.box, ""),) if self._words.box else ()
        question = Question("unrestricted", values)
        (answer,) = await self._harvest.ask_all([question])
        self._known.append(answer)
        self._keep_longest(question, answer)
        self._unrestricted = answer
        return answer

    async def _ask_seeds(self) -> str:
        """Words until one finds something; returns why to give up, or nothing."""
        harvest, together = self._harvest, self._limits.harvest.together
        first = self._first_queries() if self._words.box else []
        if self._task.others and first and self._task.others.box_is_typed:
            await self._try_types()
        for start in range(0, 0 if self._words.retired else len(first), together):
            if harvest.heard or harvest.trouble() or self._is_deaf():
                break
            chosen = first[start : start + together]
            questions = [self._words.question(purpose, query) for purpose, query in chosen]
            for question, answer in zip(questions, await harvest.ask_all(questions), strict=True):
                self._keep_longest(question, answer)
        if not harvest.heard and first and not self._is_deaf():
            await self._try_types()
        if harvest.heard and (not harvest.found or self._is_another_view()):
            return ANOTHER_VIEW
        if harvest.heard or (self._has_others() and not harvest.trouble()):
            return ""
        return harvest.trouble() or "no seed word found anything"

    def _first_queries(self) -> list[tuple[str, str]]:
        """With their purpose: what people searched the site for, then words of its own."""
        clicked = [(LOG, query) for query in self._task.known.log[:LOG_SEEDS]]
        return clicked + [("seed", word) for word in self._task.first_words]

    async def _scout(self) -> None:
        """Where answers have pages, look for the word that most records hold."""
        if not self._reach.paged or not self._words.best(1):
            return
        held = Counter(word for text in self._harvest.texts for word in set(words(text)))
        ranked = sorted(held, key=lambda word: (-held[word], word))
        chosen = [word for word in ranked if word not in self._words.answers][:SCOUTS]
        await self._harvest.ask_all([self._words.question("keyword", word) for word in chosen])

    async def _try_types(self) -> None:
        """Does the keyword box take values of a type instead?"""
        others, harvest = self._task.others, self._harvest
        if others is None or self._words.retired or harvest.heard or harvest.trouble():
            return
        if kind := await others.take_box(harvest.ask_all, self._so_far()):
            self._words.retired = f"takes values of a type: {kind}"

    def _is_deaf(self) -> bool:
        """Was everything so far answered by the same page, and one that does not deny anything?"""
        if any(answer.count == 0 for answer in self._known):
            return False
        most = DEAF - FOR_OTHERS if self._has_others() else DEAF
        return self._harvest.asked >= most and any(
            max(rest) - min(rest) <= CHANCE
            # Less what was asked, which pages repeat some times.
            for rest in ([length - n * asked for asked, length in self._lengths] for n in ECHOES)
        )

    def _keep_longest(self, question: Question, answer: Answer) -> None:
        asked = sum(len(value.encode()) for _, value in question.values)
        self._lengths.append((asked, answer.length))
        if len(answer.found) > len(self._longest[1].found):
            self._longest = question, answer

    async def _widen_pages(self) -> None:
        if self._task.others and self._longest[1].found:
            await self._task.others.widen_pages(self._harvest, *self._longest)

    async def _try_other_inputs(self) -> None:
        others = self._task.others
        if others is None or not others.any:
            return
        heard = {"": self._unrestricted} if self._unrestricted else {}
        await others.try_all(
            self._harvest, self._so_far(), heard | self._words.answers, self._reach
        )

    def _so_far(self) -> SoFar:
        return SoFar(
            texts=self._harvest.texts,
            answers=self._known,
            nonsense=self._task.nonsense[0] if self._task.nonsense else "",
            words=self._words.best(MOST_WORDS) or self._task.first_words[:5],
        )

    def _has_all(self) -> bool:
        """Is nothing left that only other inputs could reach?"""
        harvest = self._harvest
        if harvest.is_listed:
            return True
        if harvest.whole is not None and harvest.found < harvest.whole:
            return False
        return self._reach.is_whole

    def _is_another_view(self) -> bool:
        """Are the first records called as those that another form found?"""
        titles = {record.title for record in self._longest[1].found}
        numbers = [self._titles.number(title) for title in titles]
        known = sum(each is not None and each < self._titles_before for each in numbers)
        return len(titles) >= SEVERAL and known >= SAME * len(titles)

    def _has_others(self) -> bool:
        return self._task.others is not None and self._task.others.any

    async def _told(self, stages: Callable[[], Awaitable[str]]) -> Outcome:
        harvest, others, is_asked = self._harvest, self._task.others, True
        try:
            reason = await stages()
        except NotAskedError as error:
            reason, is_asked = str(error), False
        templates = [self._box_outcome(reason)] if self._words.box else []
        inputs = {self._words.box: ("keyword", templates[0].reason)} if templates else {}
        if others:
            templates += others.outcome()
            others.untested(NOT_NEEDED if harvest.found else reason)
            inputs |= others.roles
        broken_off = harvest.worked and bool(harvest.trouble())
        return Outcome(
            templates=tuple(templates),
            inputs=inputs,
            keywords=tuple(self._words.asked),
            attributes_of=self._facets.attributes_of,
            has_attributes=self._facets.has_attributes,
            reason=reason,
            queries=self._queries.outcome(),
            broken_off=broken_off,
            links=self._links_outcome(),
            is_deaf=is_asked and not harvest.heard,
        )

    def _links_outcome(self) -> LinksOutcome:
        left = {
            "facet": dict(self._facets.outcome()),
            "related": dict(self._related.outcome()),
            "next": dict(self._pages.ended + Counter({UNSTABLE: self._pages.unstable})),
        }
        return LinksOutcome(tuple(self.links.roles()), self.links.count(), left)

    def _box_outcome(self, reason: str) -> TemplateOutcome:
        words, verdict = self._words, self._words.verdict
        informative = words.has_found and not verdict
        told = verdict or reason
        return TemplateOutcome((words.box,), informative, words.tested, words.distinctness, told)

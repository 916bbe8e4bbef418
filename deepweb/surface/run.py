"""Surface one form, from the first question to the last.

1. Background queries: nonsense, to learn what an empty answer looks like [He13 §5].
2. The unrestricted query. Where it lists the database, its pages are all there is to ask.
3. Seed words, until one finds something [Madhavan08 §5.1].
4. The other inputs: menus, typed boxes, ranges [Madhavan08 §4, §5.3]. Where keywords work and
   answers can be read to their end, they come after the harvest, and only if records are missing.
5. The harvest: words of the records found, next pages, values of templates, facets, related
   queries, names of a knowledge base: whatever promises most.
6. Facets: the attributes of records, by the facets they are found under [Huang §4.3].

Stages 1 to 3 are in ``first_questions``. The links of all answers are watched on the way:
``second_level`` tells which of them show the same, and ``related`` which propose other queries.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from deepweb.page.address.argument_names import ArgumentWords
from deepweb.page.words import words
from deepweb.surface.answer import Ask, NotAskedError
from deepweb.surface.facets.facet_source import FacetSource
from deepweb.surface.facets.second_level import SearchAddress, SecondLevel
from deepweb.surface.first_questions import FirstQuestions
from deepweb.surface.harvest.genuine import GenuineRecords
from deepweb.surface.harvest.harvest import SATURATED, Harvest
from deepweb.surface.harvest.source import SiteSource
from deepweb.surface.harvest.turns import Turn
from deepweb.surface.keywords.word_source import WordSource
from deepweb.surface.paging import NextPages, PageReach
from deepweb.surface.queries.query_source import QuerySource
from deepweb.surface.queries.related import RelatedQueries
from deepweb.surface.record_numbers import KnownRecords
from deepweb.surface.task import LinksOutcome, Outcome, SurfacingLimits, Task
from deepweb.surface.templates.required import MissingChoices
from deepweb.surface.templates.template import TemplateOutcome, menu_values

BEST_WORDS = 8  # words that found most, with which the form is asked elsewhere
FOR_ATTRIBUTES = 0.25  # questions about attributes, as a share of those that found the records,
MIN_FOR_ATTRIBUTES = 20  # of which there may be so many in any case
SCOUTS = 6  # words of the first records that are asked to find the longest list
# The address of an unknown form, which no link leads to.
NOWHERE = SearchAddress("", "", is_get=False, defaults=(), words=ArgumentWords.of({}))
# How reasons begin that say that all records are found.
COMPLETE = (SATURATED, "all ", "the unrestricted query lists all")
NOT_NEEDED = "not tried: keywords and next pages reach what there is"


class Surfacing:
    """One form from the first question to the last."""

    def __init__(  # noqa: PLR0913 - what it asks, and with whom it shares the site
        self,
        task: Task,
        ask: Ask,
        known: KnownRecords,
        limits: SurfacingLimits,
        *,
        lists: Sequence[SiteSource] = (),
        turn: Turn | None = None,
        on_adverts: Callable[[GenuineRecords], None] = lambda _: None,
    ) -> None:
        """``lists`` are sources of the site that compete with the questions to the form.

        ``turn`` tells when it may ask, where the site has several forms. ``on_adverts`` is called
        when some records prove to be none.
        """
        self._task, self._limits = task, limits
        self._words = WordSource(task.box, limits.tau, limits.sample)
        self._queries = QuerySource(task.box, task.known, lambda: self._words.verdict)
        self._pages = NextPages(known.ids)
        self._reach = PageReach(known.ids)
        self._missing = MissingChoices()
        self._links = SecondLevel(task.address or NOWHERE)
        menus = menu_values(task.others.form) if task.others else {}
        self._facets = FacetSource(menus, self._links, self._reach, known.ids)
        self._related = RelatedQueries(task.box, self._links)
        self.genuine = GenuineRecords(task.box, known.ids, on_adverts)
        self._harvest = Harvest(
            ask,
            limits.harvest,
            known,
            [
                self._links,  # first, since others build on what it learns
                self._pages,
                self._words,
                self._queries,
                self._facets,
                self._related,
                self._reach,
                self._missing,
            ],
            always=task.others.free if task.others else (),
            lists=lists,
            readers=[self._words],
            turn=turn,
            genuine=self.genuine,
        )
        self._first = FirstQuestions(
            task,
            limits,
            self._harvest,
            self._words,
            self._pages,
            self._reach,
            known,
            self._missing,
        )

    @property
    def links(self) -> SecondLevel:
        """What is known of the site's second-level URLs."""
        return self._links

    @property
    def best_words(self) -> tuple[str, ...]:
        """The words that found the most records so far."""
        return self._words.best(BEST_WORDS)

    @property
    def has_records(self) -> bool:
        """Did any answer show records, known or new?"""
        return self._harvest.has_records

    @property
    def lists_blank(self) -> bool:
        """Did the form list records without a word?"""
        unrestricted = self._first.answers().get("")
        return unrestricted is not None and bool(unrestricted.found)

    async def run(self) -> Outcome:
        """Ask until nothing is left that is worth a request."""
        return await self._outcome(self._ask_everything)

    async def decide(self) -> Outcome:
        """Find out what is worth asking, and ask no more than that takes."""
        return await self._outcome(self._ask_a_sample)

    async def _ask_everything(self) -> str:
        """All stages; returns the reason why the search for records ended."""
        reason = await self._find_records()
        # 6. Facets. Whatever stops them, the records are found.
        most = min(self._task.facet_requests, self._for_attributes())
        with suppress(NotAskedError):
            await self._facets.discover(self._harvest, self._words.box, most)
        return reason

    def _for_attributes(self) -> int:
        return max(MIN_FOR_ATTRIBUTES, int(FOR_ATTRIBUTES * self._harvest.asked))

    async def _find_records(self) -> str:
        harvest = self._harvest
        # 1. Background queries
        await self._first.ask_background()
        # 2. The unrestricted query
        if reason := await self._first.read_list():
            return reason
        # 3. Seed words
        if reason := await self._first.ask_seeds():
            return reason
        await self._first.widen_pages()
        await self._scout()
        # 4. and 5. The other inputs and the harvest, or the harvest alone where that may do
        words_reach_all = bool(self._words.best(1)) and self._reach.has_pages
        if words_reach_all or harvest.is_listed:
            reason = await harvest.run()
        elif not harvest.trouble():
            await self._try_other_inputs()
        if not harvest.has_records:
            return harvest.trouble() or "no question found anything"
        reason = reason or await harvest.run()
        await self._first.try_record_words()
        others = self._task.others
        if harvest.trouble() or others is None or not others.any:
            return reason
        is_sure = harvest.is_listed or reason.startswith(COMPLETE)
        if self._has_all() and (is_sure or not await others.show_new(harvest)):
            return reason
        # By now it is known how far the pages of an answer lead.
        await self._try_other_inputs()
        return await harvest.run()

    async def _ask_a_sample(self) -> str:
        await self._first.ask_background()
        await self._first.ask_unrestricted()
        await self._first.ask_seeds()
        if self._words.box and self._harvest.has_records:
            await self._harvest.try_source(self._words, self._limits.sample)
        await self._try_other_inputs()
        return self._harvest.trouble() or "only what is worth asking was to be found out"

    async def _scout(self) -> None:
        """Where answers have pages, look for the word that most records hold."""
        if self._harvest.is_listed or not self._reach.has_pages or not self._words.best(1):
            return
        held = Counter(word for text in self._harvest.texts for word in set(words(text)))
        ranked = sorted(held, key=lambda word: (-held[word], word))
        chosen = [word for word in ranked if word not in self._words.answers][:SCOUTS]
        await self._harvest.ask_all([self._words.question("keyword", word) for word in chosen])

    async def _try_other_inputs(self) -> None:
        others = self._task.others
        if others is not None and others.any:
            so_far, answers = self._first.so_far(), self._first.answers()
            await others.try_all(self._harvest, so_far, answers, self._reach)

    def _has_all(self) -> bool:
        """Is nothing left that only other inputs could reach?"""
        if self._harvest.is_listed:
            return True
        return not self._harvest.missing and self._reach.is_whole

    async def _outcome(self, stages: Callable[[], Awaitable[str]]) -> Outcome:
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
        return Outcome(
            templates=tuple(templates),
            inputs=inputs,
            keywords=tuple(self._words.asked),
            attributes_of=self._facets.attributes_of,
            has_attributes=self._facets.has_attributes,
            reason=reason,
            queries=self._queries.outcome(),
            broken_off=harvest.has_answered and bool(harvest.trouble()),
            links=self._links_outcome(),
            found_nothing=is_asked and not harvest.has_records and not self._first.better_box,
            is_complete=reason.startswith(COMPLETE),
            ways=harvest.ways(reason),
            must_choose=(self._missing.names, self._missing.said),
            best_words=self.best_words or self._first.better_words,
            better_box=self._first.better_box,
        )

    def _links_outcome(self) -> LinksOutcome:
        left = {
            "facet": dict(self._facets.outcome()),
            "related": dict(self._related.outcome()),
            "next": dict(self._pages.outcome()),
        }
        return LinksOutcome(tuple(self._links.roles()), self._links.count(), left)

    def _box_outcome(self, reason: str) -> TemplateOutcome:
        words, verdict = self._words, self._words.verdict
        return TemplateOutcome(
            binding=(words.box,),
            informative=words.has_found and not verdict,
            tested=words.tested,
            distinctness=words.distinctness,
            reason=verdict or reason,
        )

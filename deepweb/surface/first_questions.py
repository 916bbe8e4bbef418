"""The first questions to a form: does it answer, does it list everything, which word finds records?

1. Background queries: nonsense, to learn what an empty answer looks like [He13 §5].
2. The unrestricted query: an empty box, what stands in the box, or a wildcard. Where that lists the
   database, nothing but its pages needs to be asked.
3. Seed words: words of the form page [Madhavan08 §5.1] and common words in turn, until one finds
   something. Queries of a query log go first [He13 §4.1]. Where the box shows another shape of
   queries, they are written so; where no word finds anything, the usual shapes are tried.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from deepweb.page.words import terms, words
from deepweb.read.kind.demands import OFFER
from deepweb.surface.answer import Answer, Question
from deepweb.surface.harvest.harvest import Harvest
from deepweb.surface.keywords.query_shape import (
    PLAIN,
    WILDCARDS,
    BoxExample,
    QueryShape,
    example,
    short_queries,
)
from deepweb.surface.keywords.word_source import WordSource
from deepweb.surface.paging import NextPages, PageReach
from deepweb.surface.queries.query_source import LOG
from deepweb.surface.record_numbers import KnownRecords
from deepweb.surface.task import SurfacingLimits, Task
from deepweb.surface.templates.required import MissingChoices
from deepweb.surface.values.typed_box import SoFar

EVERYTHING = ("*", "%")  # queries that ask for all records
# While the pages of the unrestricted query bring this share of new records, nothing else is asked:
# no other question could bring more.
LISTS_ALL = 0.5
LEAST_LEFT = 0.5  # new records that the last page of a list must promise
LONG = 100  # records on a page without a next page that make it a complete list
LOG_SEEDS = 10  # queries of a log that are asked before words of the form page

# A form that answers everything by the same page is left after this many questions,
MOST_SAME = 24
# of which these are kept for its other inputs.
FOR_OTHER_INPUTS = 10
ECHOES = range(9)  # how often a page may repeat the query
CHANCE = 20  # bytes by which pages differ without a reason

# A form is another view of a known one if this many titles
SEVERAL = 5
# are known to this share.
SAME_TITLES = 0.8
ANOTHER_VIEW = "found only what another form had found"

MAX_WORDS = 20  # words that are tried together with other inputs
SAYING = 2  # answers to nonsense that are enough, if each says that there is nothing
FEW_SEEDS = 5  # the same, where no word found anything
SHAPED_WORDS = 4  # words that are asked in a shape that the box shows
WILDCARD_WORDS = 3  # words that are asked with a wildcard
PRESET_WORDS = 3  # words that are asked with boxes emptied that were filled in
IN_VAIN = 8  # words that find nothing before they are written into other boxes,
FURTHER_WORDS = 12  # of which so many are
MUST_CHOOSE = "it asks for a choice before it searches"
LONG_WORD = 3  # minimum letters of words of records that are written into other boxes
MAX_PAIRS = 3  # pairs of words that are asked where each word alone finds too much


class FirstQuestions:
    """Asks a form its first questions, and keeps the answers that others compare with."""

    def __init__(  # noqa: PLR0913, PLR0917 - the parts of a surfacing that the first questions touch
        self,
        task: Task,
        limits: SurfacingLimits,
        harvest: Harvest,
        words: WordSource,
        pages: NextPages,
        reach: PageReach,
        known: KnownRecords,
        missing: MissingChoices,
    ) -> None:
        self._task, self._limits, self._harvest = task, limits, harvest
        self._words, self._pages, self._reach = words, pages, reach
        self._missing = missing
        self._titles = known.titles
        self._titles_before = 0 if task.is_again else len(known.titles)
        """Titles that other forms had found."""
        self._background: list[Answer] = []
        """The answers to nonsense and to the unrestricted query."""
        self._unrestricted: Answer | None = None
        self._longest = Question(""), Answer("empty", "")
        """The first question that found much, and its answer."""
        self.better_box = ""
        """Another box that finds records by words that found nothing in the keyword box."""
        self.better_words: tuple[str, ...] = ()
        """Words of records, which that box is asked first."""
        self._further_are_new = True
        self._lengths: list[tuple[int, int]] = []
        """Bytes of the first questions and of their answers."""

    async def ask_background(self) -> None:
        """Ask some nonsense: less if the answers say it themselves, more if they differ."""
        if not self._words.box:
            return
        first = self._limits.background_first
        asked = [self._words.question("background", word) for word in self._task.nonsense]
        said = min(SAYING, first)
        self._background += await self._harvest.ask_all(asked[:said])
        if all(each.count == 0 or each.kind == "empty" for each in self._background):
            return
        self._background += await self._harvest.ask_all(asked[said:first])
        if len({answer.signature for answer in self._background}) > 1:
            self._background += await self._harvest.ask_all(asked[first:])

    async def ask_unrestricted(self) -> Answer:
        values = ((self._words.box, ""),) if self._words.box else ()
        question = Question("unrestricted", values)
        (answer,) = await self._harvest.ask_all([question])
        self._background.append(answer)
        if self._task.others:
            answer = await self._task.others.empty_presets(self._harvest, question, answer)
            if answer.found:
                answer = await self._task.others.tick(self._harvest, question, answer)
        self._keep_longest(question, answer)
        self._unrestricted = answer
        return answer

    async def read_list(self) -> str:
        """Ask for everything and read the list; returns the reason why it is all, or ""."""
        answer, harvest = await self.ask_unrestricted(), self._harvest
        shown = self._example()
        all_of_it = self._box_default() if shown and not shown.word else ""
        is_known = not self._words.box or self._task.is_again
        for sign in () if is_known else dict.fromkeys((all_of_it, *EVERYTHING)):
            if sign and not answer.found and not harvest.trouble():
                (answer,) = await harvest.ask_all([self._words.question("unrestricted", sign)])
        if not answer.found or self._is_another_view():
            return ANOTHER_VIEW if answer.found else ""
        harvest.believe_total(answer.count)
        await self.widen_pages()
        await harvest.follow(self._pages, LISTS_ALL * len(answer.found))
        left = harvest.missing
        if left is not None and left <= len(answer.found):  # the last page may be a short one
            await harvest.follow(self._pages, LEAST_LEFT)
        if self._task.others and self._task.others.restricts:
            harvest.believe_total(None)
            return ""
        is_long = self._reach.has_pages or len(answer.found) >= LONG
        if is_long and self._reach.ended and self._reach.is_whole:
            harvest.believe_list()
        if harvest.missing == 0 and self._reach.has_pages:
            return f"the unrestricted query lists all {answer.count} records"
        return ""

    async def ask_seeds(self) -> str:
        """Ask words until one finds something; returns the reason to give up, or ""."""
        harvest, together = self._harvest, self._harvest.together
        first = self._seeds() if self._words.box else []
        if self._task.others and first and self._task.others.box_is_typed:
            await self._try_types()
        await self._try_example()
        for start in range(0, 0 if self._words.is_retired else len(first), together):
            if harvest.has_records or harvest.trouble() or self._always_answers_alike():
                break
            if self._missing.names:
                # What a choice offers next is found out like any other menu.
                return "" if await self._offers_more() else MUST_CHOOSE
            if start >= IN_VAIN and await self._try_further_boxes(first):
                return f"words are for its input {self.better_box!r}"
            chosen = [each for each in first[start : start + together] if self._words.fits(each[1])]
            questions = [self._words.question(purpose, query) for purpose, query in chosen]
            for question, answer in zip(questions, await harvest.ask_all(questions), strict=True):
                self._keep_longest(question, answer)
        is_in_vain = first and not harvest.has_records and not harvest.trouble()
        if is_in_vain and await self._try_further_boxes(first):
            return f"words are for its input {self.better_box!r}"
        if first and not self._words.is_retired:
            await self._empty_presets()
        if not harvest.has_records and first and not self._always_answers_alike():
            await self._try_types()
            await self._try_shapes()
        if harvest.has_records and (not harvest.found or self._is_another_view()):
            return ANOTHER_VIEW
        if harvest.has_records or (self._task.has_other_inputs and not harvest.trouble()):
            return ""
        return harvest.trouble() or "no seed word found anything"

    async def _offers_more(self) -> bool:
        """Does the answer to the choice that is demanded offer a menu that was not there?"""
        others = self._task.others
        names = {name for choice in others.choices for name in choice.names} if others else set()
        for choice in others.choices if others else ():
            if len(choice.names) == 1 and choice.names[0] in self._missing.names:
                answer = await self._harvest.look(Question("menu", choice.values[0]))
                offered = {each.input for each in answer.demands if each.kind == OFFER}
                return bool(offered - names)
        return False

    async def widen_pages(self) -> None:
        """Have pages show as many records as they can, by the answer with the most."""
        if self._task.others and self._longest[1].found:
            before, (asked, answer) = self._harvest.always, self._longest
            await self._task.others.widen_pages(self._harvest, asked, answer)
            if self._harvest.always != before:  # the same list came in larger pages
                self._pages.drop(asked.values, but=self._harvest.always)

    def so_far(self) -> SoFar:
        """What is known of the site, for the types of text boxes."""
        return SoFar(
            texts=self._harvest.texts,
            answers=self._background,
            nonsense=self._task.nonsense[0] if self._task.nonsense else "",
            words=self._words.best(MAX_WORDS) or self._task.first_words[:FEW_SEEDS],
        )

    def answers(self) -> Mapping[str, Answer]:
        """The answers to the first words, "" for the unrestricted query."""
        unrestricted = {"": self._unrestricted} if self._unrestricted else {}
        return unrestricted | self._words.answers

    def _seeds(self) -> list[tuple[str, str]]:
        """Purposes and queries: what people searched the site for, then words of its own."""
        clicked = [(LOG, query) for query in self._task.known.log[:LOG_SEEDS]]
        return clicked + [("seed", word) for word in self._task.first_words]

    def _box_default(self) -> str:
        """What stands in the keyword box."""
        others = self._task.others
        return others.box_default if others else ""

    def _example(self) -> BoxExample | None:
        return example(self._box_default())

    async def _empty_presets(self) -> None:
        """See whether boxes that are filled in hide what words find."""
        if self._task.others is None or self._harvest.trouble():
            return
        asked, answer = self._longest
        seeds = () if answer.found else self._task.first_words[:PRESET_WORDS]
        questions = [self._words.question("seed", word) for word in seeds]
        for question in [asked] if answer.found else questions:
            better = await self._task.others.empty_presets(self._harvest, question, answer)
            self._keep_longest(question, better)

    async def _try_example(self) -> None:
        """Ask as the box shows that it wants to be asked."""
        if (shown := self._example()) is None:
            return
        own = [shown.word] if shown.word else []
        if shown.shape != PLAIN:
            seen = [word for text in self._harvest.texts[:SHAPED_WORDS] for word in terms(text)[:1]]
            likely = dict.fromkeys((*own, *seen, *self._task.first_words))
            await self._try_shape(shown.shape, list(likely)[:SHAPED_WORDS])
        elif not self._harvest.has_records:
            await self._ask_words(own)

    async def _try_shapes(self) -> None:
        """Where no word found anything, ask pairs of words, shorter queries, and wildcards."""
        refused = self._words.refused[: MAX_PAIRS + 1]
        short = short_queries(self._task.first_words)
        for queries in ([f"{one} {other}" for one, other in pairwise(refused)], short):
            if not self._harvest.has_records:
                await self._ask_words(queries)
        for shape in WILDCARDS:
            if not self._harvest.has_records:
                await self._try_shape(shape, (*self._task.first_words[:1], *short)[:WILDCARD_WORDS])

    async def _try_shape(self, shape: QueryShape, words: Sequence[str]) -> None:
        """Write words in some shape, and so all that follow if one of them finds something."""
        self._harvest.write_words_as(self._words.box, shape)
        if not await self._ask_words(words):
            self._harvest.write_words_as(self._words.box, PLAIN)

    async def _ask_words(self, words: Sequence[str]) -> bool:
        """Ask some words, unless the form takes none; did one find something?"""
        harvest = self._harvest
        if self._words.is_retired or harvest.trouble():
            return False
        questions = [self._words.question("seed", each) for each in words if self._words.fits(each)]
        answers = await harvest.ask_all(questions)
        for question, answer in zip(questions, answers, strict=True):
            self._keep_longest(question, answer)
        return any(answer.found for answer in answers)

    async def _try_further_boxes(self, seeds: Sequence[tuple[str, str]]) -> bool:
        """Does another box find records by words that found nothing? Asked once.

        A single record is no proof: it may be the page of the form, which holds its own words.
        """
        boxes = self._task.others.further_boxes if self._task.others else []
        for box in boxes if self._further_are_new else ():
            for purpose, word in seeds[:FURTHER_WORDS]:
                answer = await self._harvest.look(Question(purpose, ((box, word),)))
                if len(answer.found) > 1 or answer.is_too_much:
                    self.better_box = box
                    return True
        self._further_are_new = False
        return False

    async def try_record_words(self) -> None:
        """Where no word finds anything in the keyword box, do words of records in another one?"""
        if not self._words.box or self._words.best(1) or self._harvest.trouble():
            return
        held = Counter(
            word
            for text in self._harvest.texts
            for word in {each for each in words(text) if each.isalpha()}
            if len(word) >= LONG_WORD
        )
        self._further_are_new = True
        ranked = sorted(held, key=lambda word: (-held[word], word))
        # Neither what all records hold nor what only one of them does.
        some = [word for word in ranked if 1 < held[word] < len(self._harvest.texts)] or ranked
        if await self._try_further_boxes([("seed", word) for word in some]):
            self.better_words = tuple(some[:MAX_WORDS])

    async def _try_types(self) -> None:
        """Does the keyword box take values of a type instead?"""
        others, harvest = self._task.others, self._harvest
        if others is None or self._words.is_retired or harvest.has_records or harvest.trouble():
            return
        if kind := await others.take_box(harvest, self.so_far()):
            self._words.retire(f"takes values of a type: {kind}")

    def _always_answers_alike(self) -> bool:
        """Was every question answered by the same page, and one that denies nothing?"""
        if any(answer.count == 0 for answer in self._background):
            return False
        most = MOST_SAME - FOR_OTHER_INPUTS if self._task.has_other_inputs else MOST_SAME
        return self._harvest.asked >= most and any(
            max(rest) - min(rest) <= CHANCE
            # Without the query, which pages repeat several times.
            for rest in ([length - n * asked for asked, length in self._lengths] for n in ECHOES)
        )

    def _keep_longest(self, question: Question, answer: Answer) -> None:
        asked = sum(len(value.encode()) for _, value in question.values)
        self._lengths.append((asked, answer.length))
        if len(answer.found) > len(self._longest[1].found):
            self._longest = question, answer

    def _is_another_view(self) -> bool:
        """Do the first records have the titles of records that another form found?"""
        titles = {record.title for record in self._longest[1].found}
        numbers = [self._titles.number(title) for title in titles]
        known = sum(each is not None and each < self._titles_before for each in numbers)
        return len(titles) >= SEVERAL and known >= SAME_TITLES * len(titles)

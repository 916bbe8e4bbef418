"""What are the inputs of a form besides its keyword box good for?

1. *Ranges* first (``range_pair``, ``ranges``): two inputs that bound one attribute are one choice.
2. The *type* of each other text box (``typed_box``, [Madhavan08 §5.3]).
3. *Templates* of menus, radio buttons, checkboxes and typed boxes (``isit``, [Madhavan08 §4]).

What is worth asking becomes a source of the harvest. All of it runs within a share of the site's
requests.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from deepweb.form.model import Form, Input
from deepweb.locate.forms.effects import without_actions
from deepweb.page.effects.judge import NO_EFFECTS, Effects
from deepweb.surface.answer import Answer, AskAll, Question
from deepweb.surface.harvest.harvest import Harvest
from deepweb.surface.paging import PageReach
from deepweb.surface.range_inputs import RangeInputs
from deepweb.surface.templates.dependent_menus import Offers, with_pairs
from deepweb.surface.templates.informative import AnswerSummary, shows_more
from deepweb.surface.templates.isit import IsitLimits, IsitOutcome, informative_templates
from deepweb.surface.templates.known_answers import KnownAnswers
from deepweb.surface.templates.menu_source import MenuSource
from deepweb.surface.templates.page_size import larger_pages, next_size
from deepweb.surface.templates.presentation import PAGE_SIZE, Words, use_largest_pages, with_looks
from deepweb.surface.templates.probing import Probe
from deepweb.surface.templates.template import (
    Choice,
    Pairs,
    TemplateOutcome,
    candidate_inputs,
    left_out,
    text_choice,
)
from deepweb.surface.values.dependent_box import dependent_box
from deepweb.surface.values.type_hint import KEYWORD, type_hint
from deepweb.surface.values.typed_box import STRONG, SoFar, TypedBoxLimits, typed_box
from deepweb.surface.values.value_type import TypeKnowledge, cities_in

BOXES_SHARE = 0.3  # share of the requests for inputs that all text boxes may cost together
MAX_BOX_QUESTIONS = 40  # questions that find out the type of one box
MIN_QUESTIONS = 10  # questions for a box, and for the templates, however little is left
# Questions after which a form that always answers alike is given up; with the pages that led to the
# form these are 30 requests.
HOPELESS = 27
MAX_TYPED_VALUES = 500  # values of a typed box that are asked
CHECKED_MENUS = 3  # menus that show whether keywords found everything,
CHECKED_OPTIONS = 2  # by so many of their options each
MAX_DEPENDENT = 3  # menus that depend on each other, each served with the choice before it
MAX_FURTHER_BOXES = 2  # other boxes that are tried with words
MAX_TICKED = 3  # boxes that are ticked to see more


@dataclass(frozen=True, slots=True)
class InputKnowledge:
    """What is known about inputs in general."""

    types: TypeKnowledge
    presentation: Words
    year: int
    """The present year: dates are tried around it."""
    effects: Effects = NO_EFFECTS
    """Options that act are never sent."""


@dataclass(frozen=True, slots=True)
class InputLimits:
    """How much to ask about inputs; the defaults are in settings.py."""

    isit: IsitLimits
    typed_tau: float

    @property
    def share(self) -> int:
        """Requests that may be spent."""
        return self.isit.share


@dataclass(slots=True)
class OtherInputs:
    """The inputs of a form besides its keyword box."""

    form: Form
    box: str
    """The name of the keyword box; empty if there is none."""
    known: InputKnowledge
    limits: InputLimits
    rng: Random
    templates: dict[tuple[str, ...], TemplateOutcome] = field(default_factory=dict)
    roles: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The role of each input and the reason, by its name."""
    _choices: tuple[Choice, ...] = ()
    _given: list[Choice] = field(default_factory=list)
    """The keyword box, if it turned out to take values of a type."""
    _ranges: RangeInputs = field(init=False)
    _typed: list[Choice] | None = None
    _offers: Offers = field(default_factory=lambda: Offers(()))
    _known_answers: KnownAnswers = field(default_factory=KnownAnswers)
    _menus: MenuSource | None = None
    _wider: Pairs = ()
    """Values that make answers longer: a larger page, boxes emptied that were filled in."""
    _sizes_tried: bool = False
    _last: Answer = field(default_factory=lambda: Answer("empty", ""))
    """The last answer that was compared."""

    def __post_init__(self) -> None:
        self.form = without_actions(self.form, self.known.effects)
        self.roles.update(
            (name, ("left alone", reason)) for name, reason in left_out(self.form).items()
        )
        self._ranges = RangeInputs(self.form, self.known.types, self.known.year)
        offered = with_looks(candidate_inputs(self.form), self.known.presentation)
        kept = [each for each in offered if self._ranged.isdisjoint(each.names)]
        cities = partial(cities_in, lists=self.known.types.lists)
        self._choices = with_pairs(kept, self.form.inputs, cities)
        self._offers = Offers(self._choices)

    @property
    def box_is_typed(self) -> bool:
        """Do the words around the keyword box ask for values of a type?"""
        return self.box in self._ranged or self._asks_for_type(self._keyword_box())

    @property
    def further_boxes(self) -> list[str]:
        """Other boxes that words may be written into, if the keyword box finds nothing."""
        boxes = [box for box in self._boxes() if not self._asks_for_type(box)]
        return [box.name for box in boxes[:MAX_FURTHER_BOXES]] if self.box else []

    def _asks_for_type(self, box: Input) -> bool:
        weights = type_hint(box, self.known.types.names).weights
        typed = [weight for name, weight in weights.items() if name != KEYWORD]
        return max(typed, default=0.0) >= STRONG > weights.get(KEYWORD, 0.0)

    @property
    def box_default(self) -> str:
        """What stands in the keyword box."""
        named = (control.default for control in self.form.inputs if control.name == self.box)
        return next(named, "") if self.box else ""

    @property
    def _ranged(self) -> set[str]:
        return self._ranges.names

    @property
    def free(self) -> Pairs:
        """What to send so that the form asks for all records: wild cards that are no defaults."""
        return (
            *(pair for choice in self._choices for pair in choice.free),
            *self._wider,
            *self._ranges.widest,
        )

    @property
    def restricts(self) -> bool:
        """Do the defaults of the form ask for only some of the records?"""
        return any(
            choice.restricts_by_default and not choice.looks_like for choice in self._choices
        )

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The menus, radio buttons and check boxes."""
        return self._choices

    @property
    def any(self) -> bool:
        """Is there anything to find out?"""
        return bool(self._choices or self._given or self._ranges.any or self._boxes())

    async def widen_pages(self, harvest: Harvest, asked: Question, answer: Answer) -> None:
        """Send the largest page size with every question, if a menu or a link has one that works.

        ``answer`` to the question ``asked`` has more records than its page shows.
        """
        sizes = [choice for choice in self._choices if choice.looks_like == PAGE_SIZE]
        is_more = answer.next_url or (answer.count or 0) > len(answer.found)
        if not is_more or harvest.always != self.free:
            return
        if not sizes:
            await self._try_sizes(harvest, asked, answer)
            return
        probe = Probe(self._choices, harvest.ask_all, len(sizes) + 1)
        await probe.answers([asked.values], asked.purpose)
        for choice in sizes:
            if role := await use_largest_pages(choice, probe):
                self._note(choice.names, role.role, role.reason)
        harvest.fill_in_always((*self.free, *probe.free_inputs.fixed))

    async def _try_sizes(self, harvest: Harvest, asked: Question, answer: Answer) -> None:
        """Try a larger page by arguments that links and other inputs name."""
        if self._sizes_tried or asked.link:
            return
        self._sizes_tried = True
        for name, size in larger_pages(self.form, answer, self.known.presentation):
            if not await self._shows_more(harvest, asked, answer, ((name, size),)):
                continue
            again, is_full = str(next_size(int(size))), len(self._last.found) >= int(size)
            if again != size and is_full and self._last.next_url:
                await self._shows_more(harvest, asked, self._last, ((name, again),))
            shown = len(self._last.found)
            self._note(
                (name,), "presentation", f"shows {shown} records in place of {len(answer.found)}"
            )
            return

    async def empty_presets(self, harvest: Harvest, asked: Question, answer: Answer) -> Answer:
        """Empty the boxes that are filled in, if that finds more; returns the better answer."""
        said, boxes = self.known.presentation.said_in, self._boxes(of_ranges=True)
        filled = [each.name for each in boxes if each.default and PAGE_SIZE not in said(each.name)]
        preset = tuple((name, "") for name in filled)
        if (
            preset
            and not {*preset} <= {*self._wider}
            and await self._shows_more(harvest, asked, answer, preset)
        ):
            for name, _ in preset:
                self._note((name,), "preset", "emptied: what stands in it hides records")
            return self._last
        return answer

    async def tick(self, harvest: Harvest, asked: Question, answer: Answer) -> Answer:
        """Tick the boxes that show more if they are ticked ("also sold ones")."""
        for choice in [each for each in self._choices if each.tick][:MAX_TICKED]:
            if await self._shows_more(harvest, asked, answer, choice.tick):
                self._note(choice.names, "preset", "ticked: it hides records otherwise")
                answer = self._last
        return answer

    async def _shows_more(
        self, harvest: Harvest, asked: Question, answer: Answer, further: Pairs
    ) -> bool:
        """Does a question show more with further values? Then these are sent with all others."""
        (self._last,) = await harvest.ask_all([Question("menu", (*asked.values, *further))])
        before, after = AnswerSummary.of(answer), AnswerSummary.of(self._last)
        is_more = shows_more(before, after) or (after.count or 0) > (
            before.count or len(before.ids)
        )
        if not after.ids or (before.ids and not is_more):
            return False
        named = {name for name, _ in further}
        self._wider = (*(pair for pair in self._wider if pair[0] not in named), *further)
        harvest.fill_in_always(self.free)
        return True

    async def take_box(self, harvest: Harvest, so_far: SoFar) -> str:
        """The type of values that the keyword box takes instead of keywords; empty if none."""
        if self.box in self._ranged:
            return "one end of a range"
        if days := await self._ranges.by_days(self._keyword_box(), harvest):
            return days
        ask = harvest.ask_all
        choice = await self._type_of(self._keyword_box(), ask, so_far, MAX_BOX_QUESTIONS)
        self._given += [choice] if choice else []
        return choice.typed if choice else ""

    async def show_new(self, harvest: Harvest) -> bool:
        """Do some options of the menus show records that keywords did not find?"""
        menus = [each for each in self._choices if not each.looks_like][:CHECKED_MENUS]
        found = harvest.found
        for menu in menus:
            some = self.rng.sample(menu.values, min(CHECKED_OPTIONS, len(menu.values)))
            await harvest.ask_all([Question("menu", pairs) for pairs in some])
        return harvest.found > found

    async def try_all(
        self, harvest: Harvest, so_far: SoFar, words: Mapping[str, Answer], reach: PageReach
    ) -> None:
        """Find out what every input does; what is worth asking becomes a source of the harvest.

        ``words`` are the answers of the keyword box, by word; "" is the unrestricted question. A
        second call asks only what was not asked before.
        """
        self._known_answers.limit_reach(reach.longest)
        for word, answer in words.items():
            self._known_answers.add(((self.box, word),), AnswerSummary.of(answer))
        hiding = [c.names[0] for c in self._choices if c.restricts_by_default]
        await self._ranges.try_all(harvest, words.get(""), reach, hiding)
        if self._ranges.widest:
            harvest.fill_in_always(self.free)
        if self._typed is None:
            self._typed = [each async for each in self._types(harvest, so_far)]
        await self._try_templates(harvest, so_far)

    def outcome(self) -> list[TemplateOutcome]:
        """The verdicts on all templates, with those of ranges as of now."""
        ranges = list(self._ranges.outcomes())
        for told, role in ranges:
            self._note(told.binding, role, told.reason)
        return [*self.templates.values(), *(told for told, _ in ranges)]

    def untested(self, reason: str) -> None:
        """Set the role of all inputs that were not tested."""
        for control in self.form.inputs:
            is_filled = control.role in {"selection", "text"} and control.name != self.box
            if is_filled and control.name:
                why = f"left alone: {control.trap}" if control.trap else reason
                self.roles.setdefault(control.name, ("untested", why))

    async def _try_templates(self, harvest: Harvest, so_far: SoFar) -> None:
        choices = (*self._choices, *self._given, *(self._typed or ()))
        if not choices:
            return
        # Some forms require a word, whatever else is filled in.
        if self.box and so_far.words and not self._given:
            choices = (text_choice(self._keyword_box(), so_far.words), *choices)
        hopeless = HOPELESS if harvest.has_records else max(MIN_QUESTIONS, HOPELESS - harvest.asked)
        limits = replace(self.limits.isit, together=harvest.together, hopeless=hopeless)
        ask = self._offers.watching(harvest.ask_all)
        found = await informative_templates(choices, ask, limits, self.rng, self._known_answers)
        self._take(found, harvest)
        for _ in range(MAX_DEPENDENT):
            await ask([Question("menu", (*value, *self.free)) for value in self._offers.unasked()])
            if found.informative or not (offered := self._offers.choices()):
                return
            choices = (*offered, *choices)
            found = await informative_templates(choices, ask, limits, self.rng, self._known_answers)
            self._take(found, harvest)

    def _take(self, found: IsitOutcome, harvest: Harvest) -> None:
        for name, (role, reason) in found.inputs.items():
            if name != self.box or self._given:
                self._note((name,), role, reason)
        # Keywords are chosen by what they bring, not by template.
        keyword_box = None if self._given else (self.box,)
        for outcome in found.templates:
            if outcome.binding != keyword_box:
                self.templates[outcome.binding] = outcome
        kept = tuple(each for each in found.informative if each.binding != keyword_box)
        harvest.fill_in_always((*self.free, *found.free_inputs.fixed))
        before, self._menus = self._menus, MenuSource(replace(found, informative=kept))
        harvest.add_source(self._menus, instead_of=before)

    async def _types(self, harvest: Harvest, so_far: SoFar) -> AsyncIterator[Choice]:
        boxes = self._boxes()
        share = int(self.limits.share * BOXES_SHARE) // max(len(boxes), 1)
        max_questions = min(max(MIN_QUESTIONS, share), MAX_BOX_QUESTIONS)
        ask = harvest.ask_all
        for box in boxes:
            if await self._ranges.by_days(box, harvest):
                continue
            choice = await self._type_of(box, ask, so_far, max_questions)
            if choice is None and not so_far.texts:
                choice = await self._with_menu(box, ask, so_far)
            if choice:
                yield choice

    async def _with_menu(self, box: Input, ask: AskAll, so_far: SoFar) -> Choice | None:
        """A box that finds nothing alone, together with the menu that it depends on."""
        menus = [i for i in self.form.inputs if i.role == "selection" and i.name and not i.trap]
        found = await dependent_box(box, menus, ask, self.known.types, so_far)
        if found is None:
            return None
        self._note((box.name,), f"typed as {found.verdict.type}", f"together with {found.menu}")
        self._choices = tuple(each for each in self._choices if found.menu not in each.names)
        alone = text_choice(box, found.verdict.values[:MAX_TYPED_VALUES], found.verdict.type)
        beside = (found.menu, found.option)
        return replace(
            alone,
            names=(box.name, found.menu),
            values=tuple((*value, beside) for value in alone.values),
        )

    async def _type_of(
        self, box: Input, ask: AskAll, so_far: SoFar, max_questions: int
    ) -> Choice | None:
        limits = TypedBoxLimits(threshold=self.limits.typed_tau, max_questions=max_questions)
        verdict = await typed_box(box, ask, self.known.types, so_far, limits)
        role = f"typed as {verdict.type}" if verdict.is_typed else verdict.type
        self._note((box.name,), role or "uninformative", verdict.reason)
        if not verdict.is_typed or not verdict.values:
            return None
        return text_choice(box, verdict.values[:MAX_TYPED_VALUES], verdict.type)

    def _keyword_box(self) -> Input:
        return next(control for control in self.form.inputs if control.name == self.box)

    def _boxes(self, *, of_ranges: bool = False) -> list[Input]:
        """Text boxes whose type is to be found out; ``of_ranges``: the ends of ranges as well."""
        ranged = self._ranged
        return [
            control
            for control in self.form.inputs
            if (of_ranges if control.name in ranged else control.role == "text")
            and control.kind not in {"select", "textarea"}
            and control.name not in {"", self.box}
            and not control.trap
        ]

    def _note(self, names: Sequence[str], role: str, reason: str) -> None:
        for name in names:
            self.roles[name] = role, reason

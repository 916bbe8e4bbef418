"""What the inputs beside the keyword box are good for.

Ranges are recognised first (``range_pair``): two inputs that bound one thing are one question. Of
the other text boxes it is found out which type of values they take (``typed_box``; 002, section
5.3); menus, radio buttons, boxes to tick and typed boxes then go through the search for informative
templates (``isit``; 002, section 4). What is worth asking becomes a source for the harvest.

All of it runs within a share of the requests that the site is good for.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from random import Random

from deepweb.form.model import Form, Input
from deepweb.surface.answer import Answer, AskAll, Question
from deepweb.surface.harvest import Harvest
from deepweb.surface.paging import PageReach
from deepweb.surface.templates.choices import Choice, Pairs, choices, left_out, text_choice
from deepweb.surface.templates.heard import Heard
from deepweb.surface.templates.informativeness import Seen
from deepweb.surface.templates.interview import Interview
from deepweb.surface.templates.isit import IsitLimits, IsitOutcome, informative_templates
from deepweb.surface.templates.menu_source import MenuSource
from deepweb.surface.templates.outcome import TemplateOutcome
from deepweb.surface.templates.page_size import widened_pages
from deepweb.surface.templates.presentation import PAGE_SIZE, Words, with_looks
from deepweb.surface.values.calendar_day import NOTATIONS
from deepweb.surface.values.dependent_box import dependent_box
from deepweb.surface.values.range_axis import Axis, axes
from deepweb.surface.values.range_pair import RangePair, range_pairs
from deepweb.surface.values.ranges import PURPOSE as RANGE
from deepweb.surface.values.ranges import RangePlan
from deepweb.surface.values.seen_values import SeenValues
from deepweb.surface.values.type_hint import KEYWORD, type_hint
from deepweb.surface.values.typed_box import STRONG, SoFar, TypedBoxLimits, TypeKnowledge, typed_box

# Of the share of requests, what one typed box may cost.
A_BOX = 0.3
MOST_A_BOX, LEAST = 40, 10
# Questions, all together, after which a form is left that always answers alike; with the pages that
# led to it these are 30 requests.
HOPELESS = 27
# Questions that show whether a range is understood.
TRIAL = 4
# Values of a typed box that are asked.
MOST_VALUES = 500
# Ways of writing a date that are tried in a range.
MOST_NOTATIONS = 8


@dataclass(frozen=True, slots=True)
class InputKnowledge:
    """What is known of inputs beforehand."""

    types: TypeKnowledge
    presentation: Words
    year: int
    """The present one: dates are tried around it."""


@dataclass(frozen=True, slots=True)
class InputLimits:
    """How much to ask to find out; the defaults are in settings.py."""

    isit: IsitLimits
    typed_tau: float

    @property
    def share(self) -> int:
        """Requests that may be spent."""
        return self.isit.share


@dataclass(slots=True)
class OtherInputs:
    """The inputs of a form beside its keyword box."""

    form: Form
    box: str
    """The keyword box, or nothing."""
    known: InputKnowledge
    limits: InputLimits
    rng: Random
    templates: dict[tuple[str, ...], TemplateOutcome] = field(default_factory=dict)
    roles: dict[str, tuple[str, str]] = field(default_factory=dict)
    """Of each input by name, what it does and why it is thought so."""
    _choices: tuple[Choice, ...] = ()
    _given: list[Choice] = field(default_factory=list)
    """The keyword box, where it turned out to take values of a type."""
    _ranges: list[RangePair] = field(default_factory=list)
    _plans: list[RangePlan] = field(default_factory=list)
    _typed: list[Choice] | None = None
    _heard: Heard = field(default_factory=Heard)
    _menus: MenuSource | None = None

    def __post_init__(self) -> None:
        self.roles.update(
            (name, ("left alone", reason)) for name, reason in left_out(self.form).items()
        )
        self._ranges = range_pairs(self.form.inputs, self.known.types.names)
        offered = with_looks(choices(self.form), self.known.presentation)
        self._choices = tuple(each for each in offered if self._ranged.isdisjoint(each.names))

    @property
    def box_is_typed(self) -> bool:
        """Does the keyword box speak of values of a type?"""
        if self.box in self._ranged:
            return True
        weights = type_hint(self._keyword_box(), self.known.types.names).weights
        typed = [weight for name, weight in weights.items() if name != KEYWORD]
        return max(typed, default=0.0) >= STRONG > weights.get(KEYWORD, 0.0)

    @property
    def _ranged(self) -> set[str]:
        return {end.name for pair in self._ranges for end in (pair.low, pair.high)}

    @property
    def free(self) -> Pairs:
        """What to fill in for the form to ask for all records: wild cards that are no defaults."""
        return tuple(pair for choice in self._choices for pair in choice.free)

    @property
    def restricts(self) -> bool:
        """Does the form, with nothing filled in, ask for some of the records only?"""
        return any(choice.restricts_untouched and not choice.looks_like for choice in self._choices)

    @property
    def any(self) -> bool:
        """Is there anything to find out?"""
        return bool(self._choices or self._given or self._ranges or self._boxes())

    async def widen_pages(self, harvest: Harvest, asked: Question, answer: Answer) -> None:
        """Have pages show as much as they can from now on, where a menu offers it.

        ``answer`` is one that goes on, to tell by.
        """
        sizes = [choice for choice in self._choices if choice.looks_like == PAGE_SIZE]
        is_more = answer.next_url or (answer.count or 0) > len(answer.found)
        if not sizes or not is_more or harvest.beside != self.free:
            return
        interview = Interview(self._choices, harvest.ask_all, len(sizes) + 1)
        await interview.answers([asked.values], asked.purpose)
        for choice in sizes:
            if role := await widened_pages(choice, interview):
                self._note(choice.names, role.role, role.reason)
        harvest.beside = (*self.free, *interview.wording.fixed)

    async def take_box(self, ask: AskAll, so_far: SoFar) -> str:
        """Find out whether the keyword box takes values of a type instead; returns which."""
        if self.box in self._ranged:
            return "one end of a range"
        choice = await self._type_of(self._keyword_box(), ask, so_far, MOST_A_BOX)
        self._given += [choice] if choice else []
        return choice.typed if choice else ""

    async def try_all(
        self, harvest: Harvest, so_far: SoFar, words: Mapping[str, Answer], reach: PageReach
    ) -> None:
        """Find out what every input does; what is worth asking becomes a source.

        ``words`` were answered by the keyword box, nothing ("") among them. Done again, it costs
        nothing but what was not asked before.
        """
        self._heard.reachable = self._heard.reachable or reach.most
        for word, answer in words.items():
            self._heard.note(((self.box, word),), Seen.of(answer))
        for pair in self._ranges[len(self._plans) :]:
            plan = RangePlan(pair, self._axes(pair, so_far.texts), words.get(""))
            self._plans.append(plan)
            harvest.sources.append(plan)
            reach.on_cut_off.append(partial(_split, plan))
            await harvest.try_source(plan, TRIAL)
        if self._typed is None:
            self._typed = [each async for each in self._types(harvest.ask_all, so_far)]
        tried = (*self._choices, *self._given, *self._typed)
        # Some forms want a word, whatever else is filled in.
        is_asked = bool(self.box and so_far.words) and not self._given
        boxes = [text_choice(self._keyword_box(), so_far.words)] if is_asked else []
        if tried:
            tried = (*boxes, *tried)
            hopeless = HOPELESS if harvest.heard else max(LEAST, HOPELESS - harvest.asked)
            limits = replace(self.limits.isit, together=harvest.limits.together, hopeless=hopeless)
            found = await informative_templates(
                tried, harvest.ask_all, limits, self.rng, self._heard
            )
            self._take(found, harvest)

    def outcome(self) -> list[TemplateOutcome]:
        """The templates tried, those of ranges as they stand by now."""
        ranges = [
            self._range_outcome(*each) for each in zip(self._ranges, self._plans, strict=False)
        ]
        for pair, plan in zip(self._ranges, self._plans, strict=False):
            role = f"range of {pair.type}" if plan.informative else "uninformative"
            self._note((pair.low.name, pair.high.name), role, plan.reason)
        return [*self.templates.values(), *ranges]

    def untested(self, reason: str) -> None:
        """Note of all inputs that nothing is known of them."""
        for control in self.form.inputs:
            is_filled = control.role in {"selection", "text"} and control.name != self.box
            if is_filled and control.name:
                why = f"left alone: {control.trap}" if control.trap else reason
                self.roles.setdefault(control.name, ("untested", why))

    def _take(self, found: IsitOutcome, harvest: Harvest) -> None:
        for name, (role, reason) in found.inputs.items():
            if name != self.box or self._given:
                self._note((name,), role, reason)
        for verdict in found.verdicts:
            if verdict.binding == (self.box,) and not self._given:
                continue
            self.templates[verdict.binding] = TemplateOutcome(
                verdict.binding,
                verdict.informative,
                verdict.tested,
                verdict.distinctness,
                verdict.reason,
            )
        harvest.beside = (*self.free, *found.wording.fixed)
        # Words are chosen better by what they bring.
        kept = [
            verdict for verdict in found.verdicts if verdict.binding != (self.box,) or self._given
        ]
        if self._menus in harvest.sources:
            harvest.sources.remove(self._menus)
        self._menus = MenuSource(replace(found, verdicts=tuple(kept)))
        harvest.sources.append(self._menus)

    async def _types(self, ask: AskAll, so_far: SoFar) -> AsyncIterator[Choice]:
        boxes = self._boxes()
        most = max(LEAST, int(self.limits.share * A_BOX) // max(len(boxes), 1))
        for box in boxes:
            choice = await self._type_of(box, ask, so_far, min(most, MOST_A_BOX))
            if choice is None and not so_far.texts:
                choice = await self._with_menu(box, ask, so_far)
            if choice:
                yield choice

    async def _with_menu(self, box: Input, ask: AskAll, so_far: SoFar) -> Choice | None:
        """A box that finds nothing alone, with the menu that it depends on."""
        menus = [i for i in self.form.inputs if i.role == "selection" and i.name and not i.trap]
        found = await dependent_box(box, menus, ask, self.known.types, so_far)
        if found is None:
            return None
        self._note((box.name,), f"typed as {found.verdict.type}", f"together with {found.menu}")
        self._choices = tuple(each for each in self._choices if found.menu not in each.names)
        alone = text_choice(box, found.verdict.values[:MOST_VALUES], found.verdict.type)
        beside = (found.menu, found.option)
        return replace(
            alone,
            names=(box.name, found.menu),
            values=tuple((*value, beside) for value in alone.values),
        )

    async def _type_of(self, box: Input, ask: AskAll, so_far: SoFar, most: int) -> Choice | None:
        limits = TypedBoxLimits(threshold=self.limits.typed_tau, most=most)
        verdict = await typed_box(box, ask, self.known.types, so_far, limits)
        role = f"typed as {verdict.type}" if verdict.is_typed else verdict.type
        self._note((box.name,), role or "uninformative", verdict.reason)
        if not verdict.is_typed or not verdict.values:
            return None
        return text_choice(box, verdict.values[:MOST_VALUES], verdict.type)

    def _keyword_box(self) -> Input:
        return next(control for control in self.form.inputs if control.name == self.box)

    def _boxes(self) -> list[Input]:
        """Text boxes that are asked for their type."""
        return [
            control
            for control in self.form.inputs
            if control.role == "text"
            and control.name
            and control.name not in {self.box, *self._ranged}
            and control.kind != "textarea"
            and not control.trap
        ]

    def _axes(self, pair: RangePair, texts: Sequence[str]) -> list[Axis]:
        seen = SeenValues(texts, self.known.types.lists)
        return axes(pair, seen, self.known.year, NOTATIONS[:MOST_NOTATIONS])

    def _range_outcome(self, pair: RangePair, plan: RangePlan) -> TemplateOutcome:
        binding = (pair.low.name, pair.high.name)
        return TemplateOutcome(binding, plan.informative, plan.tested, None, plan.reason)

    def _note(self, names: Sequence[str], role: str, reason: str) -> None:
        for name in names:
            self.roles[name] = role, reason


def _split(plan: RangePlan, values: tuple[tuple[str, str], ...], count: int) -> None:
    """A range whose pages ended too soon is asked in parts."""
    plan.cut_short(Question(RANGE, values), count)

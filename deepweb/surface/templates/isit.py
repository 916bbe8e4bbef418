"""Which templates of a form are informative?

ISIT, the incremental search for informative templates [Madhavan08 §4.2, 4.3]: templates of one
binding input first, then those that extend an informative one, up to three inputs and 10,000
submissions. Menus of fewer than 5 values are binding only where no other input is. Pairs are tested
where no single input is informative.

1. The unrestricted question, to compare the others with; and the largest page size.
2. Templates of one input. Inputs that look like presentation and menus of few values come last,
   only if nothing else is informative, and must prove that they select.
3. If nothing is informative, pairs.
4. Inputs without which the form finds nothing are required.
5. Templates of two and three inputs.

Departures, besides those of ``informative``, ``role`` and ``presentation``:

- **It is cheap.** It runs within a share of the site's requests. A form that always answers alike
  is given up after 30 requests. The harvest does not repeat its questions.
- **Templates are combined only where answers are cut off.** The paper wants pages for a search
  engine and tests all extensions. We want records, and a further restriction only finds records
  that can be reached without it, unless answers are cut off. So we extend only while every
  informative template has answers with more records than their pages reach, and only with the
  values of those answers. On each level at most twice as many templates as there are candidates are
  tested. An input without a wild card hides the records of its other values, so it is combined in
  any case. Monotonic inputs are combined if nothing else is left.
- Values that find nothing alone are not combined (``known_answers``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from deepweb.surface.answer import AskAll, NotAskedError
from deepweb.surface.templates.informative import InformativenessLimits
from deepweb.surface.templates.known_answers import KnownAnswers
from deepweb.surface.templates.presentation import UnprovenRoles, use_largest_pages
from deepweb.surface.templates.probing import Probe, ProbingStoppedError, TemplateTests
from deepweb.surface.templates.role import MONOTONIC, PRESENTATION, SELECTION, Role
from deepweb.surface.templates.template import Choice, FreeInputs, Template, TemplateOutcome


@dataclass(frozen=True, slots=True)
class IsitLimits:
    """How far to search; the defaults are the paper's where it names any."""

    share: int
    """Requests that the search may use."""
    together: int = 4
    """Questions that are asked at a time."""
    informative: InformativenessLimits = field(default_factory=InformativenessLimits)
    max_dimension: int = 3
    """Binding inputs of a template."""
    max_submissions: int = 10_000
    """Submissions of a template."""
    few_values: int = 5
    """Menus of fewer values are binding only if no other is."""
    hopeless: int = 30
    """Requests after which a form that always answers alike is given up."""
    for_singles: float = 0.6
    """Share of these requests for single inputs; the rest is for pairs."""
    min_questions: int = 3
    """Questions that a template gets at least."""
    within_reach: float = 0.05
    """Share of cut-off answers up to which a template reaches all records."""
    parts: int = 2
    """Values that an added input should have for each time that an answer is too large: more than
    one, since values differ in size."""
    brief: int = 2
    """Values that show whether an untested input finds anything alone."""


@dataclass(frozen=True, slots=True)
class IsitOutcome:
    """What the search found."""

    templates: tuple[TemplateOutcome, ...]
    """The verdict on each template that was tested."""
    informative: tuple[Template, ...]
    """The templates worth asking, those of fewer inputs first."""
    inputs: Mapping[str, tuple[str, str]]
    """The role of each input and the reason: ``selection``, ``presentation``, ``monotonic``,
    ``typed as …``, ``uninformative`` or ``untested``, after ``required`` if it is."""
    free_inputs: FreeInputs
    known: KnownAnswers
    requests: int
    stopped: str = ""
    """Why the search ended early, if it did."""


async def informative_templates(
    choices: Sequence[Choice],
    ask: AskAll,
    limits: IsitLimits,
    rng: Random,
    known: KnownAnswers | None = None,
) -> IsitOutcome:
    """Search for the informative templates of a form.

    Answers are added to ``known``. It may hold answers to other inputs of the form, such as
    keywords, which help to tell what selects and what is required. It may come from an earlier
    search: its questions are not asked again, so that the search can be repeated when more is
    known, such as how far pages reach.
    """
    probe = Probe(choices, ask, limits.share, known)
    search = _Search(tuple(choices), probe, limits, rng)
    stopped = ""
    try:
        await search.run()
    except (NotAskedError, ProbingStoppedError) as error:
        stopped = str(error)
    return search.outcome(stopped)


class _Search:
    """The order in which templates are tested."""

    def __init__(
        self, choices: tuple[Choice, ...], probe: Probe, limits: IsitLimits, rng: Random
    ) -> None:
        self._choices = choices
        self._probe = probe
        self._limits = limits
        self._tests = TemplateTests(probe, limits.informative, rng, limits.together)
        self._unproven = UnprovenRoles(self._tests, probe, rng, limits.few_values)
        self._required: dict[Choice, str] = {}

    async def run(self) -> None:
        await self._ask_unrestricted()
        first = [choice for choice in self._choices if self._unproven.is_tried_first(choice)]
        await self._test_singles(first)
        if not self._tests.informative:
            await self._test_singles([choice for choice in self._choices if choice not in first])
        if not self._tests.informative:
            await self._test_pairs()
        await self._find_required()
        if not self._tests.informative:
            self._tests.accept_bounds()
        await self._extend()

    def outcome(self, stopped: str) -> IsitOutcome:
        self._tests.close(stopped)
        informative = sorted(self._tests.informative, key=lambda each: len(each.choices))
        return IsitOutcome(
            templates=tuple(self._tests.outcomes.values()),
            informative=tuple(informative),
            inputs={n: self._described(c, stopped) for c in self._choices for n in c.names},
            free_inputs=self._probe.free_inputs,
            known=self._probe.known,
            requests=self._probe.requests,
            stopped=stopped,
        )

    # The unrestricted question, and the page size

    async def _ask_unrestricted(self) -> None:
        (base,) = await self._probe.answers([()], "unrestricted")
        fixed = {name for name, _ in self._probe.known.fixed}
        for choice in self._choices:
            # Its default is one of its values, so that value is answered too.
            if choice.restricts_by_default:
                self._probe.known.add(choice.default, base)
            # An earlier search found the value that shows most.
            if not fixed.isdisjoint(choice.names):
                self._tests.set_role(choice, Role(PRESENTATION, "shows more of the same records"))
        await self._use_largest_pages()

    async def _use_largest_pages(self) -> None:
        for choice in self._choices:
            if choice not in self._tests.roles and (
                role := await use_largest_pages(choice, self._probe)
            ):
                self._tests.set_role(choice, role)

    # Templates of one input

    async def _test_singles(self, choices: Sequence[Choice]) -> None:
        templates = [Template((c,)) for c in choices if c not in self._tests.roles]
        for n, template in enumerate(templates):
            allowance = self._allowance(len(templates) - n, self._limits.for_singles)
            await self._tests.test(template, allowance)
            await self._use_largest_pages()
        for template in templates:
            await self._test_further(template)
        await self._unproven.settle(templates)

    async def _test_further(self, template: Template) -> None:
        """Ask more of an undecided template, once the form has shown different answers."""
        is_open = self._probe.reacts and template.binding not in self._tests.outcomes
        if is_open and not self._tests.met_only_errors(template):
            await self._tests.test(template, self._limits.share)

    def _allowance(self, waiting: int, share: float = 1.0) -> int:
        """Questions for one of the waiting templates; few while the form always answers alike."""
        limits, spent = self._limits, self._probe.requests
        if self._probe.reacts:
            return limits.share
        for_these = limits.hopeless if len(self._choices) == 1 else int(share * limits.hopeless)
        allowance = max(limits.min_questions, (for_these - spent) // waiting)
        return min(allowance, limits.hopeless - spent)

    # Pairs, if no single input is informative

    async def _test_pairs(self) -> None:
        usable = sorted(
            self._usable(), key=lambda c: (not c.required, self._unproven.must_prove(c))
        )
        if any(map(self._is_too_large, usable)):
            usable = [each for each in usable if self._is_too_large(each)]
        pairs = [self._template(pair) for pair in combinations(usable, 2)]
        templates = [pair for pair in pairs if self._is_allowed(pair)][: 2 * len(usable)]
        for n, template in enumerate(templates):
            if (allowance := self._allowance(len(templates) - n)) <= 0:
                return
            await self._tests.test(template, allowance)
            await self._test_further(template)
            await self._unproven.settle([template])

    def _usable(self) -> list[Choice]:
        return [c for c in self._choices if self._tests.role(c) not in {PRESENTATION, MONOTONIC}]

    def _template(self, choices: Iterable[Choice]) -> Template:
        return Template(tuple(sorted(choices, key=self._choices.index)))

    def _is_allowed(self, template: Template) -> bool:
        is_new = template.binding not in self._tests.outcomes
        # Two menus of which one depends on the other share a name.
        is_new = is_new and len(set(template.binding)) == len(template.binding)
        return is_new and template.size <= self._limits.max_submissions

    # Required inputs

    async def _find_required(self) -> None:
        """An input is required if nothing is found without it, and others find nothing alone."""
        base = self._probe.unrestricted
        if base is None or base.has_records or self._probe.others_find():
            return
        alone = [choice for choice in self._choices if self._probe.finds_alone(choice)]
        others = [choice for choice in self._usable() if choice not in alone]
        if len(alone) == 1 and not await self._any_finds_alone(others):
            self._required[alone[0]] = "without it nothing is found"
        elif not alone:
            pairs = (choice for each in self._tests.informative for choice in each.choices)
            self._required = dict.fromkeys(pairs, "without both nothing is found")

    async def _any_finds_alone(self, choices: Iterable[Choice]) -> bool:
        for choice in choices:
            await self._probe.answers(choice.values[: self._limits.brief])
            if self._probe.finds_alone(choice):
                return True
        return False

    # Templates of two and three inputs

    async def _extend(self) -> None:
        singles = (Template((each,)) for each in self._choices if self._is_too_large(each))
        open_ones = (*self._tests.informative, *singles)
        level = list({template.binding: template for template in open_ones}.values())
        while level:
            extended = self._extensions(level)[: 2 * len(self._choices)]
            refused = any(map(self._probe.is_too_large, level))
            for template in extended:
                if not refused and self._is_all_within_reach():
                    return
                await self._tests.test(template, self._limits.share)
                await self._unproven.settle([template])
            is_open = self._tests.is_informative
            level = [t for t in extended if is_open(t) or self._probe.is_too_large(t)]

    def _is_too_large(self, choice: Choice) -> bool:
        return self._probe.is_too_large(Template((choice,)))

    def _is_all_within_reach(self) -> bool:
        """Has one template that binds all inputs without a wild card hardly any cut-off answer?"""
        may_hide = filter(self._unproven.may_hide, self._choices)
        hiding = {c for c in may_hide if self._selects(c) or self._is_unknown(c)}
        full = (each for each in self._tests.informative if hiding <= set(each.choices))
        limit = self._limits.within_reach
        return any(self._probe.share_cut_off(each) <= limit for each in full)

    def _is_unknown(self, choice: Choice) -> bool:
        """Did it find nothing alone, where nothing else was found either?"""
        base = self._probe.unrestricted
        is_blank = base is not None and not base.has_records
        return is_blank and not self._tests.role(choice) and self._probe.finds_nothing(choice)

    def _selects(self, choice: Choice) -> bool:
        return self._tests.role(choice) == SELECTION

    def _extensions(self, level: Iterable[Template]) -> list[Template]:
        """The templates of one input more (Augment), those of the least cut off first."""
        longer = {
            extended.binding: extended
            for template in sorted(level, key=self._probe.share_cut_off)
            if len(template.choices) < self._limits.max_dimension
            for choice in self._to_add(template)
            if self._is_allowed(extended := self._template((*template.choices, choice)))
        }
        return list(longer.values())

    def _to_add(self, template: Template) -> list[Choice]:
        """The inputs to extend a template with, the best first."""
        others = [choice for choice in self._usable() if choice not in template.choices]
        if self._probe.is_too_large(template):  # what finds nothing alone does not divide it
            others = [each for each in others if not self._probe.finds_nothing(each)]
        first = [choice for choice in others if self._unproven.is_tried_first(choice)]
        bounds = [c for c in self._choices if self._tests.role(c) == MONOTONIC]
        added = first or others or [c for c in bounds if c not in template.choices]
        parts = self._limits.parts * self._probe.times_too_large(template)

        def fitness(choice: Choice) -> tuple[bool, bool, bool, int]:
            """What hides records, then what selects, then the smallest that divides enough."""
            is_fine = len(choice.values) >= parts
            many = len(choice.values) if is_fine else -len(choice.values)
            return not self._unproven.may_hide(choice), not self._selects(choice), not is_fine, many

        return sorted(added, key=fitness)

    # What the report says of an input

    def _described(self, choice: Choice, stopped: str) -> tuple[str, str]:
        role, why = self._role(choice, stopped)
        if reason := self._required.get(choice):
            is_known = role not in {"untested", "uninformative"}
            return f"required, {role}" if is_known else "required", reason
        return role, why

    def _role(self, choice: Choice, stopped: str) -> tuple[str, str]:
        role = self._tests.roles.get(choice)
        if role is None:
            if outcome := self._tests.outcomes.get(choice.names):
                return "uninformative", outcome.reason
            return "untested", stopped or "was not needed"
        # A box for a price may be a bound as well; its type says more.
        is_typed = choice.typed and role.role in {SELECTION, MONOTONIC}
        return (f"typed as {choice.typed}" if is_typed else role.role), role.reason

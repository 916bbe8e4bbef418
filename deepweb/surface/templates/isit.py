"""Which templates of a form are worth asking?

ISIT, the incremental search for informative templates of Madhavan et al. (PVLDB 2008), sections 4.2
and 4.3: templates of one input first, then those that extend an informative one, of three inputs
and 10,000 questions at most; menus of fewer than 5 values are binding only where no other is; two
inputs are tried together where none alone is informative.

1. The unrestricted question, to compare all others with; and the largest page size.
2. Templates of one input. What looks like presentation, and menus of few values, come last, only
   where nothing else is informative, and must prove that they select (``role``).
3. Where nothing is informative, pairs.
4. Inputs without which the form finds nothing are required.
5. Templates of two and three inputs.

Departures, besides those of ``informativeness``, ``role``, ``doubt`` and ``page_size``:

- It is cheap. It runs within a share of the requests that a site is good for; a form that always
  answers alike is given up after 30 requests, whatever its inputs. Answers count for the harvest.
- **Is a combined template worth it?** The paper wants pages for a search engine, and tests all that
  extend an informative one. We want records, and a further restriction only finds records that
  could be reached without it, unless answers are cut off. So templates are combined only while
  each informative one has answers with more records than can be reached by their pages, only with
  those of its values, and until one of them has hardly any such answers: then all is within reach.
  On each level twice as many templates as there are choices are tested at most. An input without
  a wild card is different: what it does not send untouched is out of reach until it is filled in,
  so it is combined in any case. Bounds are combined where nothing else is left.
- Values that alone find nothing are not combined (``heard``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from random import Random

from deepweb.surface.answer import AskAll, NotAskedError
from deepweb.surface.templates.informative import Thresholds
from deepweb.surface.templates.known_answers import Heard
from deepweb.surface.templates.presentation import Doubts, widened_pages
from deepweb.surface.templates.probing import BrokenOffError, Interview, TemplateTests, Verdict
from deepweb.surface.templates.role import MONOTONIC, PRESENTATION, SELECTION, Role
from deepweb.surface.templates.template import Choice, Template, Wording

# Of the requests that a form without any informative template may cost, the share for single
# inputs; the rest is for pairs.
FOR_SINGLES = 0.6
# Questions that a template gets at least.
LEAST = 3
# A template of which no larger share of answers is cut off has all within reach.
WITHIN_REACH = 0.05
# Values that an added input should have, for each time that an answer has more records than can be
# reached of it: values are not of one size.
PARTS = 2
# Values by which an input is tried that was not needed, to see whether it finds anything alone.
BRIEFLY = 2


@dataclass(frozen=True, slots=True)
class IsitLimits:
    """How far to search; the defaults are the paper's where it names any."""

    share: int
    """Requests that the search may use."""
    together: int = 4
    thresholds: Thresholds = field(default_factory=Thresholds)
    dimension: int = 3
    questions: int = 10_000
    """Of a template."""
    few: int = 5
    """Menus of fewer values are binding only where no other is."""
    hopeless: int = 30
    """Requests after which a form is left that always answers alike."""


@dataclass(frozen=True, slots=True)
class IsitOutcome:
    """What the search found."""

    verdicts: tuple[Verdict, ...]
    inputs: Mapping[str, tuple[str, str]]
    """Of each input its role and the reason: ``selection``, ``presentation``, ``monotonic``,
    ``typed as …``, ``uninformative`` or ``untested``; ``required`` comes first, if so."""
    wording: Wording
    heard: Heard
    requests: int
    stopped: str = ""
    """Why the search ended early, if so."""

    @property
    def informative(self) -> tuple[Template, ...]:
        """The templates worth asking, those of fewer inputs first."""
        kept = [verdict.template for verdict in self.verdicts if verdict.informative]
        return tuple(sorted(kept, key=lambda template: len(template.choices)))


async def informative_templates(
    choices: Sequence[Choice],
    ask: AskAll,
    limits: IsitLimits,
    rng: Random,
    heard: Heard | None = None,
) -> IsitOutcome:
    """Search for the templates of a form that are worth asking.

    ``heard`` grows by the answers. It may hold answers to other inputs of the form, such as
    keywords: they help to tell what selects (``small_answer``) and what is required. It may be that
    of an earlier search: what was answered is not asked again, so that the search can be taken up
    when more is known, such as how far pages reach (``heard.reachable``).
    """
    interview = Interview(choices, ask, limits.share, heard)
    search = _Search(tuple(choices), interview, limits, rng)
    stopped = ""
    try:
        await search.run()
    except (NotAskedError, BrokenOffError) as error:
        stopped = str(error)
    return search.outcome(stopped)


class _Search:
    """The order in which templates are tried."""

    def __init__(
        self, choices: tuple[Choice, ...], interview: Interview, limits: IsitLimits, rng: Random
    ) -> None:
        self._choices = choices
        self._interview = interview
        self._limits = limits
        self._rng = rng
        self._tests = TemplateTests(interview, limits.thresholds, rng, limits.together)
        self._doubts = Doubts(self._tests, interview, rng, limits.few)
        self._required: dict[Choice, str] = {}

    async def run(self) -> None:
        await self._ask_unrestricted()
        first = [choice for choice in self._choices if self._doubts.is_tried_first(choice)]
        await self._try_singles(first)
        if not self._tests.informative:
            await self._try_singles([choice for choice in self._choices if choice not in first])
        if not self._tests.informative:
            await self._try_pairs()
        await self._find_required()
        if not self._tests.informative:
            self._tests.fall_back_on_bounds()
        await self._combine()

    def outcome(self, stopped: str) -> IsitOutcome:
        self._tests.close(stopped)
        return IsitOutcome(
            verdicts=tuple(self._tests.verdicts.values()),
            inputs={n: self._described(c, stopped) for c in self._choices for n in c.names},
            wording=self._interview.wording,
            heard=self._interview.heard,
            requests=self._interview.requests,
            stopped=stopped,
        )

    async def _ask_unrestricted(self) -> None:
        (base,) = await self._interview.answers([()], "unrestricted")
        for choice in self._choices:
            # What it sends untouched is one of its values: that one is answered too.
            if choice.restricts_untouched:
                self._interview.heard.note(choice.default, base)
            # An earlier search found the value of it that shows most.
            if not {name for name, _ in self._interview.heard.fixed}.isdisjoint(choice.names):
                self._tests.roles[choice] = Role(PRESENTATION, "shows more of the same records")
        await self._widen_pages()

    async def _widen_pages(self) -> None:
        for choice in self._choices:
            if choice not in self._tests.roles and (
                role := await widened_pages(choice, self._interview)
            ):
                self._tests.roles[choice] = role

    # Templates of one input

    async def _try_singles(self, choices: Sequence[Choice]) -> None:
        tried = [Template((c,)) for c in choices if c not in self._tests.roles]
        for n, template in enumerate(tried):
            await self._tests.test(template, self._allowance(len(tried) - n, FOR_SINGLES))
            await self._widen_pages()
        for template in tried:
            await self._go_on(template)
        await self._doubts.settle(tried)

    async def _go_on(self, template: Template) -> None:
        """Ask more, now that the form has answered otherwise to something."""
        is_open = self._interview.reacts and template.binding not in self._tests.verdicts
        if is_open and not self._tests.met_only_errors(template):
            await self._tests.test(template, self._limits.share)

    def _allowance(self, waiting: int, share: float = 1.0) -> int:
        """Questions for a template; few as long as the form always answers alike."""
        if self._interview.reacts:
            return self._limits.share
        most, spent = self._limits.hopeless, self._interview.requests
        for_these = most if len(self._choices) == 1 else int(share * most)
        return min(max(LEAST, (for_these - spent) // waiting), most - spent)

    # Pairs, where no input alone is informative

    async def _try_pairs(self) -> None:
        usable = sorted(self._usable(), key=lambda c: (not c.required, self._doubts.must_prove(c)))
        pairs = [self._template(pair) for pair in combinations(usable, 2)]
        tried = [pair for pair in pairs if self._is_allowed(pair)][: 2 * len(usable)]
        for n, template in enumerate(tried):
            if (most := self._allowance(len(tried) - n)) <= 0:
                return
            await self._tests.test(template, most)
            await self._go_on(template)
            await self._doubts.settle([template])

    def _usable(self) -> list[Choice]:
        return [c for c in self._choices if self._tests.role(c) not in {PRESENTATION, MONOTONIC}]

    def _template(self, choices: Iterable[Choice]) -> Template:
        return Template(tuple(sorted(choices, key=self._choices.index)))

    def _is_allowed(self, template: Template) -> bool:
        is_new = template.binding not in self._tests.verdicts
        return is_new and template.size <= self._limits.questions

    # Required inputs

    async def _find_required(self) -> None:
        """Inputs without which nothing is found, while others find nothing by themselves."""
        base = self._interview.unrestricted
        if base is None or base.has_records or self._interview.others_find():
            return
        alone = [choice for choice in self._choices if self._interview.finds_alone(choice)]
        others = [choice for choice in self._usable() if choice not in alone]
        if len(alone) == 1 and not await self._find_too(others):
            self._required[alone[0]] = "without it nothing is found"
        elif not alone:
            pairs = (choice for each in self._tests.informative for choice in each.choices)
            self._required = dict.fromkeys(pairs, "without both nothing is found")

    async def _find_too(self, choices: Iterable[Choice]) -> bool:
        """Does any of some choices find records alone? A few values of each tell."""
        for choice in choices:
            await self._interview.answers(choice.values[:BRIEFLY])
            if self._interview.finds_alone(choice):
                return True
        return False

    # Templates of two and three inputs

    async def _combine(self) -> None:
        level = self._tests.informative
        while level:
            extended = self._extensions(level)[: 2 * len(self._choices)]
            for template in extended:
                if self._is_all_within_reach():
                    return
                await self._tests.test(template, self._limits.share)
                await self._doubts.settle([template])
            level = [template for template in extended if self._tests.is_informative(template)]

    def _is_all_within_reach(self) -> bool:
        hiding = {c for c in self._choices if self._doubts.may_hide(c) and self._selects(c)}
        reaching = (each for each in self._tests.informative if hiding <= set(each.choices))
        return any(self._interview.share_cut_off(each) <= WITHIN_REACH for each in reaching)

    def _selects(self, choice: Choice) -> bool:
        return self._tests.role(choice) == SELECTION

    def _extensions(self, level: Iterable[Template]) -> list[Template]:
        """Templates of one input more, those first that extend what is cut off least."""
        longer = {
            extended.binding: extended
            for template in sorted(level, key=self._interview.share_cut_off)
            if len(template.choices) < self._limits.dimension
            for choice in self._to_add(template)
            if self._is_allowed(extended := self._template((*template.choices, choice)))
        }
        return list(longer.values())

    def _to_add(self, template: Template) -> list[Choice]:
        others = [choice for choice in self._usable() if choice not in template.choices]
        first = [choice for choice in others if self._doubts.is_tried_first(choice)]
        bounds = [c for c in self._choices if self._tests.role(c) == MONOTONIC]
        added = first or others or [c for c in bounds if c not in template.choices]
        parts = PARTS * self._interview.times_too_large(template)

        def fitness(choice: Choice) -> tuple[bool, bool, bool, int]:
            """What hides records, what is known to select, the smallest that cuts fine enough."""
            is_fine = len(choice.values) >= parts
            many = len(choice.values) if is_fine else -len(choice.values)
            return not self._doubts.may_hide(choice), not self._selects(choice), not is_fine, many

        return sorted(added, key=fitness)

    def _described(self, choice: Choice, stopped: str) -> tuple[str, str]:
        does, why = self._does(choice, stopped)
        if reason := self._required.get(choice):
            is_known = does not in {"untested", "uninformative"}
            return f"required, {does}" if is_known else "required", reason
        return does, why

    def _does(self, choice: Choice, stopped: str) -> tuple[str, str]:
        role = self._tests.roles.get(choice)
        if role is None:
            if verdict := self._tests.verdicts.get(choice.names):
                return "uninformative", verdict.reason
            return "untested", stopped or "was not needed"
        # A box for a price may be a bound as well; its type says more.
        is_typed = choice.typed and role.role in {SELECTION, MONOTONIC}
        return (f"typed as {choice.typed}" if is_typed else role.role), role.reason

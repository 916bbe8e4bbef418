"""Asks the submissions of a template until it is decided whether the template is informative.

``Probe`` asks questions about the candidate inputs of a form, none twice and none beyond its share
of requests. ``TemplateTests`` runs the informativeness test [Madhavan08 §4.1, 4.3] over a random
sample of a template, and learns the roles of its inputs from the same answers (``role``): a
template whose input only presents or only bounds records is given up as soon as the answers prove
it.

Departure: a template of several inputs is sampled where it matters. It extends a template whose
answers are known; we ask only with those values whose answers were cut off (with all that found
something, if the added input has no wild card), and with each of them a few values of the added
input, so that there are answers to compare that differ in one input only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from deepweb.surface.answer import AskAll
from deepweb.surface.templates.informative import (
    AnswerSummary,
    DistinctAnswers,
    InformativenessLimits,
    InformativenessTest,
    is_alike,
    shows_more,
)
from deepweb.surface.templates.known_answers import KnownAnswers
from deepweb.surface.templates.role import MONOTONIC, SELECTION, Comparison, Role, proven_role
from deepweb.surface.templates.template import (
    Choice,
    FreeInputs,
    Pairs,
    Template,
    TemplateOutcome,
)

MAX_ERRORS = 12  # errors in a row after which the form is left alone
MAX_ONLY_ERRORS = 4  # errors after which a template waits: another input may be required
BLOCK = 4  # values of an added input that are asked in turn with each value of the others


class ProbingStoppedError(Exception):
    """The share of requests is spent, or the form answers only with errors."""


class Probe:
    """Asks questions about the candidate inputs of one form and keeps the answers."""

    def __init__(
        self, choices: Iterable[Choice], ask: AskAll, share: int, known: KnownAnswers | None = None
    ) -> None:
        """``share`` is the number of requests it may send; ``known`` may hold earlier answers."""
        self.known = known or KnownAnswers()
        self.free_inputs = FreeInputs(tuple(choices), self.known.fixed)
        restricting = (c for c in self.free_inputs.choices if c.restricts_by_default)
        self.known.restrict_always(frozenset(name for c in restricting for name in c.names))
        self.requests = 0
        self.reacts = False
        """Did any answer show other records than the unrestricted question, or find too much?"""
        self._ask = ask
        self._share = share
        self._errors = 0

    async def answers(self, asked: Sequence[Pairs], purpose: str = "menu") -> list[AnswerSummary]:
        """The answers to some values; those that are not known yet are asked for."""
        new = [bound for bound in asked if self.known.answer(bound) is None]
        if self.requests + len(new) > self._share:
            raise ProbingStoppedError(f"the share of {self._share} requests is spent")
        questions = [self.free_inputs.question(bound, purpose) for bound in new]
        answered = await self._ask(questions) if new else []
        self.requests += len(new)
        for bound, answer in zip(new, answered, strict=True):
            self._add(bound, AnswerSummary.of(answer))
        answers = [each for bound in asked if (each := self.known.answer(bound)) is not None]
        self.reacts = self.reacts or any(map(self._is_another, answers))
        return answers

    def fix(self, pairs: Pairs) -> None:
        """Fill in some values with every question from now on."""
        self.known.fix(pairs)
        self.free_inputs = FreeInputs(self.free_inputs.choices, self.known.fixed)

    @property
    def unrestricted(self) -> AnswerSummary | None:
        """The answer with no input bound."""
        return self.known.answer(())

    @property
    def is_counted(self) -> bool:
        """Does the unrestricted answer state how many records there are?"""
        base = self.unrestricted
        return base is not None and base.count is not None and self.known.counts_are_true

    def answers_to(self, template: Template) -> Iterator[tuple[Pairs, AnswerSummary]]:
        """The answers to questions that bind exactly the inputs of a template."""
        own = [set(choice.names) for choice in template.choices]
        names = set().union(*own)
        for filled, answer in self.known.answers():
            given = {name for name, _ in filled}
            if given <= names and all(given & each for each in own):
                yield tuple(sorted(filled)), answer

    def answers_without(self, choice: Choice) -> Iterator[tuple[Pairs, AnswerSummary]]:
        """The answers to questions that leave a choice free."""
        for filled, answer in self.known.answers():
            if not any(name in choice.names for name, _ in filled):
                yield tuple(sorted(filled)), answer

    def finds_alone(self, choice: Choice) -> bool:
        """Did any value of a choice find records by itself?"""
        answers = map(self.known.answer, choice.values)
        return any(answer is not None and answer.has_records for answer in answers)

    def finds_nothing(self, choice: Choice) -> bool:
        """Was a choice asked alone, and did no value of it find anything?"""
        answers = [answer for _, answer in self.answers_to(Template((choice,)))]
        return bool(answers) and not any(each.has_records or each.is_too_much for each in answers)

    def others_find(self) -> bool:
        """Did an input that is no candidate, such as a text box, find records by itself?"""
        own = {name for choice in self.free_inputs.choices for name in choice.names}
        return any(
            answer.has_records and own.isdisjoint(name for name, _ in filled)
            for filled, answer in self.known.answers()
            if filled
        )

    def share_cut_off(self, template: Template) -> float:
        """The share of the answers to a template that have more records than can be reached."""
        answers = [answer for _, answer in self.answers_to(template)]
        found = [each for each in answers if each.has_records or each.is_too_much]
        return sum(map(self.known.is_cut_off, found)) / len(found) if found else 0.0

    def is_too_large(self, template: Template) -> bool:
        """Did the site refuse an answer to a template, because it had found too much?"""
        answers = self.answers_to(template)
        return any(answer.is_too_much for bound, answer in answers if all(v for _, v in bound))

    def times_too_large(self, template: Template) -> float:
        """How many times more records the cut-off answers have than can be reached, on average."""
        times = [
            answer.count / ((answer.has_next and self.known.reachable) or len(answer.ids))
            for _, answer in self.answers_to(template)
            if self.known.is_cut_off(answer) and answer.ids and answer.count is not None
        ]
        return sum(times) / len(times) if times else 1.0

    def _add(self, bound: Pairs, answer: AnswerSummary) -> None:
        self.known.add(bound, answer)
        self._errors = self._errors + 1 if answer.failed else 0
        if self._errors >= MAX_ERRORS:
            raise ProbingStoppedError(f"{self._errors} errors in a row")

    def _is_another(self, answer: AnswerSummary) -> bool:
        """Does an answer show other records than the unrestricted one, or find too much?"""
        if answer.is_too_much:
            return True
        base = self.unrestricted
        if base is None or not answer.has_records:
            return False
        return not base.has_records or not is_alike(base, answer)


@dataclass(frozen=True, slots=True)
class _Running:
    """A template under test, and the part of its sample that is still to be asked."""

    template: Template
    test: InformativenessTest
    sample: Iterator[Pairs]


class TemplateTests:
    """The tests of the templates of one form, and the roles of inputs that they proved."""

    def __init__(
        self, probe: Probe, limits: InformativenessLimits, rng: Random, together: int
    ) -> None:
        """``together`` is the number of questions that are asked at a time."""
        self._probe = probe
        self._limits = limits
        self._rng = rng
        self._together = together
        self._shown_before = DistinctAnswers()
        self._running: dict[tuple[str, ...], _Running] = {}
        self._outcomes: dict[tuple[str, ...], TemplateOutcome] = {}
        self._roles: dict[Choice, Role] = {}

    @property
    def outcomes(self) -> Mapping[tuple[str, ...], TemplateOutcome]:
        """The verdicts so far, by the names of the binding inputs."""
        return self._outcomes

    @property
    def roles(self) -> Mapping[Choice, Role]:
        return self._roles

    def set_role(self, choice: Choice, role: Role) -> None:
        self._roles[choice] = role

    def role(self, choice: Choice) -> str:
        """The role of an input; empty if it is not known."""
        return self._roles[choice].role if choice in self._roles else ""

    @property
    def informative(self) -> list[Template]:
        found = (binding for binding, each in self._outcomes.items() if each.informative)
        return [self._running[binding].template for binding in found]

    def is_informative(self, template: Template) -> bool:
        outcome = self._outcomes.get(template.binding)
        return outcome is not None and outcome.informative

    def met_only_errors(self, template: Template) -> bool:
        test = self._running[template.binding].test
        return 0 < test.failed == test.tested

    async def test(self, template: Template, max_questions: int) -> None:
        """Ask until the template is decided, or ``max_questions``; calling again goes on."""
        if template.binding not in self._running:
            self._running[template.binding] = self._started(template)
        running = self._running[template.binding]
        test, end = running.test, running.test.tested + max_questions
        while not (verdict := test.verdict()) and test.tested < end:
            asked = list(islice(running.sample, min(self._together, end - test.tested)))
            for answer in await self._probe.answers(asked):
                test.add(answer)
            if self._learn_roles(template) or not asked:
                return
            if test.failed == test.tested >= MAX_ONLY_ERRORS:
                return
        if verdict:
            self.decide(template, *verdict)

    def decide(self, template: Template, informative: bool, reason: str) -> None:
        test = self._running[template.binding].test
        self._outcomes[template.binding] = TemplateOutcome(
            template.binding, informative, test.tested, test.distinctness, reason
        )
        for _, answer in self._probe.answers_to(template):
            self._shown_before.add(answer)

    def close(self, reason: str) -> None:
        """Decide on the templates that are not decided, by the answers that there are."""
        for binding, running in self._running.items():
            if binding not in self._outcomes:
                what = "errors" if self.met_only_errors(running.template) else "all alike"
                why = reason or f"{running.test.tested} answers were {what}"
                self.decide(running.template, running.test.has_proven, why)

    def accept_bounds(self) -> None:
        """Where nothing selects, accept monotonic inputs whose widest answer is cut off."""
        known = self._probe.known
        for choice, role in self._roles.items():
            template = Template((choice,))
            if role.role != MONOTONIC or role.widest is None:
                continue
            widest = known.answer(choice.values[role.widest])
            if widest and known.is_cut_off(widest) and template.binding in self._running:
                self.decide(template, True, "bounds what is found; nothing else selects")

    async def prove(self, choice: Choice) -> Role | None:
        """Ask for all values of a choice; the role that they prove."""
        await self._probe.answers(choice.values)
        return self._role_by_answers(Template((choice,)), choice)

    # The sample

    def _started(self, template: Template) -> _Running:
        parents = self._open_parents(template)
        if parents:
            rows = [self._row(template, parent) for parent in parents]
            size = sum(map(len, rows))
            sample = self._in_blocks(rows)
        else:
            size = template.size
            sample = self._random_sample(template)
        return _Running(
            template, InformativenessTest(size, self._shown_before, self._limits), sample
        )

    def _random_sample(self, template: Template) -> Iterator[Pairs]:
        values = list(template.values())
        return iter(self._rng.sample(values, min(self._limits.sample, len(values))))

    def _in_blocks(self, rows: Sequence[Sequence[Pairs]]) -> Iterator[Pairs]:
        longest = max(map(len, rows))
        blocks = (row[n : n + BLOCK] for n in range(0, longest, BLOCK) for row in rows)
        return islice((bound for block in blocks for bound in block), self._limits.sample)

    def _open_parents(self, template: Template) -> list[Pairs]:
        """Values of all inputs but one, in random order, to whose answers that one may add."""
        known = self._probe.known
        for added in template.choices:
            parent = Template(tuple(c for c in template.choices if c is not added))
            if self.is_informative(parent) or self._probe.is_too_large(parent):
                answers = sorted(self._probe.answers_to(parent), key=lambda each: each[0])
                hides = added.restricts_by_default
                found = [b for b, a in answers if known.is_cut_off(a) or (hides and a.ids)]
                if found:
                    return self._rng.sample(found, len(found))
        return []

    def _row(self, template: Template, parent: Pairs) -> list[Pairs]:
        """The values of a parent together with each value of the added input, in random order."""
        filled = {name for name, _ in parent}
        added = next(c for c in template.choices if filled.isdisjoint(c.names))
        row = [(*parent, *value) for value in added.values]
        live = [bound for bound in row if not self._probe.known.why_pointless(bound)]
        return self._rng.sample(live, len(live))

    # The roles

    def _learn_roles(self, template: Template) -> bool:
        """Learn the roles that the answers prove; True if an input turns out not to select."""
        for choice in template.choices:
            if choice in self._roles or not (role := self._role_by_answers(template, choice)):
                continue
            self.set_role(choice, role)
            if role.role != SELECTION:
                self._fix_widest(choice, role)
                self.decide(template, False, f"{choice.name}: {role.reason}")
                return True
        return False

    def _role_by_answers(self, template: Template, choice: Choice) -> Role | None:
        """The role that answers prove which differ in this choice only."""
        known, numbers = self._probe.known, choice.numbers
        for rest, options in self._differing_in(template, choice).items():
            comparison = Comparison(
                without=known.answer(rest),
                options=options,
                values=len(choice.values),
                numbers=numbers,
                full_page=known.full_page,
                counts_are_true=known.counts_are_true,
                is_suspect=bool(choice.looks_like),
            )
            if role := proven_role(comparison):
                return role
        return None

    def _differing_in(
        self, template: Template, choice: Choice
    ) -> dict[Pairs, dict[int, AnswerSummary]]:
        """The answers to the values of a choice, by the values of the other inputs."""
        places = {frozenset(value): n for n, value in enumerate(choice.values)}
        found: dict[Pairs, dict[int, AnswerSummary]] = {}
        for filled, answer in self._probe.answers_to(template):
            own = frozenset(pair for pair in filled if pair[0] in choice.names)
            if own in places:
                rest = tuple(pair for pair in filled if pair not in own)
                found.setdefault(rest, {})[places[own]] = answer
        return found

    def _fix_widest(self, choice: Choice, role: Role) -> None:
        """Send the value that shows most with every question, if it shows more than without."""
        base = self._probe.unrestricted
        if role.widest is None or base is None:
            return
        value = choice.values[role.widest]
        widest = self._probe.known.answer(value)
        if widest is not None and shows_more(base, widest):
            self._probe.fix(value)
            self._probe.known.replace((), widest)

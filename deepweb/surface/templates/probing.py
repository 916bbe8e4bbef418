"""Putting questions about the choices of a form: nothing twice, nothing beyond its share.

The answers are kept in ``heard`` by what was asked for; how the question is put (wild cards, page
size) is the ``wording``, which may get better meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from deepweb.surface.answer import AskAll
from deepweb.surface.templates.informative import (
    Distinct,
    Seen,
    Thresholds,
    Trial,
    is_alike,
    shows_more,
)
from deepweb.surface.templates.known_answers import Filled, Heard
from deepweb.surface.templates.role import MONOTONIC, SELECTION, Compared, Role, role_of
from deepweb.surface.templates.template import Choice, Pairs, Template, Wording

# Errors in a row after which the form is left.
MOST_ERRORS = 12


class BrokenOffError(Exception):
    """The share of requests is spent, or the form only answers with errors."""


class Interview:
    """What was asked about the choices of a form, and what came back."""

    def __init__(
        self, choices: Iterable[Choice], ask: AskAll, share: int, heard: Heard | None = None
    ) -> None:
        self.heard = heard or Heard()
        self.wording = Wording(tuple(choices), self.heard.fixed)
        self.heard.never_free = frozenset(
            name for c in self.wording.choices if c.restricts_untouched for name in c.names
        )
        self.requests = 0
        self.reacts = False
        """Was there any answer with records that was unlike the unrestricted one?"""
        self._ask = ask
        self._share = share
        self._errors = 0

    @property
    def unrestricted(self) -> Seen | None:
        return self.heard.answer(())

    @property
    def is_counted(self) -> bool:
        """Does the unrestricted answer say how many records there are?"""
        base = self.unrestricted
        return base is not None and base.count is not None and self.heard.counts_are_true

    def fix(self, pairs: Pairs) -> None:
        """Fill in some values with every question from now on."""
        self.heard.fixed = (*self.heard.fixed, *pairs)
        self.wording = Wording(self.wording.choices, self.heard.fixed)

    async def answers(self, asked: Sequence[Pairs], purpose: str = "menu") -> list[Seen]:
        """The answers to some values; those that are not known yet by asking."""
        new = [bound for bound in asked if self.heard.answer(bound) is None]
        if self.requests + len(new) > self._share:
            raise BrokenOffError(f"the share of {self._share} requests is spent")
        questions = [self.wording.question(bound, purpose) for bound in new]
        told = await self._ask(questions) if new else []
        self.requests += len(new)
        for bound, answer in zip(new, told, strict=True):
            self._take(bound, Seen.of(answer))
        answers = [seen for bound in asked if (seen := self.heard.answer(bound)) is not None]
        self.reacts = self.reacts or any(map(self._is_another, answers))
        return answers

    def answers_to(self, template: Template) -> Iterator[tuple[Pairs, Seen]]:
        """What was answered to exactly the inputs of a template."""
        own = [set(choice.names) for choice in template.choices]
        names = set().union(*own)
        for filled, seen in self.heard.answers():
            given = {name for name, _ in filled}
            if given <= names and all(given & each for each in own):
                yield tuple(sorted(filled)), seen

    def answers_without(self, choice: Choice) -> Iterator[tuple[Pairs, Seen]]:
        """What was answered where a choice was not filled in."""
        for filled, seen in self.heard.answers():
            if not _binds(filled, choice):
                yield tuple(sorted(filled)), seen

    def finds_alone(self, choice: Choice) -> bool:
        """Did any value of a choice find records by itself?"""
        answers = map(self.heard.answer, choice.values)
        return any(seen is not None and seen.has_records for seen in answers)

    def others_find(self) -> bool:
        """Did any input that is no choice, such as a text box, find records by itself?"""
        own = {name for choice in self.wording.choices for name in choice.names}
        return any(
            seen.has_records and own.isdisjoint(name for name, _ in filled)
            for filled, seen in self.heard.answers()
            if filled
        )

    def share_cut_off(self, template: Template) -> float:
        """Of the answers with records to a template, how many have more than can be reached?"""
        seen = [seen for _, seen in self.answers_to(template) if seen.has_records]
        return sum(map(self.heard.is_cut_off, seen)) / len(seen) if seen else 0.0

    def times_too_large(self, template: Template) -> float:
        """How many times more the answers that are cut off have than can be reached of them, on
        average; 1 if unknown."""
        answers = [s for _, s in self.answers_to(template) if self.heard.is_cut_off(s) and s.ids]
        times = [
            seen.count / ((seen.has_next and self.heard.reachable) or len(seen.ids))
            for seen in answers
            if seen.count is not None
        ]
        return sum(times) / len(times) if times else 1.0

    def _take(self, bound: Pairs, seen: Seen) -> None:
        self.heard.note(bound, seen)
        self._errors = self._errors + 1 if seen.failed else 0
        if self._errors >= MOST_ERRORS:
            raise BrokenOffError(f"{self._errors} errors in a row")

    def _is_another(self, seen: Seen) -> bool:
        """Has an answer records, and others than the unrestricted one?"""
        base = self.unrestricted
        if base is None or not seen.has_records:
            return False
        return not base.has_records or not is_alike(base, seen)


def _binds(filled: Filled, choice: Choice) -> bool:
    return any(name in choice.names for name, _ in filled)


# --- merged from template_test.py; rewrite or remove this note ---
# Asking a template until it is clear whether it is worth asking.
#
# The informativeness test of Madhavan et al. (PVLDB 2008), sections 4.1 and 4.3, over a random sample
# (``informativeness``), while the answers are watched for what its inputs do (``role``): a template
# with an input that only presents, or only bounds, is given up as soon as that is seen.
#
# Departure: a template of several inputs is sampled where it matters, from the values of its part
# whose answers were cut off (all that found something, where the added input has no wild card), a few
# values of the added input with each, so that answers can be compared that differ in one input only.

# Errors after which a template waits: another input may be missing.
ERRORS = 4
# Values of the added input that are tried in turn with each value of the others.
BLOCK = 4


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether a template is worth asking, and why."""

    template: Template
    informative: bool
    tested: int
    distinctness: float | None
    reason: str

    @property
    def binding(self) -> tuple[str, ...]:
        return self.template.binding


class TemplateTests:
    """The tests of the templates of one form, and the roles of inputs that came out of them."""

    def __init__(
        self, interview: Interview, thresholds: Thresholds, rng: Random, together: int
    ) -> None:
        self.verdicts: dict[tuple[str, ...], Verdict] = {}
        self.roles: dict[Choice, Role] = {}
        self._interview = interview
        self._thresholds = thresholds
        self._rng = rng
        self._together = together
        self._known = Distinct()
        self._trials: dict[tuple[str, ...], tuple[Template, Trial, Iterator[Pairs]]] = {}

    @property
    def informative(self) -> list[Template]:
        return [each.template for each in self.verdicts.values() if each.informative]

    def is_informative(self, template: Template) -> bool:
        verdict = self.verdicts.get(template.binding)
        return verdict is not None and verdict.informative

    def met_only_errors(self, template: Template) -> bool:
        _, trial, _ = self._trials[template.binding]
        return 0 < trial.failed == trial.tested

    def role(self, choice: Choice) -> str:
        return self.roles[choice].role if choice in self.roles else ""

    async def test(self, template: Template, most: int) -> None:
        """Ask until the verdict is clear, or ``most`` questions; then it may be taken up again."""
        if template.binding not in self._trials:
            self._trials[template.binding] = (template, *self._begun(template))
        _, trial, questions = self._trials[template.binding]
        end = trial.tested + most
        while not (verdict := trial.verdict()) and trial.tested < end:
            asked = list(islice(questions, min(self._together, end - trial.tested)))
            for seen in await self._interview.answers(asked):
                trial.take(seen)
            if self._learn_roles(template) or not asked or trial.failed == trial.tested >= ERRORS:
                return
        if verdict:
            self.decide(template, *verdict)

    def decide(self, template: Template, informative: bool, reason: str) -> None:
        _, trial, _ = self._trials[template.binding]
        share, tested = trial.distinctness, trial.tested
        self.verdicts[template.binding] = Verdict(template, informative, tested, share, reason)
        for _, seen in self._interview.answers_to(template):
            self._known.add(seen)

    def close(self, reason: str) -> None:
        """Decide against all that are not decided."""
        for template, trial, _ in self._trials.values():
            if template.binding not in self.verdicts:
                what = "errors" if self.met_only_errors(template) else "all alike"
                self.decide(template, False, reason or f"{trial.tested} answers were {what}")

    def fall_back_on_bounds(self) -> None:
        """Where nothing else selects and the widest answer is cut off, a bound is better."""
        heard = self._interview.heard
        for choice, role in self.roles.items():
            template = Template((choice,))
            if role.role != MONOTONIC or role.widest is None:
                continue
            widest = heard.answer(choice.values[role.widest])
            if widest and heard.is_cut_off(widest) and template.binding in self._trials:
                self.decide(template, True, "bounds what is found; nothing else selects")

    async def prove(self, choice: Choice) -> Role | None:
        """Ask for all values of a choice, and see what they prove of it."""
        template = Template((choice,))
        await self._interview.answers(choice.values)
        return self._role_by_answers(template, choice)

    # The sample

    def _begun(self, template: Template) -> tuple[Trial, Iterator[Pairs]]:
        parents = self._open_parts(template)
        if parents:
            rows = [self._row(template, parent) for parent in parents]
            size = sum(map(len, rows))
            sample = self._in_blocks(rows)
        else:
            size = template.size
            sample = self._sampled(template)
        return Trial(size, self._known, self._thresholds), sample

    def _sampled(self, template: Template) -> Iterator[Pairs]:
        values = list(template.values())
        return iter(self._rng.sample(values, min(self._thresholds.sample, len(values))))

    def _in_blocks(self, rows: Sequence[Sequence[Pairs]]) -> Iterator[Pairs]:
        longest = max(map(len, rows))
        blocks = (row[n : n + BLOCK] for n in range(0, longest, BLOCK) for row in rows)
        return islice((bound for block in blocks for bound in block), self._thresholds.sample)

    def _open_parts(self, template: Template) -> list[Pairs]:
        """Answers to all but one of its inputs that this one may add to, in random order."""
        heard = self._interview.heard
        for left_out in template.choices:
            part = Template(tuple(c for c in template.choices if c is not left_out))
            if self.is_informative(part):
                answers = sorted(self._interview.answers_to(part), key=lambda each: each[0])
                is_hiding = left_out.restricts_untouched
                found = [b for b, s in answers if heard.is_cut_off(s) or (is_hiding and s.ids)]
                if found:
                    return self._rng.sample(found, len(found))
        return []

    def _row(self, template: Template, parent: Pairs) -> list[Pairs]:
        """A part of a template with each value of the choice that it lacks."""
        filled = {name for name, _ in parent}
        lacking = next(c for c in template.choices if filled.isdisjoint(c.names))
        row = [(*parent, *value) for value in lacking.values]
        live = [bound for bound in row if not self._interview.heard.is_pointless(bound)]
        return self._rng.sample(live, len(live))

    # The roles

    def _learn_roles(self, template: Template) -> bool:
        """See what the answers say of the inputs; is one of them now found not to select?"""
        for choice in template.choices:
            if choice in self.roles or not (role := self._role_by_answers(template, choice)):
                continue
            self.roles[choice] = role
            if role.role != SELECTION:
                self._use_widest(choice, role)
                self.decide(template, False, f"{choice.name}: {role.reason}")
                return True
        return False

    def _role_by_answers(self, template: Template, choice: Choice) -> Role | None:
        """What the answers show that differ in the one choice only."""
        heard, numbers = self._interview.heard, choice.numbers
        for rest, options in self._compared(template, choice).items():
            seen = Compared(
                without=heard.answer(rest),
                options=options,
                values=len(choice.values),
                numbers=numbers,
                full_page=heard.full_page,
                counts_are_true=heard.counts_are_true,
                is_suspect=bool(choice.looks_like),
            )
            if role := role_of(seen):
                return role
        return None

    def _compared(self, template: Template, choice: Choice) -> dict[Pairs, dict[int, Seen]]:
        """By what else was filled in, the answers to the values of a choice."""
        places = {frozenset(value): n for n, value in enumerate(choice.values)}
        found: dict[Pairs, dict[int, Seen]] = {}
        for filled, seen in self._interview.answers_to(template):
            own = frozenset(pair for pair in filled if pair[0] in choice.names)
            if own in places:
                rest = tuple(pair for pair in filled if pair not in own)
                found.setdefault(rest, {})[places[own]] = seen
        return found

    def _use_widest(self, choice: Choice, role: Role) -> None:
        """Fill in the value that shows most from now on, where it shows more than without."""
        base = self._interview.unrestricted
        if role.widest is None or base is None:
            return
        value = choice.values[role.widest]
        widest = self._interview.heard.answer(value)
        if widest is not None and shows_more(base, widest):
            self._interview.fix(value)
            self._interview.heard.renew((), widest)

"""Which inputs only present, although their answers differ?

The paper tells selection from presentation inputs by the answers, and leaves out menus of fewer
than 5 values, since most of them present [Madhavan08 §4.4]. Departure: an input is binding if its
answers prove that it selects (``role``), or if nothing speaks against it. Against it speak

- its words: it is called "sort by", or its options say "newest first". Words only suggest; such an
  input is tried after the others. They are in ``resources/words/presentation.txt``;
- few values;
- other inputs of the form that are proven to select, while it is not.

If the answers prove nothing, more is asked (``UnprovenRoles``): first the *small answer test*. A
question about other inputs whose few records are all seen is asked again together with the input in
question. A selection takes records away, for no record has all its values; a sort order, a page
size or a language leaves as many; a bound takes away more and more. Then all values are asked, if
they are few: the harvest would ask them anyway.

**Page size.** The paper chooses one value for the number of results per page and leaves open which
[§4.3]. Requests are our scarcest resource, so we send the largest with every question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Protocol

from deepweb.surface.templates.informative import AnswerSummary, shows_more
from deepweb.surface.templates.known_answers import MIN_FULL_LENGTH
from deepweb.surface.templates.probing import Probe, TemplateTests
from deepweb.surface.templates.role import LIMITS, MONOTONIC, PRESENTATION, SELECTION, Role
from deepweb.surface.templates.template import Choice, Pairs, Template

SORT, PAGE_SIZE, LOOK, LANGUAGE = "sort order", "page size", "look", "language"

MAX_ORDERS = 40  # values of a sort order or a page size
MAX_OPTIONS = 30  # options whose words are read
SUGGESTING = 0.5  # share of the options that must suggest the same
SMALL_ANSWER = 3  # records that a small answer must have
SMALL_ANSWER_VALUES = 3  # values that are asked together with it
MAX_PAGE_SIZE = 500  # records per page that we ask for; more may be too much for the site

_WORD = re.compile(r"[^\W\d_]{3}")
_SIZES = frozenset(
    {5, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 30, 32, 36, 40, 48, 50, 60, 64, 72, 75}
)
# Sections of the word list, for the name and the label of an input and for its options.
_NAMED = {"sort": SORT, "page size": PAGE_SIZE, "look": LOOK, "language": LANGUAGE}
_OPTIONS = {"sort options": SORT, "language options": LANGUAGE}


class Words(Protocol):
    """The sections of the word list that a text mentions."""

    def said_in(self, text: str) -> frozenset[str]: ...


# What the words of an input suggest


def with_looks(choices: Iterable[Choice], words: Words) -> tuple[Choice, ...]:
    """The same choices, each with what it looks like."""
    return tuple(replace(choice, looks_like=looks_like(choice, words)) for choice in choices)


def looks_like(choice: Choice, words: Words) -> str:
    """The kind of presentation that an input's name, label and options suggest; empty if none."""
    if choice.kind in {"text", "range"} or len(choice.values) > MAX_ORDERS or choice.is_calendar:
        return ""
    called = words.said_in(choice.names[0]) | words.said_in(choice.label)
    if "page size" in called and choice.numbers:
        return PAGE_SIZE
    if _are_sizes(choice) and ("look" in called or _is_nameless(choice)):
        return PAGE_SIZE
    named = next((what for name, what in _NAMED.items() if name in called), "")
    shown = named or _by_options(choice, words)
    # Pages are shown in one language; several, or any, are those of records.
    is_of_records = choice.multiple or _stands_at_any(choice)
    return "" if shown == LANGUAGE and is_of_records else shown


def _stands_at_any(choice: Choice) -> bool:
    """Is a menu sent with none of its values, or has it one that stands for all?"""
    is_at_value = choice.default in choice.values
    return (
        choice.kind == "select" and bool(choice.default) and (bool(choice.free) or not is_at_value)
    )


def _by_options(choice: Choice, words: Words) -> str:
    """What most of the options suggest, by their labels or as they are sent."""
    shown = choice.texts[:MAX_OPTIONS]
    sent = [pairs[0][1] for pairs in choice.values[:MAX_OPTIONS]]
    said = [
        words.said_in(text) | words.said_in(value) for text, value in zip(shown, sent, strict=True)
    ]
    for section, what in _OPTIONS.items():
        if sum(section in each for each in said) >= SUGGESTING * len(said):
            return what
    return ""


def _is_nameless(choice: Choice) -> bool:
    """Do neither its name nor its label contain a word?"""
    return not any(_WORD.search(text) for text in (choice.names[0], choice.label))


def _are_sizes(choice: Choice) -> bool:
    """Are the values typical page sizes: 10, 25, 50, 100?"""
    numbers = choice.numbers
    if numbers is None or not 2 <= len(numbers) <= 8 or list(numbers) != sorted(set(numbers)):
        return False
    return all(n in _SIZES or (n >= 80 and n <= 1000 and n % 10 == 0) for n in numbers)


# Page size


async def use_largest_pages(choice: Choice, probe: Probe) -> Role | None:
    """Send the largest page size with every question, if the choice is one that works.

    One request tells: a page with more records behind it, asked again with the largest size, shows
    the same records and more. None if the choice is no page size, or there is no such page yet.
    """
    page, largest = _page_with_more(choice, probe), _largest(choice)
    if choice.looks_like != PAGE_SIZE or page is None or largest is None:
        return None
    bound, before = page
    (after,) = await probe.answers([(*bound, *largest)])
    if not shows_more(before, after):
        return None
    probe.fix(largest)
    probe.known.replace(bound, after)
    return Role(PRESENTATION, f"shows {len(after.ids)} records in place of {len(before.ids)}")


def _page_with_more(choice: Choice, probe: Probe) -> tuple[Pairs, AnswerSummary] | None:
    for bound, answer in probe.answers_without(choice):
        is_stated = (answer.count or 0) > len(answer.ids)
        is_likely = answer.count is None and len(answer.ids) >= MIN_FULL_LENGTH
        if answer.ids and (answer.has_next or is_stated or is_likely):
            return bound, answer
    return None


def _largest(choice: Choice) -> Pairs | None:
    sizes = zip(choice.numbers or (), choice.values, strict=False)
    allowed = [(number, value) for number, value in sizes if number <= MAX_PAGE_SIZE]
    return max(allowed)[1] if allowed else None


# The small answer test


async def small_answer_test(choice: Choice, probe: Probe, rng: Random) -> Role | None:
    """The role that a small answer proves; None if there is none, or if it proves nothing."""
    small = _small_answer(choice, probe)
    if small is None:
        return None
    bound, before = small
    values = rng.sample(choice.values, min(SMALL_ANSWER_VALUES, len(choice.values)))
    answers = await probe.answers([(*bound, *value) for value in values])
    are_true = probe.known.counts_are_true
    valid = [answer for answer in answers if not answer.failed]
    if any(_has_less(answer, before, counts_are_true=are_true) for answer in valid):
        selects = Role(SELECTION, f"takes away some of {len(before.ids)} records")
        return _bound_role(values, answers, choice) or selects
    if len(valid) < len(answers):
        return None
    return Role(PRESENTATION, f"leaves {len(before.ids)} records as they are")


def _small_answer(choice: Choice, probe: Probe) -> tuple[Pairs, AnswerSummary] | None:
    """The longest of the answers to other inputs that show all their records."""
    small = [
        (bound, answer)
        for bound, answer in probe.answers_without(choice)
        if bound and probe.known.is_complete(answer) and len(answer.ids) >= SMALL_ANSWER
    ]
    return max(small, key=lambda each: len(each[1].ids), default=None)


def _bound_role(
    values: Sequence[Pairs], answers: Sequence[AnswerSummary], choice: Choice
) -> Role | None:
    """The role of a bound, if each answer with records is a part of the next larger one."""
    found = [(set(answer.ids), value) for answer, value in zip(answers, values, strict=True)]
    chain = sorted((each for each in found if each[0]), key=lambda each: len(each[0]))
    is_nested = all(less[0] <= more[0] for less, more in pairwise(chain))
    if len(chain) < 2 or not is_nested or len(chain[0][0]) == len(chain[-1][0]):
        return None
    reason = f"{len(chain[0][0])} records of {len(chain[-1][0])} others"
    return Role(MONOTONIC, reason, choice.values.index(chain[-1][1]))


def _has_less(answer: AnswerSummary, before: AnswerSummary, *, counts_are_true: bool) -> bool:
    if not answer.has_records:
        return True
    if counts_are_true and answer.count is not None and before.count is not None:
        return answer.count < before.count
    return not answer.has_next and len(answer.ids) < len(before.ids)


# Inputs whose answers are distinct but prove no role


class UnprovenRoles:
    """Settles the roles of the inputs of one form that the answers do not prove."""

    def __init__(self, tests: TemplateTests, probe: Probe, rng: Random, few_values: int) -> None:
        """Inputs with less than ``few_values`` must prove that they select."""
        self._tests = tests
        self._probe = probe
        self._rng = rng
        self._few_values = few_values
        self._settled: set[Choice] = set()
        self._assumed: set[Choice] = set()

    def is_tried_first(self, choice: Choice) -> bool:
        return not self.must_prove(choice) or self.may_hide(choice)

    def may_hide(self, choice: Choice) -> bool:
        """May records be out of reach unless it is binding, since it has no wild card?"""
        return choice.restricts_by_default and choice.looks_like not in {SORT, PAGE_SIZE, LOOK}

    def must_prove(self, choice: Choice) -> bool:
        """Is it so likely to present that only proof makes it binding?"""
        return bool(choice.looks_like) or len(choice.values) < self._few_values

    async def settle(self, templates: Iterable[Template]) -> None:
        """Find the roles of the inputs of informative templates; those that present are out."""
        for template in filter(self._tests.is_informative, templates):
            for choice in template.choices:
                # A monotonic input in an informative template was accepted on purpose.
                if choice not in self._settled and self._tests.role(choice) != MONOTONIC:
                    self._settled.add(choice)
                    role = await self._settled_role(choice)
                    self._tests.set_role(choice, role)
                    if role.role != SELECTION:
                        self._tests.decide(template, False, f"{choice.name}: {role.reason}")

    async def _settled_role(self, choice: Choice) -> Role:
        proven = self._tests.roles.get(choice)
        if proven is not None:
            is_by_number = choice.numbers is not None
            return await self._bound_or(proven, choice) if is_by_number else proven
        role = None
        if len(choice.values) <= MAX_ORDERS:
            role = await small_answer_test(choice, self._probe, self._rng)
        if role is None and len(choice.values) <= LIMITS.many_values:
            role = await self._tests.prove(choice)
        return role or self._unproven(choice)

    async def _bound_or(self, proven: Role, choice: Choice) -> Role:
        """Monotonic if all values or a small answer prove that: a sample may not have shown it."""
        many = len(choice.values)
        role = await self._tests.prove(choice) if many <= LIMITS.many_values else None
        is_bound = role is not None and role.role == MONOTONIC
        if not is_bound and not self._probe.is_counted and many <= MAX_ORDERS:
            role = await small_answer_test(choice, self._probe, self._rng)
        return role if role is not None and role.role == MONOTONIC else proven

    def _unproven(self, choice: Choice) -> Role:
        """The role to assume of an input that nothing is proven of."""
        if self.must_prove(choice):
            what = choice.looks_like or "menu of few values"
            return Role(PRESENTATION, f"looks like a {what}, and nothing shows that it selects")
        if self._is_any_proven() and len(choice.values) <= LIMITS.many_values:
            return Role(PRESENTATION, "nothing shows that it selects, as others do")
        self._assumed.add(choice)
        return Role(SELECTION, "its answers are distinct")

    def _is_any_proven(self) -> bool:
        """Is any input proven to select, or at least too large to be a sort order?"""
        roles = self._tests.roles.items()
        selecting = [choice for choice, role in roles if role.role == SELECTION]
        return any(c not in self._assumed or len(c.values) > LIMITS.many_values for c in selecting)

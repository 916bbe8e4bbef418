"""Does an input look as if it only changed how results are shown?

Madhavan et al. (PVLDB 2008), sections 3.1 and 4, tell selection from presentation by the answers
alone, and so do we (``role``): names lie. But forms are much alike, and their words save requests:
an input that is called "sort by", or whose options say "newest first", is tried after the others
and stays out unless its answers prove that it selects; a number of results per page is tried at
once, since the largest makes every later request worth more.

The words are in ``resources/words/presentation.txt``, in many languages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from random import Random
from typing import Protocol

from deepweb.surface.templates.informative import Seen, shows_more
from deepweb.surface.templates.known_answers import FULL_LENGTH
from deepweb.surface.templates.probing import Interview, TemplateTests
from deepweb.surface.templates.role import MONOTONIC, PRESENTATION, SELECTION, SEVERAL, Role
from deepweb.surface.templates.template import Choice, Pairs, Template

SORT, PAGE_SIZE, LOOK, LANGUAGE = "sort order", "page size", "look", "language"
# Options that are looked at, and the share of them that must say the same.
MOST_OPTIONS, SHARE = 30, 0.5
# More values than this are no sort orders or page sizes, whatever they are called.
MOST_VALUES = 40
_WORD = re.compile(r"[^\W\d_]{3}")
_SIZES = frozenset(
    {5, 8, 9, 10, 12, 15, 16, 18, 20, 24, 25, 30, 32, 36, 40, 48, 50, 60, 64, 72, 75}
)
_NAMED = {"sort": SORT, "page size": PAGE_SIZE, "look": LOOK, "language": LANGUAGE}
_OPTIONS = {"sort options": SORT, "language options": LANGUAGE}


class Words(Protocol):
    """What a text speaks of, by sections of the word list."""

    def said_in(self, text: str) -> frozenset[str]: ...


def with_looks(choices: Iterable[Choice], words: Words) -> tuple[Choice, ...]:
    """The same choices, each with what it looks like."""
    return tuple(replace(choice, looks_like=looks_like(choice, words)) for choice in choices)


def looks_like(choice: Choice, words: Words) -> str:
    """What an input seems to change by what it and its options are called; nothing if unsure."""
    if choice.kind in {"text", "range"} or len(choice.values) > MOST_VALUES:
        return ""
    called = words.said_in(choice.names[0]) | words.said_in(choice.label)
    if "page size" in called and choice.numbers:
        return PAGE_SIZE
    if _are_sizes(choice) and ("look" in called or _is_silent(choice)):
        return PAGE_SIZE
    said = next((what for name, what in _NAMED.items() if name in called), "")
    return said or _by_options(choice, words)


def _by_options(choice: Choice, words: Words) -> str:
    """What most of the options speak of, in what is shown or in what is sent."""
    shown = choice.texts[:MOST_OPTIONS]
    sent = [pairs[0][1] for pairs in choice.values[:MOST_OPTIONS]]
    said = [
        words.said_in(text) | words.said_in(value) for text, value in zip(shown, sent, strict=True)
    ]
    for section, what in _OPTIONS.items():
        if sum(section in each for each in said) >= SHARE * len(said):
            return what
    return ""


def _is_silent(choice: Choice) -> bool:
    """Does neither its name nor its label say what it is?"""
    return not any(_WORD.search(text) for text in (choice.names[0], choice.label))


def _are_sizes(choice: Choice) -> bool:
    """Are these the numbers that pages come in: 10, 25, 50, 100?"""
    numbers = choice.numbers
    if numbers is None or not 2 <= len(numbers) <= 8 or list(numbers) != sorted(set(numbers)):
        return False
    return all(n in _SIZES or (n >= 80 and n <= 1000 and n % 10 == 0) for n in numbers)


# --- merged from small_answer.py; rewrite or remove this note ---
# Does an input take records away from an answer whose records are all seen?
#
# Where pages are full and say no numbers, the first page of a sort order looks like that of a
# selection: Madhavan et al. (PVLDB 2008) would call both informative. But a question about other
# inputs that has few records, all of them seen, can be asked again together with the input in doubt.
# A selection takes some of them away, for no record has all the values; a sort order, a page size or
# a language leaves as many as there were. A bound takes away more and more of them.

# Records that an answer must have to tell, and values that are asked with it.
LEAST_RECORDS, VALUES = 3, 3


async def small_answer_test(choice: Choice, interview: Interview, rng: Random) -> Role | None:
    """What a small answer shows of an input; None where there is none, or it shows nothing."""
    small = _small_answer(choice, interview)
    if small is None:
        return None
    bound, before = small
    values = rng.sample(choice.values, min(VALUES, len(choice.values)))
    answers = await interview.answers([(*bound, *value) for value in values])
    are_true = interview.heard.counts_are_true
    told = [seen for seen in answers if not seen.failed]
    if any(_has_less(seen, before, counts_are_true=are_true) for seen in told):
        selects = Role(SELECTION, f"takes away some of {len(before.ids)} records")
        return _bound_role(values, answers, choice) or selects
    if len(told) < len(answers):
        return None
    return Role(PRESENTATION, f"leaves {len(before.ids)} records as they are")


def _small_answer(choice: Choice, interview: Interview) -> tuple[Pairs, Seen] | None:
    """Of the answers that show all that they have, one that has much to lose."""
    small = [
        (bound, seen)
        for bound, seen in interview.answers_without(choice)
        if bound and interview.heard.is_complete(seen) and len(seen.ids) >= LEAST_RECORDS
    ]
    return max(small, key=lambda each: len(each[1].ids), default=None)


def _bound_role(values: Sequence[Pairs], answers: Sequence[Seen], choice: Choice) -> Role | None:
    """The role of a bound, if one answer with records is a part of another."""
    found = [(set(seen.ids), value) for seen, value in zip(answers, values, strict=True)]
    chain = sorted((each for each in found if each[0]), key=lambda each: len(each[0]))
    is_nested = all(less[0] <= more[0] for less, more in pairwise(chain))
    if len(chain) < 2 or not is_nested or len(chain[0][0]) == len(chain[-1][0]):
        return None
    told = f"{len(chain[0][0])} records of {len(chain[-1][0])} others"
    return Role(MONOTONIC, told, choice.values.index(chain[-1][1]))


def _has_less(seen: Seen, before: Seen, *, counts_are_true: bool) -> bool:
    if not seen.has_records:
        return True
    if counts_are_true and seen.count is not None and before.count is not None:
        return seen.count < before.count
    return not seen.has_next and len(seen.ids) < len(before.ids)


# --- merged from doubt.py; rewrite or remove this note ---
# What becomes of an input whose answers do not prove that it selects?
#
# Madhavan et al. (PVLDB 2008) call a template informative if its answers are distinct; section 4.4
# leaves out menus of fewer than 5 values, most of which only present. Departure: an input is binding
# if it is proven to select (``role``), or if nothing speaks against it. Against it speak its name
# (``presentation``), few values, and that other inputs of the form are proven while it is not. In
# doubt, more is asked: a small answer together with it (``small_answer``), then all its values, if
# they are few; they are what the harvest would ask for anyway.

# Menus of more values are never sort orders.
MOST_VALUES_OF_ORDERS = 40


class Doubts:
    """Settles what the inputs of one form do; those of fewer than ``few`` values are suspect."""

    def __init__(self, tests: TemplateTests, interview: Interview, rng: Random, few: int) -> None:
        self._tests = tests
        self._interview = interview
        self._rng = rng
        self._few = few
        self._settled: set[Choice] = set()
        self._assumed: set[Choice] = set()

    def is_tried_first(self, choice: Choice) -> bool:
        return not self.must_prove(choice) or self.may_hide(choice)

    def may_hide(self, choice: Choice) -> bool:
        """May records be out of reach unless it is filled in, since it has no wild card?"""
        return choice.restricts_untouched and choice.looks_like not in {SORT, PAGE_SIZE, LOOK}

    def must_prove(self, choice: Choice) -> bool:
        """Is it likely to be presentation, so that only proof makes it binding?"""
        return bool(choice.looks_like) or len(choice.values) < self._few

    async def settle(self, templates: Iterable[Template]) -> None:
        """Does each input select whose answers are distinct, but prove nothing, or too little?"""
        for template in filter(self._tests.is_informative, templates):
            for choice in template.choices:
                # A bound was let in on purpose.
                if choice not in self._settled and self._tests.role(choice) != MONOTONIC:
                    self._settled.add(choice)
                    self._tests.roles[choice] = role = await self._settled_role(choice)
                    if role.role != SELECTION:
                        self._tests.decide(template, False, f"{choice.name}: {role.reason}")

    async def _settled_role(self, choice: Choice) -> Role:
        known = self._tests.roles.get(choice)
        if known is not None:
            is_by_number = choice.numbers is not None
            return await self._bound_or(known, choice) if is_by_number else known
        role = None
        if len(choice.values) <= MOST_VALUES_OF_ORDERS:
            role = await small_answer_test(choice, self._interview, self._rng)
        if role is None and len(choice.values) <= SEVERAL:
            role = await self._tests.prove(choice)
        return role or self._unproven(choice)

    async def _bound_or(self, known: Role, choice: Choice) -> Role:
        """A bound is not always seen at once: by all its values it is, or by a small answer."""
        many = len(choice.values)
        role = await self._tests.prove(choice) if many <= SEVERAL else None
        is_bound = role is not None and role.role == MONOTONIC
        if not is_bound and not self._interview.is_counted and many <= MOST_VALUES_OF_ORDERS:
            role = await small_answer_test(choice, self._interview, self._rng)
        return role if role is not None and role.role == MONOTONIC else known

    def _unproven(self, choice: Choice) -> Role:
        """What to think of an input that nothing is proven of."""
        if self.must_prove(choice):
            what = choice.looks_like or "menu of few values"
            return Role(PRESENTATION, f"looks like a {what}, and nothing shows that it selects")
        if self._proven and len(choice.values) <= SEVERAL:
            return Role(PRESENTATION, "nothing shows that it selects, as others do")
        self._assumed.add(choice)
        return Role(SELECTION, "its answers are distinct")

    @property
    def _proven(self) -> bool:
        """Is any input known to select, or at least too large to be a sort order?"""
        roles = self._tests.roles.items()
        selecting = [choice for choice, role in roles if role.role == SELECTION]
        return any(c not in self._assumed or len(c.values) > SEVERAL for c in selecting)


# --- merged from page_size.py; rewrite or remove this note ---
# Can pages be made to show more?
#
# Madhavan et al. (PVLDB 2008), section 4.3, choose a single value for the number of results per page,
# and leave open which. Departure: requests are what we have least of, so the largest is filled in
# with every question from then on. One request tells: a page that goes on, asked for again with the
# largest number, shows the same records and more.

# A page of more records than this may be too much for the site.
LARGEST = 500


async def widened_pages(choice: Choice, interview: Interview) -> Role | None:
    """Fill in the largest page size from now on, if a choice is one; None if that is not known."""
    page, largest = _page_that_goes_on(choice, interview), _largest(choice)
    if choice.looks_like != PAGE_SIZE or page is None or largest is None:
        return None
    bound, before = page
    (after,) = await interview.answers([(*bound, *largest)])
    if not shows_more(before, after):
        return None
    interview.fix(largest)
    interview.heard.renew(bound, after)
    return Role(PRESENTATION, f"shows {len(after.ids)} records in place of {len(before.ids)}")


def _page_that_goes_on(choice: Choice, interview: Interview) -> tuple[Pairs, Seen] | None:
    for bound, seen in interview.answers_without(choice):
        is_more_said = (seen.count or 0) > len(seen.ids)
        is_more_likely = seen.count is None and len(seen.ids) >= FULL_LENGTH
        if seen.ids and (seen.has_next or is_more_said or is_more_likely):
            return bound, seen
    return None


def _largest(choice: Choice) -> Pairs | None:
    sizes = zip(choice.numbers or (), choice.values, strict=False)
    allowed = [(number, value) for number, value in sizes if number <= LARGEST]
    return max(allowed)[1] if allowed else None

"""What becomes of an input whose answers do not prove that it selects?

Madhavan et al. (PVLDB 2008) call a template informative if its answers are distinct; section 4.4
leaves out menus of fewer than 5 values, most of which only present. Departure: an input is binding
if it is proven to select (``role``), or if nothing speaks against it. Against it speak its name
(``presentation``), few values, and that other inputs of the form are proven while it is not. In
doubt, more is asked: a small answer together with it (``small_answer``), then all its values, if
they are few; they are what the harvest would ask for anyway.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from deepweb.surface.templates.choices import Choice
from deepweb.surface.templates.interview import Interview
from deepweb.surface.templates.presentation import LOOK, PAGE_SIZE, SORT
from deepweb.surface.templates.role import MONOTONIC, PRESENTATION, SELECTION, SEVERAL, Role
from deepweb.surface.templates.small_answer import small_answer_test
from deepweb.surface.templates.template import Template
from deepweb.surface.templates.template_test import TemplateTests

# Menus of more values are never sort orders.
MOST_ORDERS = 40


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
        if len(choice.values) <= MOST_ORDERS:
            role = await small_answer_test(choice, self._interview, self._rng)
        if role is None and len(choice.values) <= SEVERAL:
            role = await self._tests.prove(choice)
        return role or self._unproven(choice)

    async def _bound_or(self, known: Role, choice: Choice) -> Role:
        """A bound is not always seen at once: by all its values it is, or by a small answer."""
        many = len(choice.values)
        role = await self._tests.prove(choice) if many <= SEVERAL else None
        is_bound = role is not None and role.role == MONOTONIC
        if not is_bound and not self._interview.is_counted and many <= MOST_ORDERS:
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

"""What is an argument for: the query, a selection, a page, presentation or tracking?

He et al. (WSDM 2013, section 6.3.3) tell by prevalence alone: above θ an argument is irrelevant,
that is presentational or tracking, else it selects. Prevalence is one sign among others here, since
it is wrong on facets that stand on every page, on page numbers that go far, and on codes that are
new in each link. Signs are added up, role by role; each says what it saw, and the strongest that
agree with the outcome are its reason.

- The name (``argument_names.py``).
- Prevalence: the further from θ, the more it says, up to a limit.
- The pager: what its next link sets to a larger number is the page.
- The values: counting up, sizes of pages, words of sorting, ranges, times, codes, addresses.
- The links that carry it: all of them, or those that differ from their page in it alone.

An argument whose signs nearly balance, or whose prevalence contradicts its name, is doubtful. Two
pages that differ in it alone settle that, by their records (``settled``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deepweb.page.argument_names import ArgumentWords
from deepweb.read.links.signs import (
    LOOKS,
    PAGE,
    PRESENTATION,
    QUERY,
    SELECTION,
    TRACKING,
    ArgumentFacts,
    may_select,
)

IRRELEVANT = frozenset({PAGE, PRESENTATION, TRACKING})
"""Roles that do not change what is selected (000, section 6.3.1)."""
# A lead of the first role over the others that is smaller than this leaves a doubt.
DOUBTFUL = 1.0
# Records on two pages whose order tells whether one was narrowed or sorted.
ENOUGH_IN_COMMON = 3


@dataclass(frozen=True, slots=True)
class ArgumentRole:
    """The role of an argument, and why."""

    argument: str
    prevalence: float
    role: str
    reason: str
    doubtful: bool = False
    settle: tuple[str, str] | None = None
    """Two addresses that differ in the argument alone; their records settle a doubt."""


def role_of(seen: ArgumentFacts, words: ArgumentWords) -> ArgumentRole:
    """The role that the signs add up to."""
    signs = [sign for look in LOOKS for sign in look(seen, words)]
    scores = dict.fromkeys((SELECTION, PRESENTATION, TRACKING, PAGE), 0.0)
    for sign in signs:
        scores[sign.role] += sign.weight
    first = max(scores, key=lambda role: scores[role])
    relevant = scores[SELECTION]
    irrelevant = max(score for role, score in scores.items() if role != SELECTION)
    told = sorted((s for s in signs if s.role == first and s.weight > 0), key=lambda s: -s.weight)
    # Among the irrelevant roles a wrong one does no harm. What is irrelevant by prevalence and the
    # like alone may be a facet that stands on all pages.
    is_unproven = first != SELECTION and not any(sign.is_proof for sign in told)
    is_doubtful = abs(relevant - irrelevant) < DOUBTFUL or (is_unproven and may_select(seen))
    reason = "; ".join(dict.fromkeys(sign.said for sign in told[:3])) or "nothing else is known"
    return ArgumentRole(seen.name, seen.prevalence, first, reason, is_doubtful)


def query_role(argument: str, prevalence: float) -> ArgumentRole:
    return ArgumentRole(argument, prevalence, QUERY, "it holds what was asked for")


@dataclass(frozen=True, slots=True)
class ComparedPage:
    """What a page shows: its records, how many it says there are, whether more pages follow."""

    ids: Sequence[str]
    count: int | None = None
    goes_on: bool = False


def settled(role: ArgumentRole, first: ComparedPage, second: ComparedPage) -> ArgumentRole:
    """A doubtful role after two pages that differ in the argument alone were compared.

    The same records select the same; in another order they are presented otherwise. Other records
    select something else, unless both pages are but the beginning: another order shows other
    records first. Then the counts tell, or the order of those records that are on both pages.
    """
    if not first.ids and not second.ids:
        return role
    compared = f"{len(first.ids)} and {len(second.ids)} records on two pages that differ in it"
    irrelevant = role.role if role.role in IRRELEVANT else PRESENTATION
    if set(first.ids) == set(second.ids):
        is_same_order = list(first.ids) == list(second.ids) and role.role == SELECTION
        return _as(role, TRACKING if is_same_order else irrelevant, f"the same {compared}")
    if not (first.goes_on and second.goes_on):
        return _as(role, SELECTION, f"other {compared}")
    if first.count is not None and second.count is not None:
        now = irrelevant if first.count == second.count else SELECTION
        return _as(role, now, f"{first.count} and {second.count} in all, of {compared}")
    common = [id for id in second.ids if id in first.ids]
    if len(common) < ENOUGH_IN_COMMON:
        return role
    is_narrowed = common == [id for id in first.ids if id in common]
    now, order = (SELECTION, "the same") if is_narrowed else (irrelevant, "another")
    return _as(role, now, f"{len(common)} in {order} order of {compared}")


def _as(role: ArgumentRole, now: str, reason: str) -> ArgumentRole:
    return replace(role, role=now, reason=reason, doubtful=False, settle=None)

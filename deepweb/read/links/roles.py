"""Is an argument for the query, a selection, a page, presentation or tracking?

[He13 §6.3.3] decides by prevalence alone: above θ an argument is irrelevant (presentation or
tracking), else it selects. Departure: prevalence is one sign among others, since it is wrong for
facets on every page, for high page numbers and for codes that differ in each link. The weights of
the signs (``signs.py``) are added up for each role; the strongest signs are the reason:

- the name (``argument_names.py``);
- prevalence: the further from θ, the higher the weight, up to a limit;
- the pager: the argument that the next link sets to a larger number is the page;
- the values: numbers in a row, page sizes, sort orders, ranges, times, codes, addresses;
- the links that carry it: all of them, or those that differ from their page in it alone.

An argument whose signs nearly balance, or whose prevalence contradicts its name, is doubtful. The
records of two pages that differ in it alone settle the doubt (``settled``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from deepweb.page.address.argument_names import ArgumentWords
from deepweb.read.links.signs import (
    PAGE,
    PRESENTATION,
    QUERY,
    SELECTION,
    SIGN_TESTS,
    TRACKING,
    ArgumentFacts,
    may_select,
)

# Roles that do not change what is selected [He13 §6.3.1].
IRRELEVANT = frozenset({PAGE, PRESENTATION, TRACKING})
# A smaller difference between selection and the best irrelevant role is doubtful.
_DOUBTFUL = 1.0
# Records on both pages whose order shows whether one page was narrowed or sorted.
_MIN_COMMON = 3


@dataclass(frozen=True, slots=True)
class ArgumentRole:
    """The role of an argument, with the reason."""

    argument: str
    prevalence: float
    role: str
    reason: str
    doubtful: bool = False
    settle: tuple[str, str] | None = None
    """Two addresses that differ in the argument alone; their records settle the doubt."""


def role_of(facts: ArgumentFacts, words: ArgumentWords) -> ArgumentRole:
    """The role that the signs add up to."""
    signs = [sign for test in SIGN_TESTS for sign in test(facts, words)]
    scores = dict.fromkeys((SELECTION, PRESENTATION, TRACKING, PAGE), 0.0)
    for sign in signs:
        scores[sign.role] += sign.weight
    first = max(scores, key=lambda role: scores[role])
    relevant = scores[SELECTION]
    irrelevant = max(score for role, score in scores.items() if role != SELECTION)
    told = sorted((s for s in signs if s.role == first and s.weight > 0), key=lambda s: -s.weight)
    # A wrong one among the irrelevant roles does no harm. But an argument that is irrelevant by
    # prevalence alone may be a facet on all pages.
    is_unproven = first != SELECTION and not any(sign.is_proof for sign in told)
    is_doubtful = abs(relevant - irrelevant) < _DOUBTFUL or (is_unproven and may_select(facts))
    reason = "; ".join(dict.fromkeys(sign.said for sign in told[:3])) or "nothing else is known"
    return ArgumentRole(facts.name, facts.prevalence, first, reason, is_doubtful)


def query_role(argument: str, prevalence: float) -> ArgumentRole:
    """The role of the argument that holds the query."""
    return ArgumentRole(argument, prevalence, QUERY, "it holds the query")


@dataclass(frozen=True, slots=True)
class ComparedPage:
    """The records of a page, the total that it states, and whether more pages follow."""

    ids: Sequence[str]
    count: int | None = None
    goes_on: bool = False


def settled(role: ArgumentRole, first: ComparedPage, second: ComparedPage) -> ArgumentRole:
    """The role after comparing two pages that differ in the argument alone.

    With the same records, it does not select; in another order, it is presentation. With other
    records it selects, unless both pages are only the first of several: another order shows other
    records first. Then the totals decide, or the order of the records that are on both pages.
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
    if len(common) < _MIN_COMMON:
        return role
    is_narrowed = common == [id for id in first.ids if id in common]
    now, order = (SELECTION, "the same") if is_narrowed else (irrelevant, "another")
    return _as(role, now, f"{len(common)} in {order} order of {compared}")


def _as(role: ArgumentRole, now: str, reason: str) -> ArgumentRole:
    return replace(role, role=now, reason=reason, doubtful=False, settle=None)

"""Which signs speak for the roles of an argument, and with which weights?

Each test yields signs, which ``roles.py`` adds up. The weights were set on synthetic URL schemes
(``benchmarks/synthetic_links.py``), with and without names, and checked on links of real result
pages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from deepweb.page.address.argument_names import SURE, ArgumentWords, plain
from deepweb.read.links.evidence import (
    MOSTLY,
    ArgumentEvidence,
    is_address,
    is_code,
    is_hexadecimal,
    is_label,
    is_locale,
    is_number,
    is_page_size,
    is_predicate,
    is_range,
    is_time,
)
from deepweb.read.links.prevalence import THETA, Prevalence

SELECTION = "selection"
PAGE = "page"
PRESENTATION = "presentation"
TRACKING = "tracking"
QUERY = "query"


@dataclass(frozen=True, slots=True)
class SignWeights:
    """How much each sign counts."""

    prevalence: float = 2.0
    """Maximum weight of a prevalence far from θ."""
    name: float = 4.0
    name_left: float = 3.0
    """An unsure name of which the values rule out the other meanings."""
    name_perhaps: float = 1.0
    packing: float = 4.5
    pager: float = 4.0
    ranges: float = 3.5
    labels: float = 3.0
    values: float = 2.5
    wording: float = 1.5
    links: float = 1.0


@dataclass(frozen=True, slots=True)
class SignLimits:
    """The limits from which signs count."""

    few_offered: float = 0.35
    """Share of its values that a page offers, if the offer depends on the query."""
    ways: int = 15
    """Values that a sort order can have."""
    never_again: float = 0.01
    """``beside`` of values that are made up for one page."""
    few_pages: int = 2
    """Pages from which on prevalence counts."""
    enough_pages: int = 8
    """Pages from which on prevalence counts fully."""


WEIGHTS = SignWeights()
LIMITS = SignLimits()
# Page sizes that are no number.
ALL_ON_A_PAGE = frozenset({"all", "max"})


class Sign(NamedTuple):
    """A sign for a role, its weight, its reason, and whether it is enough by itself."""

    role: str
    weight: float
    said: str
    is_proof: bool = False


@dataclass(frozen=True, slots=True)
class ArgumentFacts:
    """All that is known about one argument."""

    name: str
    prevalence: float
    beside: float
    """Prevalence that few pages do not inflate (``Prevalence.beside``)."""
    different: int
    """Its number of different values."""
    pages: int
    """Pages of the site."""
    evidence: ArgumentEvidence
    theta: float = THETA


def facts_of(
    name: str, counted: Prevalence, evidence: Mapping[str, ArgumentEvidence], theta: float
) -> ArgumentFacts:
    return ArgumentFacts(
        name,
        counted.of(name),
        counted.beside(name),
        counted.different(name),
        counted.pages,
        evidence.get(name, ArgumentEvidence()),
        theta,
    )


SignTest = Callable[[ArgumentFacts, ArgumentWords], Iterator[Sign]]


def _by_name(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    claims = {r: sure for r, sure in words.claims(facts.name).items() if r != QUERY}
    likely = {r: sure for r, sure in claims.items() if _may_be(r, facts, words)}
    # An unsure meaning is surer if the values rule out the other ones.
    perhaps = WEIGHTS.name_left if len(likely) == 1 < len(claims) else WEIGHTS.name_perhaps
    for role, sure in likely.items():
        yield Sign(
            role, WEIGHTS.name if sure == SURE else perhaps, f"its name says {role}", sure == SURE
        )


def _may_be(role: str, facts: ArgumentFacts, words: ArgumentWords) -> bool:
    """Do the values allow the role that the name claims?"""
    values = facts.evidence
    if role == PAGE:
        return values.share(lambda v: is_number(v) or is_code(v)) >= 0.5 or _is_cursor(values)
    if role == PRESENTATION and plain(facts.name).endswith("size"):
        return values.share(lambda v: is_page_size(v) or v in ALL_ON_A_PAGE) >= MOSTLY
    if role == PRESENTATION and words.claims(facts.name).get(SELECTION) == SURE:
        # "language=en" is the language of the page, "language=English" that of a book.
        return values.share(is_locale) >= MOSTLY
    return True


def _is_cursor(known: ArgumentEvidence) -> bool:
    """Do few links of a page carry it, all with one value?"""
    is_one = max(known.value_counts, default=0) == 1 and known.link_share < 0.2
    return is_one and len(known.values) > 1 and not known.share(is_address)


def _by_prevalence(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    if facts.pages < LIMITS.few_pages:
        return
    trust = min(1.0, (facts.pages - 1) / (LIMITS.enough_pages - 1))
    far = math.log2((facts.beside + 0.001) / facts.theta)
    weight = trust * max(-WEIGHTS.prevalence, min(WEIGHTS.prevalence, far))
    figure = f"prevalence {facts.prevalence:.2f}"
    if weight <= 0:
        is_small = facts.prevalence <= facts.theta
        why = f"not above {facts.theta:g}" if is_small else "no more than so few pages make"
        yield Sign(SELECTION, -weight, f"{figure} is {why}")
        return
    for role in (PRESENTATION, TRACKING, PAGE):
        yield Sign(role, weight, f"{figure} is above {facts.theta:g}")


def _by_pager(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    known = facts.evidence
    is_led_on = known.paged and known.led_on >= MOSTLY * known.paged
    if is_led_on and not _is_everywhere(known, 0.5):
        yield Sign(PAGE, WEIGHTS.pager, "links to the next page count it up", True)


def _by_numbers(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    known = facts.evidence
    is_counted = known.pages >= LIMITS.few_pages and known.share(is_number) == 1
    if not is_counted or ":" in facts.name or _is_elsewhere(known):
        return
    if known.in_order >= MOSTLY * known.pages and _is_everywhere(known, 0.3):
        yield Sign(TRACKING, WEIGHTS.values, "it numbers the links of a page", True)
        return
    is_run = known.runs and known.runs + known.singles >= MOSTLY * known.pages
    # The first page of a list needs no link; of a sort order every value has one.
    if is_run and (len(known.run_ends) > 1 or min(known.run_starts) > 1):
        yield Sign(
            PAGE, WEIGHTS.values, "its values count up, further on some pages than on others", True
        )


def _by_value_kinds(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    known = facts.evidence
    if known.share(is_time) >= MOSTLY and len(known.values) > 1:
        yield Sign(TRACKING, WEIGHTS.values + 1, "its values are times", True)
    elif known.share(is_address) >= MOSTLY:
        yield Sign(TRACKING, WEIGHTS.values, "its values are addresses", True)
    elif known.share(is_range) >= MOSTLY and known.share(is_number) < 0.5:
        yield Sign(SELECTION, WEIGHTS.ranges, "its values are ranges", True)
    elif known.share(is_predicate) >= MOSTLY:
        yield Sign(SELECTION, WEIGHTS.values, "its values are predicates", True)
    if _is_sorting(known, words):
        yield Sign(PRESENTATION, WEIGHTS.values, "its values are ways to sort or show", True)
    is_sizes = known.share(is_page_size) == 1 and 2 <= len(known.values) <= 8
    if is_sizes and max(known.value_counts) >= 2 and facts.beside > facts.theta:
        yield Sign(PRESENTATION, WEIGHTS.values - 1, "its values are sizes of pages", True)


def _is_sorting(known: ArgumentEvidence, words: ArgumentWords) -> bool:
    sorting = words.values.get(PRESENTATION, frozenset())
    return known.share(lambda v: plain(v[:50]) in sorting) >= MOSTLY


def _by_codes(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    """Codes of a visit or a click; codes of facets recur, and only in links of their own."""
    known = facts.evidence
    if max(known.share(is_code), known.share(is_hexadecimal)) < MOSTLY or len(known.values) < 2:
        return
    is_new_each_time = facts.beside < LIMITS.never_again and not known.alone
    if _is_everywhere(known, 0.5) or known.values_a_page < 1.5 or is_new_each_time:
        yield Sign(TRACKING, WEIGHTS.values, "its values are codes", True)


def _by_links(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    known = facts.evidence
    if known.pages < 2:
        return
    if known.echoes >= MOSTLY * known.pages:
        yield Sign(TRACKING, WEIGHTS.values, "it repeats the query", True)
    elif _is_everywhere(known, 0.8) and _is_new_in_each(facts):
        yield Sign(TRACKING, WEIGHTS.values, "it is another in each link", True)
    elif _is_everywhere(known, 0.8) and _is_new_on_each(facts):
        yield Sign(
            TRACKING, WEIGHTS.values, "all links of a page have it, and each page another", True
        )
    elif _is_everywhere(known, 0.8) and facts.different > 1:
        yield Sign(TRACKING, WEIGHTS.links, "all links of a page have it")
    elif facts.different == 1:
        yield Sign(TRACKING, WEIGHTS.links / 2, "it has one value everywhere")
    if _is_elsewhere(known):
        yield Sign(TRACKING, WEIGHTS.links, "only links to other queries have it")
    if is_choice(facts):
        yield Sign(PRESENTATION, WEIGHTS.links / 2, "links change it alone")


def _by_offers(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    """A page offers all sort orders, but only brands of its own results."""
    known = facts.evidence
    offered = known.values_a_page / max(1, facts.different)
    is_offered = max(known.value_counts, default=0) > 1 and not _is_everywhere(known, 0.5)
    is_counted = known.pages >= LIMITS.few_pages and facts.different >= 3
    if is_offered and is_counted and offered < LIMITS.few_offered:
        reason = f"a page has {offered:.0%} of its {facts.different} values"
        yield Sign(SELECTION, WEIGHTS.links, reason)


def _by_wording(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    """Values to select are written for people; sort orders are few and named for programs."""
    known = facts.evidence
    is_told = len(known.values) > 1 and not _is_everywhere(known, 0.5)
    if is_told and known.share(is_label) >= 0.5 and not _is_sorting(known, words):
        yield Sign(SELECTION, WEIGHTS.labels, "its values are written for people")
    is_page = PAGE in words.claims(facts.name) and known.share(is_number) == 1
    if facts.different > LIMITS.ways and is_choice(facts) and not is_page:
        reason = f"{facts.different} values are too many for ways to show"
        yield Sign(SELECTION, WEIGHTS.wording, reason)


def _by_place(facts: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    """Sites select by arguments that they pack together or write into the path."""
    if ":" in facts.name:
        yield Sign(SELECTION, WEIGHTS.packing, "it is one of several predicates")
    elif facts.name.startswith("/"):
        yield Sign(SELECTION, WEIGHTS.links, "it stands in the path")


def _is_new_in_each(facts: ArgumentFacts) -> bool:
    known = facts.evidence
    is_another = known.values_a_page >= MOSTLY * known.links / known.pages > 2
    return is_another and facts.beside < LIMITS.never_again


def _is_new_on_each(facts: ArgumentFacts) -> bool:
    """Does each page make up a value, instead of carrying the one it was requested with?"""
    known = facts.evidence
    is_one = max(known.value_counts) == 1 and facts.different > 2
    return is_one and facts.beside < LIMITS.never_again and 2 * known.kept <= known.held


def _is_everywhere(known: ArgumentEvidence, share: float) -> bool:
    """Do that many links of a page carry it, without changing it?"""
    return known.link_share >= share and known.alone < known.links / 10


def _is_elsewhere(known: ArgumentEvidence) -> bool:
    """Do only links to other queries carry it?"""
    return known.elsewhere >= MOSTLY * known.links > 0


def may_select(facts: ArgumentFacts) -> bool:
    """May it be a facet on all pages?"""
    known = facts.evidence
    is_about = _is_everywhere(known, 0.5) or _is_elsewhere(known)
    return is_choice(facts) or (facts.different > 1 and not is_about)


def is_choice(facts: ArgumentFacts) -> bool:
    """Do links of most pages change it alone?"""
    return facts.evidence.alone_pages >= max(1, facts.evidence.pages / 2)


SIGN_TESTS: tuple[SignTest, ...] = (
    _by_name,
    _by_prevalence,
    _by_pager,
    _by_numbers,
    _by_value_kinds,
    _by_codes,
    _by_links,
    _by_offers,
    _by_wording,
    _by_place,
)

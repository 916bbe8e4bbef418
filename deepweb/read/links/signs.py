"""What speaks for one role of an argument or another, and how much?

Each look at an argument tells what it saw as signs; ``url_roles.py`` adds them up. Weights were set
on made-up schemes of addresses (``benchmarks/synthetic_links.py``), with names and without, and
looked over on links of real result pages.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from deepweb.page.argument_names import SURE, ArgumentWords, plain
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

SELECTION, PAGE, PRESENTATION, TRACKING = "selection", "page", "presentation", "tracking"
QUERY = "query"

# How much the signs say; they are added up, and prevalence far from θ is worth MOST_PREVALENT.
MOST_PREVALENT = 2.0
BY_NAME, BY_NAME_LEFT, BY_NAME_PERHAPS = 4.0, 3.0, 1.0
BY_PACKING, BY_PAGER, BY_RANGES, BY_LABELS = 4.5, 4.0, 3.5, 3.0
BY_VALUES, BY_WORDING, BY_LINKS = 2.5, 1.5, 1.0
# A page that offers an argument has fewer of its values than this where they follow the query.
FEW_OFFERED = 0.35
# More values than this are no sort orders.
MOST_WAYS = 15
# Values that other pages have as seldom as this are made up for one.
NEVER_AGAIN = 0.01
# Sizes of pages that are no number.
ALL_ON_A_PAGE = frozenset({"all", "max"})
# Pages before prevalence says anything, and before it says all.
FEW_PAGES, ENOUGH_PAGES = 2, 8


class Sign(NamedTuple):
    """What was seen, how much it says for a role, and whether that would be enough alone."""

    role: str
    weight: float
    said: str
    is_proof: bool = False


@dataclass(frozen=True, slots=True)
class ArgumentFacts:
    """All that is known of one argument."""

    name: str
    prevalence: float
    beside: float
    """Prevalence that few pages do not inflate (``Prevalence.beside``)."""
    different: int
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


Look = Callable[[ArgumentFacts, ArgumentWords], Iterator[Sign]]


def _by_name(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    claims = {r: sure for r, sure in words.claims(seen.name).items() if r != QUERY}
    likely = {r: sure for r, sure in claims.items() if _may_be(r, seen, words)}
    # What a name may mean besides is surer when the values rule the other meaning out.
    perhaps = BY_NAME_LEFT if len(likely) == 1 < len(claims) else BY_NAME_PERHAPS
    for role, sure in likely.items():
        yield Sign(
            role, BY_NAME if sure == SURE else perhaps, f"its name says {role}", sure == SURE
        )


def _may_be(role: str, seen: ArgumentFacts, words: ArgumentWords) -> bool:
    """Do the values allow what the name says?"""
    values = seen.evidence
    if role == PAGE:
        return values.share(lambda v: is_number(v) or is_code(v)) >= 0.5 or _is_cursor(values)
    if role == PRESENTATION and plain(seen.name).endswith("size"):
        return values.share(lambda v: is_page_size(v) or v in ALL_ON_A_PAGE) >= MOSTLY
    if role == PRESENTATION and words.claims(seen.name).get(SELECTION) == SURE:
        # "language=en" is that of the page, "language=English" that of a book.
        return values.share(is_locale) >= MOSTLY
    return True


def _is_cursor(known: ArgumentEvidence) -> bool:
    """Does a page link to one value only, whatever it is, by few links?"""
    is_one = max(known.value_counts, default=0) == 1 and known.link_share < 0.2
    return is_one and len(known.values) > 1 and not known.share(is_address)


def _by_prevalence(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    if seen.pages < FEW_PAGES:
        return
    trust = min(1.0, (seen.pages - 1) / (ENOUGH_PAGES - 1))
    far = math.log2((seen.beside + 0.001) / seen.theta)
    weight = trust * max(-MOST_PREVALENT, min(MOST_PREVALENT, far))
    figure = f"prevalence {seen.prevalence:.2f}"
    if weight <= 0:
        is_small = seen.prevalence <= seen.theta
        why = f"not above {seen.theta:g}" if is_small else "no more than so few pages make"
        yield Sign(SELECTION, -weight, f"{figure} is {why}")
        return
    for role in (PRESENTATION, TRACKING, PAGE):
        yield Sign(role, weight, f"{figure} is above {seen.theta:g}")


def _by_pager(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    known = seen.evidence
    is_led_on = known.paged and known.led_on >= MOSTLY * known.paged
    if is_led_on and not _is_everywhere(known, 0.5):
        yield Sign(PAGE, BY_PAGER, "links to the next page count it up", True)


def _by_numbers(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    known = seen.evidence
    is_counted = known.pages >= FEW_PAGES and known.share(is_number) == 1
    if not is_counted or ":" in seen.name or _is_elsewhere(known):
        return
    if known.in_order >= MOSTLY * known.pages and _is_everywhere(known, 0.3):
        yield Sign(TRACKING, BY_VALUES, "it numbers the links of a page", True)
        return
    is_run = known.runs and known.runs + known.singles >= MOSTLY * known.pages
    # A list has a first page, which needs no link; a sort order has no first.
    if is_run and (len(known.run_ends) > 1 or min(known.run_starts) > 1):
        yield Sign(
            PAGE, BY_VALUES, "its values count up, further on some pages than on others", True
        )


def _by_value_kinds(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    known = seen.evidence
    if known.share(is_time) >= MOSTLY and len(known.values) > 1:
        yield Sign(TRACKING, BY_VALUES + 1, "its values are times", True)
    elif known.share(is_address) >= MOSTLY:
        yield Sign(TRACKING, BY_VALUES, "its values are addresses", True)
    elif known.share(is_range) >= MOSTLY and known.share(is_number) < 0.5:
        yield Sign(SELECTION, BY_RANGES, "its values are ranges", True)
    elif known.share(is_predicate) >= MOSTLY:
        yield Sign(SELECTION, BY_VALUES, "its values are predicates", True)
    if _is_sorting(known, words):
        yield Sign(PRESENTATION, BY_VALUES, "its values are ways to sort or show", True)
    is_sizes = known.share(is_page_size) == 1 and 2 <= len(known.values) <= 8
    if is_sizes and max(known.value_counts) >= 2 and seen.beside > seen.theta:
        yield Sign(PRESENTATION, BY_VALUES - 1, "its values are sizes of pages", True)


def _is_sorting(known: ArgumentEvidence, words: ArgumentWords) -> bool:
    sorting = words.values.get(PRESENTATION, frozenset())
    return known.share(lambda v: plain(v[:50]) in sorting) >= MOSTLY


def _by_codes(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    """Codes of a visit or a click; those of facets come again, and only on links of their own."""
    known = seen.evidence
    if max(known.share(is_code), known.share(is_hexadecimal)) < MOSTLY or len(known.values) < 2:
        return
    is_new_each_time = seen.beside < NEVER_AGAIN and not known.alone
    if _is_everywhere(known, 0.5) or known.values_a_page < 1.5 or is_new_each_time:
        yield Sign(TRACKING, BY_VALUES, "its values are codes", True)


def _by_links(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    known = seen.evidence
    if known.pages < 2:
        return
    if known.echoes >= MOSTLY * known.pages:
        yield Sign(TRACKING, BY_VALUES, "it repeats the query", True)
    elif _is_everywhere(known, 0.8) and _is_new_in_each(seen):
        yield Sign(TRACKING, BY_VALUES, "it is another in each link", True)
    elif _is_everywhere(known, 0.8) and _is_new_on_each(seen):
        yield Sign(TRACKING, BY_VALUES, "all links of a page have it, and each page another", True)
    elif _is_everywhere(known, 0.8) and seen.different > 1:
        yield Sign(TRACKING, BY_LINKS, "all links of a page have it")
    elif seen.different == 1:
        yield Sign(TRACKING, BY_LINKS / 2, "it has one value everywhere")
    if _is_elsewhere(known):
        yield Sign(TRACKING, BY_LINKS, "only links to other queries have it")
    if is_choice(seen):
        yield Sign(PRESENTATION, BY_LINKS / 2, "links change it alone")


def _by_offers(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    """A page shows all ways to sort, but only those brands that it found something of."""
    known = seen.evidence
    offered = known.values_a_page / max(1, seen.different)
    is_offered = max(known.value_counts, default=0) > 1 and not _is_everywhere(known, 0.5)
    if is_offered and known.pages >= FEW_PAGES and seen.different >= 3 and offered < FEW_OFFERED:
        yield Sign(SELECTION, BY_LINKS, f"a page has {offered:.0%} of its {seen.different} values")


def _by_wording(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    """What people read is what they choose from; ways to show are few, and named for programs."""
    known = seen.evidence
    is_told = len(known.values) > 1 and not _is_everywhere(known, 0.5)
    if is_told and known.share(is_label) >= 0.5 and not _is_sorting(known, words):
        yield Sign(SELECTION, BY_LABELS, "its values are written for people")
    is_page = PAGE in words.claims(seen.name) and known.share(is_number) == 1
    if seen.different > MOST_WAYS and is_choice(seen) and not is_page:
        yield Sign(SELECTION, BY_WORDING, f"{seen.different} values are too many for ways to show")


def _by_place(seen: ArgumentFacts, words: ArgumentWords) -> Iterator[Sign]:
    """What a site packs together, or writes into the path, is what it selects by."""
    if ":" in seen.name:
        yield Sign(SELECTION, BY_PACKING, "it is one of several predicates")
    elif seen.name.startswith("/"):
        yield Sign(SELECTION, BY_LINKS, "it stands in the path")


def _is_new_in_each(seen: ArgumentFacts) -> bool:
    known = seen.evidence
    is_another = known.values_a_page >= MOSTLY * known.links / known.pages > 2
    return is_another and seen.beside < NEVER_AGAIN


def _is_new_on_each(seen: ArgumentFacts) -> bool:
    """Does each page make up a value? One that a page was asked with, and hands on, is none."""
    known = seen.evidence
    is_one = max(known.value_counts) == 1 and seen.beside < NEVER_AGAIN and seen.different > 2
    return is_one and 2 * known.kept <= known.held


def _is_everywhere(known: ArgumentEvidence, share: float) -> bool:
    """Do that many links of a page have it, though it is not what they change?"""
    return known.link_share >= share and known.alone < known.links / 10


def _is_elsewhere(known: ArgumentEvidence) -> bool:
    """Do only links to other queries have it?"""
    return known.elsewhere >= MOSTLY * known.links > 0


def may_select(seen: ArgumentFacts) -> bool:
    """Might it be a facet that stands on all pages?"""
    known = seen.evidence
    is_about = _is_everywhere(known, 0.5) or _is_elsewhere(known)
    return is_choice(seen) or (seen.different > 1 and not is_about)


def is_choice(seen: ArgumentFacts) -> bool:
    """Do pages offer to change it, and nothing else?"""
    return seen.evidence.alone_pages >= max(1, seen.evidence.pages / 2)


LOOKS: tuple[Look, ...] = (
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

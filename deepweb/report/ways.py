"""The ways into a site's database: requests, new records, and why each was left.

The figures come from the ledger: they are right during a crawl as well, and add up to all requests.
The reasons come from the decisions.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from deepweb.report.course import SOURCES, origin_of_each
from deepweb.report.history import LoggedAnswer, MadeRequest
from deepweb.surface.answer import BROWSING
from deepweb.surface.harvest.source import WayOutcome

LISTS = "pages of the site that list records"
DETAILS = "own pages of records"
LOOKING = "looking for forms, robots.txt, redirects, retries"


@dataclass(frozen=True, slots=True)
class Way:
    """One way into the database; a next page belongs to the way that led to its first page."""

    name: str
    """A word for stats, such as ``keyword``."""
    way: str
    form: str
    """The id of the form that was asked; "" if none was."""
    requests: int
    shown: int
    new: int
    reason: str


def ways_of(
    asked: Sequence[LoggedAnswer],
    made: Sequence[MadeRequest],
    decided: Iterable[tuple[str, WayOutcome]],
) -> list[Way]:
    """The ways, the best first; the last row holds the requests that asked nothing."""
    by_way: defaultdict[tuple[str, str], list[LoggedAnswer]] = defaultdict(list)
    cost: Counter[tuple[str, str]] = Counter()
    # Of a page that was read twice, such as the home page, the second answer is free.
    left = Counter(request.url for request in made)
    for each, origin in zip(asked, origin_of_each(asked), strict=True):
        place = _place(each, origin)
        by_way[place].append(each)
        cost[place] += left[each.url] > 0
        left[each.url] -= left[each.url] > 0
    reasons = _reasons(decided)
    told = [
        Way(
            name,
            _in_words(name),
            form,
            cost[form, name],
            sum(each.shown for each in all_),
            sum(each.new for each in all_),
            reasons.get((form, name), ""),
        )
        for (form, name), all_ in by_way.items()
    ]
    told.sort(key=lambda way: (-way.new, way.way, way.form))
    looking = Way("looking", LOOKING, "", left.total(), 0, 0, "")
    return [*told, *([looking] if looking.requests else [])]


def _place(each: LoggedAnswer, origin: str) -> tuple[str, str]:
    """The form and the name of the way that an answer belongs to."""
    if origin in BROWSING:
        return "", "list"
    if origin == "details":
        return "", "details"
    return each.form, origin


def _in_words(name: str) -> str:
    return {"list": LISTS, "details": DETAILS}.get(name) or SOURCES.get(name, name)


def _reasons(decided: Iterable[tuple[str, WayOutcome]]) -> Mapping[tuple[str, str], str]:
    """Why each way ended; for lists, the reason of the list that promised most."""
    reasons: dict[tuple[str, str], str] = {}
    for form, way in sorted(decided, key=lambda each: -each[1].promise):
        reasons.setdefault((form, way.name if form else "list"), way.reason)
    return reasons

"""The course of a crawl: records over requests, keywords, statuses and pace."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import floor

from deepweb.report.history import LoggedAnswer, MadeRequest
from deepweb.surface.harvest.size import Catches, Size
from deepweb.surface.harvest.source import WayOutcome
from deepweb.surface.lists.witnesses import missing_of

MAX_POINTS = 150  # points of the curve
MAX_PARTS = 40  # parts of the timeline
MAX_KEYWORDS = 300  # keywords that are listed
TOLERANCE = 1e-6  # per cent by which a computed share may be too low
PAUSE = 900  # seconds between two requests from which on the crawl did not run in between

SOURCES = {
    "background": "nonsense, to know empty pages",
    "unrestricted": "everything at once",
    "seed": "words of the form page",
    "keyword": "words of records found",
    "next": "next pages",
    "typed": "typed values",
    "range": "ranges",
    "menu": "menus",
    "facet": "facets",
    "related": "related queries",
    "log": "query log",
    "knowledge": "knowledge base",
    "again": "a question once more, to tell adverts",
    "title": "titles, to see whether records are found again",
}
"""The purposes of questions in words; other purposes are shown as they are."""


@dataclass(frozen=True, slots=True)
class Point:
    """After some requests: the records known, and the estimated size of the database."""

    requests: int
    records: int
    size: Size | None


@dataclass(frozen=True, slots=True)
class Keyword:
    """A query, its source, and the new records of all its pages."""

    asked: str
    source: str
    pages: int
    shown: int
    new: int


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the crawl: answers by status, and requests a minute if times are known."""

    first: int
    statuses: dict[str, int]
    speed: float | None


@dataclass(frozen=True, slots=True)
class Pace:
    """How long a crawl ran, in seconds without pauses between runs, and requests a minute."""

    seconds: float
    per_minute: float | None


def size_of(asked: Sequence[LoggedAnswer], ways: Sequence[tuple[str, WayOutcome]]) -> Size | None:
    """The estimated number of records in the database, from all answers and the witnesses."""
    points = _points(asked)
    size = points[-1].size if points else None
    missing = missing_records(ways)
    if size is None or not missing:
        return size
    return size.joined(
        points[-1].records + missing, f"{missing} more addresses of records were seen"
    )


def missing_records(ways: Sequence[tuple[str, WayOutcome]]) -> int:
    """Records whose addresses were seen, and that are not among those found."""
    return round(sum(missing_of(way) for form, way in ways if not form))


def curve(asked: Sequence[LoggedAnswer], made: Sequence[MadeRequest]) -> list[Point]:
    """Records over requests; each answer stands at the request that got it."""
    places = _places(asked, made)
    points = [
        Point(place, point.records, point.size)
        for place, point in zip(places, _points(asked), strict=True)
    ]
    step = max(1, len(points) // MAX_POINTS)
    return points[:-1:step] + points[-1:]


def origins(asked: Sequence[LoggedAnswer]) -> dict[str, tuple[int, int]]:
    """By source, answers and new records; a next page counts for the source of its first page."""
    brought: dict[str, tuple[int, int]] = {}
    for each, source in zip(asked, origin_of_each(asked), strict=True):
        answers, new = brought.get(source, (0, 0))
        brought[source] = answers + 1, new + each.new
    return brought


def origin_of_each(asked: Sequence[LoggedAnswer]) -> Iterator[str]:
    """By answer, its purpose; for a next page, the purpose of its first page."""
    first: dict[tuple[str, str], str] = {}
    for each in asked:
        key = each.form, _told(each)
        source = first.get(key, each.purpose) if each.purpose == "next" else each.purpose
        first.setdefault(key, source)
        yield source


def keywords(asked: Sequence[LoggedAnswer]) -> list[Keyword]:
    """The queries, the best first; a next page counts for the query of its first page."""
    by_query: defaultdict[str, list[LoggedAnswer]] = defaultdict(list)
    for each in asked:
        if each.query and each.purpose != "background":
            by_query[_told(each)].append(each)
    told = [
        Keyword(query, _source(all_), len(all_), _shown(all_), _new(all_))
        for query, all_ in by_query.items()
    ]
    return sorted(told, key=lambda each: -each.new)[:MAX_KEYWORDS]


def timeline(made: Sequence[MadeRequest]) -> list[Part]:
    """Statuses and speed, from the first request to the last."""
    step = max(1, -(-len(made) // MAX_PARTS))
    return [_part(start, made[start : start + step]) for start in range(0, len(made), step)]


def pace(made: Sequence[MadeRequest]) -> Pace:
    """The time that a crawl ran, from the times of its requests."""
    times = sorted(each.time for each in made if each.time is not None)
    gaps = [later - earlier for earlier, later in pairwise(times) if later - earlier < PAUSE]
    seconds = sum(gaps)
    return Pace(round(seconds, 1), round(60 * len(gaps) / seconds, 1) if seconds else None)


def duration(seconds: float) -> str:
    """Seconds as people say it: ``48 s``, ``12 min``, ``3 h 20 min``."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60} min"


def percent(share: float, digits: int = 0) -> str:
    """A share in per cent. Rounded down, so that 100 means all and 1,999 of 2,000 are 99.9."""
    scale = 10**digits
    # The share of 290 of 1,000 is a little less than 0.29.
    return f"{floor(100 * scale * share + TOLERANCE) / scale:.{digits}f}"


def _points(asked: Sequence[LoggedAnswer]) -> list[Point]:
    """After each answer: the records known, and the estimate."""
    catches, known = Catches(), 0
    points = []
    for number, each in enumerate(asked, 1):
        known += each.new
        catches.take(each.purpose, each.shown, each.new, each.count, has_next=bool(each.next_url))
        points.append(Point(number, known, catches.size(known)))
    return points


def _places(asked: Sequence[LoggedAnswer], made: Sequence[MadeRequest]) -> Iterator[int]:
    """By answer, the number of the request that got it; the numbers never fall."""
    numbers: defaultdict[str, deque[int]] = defaultdict(deque)
    for number, request in enumerate(made, 1):
        numbers[request.url].append(number)
    last = 0
    for number, each in enumerate(asked, 1):
        there = numbers[each.url]
        last = max(last, there.popleft() if there else number)
        yield last


def _told(each: LoggedAnswer) -> str:
    return ", ".join(f"{name}={value}" for name, value in sorted(each.query.items()) if value)


def _source(all_: Sequence[LoggedAnswer]) -> str:
    purpose = next((each.purpose for each in all_ if each.purpose != "next"), "next")
    return SOURCES.get(purpose, purpose)


def _shown(all_: Sequence[LoggedAnswer]) -> int:
    return sum(each.shown for each in all_)


def _new(all_: Sequence[LoggedAnswer]) -> int:
    return sum(each.new for each in all_)


def _part(start: int, made: Sequence[MadeRequest]) -> Part:
    statuses = Counter(_status(each.status) for each in made)
    times = [each.time for each in made if each.time is not None]
    took = times[-1] - times[0] if len(times) > 1 else 0.0
    speed = 60 * (len(times) - 1) / took if took > 0 else None
    return Part(start + 1, dict(sorted(statuses.items())), speed)


def _status(status: int) -> str:
    return f"{status // 100}xx" if status else "no answer"
